/**
 * The names of failures that Lambda and the state machine share: Retry and Catch match them, so a name is a contract. test/infra/stacks.test.ts compares
 * the definition with this list, and the list with the classes.
 */
export const ErrorName = {
  /** The drop cannot be used; rejected.json says why. Never retried. */
  badInput: 'BadInput',
  /** DynamoDB left keys unprocessed, or throttled, through all retries. */
  cacheThrottled: 'CacheThrottled',
  /** Many fetchers changed the pace of one host at once, through all retries. */
  paceContended: 'PaceContended',
  /** The output of an earlier step is missing: a child answered before its write was visible, or a step was lost. */
  missingBlob: 'MissingBlob',
  /** Files that an audit of a campaign names are missing: they may be on their way. */
  filesMissing: 'FilesMissing',
  /** An audit of a campaign waits in line: the state asks again. */
  notYourTurn: 'NotYourTurn',
  outOfTime: 'OutOfTime',
  /** The function is about to run out of its memory; its message names the setting to raise. */
  outOfMemory: 'OutOfMemory',
  /** The input of a function does not match its schema, which is a defect. Never retried. */
  contract: 'ContractError',
  /** Steps before a deployment left work of another version. Never retried: drop the release again. */
  otherVersion: 'OtherVersion',
  /** The environment of a function does not match its schema, which is a defect of the deployment. Never retried. */
  environment: 'EnvironmentError',
} as const;
export type ErrorName = (typeof ErrorName)[keyof typeof ErrorName];
