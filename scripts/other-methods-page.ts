// npm run other-methods-page: writes docs/other-methods.md from what is computed here.
import { readFileSync, writeFileSync } from 'node:fs';
import { differencing, matches, type Patient, withNoise } from './other-methods.ts';

export const PAGE = 'docs/other-methods.md';

interface Golden {
  readonly differencing: { readonly rows: readonly Patient[] };
  readonly additive_noise: { readonly age: readonly number[]; readonly zip: readonly number[] };
  readonly scrubbing_templates: { readonly rows: readonly (readonly [text: string, template: string, literally: boolean])[] };
}

export function otherMethodsPage(): string {
  const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8')) as Golden;
  const { rows } = golden.differencing;
  const { olderThan, sick, concluded } = differencing(rows, 'flu');
  const noisy = {
    age: withNoise(
      rows.map(([age]) => age),
      golden.additive_noise.age,
    ),
    zip: withNoise(
      rows.map(([, , zip]) => zip),
      golden.additive_noise.zip,
    ),
  };
  const table = (header: readonly string[], lines: readonly (readonly unknown[])[]): string =>
    [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `# Three ways to hide that unveil does not audit

<!-- written by: npm run other-methods-page; the numbers are computed in scripts/other-methods.ts -->

## Answering counts instead of publishing records

${rows.length} patients; a count is answered only over three or more of them. Women older than an age, and those of them with the flu:

${table(
  ['older than', 'women', 'with flu'],
  [59, 60, 61, 64].map((age) => [age, olderThan(age), sick(age)]),
)}

Each answer is harmless. Their difference is not: from ${concluded.map((age) => age - 1).join(', ')} to ${concluded.join(', ')} one woman leaves the count and takes one case of flu with her, so the woman
of ${concluded.join(', ')} has it. Refusing small counts does not help; what helps is an answer that is not exact, with noise whose size is accounted for over all questions
(differential privacy), which unveil does not measure.

## Noise on each value

Numbers that sum to 0 are added to each column, so that sums and means stay (shift of the sums: ${noisy.age.shift} and ${noisy.zip.shift}).

${table(
  ['age', 'published', 'zip', 'published'],
  rows.map(([age, , zip], at) => [age, noisy.age.values[at], zip, noisy.zip.values[at]]),
)}

Ages move by at most ${Math.max(...golden.additive_noise.age.map(Math.abs))} years: who knows a neighbour's age to within that still finds the record where ages lie further apart.

## Templates for free text

Telephone numbers are found by their form. Taken literally, each template below finds the text in its row or not:

${table(
  ['text', 'template', 'found'],
  golden.scrubbing_templates.rows.map(([text, template]) => [`\`${text}\``, `\`${template}\``, matches(text, template) ? 'yes' : '**no**']),
)}

A number that no template finds is published: marking by form alone is no anonymisation.
`;
}

if (import.meta.main) writeFileSync(PAGE, otherMethodsPage());
