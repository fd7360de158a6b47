import { BadInput } from '../core/model/bad-input.ts';

export function wholeNumber(text: string, option: string, least: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least) throw new BadInput(`${option} is a whole number, at least ${least}`);
  return value;
}

export function shareOption(text: string, option: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) throw new BadInput(`${option} is a share from 0 to 1`);
  return value;
}

/** The words given to an option; undefined of a flag, or where it is left out. */
export const optionText = (values: Readonly<Record<string, string | boolean | undefined>>, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

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
