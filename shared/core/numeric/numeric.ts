// The arithmetic that the core may use beyond + - * /, Math.sqrt and Math.log: the same bits on every processor.
export { betaBelow, logBeta, logGamma } from './beta.ts';
export { exp, log1p, logistic } from './exp.ts';
export { logSumExp } from './log-sum-exp.ts';
export { powerOfTwo, timesPowerOfTwo } from './power-of-two.ts';
export { mean, sum } from './sum.ts';
