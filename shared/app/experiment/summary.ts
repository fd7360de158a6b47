import type { ExperimentResult, FigureResult } from '../../contracts/experiment.ts';
import { dataWords } from './data-words.ts';

/** What agreed and what differed, and the values behind it, as tables for the documentation. */
export function summaryOf({ title, datasets, figures }: ExperimentResult): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return [
    `## ${title}`,
    '',
    ...dataWords({ datasets }, 'the data folder'),
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
    ...figures.flatMap((figure) => [...(figure.why === null ? [] : [`**${figure.title}.** ${figure.why}`, '']), ...valuesOf(figure)]),
  ].join('\n');
}

/** A table a measure: a row for each dataset and series, a column for each value of what varies. */
function valuesOf({ axis, values, measures, rows }: FigureResult): string[] {
  return measures.flatMap((measure) => {
    const own = rows.filter((row) => row.measure === measure);
    const names = [...new Set(own.map(({ dataset, series }) => `${dataset} | ${series}`))];
    if (names.length === 0) return [];
    const found = new Map(own.map(({ dataset, series, x, value }) => [`${dataset} | ${series} | ${x}`, value]));
    const cell = (value: number | null | undefined): string => (typeof value === 'number' ? String(Number(value.toPrecision(3))) : 'n/c');
    return [
      `| ${measure} | ${axis}: | ${values.join(' | ')} |`,
      `| --- | --- |${' --- |'.repeat(values.length)}`,
      ...names.map((name) => `| ${name} | ${values.map((x) => cell(found.get(`${name} | ${x}`))).join(' | ')} |`),
      '',
    ];
  });
}
