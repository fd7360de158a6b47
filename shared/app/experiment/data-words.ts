import type { ExperimentResult } from '../../contracts/experiment.ts';

/** What the figures rest on, first of all: results on generated data repeat nothing. `folder`: where the missing files belong. */
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
