/** Time, passed in: only `audits`, `dt` and `_SUCCESS.json` may hold it. */
export interface Clock {
  now(): Date;
}
