import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddings } from '../../shared/adapters/local/embeddings/open-embeddings.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import { openBenchCorpus } from '../calibrated/corpora.ts';
import type { MadeRelease } from '../calibrated/make-release.ts';
import { type Mechanism, worldRelease } from './mechanisms.ts';
import type { WorldSet } from './sets.ts';

interface Plan {
  readonly data: string;
  readonly seed: string;
  readonly runs: number;
  readonly sets: readonly WorldSet[];
  readonly mechanisms: readonly Mechanism[];
  /** Where the measurement of each release is kept. */
  readonly folder: string;
}

interface Wanted {
  readonly run: number;
  readonly set: WorldSet;
  readonly mechanism: Mechanism;
}

interface Open {
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings;
}

interface Measured<Row> {
  /** Of the seeds that are whole; of all that is kept where none is. Releases on which nothing was computable have none. */
  readonly rows: readonly Row[];
  /** Releases of each seed. */
  readonly releases: readonly number[];
  /** A seed is. */
  readonly isWhole: boolean;
}

const MINUTES = Number(process.env['UNVEIL_MINUTES'] ?? Number.POSITIVE_INFINITY);

/** Measures what is not kept, for UNVEIL_MINUTES: several runs of a bench add up. Null: not computable. */
export async function measured<Row>(
  plan: Plan,
  measure: (made: Wanted & { readonly release: MadeRelease }, open: Open) => Promise<Row | null>,
): Promise<Measured<Row>> {
  const { data, seed, runs, sets, mechanisms, folder } = plan;
  mkdirSync(folder, { recursive: true });
  const fileOf = ({ run, set, mechanism }: Wanted): string =>
    join(folder, `${[seed, run, set.name, mechanism.name].join(' ').replaceAll(/\W+/g, '-')}.json`);
  const isDone = (wanted: Wanted): boolean => existsSync(fileOf(wanted));
  const all = Array.from({ length: runs }, (_, run) => sets.flatMap((set) => mechanisms.map((mechanism) => ({ run, set, mechanism }))));
  const until = performance.now() + MINUTES * 60_000;
  let open: (Open & { readonly sources: readonly { close(): Promise<void> }[] }) | null = null;
  let read: { readonly of: string; readonly records: readonly (readonly string[])[] } | null = null;
  for (const wanted of all.flat()) {
    if (isDone(wanted)) continue;
    if (performance.now() > until) break;
    const { run, set, mechanism } = wanted;
    open ??= await opened(data);
    if (read?.of !== `${run} ${set.name}`) read = { of: `${run} ${set.name}`, records: await set.read(data, set.size, `${seed}|${run}`) };
    const release = await worldRelease(mechanism, read.records, set.k, open.embeddings, `${seed}|${run}|${set.name}`);
    const row = await measure({ ...wanted, release }, open);
    writeFileSync(fileOf(wanted), JSON.stringify(row));
    console.log(`  ${set.name} ${run + 1}, ${mechanism.name}${row === null ? ': not computable' : ''}`);
  }
  for (const source of open?.sources ?? []) await source.close();
  const done = all.map((own) => own.filter(isDone));
  const whole = done.filter((own, run) => own.length === all[run].length);
  console.log(`  ${done.flat().length} of ${all.flat().length} releases measured, ${whole.length} of ${runs} seeds whole`);
  const shown = whole.length > 0 ? done.map((own) => (whole.includes(own) ? own : [])) : done;
  const rows = shown.flat().map((wanted): Row | null => JSON.parse(readFileSync(fileOf(wanted), 'utf8')));
  return { rows: rows.filter((row) => row !== null), releases: shown.map(({ length }) => length), isWhole: whole.length > 0 };
}

async function opened(data: string) {
  const sources = [];
  for (const corpus of ['general_wiki', 'medical_trials'])
    sources.push(await openBenchCorpus(join(data, 'corpora', `${corpus}.jsonl.zst`), 'rest'));
  return { sources, embeddings: await openEmbeddings() };
}
