import type { Experiment } from '../../../app/experiment/point.ts';
import { breachPoint } from './breach-point.ts';
import { reassociationPoint } from './reassociation-point.ts';

/** Breaches are found in the structure alone; all else is measured on what is put together again. */
export const disassociatedExperiment: Experiment = async (point, ports) =>
  point.measures.some((measure) => measure.startsWith('breaches')) ? breachPoint(point, ports) : await reassociationPoint(point, ports);
