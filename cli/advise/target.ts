import { BadInput } from '../../shared/core/model/bad-input.ts';

/** The certainties that an audit adds people up at. */
const LEVELS = [0.8, 0.9, 0.95] as const;

export interface Target {
  readonly people: number | null;
  readonly certainty: (typeof LEVELS)[number];
}

/** `people=0.05@certainty=0.9`, as a gate has it. */
export function targetOf(given: string | undefined): Target {
  if (given === undefined) return { people: null, certainty: 0.9 };
  const [, people, certainty] = /^people=(\d*\.?\d+)@(?:certainty|confidence)=(\d*\.?\d+)$/.exec(given) ?? [];
  const level = LEVELS.find((each) => each === Number(certainty));
  if (people === undefined || Number(people) > 1 || level === undefined)
    throw new BadInput('--target wants people=S@certainty=C, a share and 0.8, 0.9 or 0.95: people=0.05@certainty=0.9');
  return { people: Number(people), certainty: level };
}
