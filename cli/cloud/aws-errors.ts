import { BadInput } from '../../shared/core/model/bad-input.ts';

const SIGN_IN = 'sign in ("aws sso login"), name a profile (AWS_PROFILE), or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/** Advice on the SDK's errors about the user's own set-up, by the error's name. */
const ADVICE: Readonly<Record<string, string>> = {
  CredentialsProviderError: `no AWS credentials were found: ${SIGN_IN}`,
  TokenProviderError: `your AWS sign-in is over: ${SIGN_IN}`,
  ExpiredToken: `your AWS credentials are out of date: ${SIGN_IN}`,
  ExpiredTokenException: `your AWS credentials are out of date: ${SIGN_IN}`,
  InvalidAccessKeyId: 'AWS does not know this access key: is it of another account, or deleted?',
  UnrecognizedClientException: 'AWS does not know this access key: is it of another account, or deleted?',
  InvalidSignatureException: 'AWS refused the signature: AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'AWS refused the signature: AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
  AccessDenied: 'AWS does not let these credentials do this; docs/operations.md names the rights that each action needs',
  AccessDeniedException: 'AWS does not let these credentials do this; docs/operations.md names the rights that each action needs',
  NoSuchBucket: 'there is no such bucket: is the outputs file of a stack that was deleted, or of another account?',
};

/** The error with advice if the user can fix it, else unchanged. */
export function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === 'Region is missing') {
    return new BadInput('no AWS region is set: set AWS_REGION to that of the stack, such as AWS_REGION=eu-west-1', {}, { cause: error });
  }
  const advice = Object.hasOwn(ADVICE, error.name) ? ADVICE[error.name] : undefined;
  return advice === undefined ? error : new BadInput(advice, {}, { cause: error });
}
