import type { ExperimentResult } from '../../contracts/experiment.ts';

/** What agreed and what differed, as a table for the documentation. */
export function summaryOf({ title, datasets, figures }: ExperimentResult): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return [
    `## ${title}`,
    '',
    ...datasets.map(({ name, made }) => `- ${name}: ${made}`),
    '',
    '| figure | the source says | on | here | measured |',
    '| --- | --- | --- | --- | --- |',
    ...figures.flatMap((figure) =>
      figure.verdicts.map(
        ({ says, dataset, verdict, ours }) => `| ${cell(figure.title)} | ${cell(says)} | ${dataset} | ${verdict} | ${cell(ours)} |`,
      ),
    ),
    '',
    ...figures.flatMap(({ title: name, why }) => (why === null ? [] : [`**${name}.** ${why}`, ''])),
  ].join('\n');
}
