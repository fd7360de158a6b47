import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { type ExperimentFile, type ExperimentResult, experimentFile, type FigureRow } from '../../shared/contracts/experiment.ts';
import { syntheticDocuments, syntheticTransactions } from '../../shared/core/generate/topics.ts';
import { isGeneralised } from '../../shared/core/model/transaction.ts';
import { densePart } from '../../shared/kinds/disassociated/experiment/experiment.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { makeCoatRelease } from '../../shared/kinds/set-generalised/experiment/experiment.ts';
import { checkClaims } from '../../shared/pipeline/experiment/check-claims.ts';
import { type ExperimentPorts, runExperiment } from '../../shared/pipeline/experiment/run-experiment.ts';
import { agreementWords, dataWords } from '../../shared/pipeline/experiment/summary.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import { experimentChart } from '../../shared/report/experiment-chart.ts';
import { renderExperiment } from '../../shared/report/experiment-page.ts';
import { countsOver } from '../helpers/counts-over.ts';

const model = { vocabulary: 60, topics: 4, seed: 'test' };
const transactions = syntheticTransactions({ ...model, transactions: 40, density: 0.08 });
const standIn = { transactions: 40, vocabulary: 60, density: 0.08, topics: 4, documents: 100 };

const file: ExperimentFile = experimentFile.parse({
  kind: 'set-generalised',
  title: 'Title <b>',
  about: 'About.',
  datasets: [{ name: 'made', file: 'nowhere', transactions: 40, standIn }],
  settings: { k: 3, privacy: 'random:0.2', utility: 'all', ratio: 1, width: 2 },
  figures: [
    {
      id: 'k',
      title: 'Effect of k',
      vary: 'k',
      values: [2, 3],
      axis: 'k',
      measures: ['precision', 'recall'],
      claims: [{ says: 'MDA is lowest in recall.', measure: 'recall', shows: 'lowest', series: ['mda'] }],
    },
  ],
});

function ports(out = memoryBlobStore()) {
  let opened = 0;
  const counter = countsOver([...syntheticDocuments(model, 200)].map(({ text }) => text));
  const made: ExperimentPorts = {
    kinds: KINDS,
    out,
    progress: { step: () => {}, advance: () => {}, end: () => {} },
    encoders: [parquetTables],
    memory: memoryBlobStore,
    nouns: () => {
      throw new Error('not asked for');
    },
    now: () => 0,
    load: async () => ({
      transactions,
      made: '40 transactions',
      missing: null,
      source: async (): Promise<HitCounter> => {
        opened += 1;
        return counter;
      },
    }),
    chart: (figure) => experimentChart(figure).text,
    page: renderExperiment,
  };
  return { made, opened: () => opened };
}

describe('the experiment runner', () => {
  test('writes a table in both forms and a chart for each figure, and a page', async () => {
    const out = memoryBlobStore();
    await runExperiment(file, ports(out).made);
    const text = (key: string): string => new TextDecoder().decode(out.blobs.get(key));
    expect(text('k.csv').split('\n').slice(0, 2)).toEqual([
      'figure,dataset,x,series,measure,value',
      expect.stringMatching(/^k,made,2,\w+,precision,/),
    ]);
    expect(text('k.csv').trim().split('\n')).toHaveLength(1 + 2 * (6 * 2 + 1));
    expect(text('k.parquet').slice(0, 4)).toBe('PAR1');
    expect(text('k.svg')).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(text('index.html')).toContain('MDA is lowest in recall.');
    expect(text('index.html')).toContain('Title &lt;b&gt;');
    expect(text('summary.md')).toMatch(
      /\n\*\*Effect of k\.\*\*\n\n- The source: "MDA is lowest in recall." made (agrees|differs), at \d of 2 points\.\n/,
    );
  });

  test('does not measure a point again, and gives the same bytes as a run in one go', async () => {
    const first = memoryBlobStore();
    await runExperiment(file, ports(first).made);
    const points = [...first.blobs].filter(([key]) => key.startsWith('points/'));
    expect(points).toHaveLength(2);
    // Interrupted after its first point.
    const second = memoryBlobStore();
    const [key, bytes] = points[0];
    await second.write(key, bytes);
    const resumed = ports(second);
    await runExperiment(file, resumed.made);
    expect(resumed.opened()).toBe(1);
    expect(second.blobs.get('k.csv')).toEqual(first.blobs.get('k.csv'));
    expect(second.blobs.get('index.html')).toEqual(first.blobs.get('index.html'));
  });
});

test('experiments of a kind that has none are refused, and nothing is measured', async () => {
  const { made, opened } = ports();
  await expect(runExperiment({ ...file, kind: 'graph' }, made)).rejects.toThrow('no experiments on releases of the kind "graph"');
  expect(opened()).toBe(0);
});

test('a disassociated release is measured by what its own kind measures', async () => {
  const out = memoryBlobStore();
  const figure = { id: 'breaches', title: 't', vary: 'k', values: [2], axis: 'k', settings: {}, measures: ['breaches'], claims: [] };
  const nouns = () => ({ lemmas: () => ['fever'] }) as never;
  await runExperiment(
    { ...file, kind: 'disassociated', settings: { m: 2, maxCluster: 10 }, figures: [figure] },
    { ...ports(out).made, nouns },
  );
  const rows = new TextDecoder().decode(out.blobs.get('breaches.csv')).trim().split('\n').slice(1);
  expect(rows.map((row) => row.split(',').slice(0, 5).join(' '))).toEqual([
    'breaches made 2 strong breaches',
    'breaches made 2 moderate breaches',
    'breaches made 2 weak breaches',
  ]);
});

