// docs/other-methods.md is what its script computes, and that is what the sources print, mistakes mended.
import { readFileSync } from 'node:fs';
import { differencing, matches, withNoise } from '../../../scripts/other-methods.ts';
import { otherMethodsPage, PAGE } from '../../../scripts/other-methods-page.ts';

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8'));

test('differencing', () => {
  const { olderThan, sick, concluded } = differencing(golden.differencing.rows, 'flu');
  for (const [age, count] of Object.entries(golden.differencing.q2_females_older_than)) expect(olderThan(Number(age))).toBe(count);
  for (const [age, count] of Object.entries(golden.differencing.q1_of_them_with_flu)) expect(sick(Number(age))).toBe(count);
  expect(concluded).toEqual([golden.differencing.conclusion.age]);
});

test('additive noise', () => {
  const { age, zip, sums, result } = golden.additive_noise;
  const { rows } = golden.differencing;
  const noisy = [0, 2].map((column, at) =>
    withNoise(
      rows.map((row: readonly number[]) => row[column]),
      [age, zip][at],
    ),
  );
  expect(noisy.map(({ shift }) => shift)).toEqual(sums);
  expect(rows.map((_: unknown, at: number) => noisy.map(({ values }) => values[at]))).toEqual(result);
});

test.each(golden.scrubbing_templates.rows as readonly (readonly [string, string, boolean])[])(
  'template %s, %s',
  (text, template, literally) => {
    expect(matches(text, template, true)).toBe(literally);
    expect(matches(text, template, false)).toBe(true);
  },
);

test('the page is what its script writes', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(otherMethodsPage());
});
