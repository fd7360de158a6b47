import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { readTexts } from '../calibrated/corpora.ts';
import { documentsOf, itemsOf } from '../calibrated/documents.ts';

/** Transactions that practice and index know nothing of. */
export interface WorldSet {
  readonly name: string;
  readonly size: number;
  readonly k: number;
  readonly read: (data: string, size: number, seed: string) => Promise<readonly (readonly string[])[]>;
}

const texts =
  (name: string): WorldSet['read'] =>
  (data, size, seed) =>
    documentsOf(data, name, size, seed);

const slice =
  (corpus: string): WorldSet['read'] =>
  async (data, size, seed) => {
    const all: string[] = [];
    for await (const batch of readTexts(join(data, 'corpora', `${corpus}.jsonl.zst`), 'slice')) all.push(...batch);
    return itemsOf(shuffle(all, seeded('bench slice', seed, corpus)).slice(0, size));
  };

const named =
  (file: string): WorldSet['read'] =>
  async (data, size, seed) => {
    const lines = zstdDecompressSync(readFileSync(join(data, 'sets', `${file}.tsv.zst`)))
      .toString()
      .trimEnd()
      .split('\n');
    const sets = lines.map((line) => [...new Set(line.split('\t'))]).filter(({ length }) => length >= 5);
    return shuffle(sets, seeded('bench set', seed, file)).slice(0, size);
  };

const SETS: readonly WorldSet[] = [
  { name: 'medquad', size: 600, k: 4, read: texts('medquad') },
  { name: 'newsgroups', size: 600, k: 4, read: texts('newsgroups') },
  { name: 'wiki slice', size: 600, k: 4, read: slice('general_wiki') },
  { name: 'trials slice', size: 600, k: 4, read: slice('medical_trials') },
  { name: 'recipes', size: 1500, k: 6, read: named('recipes_ingredients') },
  { name: 'groceries', size: 2500, k: 20, read: named('groceries_named') },
];

export const worldSets = (data: string): readonly WorldSet[] => (existsSync(join(data, 'texts')) ? SETS : []);

/** Those of these names, comma between; all without names. */
export const chosen = <T extends { readonly name: string }>(all: readonly T[], names: string | undefined): readonly T[] =>
  names === undefined ? all : all.filter(({ name }) => names.split(',').includes(name));
