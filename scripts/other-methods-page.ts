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
  return `# Counts, noise and templates

<!-- written by: npm run other-methods-page; the numbers are computed in scripts/other-methods.ts -->

## Published counts

${rows.length} patients; a count is answered only over three or more of them. Women older than an age, and those of them with the flu:

${table(
  ['older than', 'women', 'with flu'],
  [59, 60, 61, 64].map((age) => [age, olderThan(age), sick(age)]),
)}

Each answer is harmless. Their difference is not: from ${concluded.map((age) => age - 1).join(', ')} to ${concluded.join(', ')} one woman leaves the count and takes one case of flu with her, so the woman
of ${concluded.join(', ')} has it. unveil finds her in this file, a CSV whose last column is the count:

    # counts sensitive=disease
    sex,age,disease,count
    F,>60,*,4
    F,>61,*,3
    F,>60,flu,2
    F,>61,flu,1

The first line may also say \`suppressed=3\`, \`rounded=5\` (to the nearest; \`rounded=random:5\`), \`noise=uniform:2\`, \`noise=geometric:0.25\` or \`noise=laplace:0.25\` (epsilon of each count)
and \`epsilon=1\` (of all together). Hidden counts are \`<3\`, \`1-2\` or \`*\`; \`*\` (or \`Total\`, \`All\`, \`Insgesamt\`, ...) in another column is any value. A column whose conditions exclude each other is taken to list all values, unless
the counts contradict or \`open=COLUMN\` says otherwise.

    unveil anonymise examples/patients/patients.csv --method counts-rounded --by sex,age,condition --learn condition --out release
    unveil check release/release.csv --original release/original.csv
    unveil audit release/audit.json

**Make.** \`counts-suppressed\` (below \`--k\`), \`counts-rounded\` (\`--base\`), \`counts-noise\` (\`--epsilon\` of all counts together: geometric noise). **Check.** The threshold, the base, that some table of people has these counts, and
that epsilon, added up over all counts that one person is in, is at most what is claimed.

| attack | knows |
|---|---|
| \`published\` | the counts one by one |
| \`differencing\` | the difference of any two that differ in one column |
| \`bounds\` | all counts together: exact ends of every group of up to three facts (cells times counts up to 250,000, else only what propagation finds, which is said) |
| \`noise\` | the size of geometric or Laplace noise: how probable it is that a group is one person, or has one value |

They *single out* a group of one person and *learn* that a group has one value of a sensitive column, or a hidden count. With noise that has no end nothing is certain, and \`noise\` takes the
place of the others: it draws 400 whole tables of people that fit all counts, and is right as often as it says, also where columns depend on each other. At an epsilon of 0.4 a count and groups of very different size it is surer than right (said 0.6, right 0.2 to 0.4, of few groups): it takes all cells to be alike before it sees their counts. All counts together change the odds on a person by at most exp(epsilon). Not looked at: an attacker who knows other people of the table.

## Noise on each value

Numbers that sum to 0 are added to each column, so that sums and means stay (shift of the sums: ${noisy.age.shift} and ${noisy.zip.shift}).

${table(
  ['age', 'published', 'zip', 'published'],
  rows.map(([age, , zip], at) => [age, noisy.age.values[at], zip, noisy.zip.values[at]]),
)}

Ages move by at most ${Math.max(...golden.additive_noise.age.map(Math.abs))} years: who knows a neighbour's age to within that still finds the record where ages lie further apart. On
[tables of people](tables.md) unveil tries it: \`nearest record\` names the record whose numbers are nearest to a person's true ones, in units of each column's standard deviation, and \`isolation\` only if no second record is within
twice that distance ((c,t)-isolation with c = t = 2). The true numbers are those of a register (\`--external\`), else of the original. unveil neither adds noise to columns nor swaps values, and a release that mixes such columns
with generalised ones is linked by each apart.

## Identifiers left in texts

Telephone numbers are found by their form. Taken literally, or with blanks and punctuation optional, each template below finds the text in its row or not:

${table(
  ['text', 'template', 'literally', 'optional'],
  golden.scrubbing_templates.rows.map(([text, template]) => [
    `\`${text}\``,
    `\`${template}\``,
    ...[true, false].map((literally) => (matches(text, template, literally) ? 'yes' : '**no**')),
  ]),
)}

In [sanitised texts](sanitised-text.md) unveil looks for them the second way, and for e-mail addresses and numbers of six digits or more after words such as "MRN": \`unveil check\` notes the texts, and those whose identifier stands
in no other text are *singled out* (\`residual identifiers\`). Names and addresses of streets are not looked for.
`;
}

if (import.meta.main) writeFileSync(PAGE, otherMethodsPage());
