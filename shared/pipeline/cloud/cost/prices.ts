/**
 * List prices of us-east-1, in dollars, as aws.amazon.com has them by service (lambda, step-functions, dynamodb, s3, kms). Alarms, dashboards,
 * logs and traces are list prices that no test here can see: the estimate says so.
 */
export const PRICE = {
  expressRequest: 1e-6,
  expressGbSecond: 0.00001667,
  standardTransition: 2.5e-5,
  invocation: 2e-7,
  lambdaGbSecond: 0.0000133334,
  readUnit: 1.25e-7,
  writeUnit: 6.25e-7,
  put: 5e-6,
  get: 4e-7,
  logGb: 0.5,
  trace: 5e-6,
  keyMonth: 1,
  /** A request to KMS: about one a call, since buckets have a key of their own for a while. */
  keyRequest: 3e-6,
  message: 4e-7,
  /** A metric of unveil's own, in a month in which it is told every hour. */
  metricMonth: 0.3,
  alarmMonth: 0.1,
  dashboardMonth: 3,
  storedGbMonth: 0.023,
};
