import type { ExperimentResult, FigureResult } from '../../contracts/experiment.ts';

/** The claims that agreed and differed, by figure, for the documentation. The values are in the tables of the figures. */
export function summaryOf({ title, datasets, figures }: ExperimentResult): string {
  return [
    `## ${title}`,
    '',
    ...dataWords({ datasets }, 'the data folder'),
    '',
    ...datasets.map(({ name, made }) => `- ${name}: ${made}`),
    '',
    ...figures.flatMap((figure) => [`**${figure.title}.** ${figure.why ?? ''}`.trimEnd(), '', ...claimsOf(figure)]),
  ].join('\n');
}

/** A line for each claim: whether it agrees on each dataset. */
function claimsOf({ verdicts }: FigureResult): string[] {
  const claims = Map.groupBy(verdicts, ({ says, by }) => `${by === 'us' ? 'Our expectation' : 'The source'}: "${says}"`);
  const lines = Array.from(
    claims,
    ([claim, of]) => `- ${claim} ${of.map(({ dataset, verdict, ours }) => `${dataset} ${verdict}, ${ours}`).join('; ')}.`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

/** States first which data the figures use: results on generated data are no replication. `folder`: place for the missing files. */
export function dataWords({ datasets }: Pick<ExperimentResult, 'datasets'>, folder: string): string[] {
  const missing = datasets.flatMap((each) => (each.missing === null ? [] : [each.missing]));
  if (missing.length === 0) return [`Data: all ${datasets.length} datasets of the sources.`];
  const none = missing.length === datasets.length;
  return [
    `${none ? 'The original data is not here' : `${missing.length} of ${datasets.length} datasets are not here`}: generated stand-ins were used. This is no replication.`,
    `For the sources' own data put ${missing.join(', ')} into ${folder}, or name another folder with --data.`,
  ];
}

/** How many statements of the sources hold, said by what they were tried on. */
export function agreementWords({ datasets, figures }: Pick<ExperimentResult, 'datasets' | 'figures'>): string {
  const verdicts = figures.flatMap((figure) => figure.verdicts).filter(({ by }) => by === 'source');
  const hold = verdicts.filter(({ verdict }) => verdict === 'agrees').length;
  const generated = datasets.some(({ missing }) => missing !== null);
  return generated
    ? `${hold} of ${verdicts.length} published statements hold on these data, which are not all the sources' own: no replication.`
    : `${hold} of ${verdicts.length} published statements hold on the sources' own data.`;
}