describe('claims held against values', () => {
  const rows = (values: Readonly<Record<string, readonly number[]>>): FigureRow[] =>
    Object.entries(values).flatMap(([series, each]) =>
      each.map((value, at) => ({ figure: 'f', dataset: 'd', x: String(at), series, measure: 'recall', value })),
    );
  const verdict = (claim: Record<string, unknown>, values: Readonly<Record<string, readonly number[]>>) => {
    const figure = experimentFile.parse({
      ...file,
      figures: [
        {
          id: 'f',
          title: 't',
          vary: 'k',
          values: [0, 1, 2],
          axis: 'k',
          measures: ['recall'],
          claims: [{ says: 's', measure: 'recall', ...claim }],
        },
      ],
    }).figures[0];
    return checkClaims(figure, rows(values), ['d'])[0];
  };

  test('highest and lowest go by the points at which one of the named leads', () => {
    const values = { a: [1, 1, 0], b: [0, 0, 1], random: [2, 2, 2], '1 - density': [3, 3, 3] };
    expect(verdict({ shows: 'highest', series: ['a'] }, values)).toMatchObject({ verdict: 'agrees', ours: 'at 2 of 3 points' });
    expect(verdict({ shows: 'highest', series: ['b'] }, values)).toMatchObject({ verdict: 'differs', ours: 'at 1 of 3 points' });
    expect(verdict({ shows: 'lowest', series: ['random'] }, values)).toMatchObject({ verdict: 'differs' });
  });

  test('rises, falls and flat go by the ends, near by the distance', () => {
    const values = { a: [0.1, 0.9, 0.5], b: [0.5, 0, 0.5], c: [0.52, 0.1, 0.9] };
    expect(verdict({ shows: 'rises', series: ['a'] }, values)).toMatchObject({ verdict: 'agrees', ours: 'a 0.1 to 0.5' });
    expect(verdict({ shows: 'falls', series: ['a'] }, values)).toMatchObject({ verdict: 'differs' });
    expect(verdict({ shows: 'flat', series: ['b'] }, values)).toMatchObject({ verdict: 'agrees' });
    expect(verdict({ shows: 'near', series: ['c'], of: ['b'], within: 0.05 }, values)).toMatchObject({
      ours: 'at 1 of 3 points',
      verdict: 'differs',
    });
  });

  test('what was not measured is not judged', () => {
    expect(verdict({ shows: 'highest', series: ['z'] }, { a: [1, 1, 1] })?.verdict).toBe('not measured');
  });
});

test('with partners from the same transactions, generalised items hide two originals more often than with strangers', () => {
  const hidingTwo = (utility: string): number => {
    const settings = { k: 5, privacy: 'random:0.2', utility };
    const { release, original } = makeCoatRelease(transactions, settings, 'test', () => {
      throw new Error('not asked for');
    });
    const held = release.flatMap(({ items }, at) =>
      items.filter(isGeneralised).map((entry) => entry.filter((item) => original[at]?.items.includes(item)).length),
    );
    return held.filter((each) => each > 1).length / held.length;
  };
  expect(hidingTwo('partners:1')).toBeGreaterThan(2 * hidingTwo('partners:0'));
});

describe('the dense part of a dataset', () => {
  const many = syntheticTransactions({ vocabulary: 60, topics: 3, seed: 'dense', transactions: 400, density: 0.15 });
  test.each([0.2, 0.3, 0.5])('has the density %d that was asked for, and transactions enough', (density) => {
    const part = densePart(many, density) ?? [];
    const terms = new Set(part.flatMap(({ items }) => items)).size;
    const length = part.reduce((total, { items }) => total + items.length, 0) / part.length;
    expect(part.length).toBeGreaterThanOrEqual(100);
    expect(length / terms).toBeGreaterThanOrEqual(density - 1e-12);
  });

  test('is none where no part of the data is so dense', () => {
    expect(densePart(many.slice(0, 50), 0.2)).toBeNull();
    expect(densePart(many, 1)).toBeNull();
  });
});

describe('what the figures rest on is said first', () => {
  const verdict = (held: boolean) => ({
    says: 's',
    by: 'source' as const,
    dataset: 'a',
    verdict: held ? ('agrees' as const) : ('differs' as const),
    ours: '1',
  });
  const result = (missing: readonly (string | null)[]) => ({
    datasets: missing.map((each, at) => ({ name: `d${at}`, made: 'm', missing: each })),
    figures: [{ verdicts: [verdict(true), verdict(true), verdict(false)] }] as unknown as ExperimentResult['figures'],
  });

  test('all generated: no replication, and which files are wanted where', () => {
    const words = dataWords(result(['x.dat', 'y.dat']), '../data');
    expect(words[0]).toBe('The original data is not here: generated stand-ins were used. This is no replication.');
    expect(words[1]).toContain('put x.dat, y.dat into ../data');
    expect(agreementWords(result(['x.dat', 'y.dat']))).toContain('2 of 3 published statements hold on these data');
    const page = renderExperiment({ title: 't', about: 'a', seed: 's', ...result(['x.dat', 'y.dat']), figures: [] });
    expect(page).toContain('This is no replication.');
  });

  test('some generated, and none', () => {
    expect(dataWords(result(['x.dat', null]), '../data')[0]).toContain('1 of 2 datasets are not here');
    expect(dataWords(result([null]), '../data')).toEqual(['Data: all 1 datasets of the sources.']);
    expect(agreementWords(result([null]))).toContain('on the sources');
  });
});
