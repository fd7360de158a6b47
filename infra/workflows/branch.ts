import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Rejecting } from './rejected-end.ts';
import type { FanOutProps } from './steps.ts';

export interface AuditFunctions {
  readonly readRelease: IFunction;
  readonly planUnits: IFunction;
  readonly fetchCounts: IFunction;
  readonly attackUnits: IFunction;
  readonly learnRelease: IFunction;
  readonly decideUnits: IFunction;
  readonly measureSlice: IFunction;
  readonly attackClusters: IFunction;
  readonly measureClusters: IFunction;
  readonly measureRelease: IFunction;
  readonly publishResults: IFunction;
  readonly recordRejection: IFunction;
}

/** Pointers of one manifest, and how many go to a child. */
export type Pointers = Pick<FanOutProps, 'bucket' | 'manifest' | 'most' | 'maxConcurrency'>;

/** What the branches of an audit, one a kind of release, are given. */
export interface BranchProps {
  readonly functions: AuditFunctions;
  readonly units: Pointers;
  readonly slices: Pointers;
  readonly caught: Rejecting;
  /** Where each of them leads. */
  readonly publish: IChainable;
}

/** Lost units are "errored" in the results, and named there. More than one in twenty and the figures would say too little. */
export const TOLERATED_PERCENT = 5;
