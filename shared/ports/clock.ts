/** Passed in: only `audits`, `dt` and `_SUCCESS.json` may contain the time. */
export interface Clock {
  now(): Date;
}
