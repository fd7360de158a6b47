import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeExport } from '../../shared/adapters/local/cache-export.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { isCompared } from '../compare-results.ts';

/** The interrupted work: a command in a folder of its own, and what it makes there. */
export interface Work {
  readonly name: string;
  /** Node's arguments: the program first. */
  readonly argv: readonly string[];
  /** Writes the input of the command into its folder. */
  prepare(folder: string): void;
  /** Digest of the product; null where nothing does. */
  product(made: string): string | null;
  /** A product that is there in part is no fault: each part of it is right, and the next run adds the others. */
  readonly inParts?: boolean;
  /** Its product is in the user's home, which is empty before it. */
  readonly makesHome?: boolean;
  /** Node's arguments for an older product in the same place, which is there before. */
  readonly earlier?: readonly string[];
  /** A product that is there stays: the command refuses to run again. */
  readonly keeps?: boolean;
}

const UNVEIL = resolve('bin/unveil.mjs');
/** Everything that a command makes is below this, apart from what it was given: results, its own home, temporary files. */
export const MADE = 'made';

const ROWS = 240;
const GROUPS = ['cough, asthma', 'ulcer, nausea, gout', 'knee, ankle', 'liver, kidney', 'acne, eczema', 'stroke, tumor'];
const CONTEXT = 'fever pain rash burn wound malaria measles anemia cancer allergy fatigue'.split(' ');

export const audit: Work = {
  name: 'audit',
  argv: [UNVEIL, 'audit', 'release.txt', '--original', 'original.txt', '--attack', 'rba,mda', '--out', `${MADE}/results`],
  prepare: writeData,
  product: results,
};

const AUDIT_AGAIN = [UNVEIL, 'audit', 'release.txt', '--original', 'original.txt', '--attack', 'mda', '--out', `${MADE}/results`];

export const WORKS: readonly Work[] = [
  audit,
  {
    ...audit,
    name: 'audit over older results',
    argv: [...AUDIT_AGAIN, '--seed', 'new'],
    earlier: [...AUDIT_AGAIN, '--seed', 'old'],
  },
  {
    name: 'campaign',
    argv: [UNVEIL, 'campaign', 'campaign.json', '--jobs', '2', '--out', `${MADE}/results`],
    prepare(folder) {
      writeData(folder);
      const audits = [{ name: 'fever', release: 'release.txt', original: 'original.txt' }];
      const grid = { seed: ['one', 'two'] };
      writeFileSync(join(folder, 'campaign.json'), JSON.stringify({ defaults: { attacks: ['gba'] }, grid, audits }));
    },
    product: results,
    inParts: true,
  },
  {
    name: 'corpus build',
    argv: [UNVEIL, 'corpus', 'build', '--from', 'documents.txt', '--out', `${MADE}/results`, '--replace'],
    prepare(folder) {
      const random = seeded('faults', 'documents');
      const word = (): string => CONTEXT[random.below(CONTEXT.length)];
      const lines = Array.from({ length: 20_000 }, (_, at) => `${word()} ${word()} patient${at % 997} ${word()}`);
      writeFileSync(join(folder, 'documents.txt'), `${lines.join('\n')}\n`);
    },
    product: results,
  },
  {
    name: 'cache write',
    argv: [UNVEIL, 'cache', 'import', 'counts.bin'],
    prepare(folder) {
      const random = seeded('faults', 'counts');
      const entries = Array.from({ length: 60_000 }, (_, at) => {
        const key = new Uint8Array(16);
        new DataView(key.buffer).setUint32(12, at);
        return { key, value: { state: 'counted' as const, flags: 0, count: random.below(1e6), observed: 1, expires: null } };
      });
      writeExport(join(folder, 'counts.bin'), entries);
    },
    product: counts,
    inParts: true,
    makesHome: true,
  },
  {
    name: 'anonymisation',
    argv: [UNVEIL, 'anonymise', 'original.txt', '--method', 'disassociate', '--k', '3', '--m', '2', '--out', `${MADE}/results`],
    prepare: writeData,
    product: results,
    keeps: true,
  },
  {
    name: 'watch',
    argv: [UNVEIL, 'watch', 'inbox', '--once', '--jobs', '1', '--answers', `${MADE}/answers`, '--results', `${MADE}/results`],
    prepare: writeDrop,
    product: (made) => contentOf(join(made, 'results', 'drop')),
  },
  {
    name: 'advice',
    argv: [UNVEIL, 'advise', 'original.txt', '--release', 'release.txt', '--rounds', '1', '--attacks', '1', '--out', `${MADE}/results`],
    prepare: writeData,
    product: results,
    keeps: true,
  },
  {
    name: 'serve',
    argv: [resolve('scripts/faults/serve-session.ts'), 'release.txt', 'original.txt', `${MADE}/results`],
    prepare: writeData,
    product: (made) => contentOf(join(made, 'results', 'kept')),
  },
];

function writeDrop(folder: string): void {
  writeData(folder);
  const drop = join(folder, 'inbox', 'drop');
  mkdirSync(drop, { recursive: true });
  for (const name of ['release.txt', 'original.txt']) copyFileSync(join(folder, name), join(drop, name));
  writeFileSync(join(drop, 'audit.json'), JSON.stringify({ release: 'release.txt', original: 'original.txt', attacks: ['gba'] }));
}

function writeData(folder: string): void {
  const random = seeded('faults', 'data');
  const [release, original]: string[][] = [[], []];
  for (let row = 0; row < ROWS; row += 1) {
    const group = GROUPS[row % GROUPS.length];
    const members = group.split(', ');
    const context = [0, 1].map(() => CONTEXT[random.below(CONTEXT.length)]).filter((item, at, all) => all.indexOf(item) === at);
    release?.push([...context, `(${group})`].join(', '));
    original?.push([...context, members[random.below(members.length)]].join(', '));
  }
  writeFileSync(join(folder, 'release.txt'), `${release?.join('\n')}\n`);
  writeFileSync(join(folder, 'original.txt'), `${original?.join('\n')}\n`);
}

function results(made: string): string | null {
  return contentOf(join(made, 'results'));
}

/** The counts that are there, read as any reader of SQLite reads them. */
function counts(made: string): string | null {
  const file = join(made, 'home/cache/counts.db');
  if (!existsSync(file)) return null;
  const database = new DatabaseSync(file);
  try {
    // Ended before its tables were made.
    if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'counts'").get() === undefined) return null;
    const hash = createHash('sha256');
    for (const row of database.prepare('SELECT hex(key) AS key, state, count FROM counts ORDER BY key').iterate()) {
      hash.update(JSON.stringify(row));
    }
    return hash.digest('hex');
  } finally {
    database.close();
  }
}

/** Digest of a path: its files, with the hash of each that does not hold times. Null where nothing is there. */
function contentOf(path: string): string | null {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined) return null;
  if (info.isFile()) return hashOf(path);
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(path, file)).isFile());
  return files
    .map((file) => `${file} ${isCompared(file) ? hashOf(join(path, file)) : ''}`)
    .toSorted()
    .join('\n');
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
