import { templatePattern } from '../shared/kinds/sanitised-text/core/residual-identifiers.ts';

// Three ways to hide that are no releases of unveil, worked out on the figures of a thesis: what docs/other-methods.md shows.

export type Patient = readonly [age: number, sex: string, zip: number, disease: string];

/** Two harmless-looking counts tell: the one woman between two ages, and whether she has the disease. */
export function differencing(rows: readonly Patient[], disease: string) {
  const women = rows.filter(([, sex]) => sex === 'F');
  const olderThan = (age: number) => women.filter(([each]) => each > age).length;
  const sick = (age: number) => women.filter(([each, , , has]) => each > age && has === disease).length;
  const ages = [...new Set(women.map(([age]) => age))].sort((a, b) => a - b);
  const concluded = ages.filter((age) => olderThan(age - 1) - olderThan(age) === 1 && sick(age - 1) - sick(age) === 1);
  return { olderThan, sick, concluded };
}

/** Adds a number to each value; sums keep what the numbers sum to. */
export function withNoise(values: readonly number[], noise: readonly number[]) {
  return { values: values.map((value, at) => value + noise[at]), shift: noise.reduce((total, each) => total + each, 0) };
}

/** Whether a text has the form of a scrubbing template; `literally`: with its blanks and punctuation. */
export const matches = (text: string, template: string, literally: boolean): boolean =>
  new RegExp(`^${literally ? '' : '\\W*'}${templatePattern(template, literally)}$`).test(text);
