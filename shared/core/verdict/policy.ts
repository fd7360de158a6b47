import type { Way } from './finding.ts';

/** Limit on the people who are exposed in one way. */
export interface WayLimit {
  readonly way: Way;
  /** Share of the people. */
  readonly limit: number;
  /** Confidence at which the attacker acts. */
  readonly confidence: number;
  /** Maximum number of facts that the attacker knows of a person; only for `singled out`. */
  readonly knows: number | null;
  /** Everybody the attacker acts on counts, not only the exposure beyond the baseline. */
  readonly claimed: boolean;
}

const SPELLED: Readonly<Record<string, readonly Way[]>> = {
  'singled-out': ['singled out'],
  linked: ['linked'],
  learned: ['learned'],
  people: ['linked', 'learned'],
};

const DEFAULT_KNOWS = 3;
const DEFAULT_CONFIDENCE = 0.8;

/** A policy that cannot be read, with a correction. */
export class PolicyError extends Error {}

/** `learned=0.05@confidence=0.8`; `people` means linked and learned, and `certainty` the confidence. */
export function parseWayLimits(text: string): WayLimit[] {
  const [first = '', ...rest] = text.split('@');
  const [name = '', share] = first.split('=');
  const ways = SPELLED[name];
  if (ways === undefined)
    throw new PolicyError(`"${name}" is no limit: write singled-out, linked, learned or people, such as learned=0.05@confidence=0.8`);
  const limit = numberIn(share, (value) => value >= 0 && value <= 1, `${name} is a share from 0 to 1, such as ${name}=0.1`);
  let confidence = name === 'singled-out' ? 1 : DEFAULT_CONFIDENCE;
  let knows: number | null = name === 'singled-out' ? DEFAULT_KNOWS : null;
  let claimed = false;
  for (const part of rest) {
    const [key = '', value] = part.split('=');
    if ((key === 'confidence' || key === 'certainty') && name !== 'singled-out')
      confidence = numberIn(value, (each) => each >= 0.5 && each <= 1, `${key} is a share from 0.5 to 1, such as ${key}=0.8`);
    else if (key === 'knows' && name === 'singled-out')
      knows = numberIn(value, (each) => Number.isInteger(each) && each >= 1, 'knows is a whole number of facts, such as knows=2');
    else if (key === 'claimed' && value === undefined) claimed = true;
    else
      throw new PolicyError(
        `"${part}" does not belong to ${name}: write ${name === 'singled-out' ? 'knows=2' : 'confidence=0.8'} or claimed`,
      );
  }
  return ways.map((way) => ({ way, limit, confidence, knows, claimed }));
}

function numberIn(text: string | undefined, isAllowed: (value: number) => boolean, message: string): number {
  const value = Number(text);
  if (text === undefined || text.trim() === '' || !isAllowed(value)) throw new PolicyError(message);
  return value;
}
