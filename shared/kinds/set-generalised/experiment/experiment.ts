import type { Experiment } from '../../../app/experiment/point.ts';
import { attackPoint } from './attack-point.ts';
import { tableTimePoint } from './table-time-point.ts';

/** A figure over sizes asks for the time on made tables, and needs no release. */
export const setGeneralisedExperiment: Experiment = async (point, ports) =>
  point.vary === 'size' ? tableTimePoint(point.settings, point.seed, ports.now) : await attackPoint(point, ports);
