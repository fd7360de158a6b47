import type { Way } from './finding.ts';

/** A limit on the people who may be exposed in one way. */
export interface WayLimit {
  readonly way: Way;
  /** Share of the people. */
  readonly limit: number;
  /** The attacker acts at this confidence. */
  readonly confidence: number;
  /** Facts that the attacker knows of a person at most: of `singled out` alone. */
  readonly knows: number | null;
  /** Everybody the attacker acts on counts, not only those who are exposed beyond the baseline. */
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

/** Why a policy cannot be read, and what to write in its place. */
export class PolicyError extends Error {}

/** `learned=0.05@confidence=0.8`; `people` means linked and learned, and `certainty` the confidence. */
export function parseWayLimits(text: string): WayLimit[] {
  const [first = '', ...rest] = text.split('@');
  const [name = '', share] = first.split('=');
  const ways = SPELLED[name];
  if (ways === undefined)
    throw new PolicyError(`"${name}" is no limit: write singled-out, linked, learned or people, such as learned=0.05@confidence=0.8`);
  const limit = shareOf(share, name);
  let confidence = name === 'singled-out' ? 1 : DEFAULT_CONFIDENCE;
  let knows: number | null = name === 'singled-out' ? DEFAULT_KNOWS : null;
  let claimed = false;
  for (const part of rest) {
    const [key = '', value] = part.split('=');
    if ((key === 'confidence' || key === 'certainty') && name !== 'singled-out') confidence = confidenceOf(value, key);
    else if (key === 'knows' && name === 'singled-out') knows = knownOf(value);
    else if (key === 'claimed' && value === undefined) claimed = true;
    else
      throw new PolicyError(
        `"${part}" does not go with ${name}: write ${name === 'singled-out' ? 'knows=2' : 'confidence=0.8'} or claimed`,
      );
  }
  return ways.map((way) => ({ way, limit, confidence, knows, claimed }));
}

function shareOf(text: string | undefined, name: string): number {
  const value = Number(text);
  if (text === undefined || text.trim() === '' || !(value >= 0 && value <= 1))
    throw new PolicyError(`${name} is a share from 0 to 1, such as ${name}=0.1`);
  return value;
}

function confidenceOf(text: string | undefined, name: string): number {
  const value = Number(text);
  if (text === undefined || !(value >= 0.5 && value <= 1)) throw new PolicyError(`${name} is a share from 0.5 to 1, such as ${name}=0.8`);
  return value;
}

function knownOf(text: string | undefined): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new PolicyError('knows is a whole number of facts, such as knows=2');
  return value;
}
