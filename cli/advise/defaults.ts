import { STEPS_BESIDE } from '../../shared/app/advise/advise.ts';

/** What a regrouping moves beyond NCP: a hundredth or two of the error of pair counts. */
export const AS_NOW = 1.02;
export const ROUNDS = 6;
export const ATTACKS = 3;
export const STEPS = ROUNDS + STEPS_BESIDE;
