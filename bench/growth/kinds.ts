// Kinds that are attacked by their structure, file to file: making a release, checking it, auditing it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syntheticEdges } from '../../shared/kinds/graph/core/generate.ts';
import { positionLines } from '../../shared/kinds/places/core/generate.ts';
import { searchLines } from '../../shared/kinds/query-log/core/generate.ts';
import { LOG_FORMS } from '../../shared/kinds/query-log/core/log-file.ts';
import { runCommand } from '../command.ts';
import { syntheticRecords } from '../sets.ts';

interface KindCase {
  readonly kind: string;
  readonly of: string;
  /** How many in the smallest release. */
  readonly size: number;
  /** Writes what is anonymised into a folder; the words that do it. */
  write(folder: string, size: number): readonly string[];
}

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

export const KIND_CASES: readonly KindCase[] = [
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

/** Processor milliseconds of each command, and peak memory of the three. */
export function kindCosts(
  folder: string,
  { write }: KindCase,
  size: number,
): { readonly steps: ReadonlyMap<string, number>; readonly megabytes: number } {
  mkdirSync(folder);
  const at = (...names: string[]): string => join(folder, ...names);
  const make = runCommand([...write(folder, size), '--out', at('made')]);
  const release = ['release.json', 'release.jsonl'].map((name) => at('made', name)).find((file) => existsSync(file)) as string;
  const check = runCommand(['check', release, ...(release.endsWith('.json') ? ['--k', '5'] : [])]);
  const audit = runCommand(['audit', at('made', 'audit.json'), '--out', at('results')]);
  const runs = Object.entries({ make, check, audit });
  return {
    steps: new Map(runs.map(([step, { cpu }]) => [step, cpu])),
    megabytes: Math.max(...runs.map(([, { megabytes }]) => megabytes)),
  };
}
