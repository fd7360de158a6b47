import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { rowParts } from '../../core/calibrated/cut-rows.ts';
import type { TableEvidence } from '../../core/calibrated/evidence.ts';
import type { IndexedGroup, IndexedRelease } from '../../core/calibrated/indexed-release.ts';
import { type Comparing, type RealTable, useTables } from './open-release.ts';

/** Tables of the release, and about as many cells, whose evidence is made at once. */
const REAL_AT_ONCE = 1000;
const CELLS_AT_ONCE = 200_000;

/** The tables of a release that can be attacked: first parts of groups first, so that the first tables are a sample of all. */
export function targetsOf({ groups }: IndexedRelease): IndexedGroup[] {
  const attacked = groups.filter(({ rows }) => rows.length > 1).sort((a, b) => compareCodePoints(a.key, b.key));
  return attacked
    .flatMap((group) => rowParts(group).map((part, at) => ({ part, at })))
    .sort((a, b) => a.at - b.at)
    .map(({ part }) => part);
}

/** The first part of the release's own tables: enough to judge by. */
export async function someOf(real: AsyncIterable<readonly RealTable[]>): Promise<readonly TableEvidence[]> {
  for await (const part of real) return part.map(({ evidence }) => evidence);
  return [];
}

export async function keptTables(comparing: Comparing, groups: readonly IndexedGroup[]): Promise<readonly RealTable[]> {
  const tables: RealTable[] = [];
  await useTables(comparing, groups, true, (table) => tables.push(table));
  return tables;
}

/** The first part is kept: practice is judged by it before any model is learned. */
export function realEvidence(comparing: Comparing, groups: readonly IndexedGroup[]): AsyncIterable<readonly RealTable[]> {
  let first: readonly RealTable[] | null = null;
  return {
    async *[Symbol.asyncIterator]() {
      for (let from = 0, to = 0; from < groups.length; from = to) {
        for (let cells = 0; to < groups.length && to < from + REAL_AT_ONCE && cells < CELLS_AT_ONCE; to += 1) {
          const { rows, members } = groups[to];
          cells += rows.length * members.length;
        }
        const kept = from === 0 ? first : null;
        const part = kept ?? (await keptTables(comparing, groups.slice(from, to)));
        first ??= part;
        yield part;
      }
    },
  };
}
