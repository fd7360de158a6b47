// Kinds that are attacked by their structure, file to file: making a release, checking it, auditing it, and how each grows over ten times the data.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { positionLines } from '../cli/generate/position-lines.ts';
import { searchLines } from '../cli/generate/search-lines.ts';
import { syntheticEdges } from '../shared/core/generate/social-graph.ts';
import { LOG_FORMS } from '../shared/core/query-log/log-file.ts';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { runCommand } from './command.ts';
import { syntheticRecords } from './sets.ts';

interface Case {
  readonly kind: string;
  readonly of: string;
  /** How many in the smaller; ten times as many in the larger. */
  readonly size: number;
  /** Writes what is anonymised into a folder; the words that do it. */
  write(folder: string, size: number): readonly string[];
}

/** Ten times the data and room for noise: nothing here is to be quadratic. */
const MOST = 15;

const text = (folder: string, lines: Iterable<string>): string => {
  const file = join(folder, 'input.txt');
  writeFileSync(file, [...lines].join(''));
  return file;
};

const records = (folder: string, size: number): string =>
  text(
    folder,
    syntheticRecords('growth', { records: size, items: 500, meanLength: 5 })
      .filter((items) => items.length > 0)
      .map((items) => `${items.join(', ')}\n`),
  );

const CASES: readonly Case[] = [
  {
    kind: 'groups',
    of: 'transactions',
    size: 2_000,
    write(folder, size) {
      const sensitive = join(folder, 'sensitive.txt');
      const rare = [...Map.groupBy(syntheticRecords('growth', { records: size, items: 500, meanLength: 5 }).flat(), (item) => item)]
        .filter(([, { length }]) => length * 50 < size)
        .slice(0, 10)
        .map(([item]) => item);
      writeFileSync(sensitive, `${rare.join('\n')}\n`);
      return ['anonymise', records(folder, size), '--method', 'cahd', '--sensitive', sensitive, '--p', '5'];
    },
  },
  {
    kind: 'local',
    of: 'transactions',
    size: 2_000,
    write: (folder, size) => ['anonymise', records(folder, size), '--method', 'local', '--hierarchy', 'degree:5', '--k', '5'],
  },
  ...(['cloak-adaptive', 'cloak-strict'] as const).map((method) => ({
    kind: `places, ${method}`,
    of: 'users, 2 snapshots',
    size: 10_000,
    write: (folder: string, size: number) => [
      'anonymise',
      text(folder, positionLines(size, 2, 10, 'growth')),
      '--method',
      method,
      '--k',
      '5',
    ],
  })),
  {
    kind: 'graph',
    of: 'nodes',
    size: 800,
    write: (folder, size) => [
      'anonymise',
      text(
        folder,
        [...syntheticEdges(size, 4, 'growth')].map((edge) => `${edge.join(' ')}\n`),
      ),
      '--method',
      'k-degree',
      '--k',
      '5',
    ],
  },
  ...LOG_FORMS.map((form) => ({
    kind: `query-log, ${form}`,
    of: 'users',
    size: 1_000,
    write: (folder: string, size: number) => [
      'anonymise',
      text(folder, searchLines(size, 'growth')),
      '--method',
      'query-log',
      '--form',
      form,
      '--k',
      '5',
    ],
  })),
];

interface Costs {
  readonly make: number;
  readonly check: number;
  readonly audit: number;
  readonly megabytes: number;
}

export const bench: Bench = () => {
  const root = mkdtempSync(join(tmpdir(), 'unveil-growth-'));
  try {
    const found = CASES.map((each, at) => {
      const [small, large] = [each.size, 10 * each.size].map((size) => costs(join(root, `${at}-${size}`), each, size)) as [Costs, Costs];
      return { ...each, small, large };
    });
    const steps = ['make', 'check', 'audit'] as const;
    writeFigures(
      'kinds-growth',
      ['kind', 'data', ...steps.flatMap((step) => [step, 'ratio']), 'memory'],
      found.map(({ kind, of, size, small, large }) => [
        kind,
        `${(10 * size).toLocaleString('en')} ${of}`,
        ...steps.flatMap((step) => [`${small[step].toFixed(2)} → ${large[step].toFixed(2)} s`, (large[step] / small[step]).toFixed(1)]),
        `${large.megabytes.toFixed(0)} MB`,
      ]),
      'Whole commands, file to file, each in a process of its own: processor time of a tenth of the data and of all of it, one run each, and how many times as much that is. Start-up is left out. Memory: the most of the three commands on all of the data.',
    );
    return Promise.resolve(
      found.flatMap(({ kind, small, large }) =>
        steps.map((step): Bar => {
          const ratio = large[step] / small[step];
          return {
            what: `${kind}: ${step}`,
            figure: `${ratio.toFixed(1)} times`,
            bar: `at most ${MOST} times for ten times the data`,
            met: ratio <= MOST,
          };
        }),
      ),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

function costs(folder: string, { write }: Case, size: number): Costs {
  mkdirSync(folder);
  const at = (...names: string[]): string => join(folder, ...names);
  const make = runCommand([...write(folder, size), '--out', at('made')]);
  const release = ['release.json', 'release.jsonl'].map((name) => at('made', name)).find((file) => existsSync(file)) as string;
  const check = runCommand(['check', release, ...(release.endsWith('.json') ? ['--k', '5'] : [])]);
  const audit = runCommand(['audit', at('made', 'audit.json'), '--out', at('results')]);
  const seconds = ({ cpu }: { readonly cpu: number }): number => cpu / 1000;
  return {
    make: seconds(make),
    check: seconds(check),
    audit: seconds(audit),
    megabytes: Math.max(make.megabytes, check.megabytes, audit.megabytes),
  };
}
