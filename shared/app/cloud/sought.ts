import { SOUGHT } from '../../contracts/cloud-work.ts';
import { inParallel } from '../../core/pacing/in-parallel.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { readJson, writeJson } from '../blobs/json-lines.ts';
import { KeptCounter } from '../fetch/kept-counter.ts';
import type { SoughtOf } from '../fetch/sought.ts';
import type { AuditFolder } from './audit-folder.ts';

const PREFIX = 'sought/';
/** A large audit has thousands of children. */
const WIDTH = 32;

/** Notes what the counters of a child were asked, under its first unit: a child that runs again writes over what it wrote. */
export async function writeSought(folder: AuditFolder, unit: number, counters: readonly HitCounter[]): Promise<SoughtOf[]> {
  const sought = counters.flatMap((counter) => (counter instanceof KeptCounter ? [{ source: counter.source.id, ...counter.sought }] : []));
  if (sought.length > 0) await writeJson(folder.store, `${PREFIX}${unit}.json`, sought);
  return sought;
}

/** Of all children, source by source. */
export async function readSought(folder: AuditFolder): Promise<SoughtOf[]> {
  const totals = new Map<string, SoughtOf>();
  const keys = (await Array.fromAsync(folder.store.list(PREFIX))).map(({ key }) => key);
  for (const noted of await inParallel(keys, WIDTH, (key) => readJson(folder.store, key, SOUGHT))) {
    for (const { source, found, missed, anew } of noted) {
      const before = totals.get(source) ?? { source, found: 0, missed: 0, anew: 0 };
      totals.set(source, { source, found: before.found + found, missed: before.missed + missed, anew: before.anew + anew });
    }
  }
  return [...totals.values()];
}
