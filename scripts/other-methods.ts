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

/**
 * Whether a text has the form of a scrubbing template, taken literally: `d` a digit, `d*` digits, `ext*` a word that begins so, `{a, b}` one of them,
 * blanks one or more, all else itself.
 */
export function matches(text: string, template: string): boolean {
  const piece = (each: string): string => {
    if (each === 'd*') return '\\d+';
    if (/^[a-z]+\*$/.test(each)) return `${each.slice(0, -1)}\\w*`;
    return each.replace(/d|[^\w\s]/g, (character) => (character === 'd' ? '\\d' : `\\${character}`));
  };
  const pattern = template
    .split(/\s+(?![^{]*\})/)
    .map((each) => (each.startsWith('{') ? `(?:${each.slice(1, -1).split(/,\s*/).map(piece).join('|')})` : piece(each)))
    .join('\\s+');
  return new RegExp(`^${pattern}$`).test(text);
}
