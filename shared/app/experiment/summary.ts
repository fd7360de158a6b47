import type { ExperimentResult } from '../../contracts/experiment.ts';

/** What agreed and what differed, as a table for the documentation. */
export function summaryOf({ title, datasets, figures }: ExperimentResult): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return [
    `## ${title}`,
    '',
    ...datasets.map(({ name, made }) => `- ${name}: ${made}`),
    '',
    '| figure | statement | by | on | here | measured |',
    '| --- | --- | --- | --- | --- | --- |',
    ...figures.flatMap((figure) =>
      figure.verdicts.map(
        ({ says, by, dataset, verdict, ours }) =>
          `| ${cell(figure.title)} | ${cell(says)} | ${by === 'us' ? 'our expectation' : 'the source'} | ${dataset} | ${verdict} | ${cell(ours)} |`,
      ),
    ),
    '',
    ...figures.flatMap(({ title: name, why }) => (why === null ? [] : [`**${name}.** ${why}`, ''])),
  ].join('\n');
}
