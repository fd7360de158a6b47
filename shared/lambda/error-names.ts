/**
 * The names by which Lambda and state machine speak of failures: Retry and Catch match them, so a name is a contract.
 * test/infra/stacks.test.ts holds the definition against this list and the list against the classes.
 */
export const ErrorName = {
  /** The drop cannot be used; rejected.json says why. Never retried. */
  badInput: 'BadInput',
  /** DynamoDB left keys unprocessed, or throttled, to the end of its retries. */
  cacheThrottled: 'CacheThrottled',
  /** Many fetchers changed the pace of one host at once, to the end of their patience. */
  paceContended: 'PaceContended',
  /** What a step before should have left is not there (yet): a child that answered before its write was seen, or a step that was lost. */
  missingBlob: 'MissingBlob',
  /** Files that an audit of a campaign names are not there: they may be on their way. */
  filesMissing: 'FilesMissing',
  /** An audit of a campaign stands in line: the state asks again. */
  notYourTurn: 'NotYourTurn',
  /** The function is about to run out of its time. */
  outOfTime: 'OutOfTime',
  /** The function is about to run out of its memory; its message names the setting to raise. */
  outOfMemory: 'OutOfMemory',
  /** The input of a function is not of its schema: a defect, not a mishap. Never retried. */
  contract: 'ContractError',
  /** Steps before a deployment left work of another version. Never retried: the release is to be dropped again. */
  otherVersion: 'OtherVersion',
  /** The environment of a function is not of its schema: a defect of the deployment. Never retried. */
  environment: 'EnvironmentError',
} as const;
export type ErrorName = (typeof ErrorName)[keyof typeof ErrorName];
