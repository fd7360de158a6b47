import { STEPS_BESIDE } from '../../shared/app/advise/advise.ts';

/** What a regrouping moves beyond NCP: a hundredth or two of the error of pair counts. */
export const AS_NOW = 1.02;
export const ADVICE_ROUNDS = 6;
export const PROVING_ATTACKS = 3;
export const ADVICE_STEPS = ADVICE_ROUNDS + STEPS_BESIDE;
