import { UNIT_POINTERS, type UnitPointer } from '../../../contracts/work.ts';
import type { Smoothing } from '../../../core/relatedness/relatedness.ts';
import type { AttackFailed } from '../../../core/verdict/failure.ts';
import { HomeFaults } from '../../../kit/attack/home-faults.ts';
import { readJsonLines } from '../../../kit/blobs/json-lines.ts';
import { scopedStore } from '../../../kit/blobs/scoped-store.ts';
import { once } from '../../../kit/once.ts';
import { eachUnit } from '../../../kit/plan/batches.ts';
import { MANIFEST, readUnits } from '../../../kit/plan/units.ts';
import type { GroupRecord } from '../../../kit/score/group-record.ts';
import type { ScoredRecord } from '../../../kit/score/pair-table.ts';
import { readScored } from '../../../kit/score/stored-scores.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { ContextJudge } from '../../../ports/context-judge.ts';
import type { Embeddings } from '../../../ports/embeddings.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import { GROUP_RECORDS, type StoredVerdict } from '../contracts.ts';
import type { ContextRule } from '../core/context.ts';
import { type Block, readBlocks, type StoredTransaction } from '../read/store-release.ts';

/**
 * Input of an attack on the whole release. It does not lead to the original: the store is a part of the work store that belongs to these attacks
 * alone.
 */
export interface ReleaseView {
  /** In the release's order; from the start each time it is asked for. */
  transactions(): AsyncIterable<StoredTransaction>;
  /** All groups in the canonical order, slice by slice, again from the start each time. */
  slices(): AsyncIterable<SliceUnits>;
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly judge: ContextJudge | null;
  readonly labels: ReadonlyMap<string, string> | undefined;
  readonly context: ContextRule;
  /** Groups were inferred or may be incomplete: no constraint may rest on all rows being there. */
  readonly inferred: boolean;
  readonly smoothing: Smoothing;
  readonly seed: string;
  /** For what attacks keep between their steps, such as scores of slices. */
  readonly store: BlobStore;
}

export interface ViewInput extends Omit<ReleaseView, 'transactions' | 'slices' | 'store'> {
  readonly work: BlobStore;
  readonly blocks: readonly Block[];
  readonly failed?: AttackFailed | undefined;
  /** Their exceptions are not an attack's. */
  readonly faults: HomeFaults;
}

/** Watches the storage and the sources that attacks are shown: once for all of them. */
export function watched(input: Omit<ViewInput, 'faults'>): ViewInput {
  const faults = new HomeFaults();
  const { work, sources, judge } = input;
  return {
    ...input,
    faults,
    work: faults.watch(work),
    sources: sources.map((source) => faults.watch(source)),
    judge: judge === null ? null : faults.watch(judge),
  };
}

export function releaseView({ work, blocks, failed: _, faults: __, ...rest }: ViewInput): ReleaseView {
  return {
    ...rest,
    transactions: () => readBlocks(work, blocks),
    async *slices() {
      let own: UnitPointer[] = [];
      for await (const pointer of readJsonLines(work, MANIFEST, UNIT_POINTERS)) {
        if (own.length > 0 && own[0]?.slice !== pointer.slice) {
          yield await unitsOfSlice(work, own, rest.smoothing);
          own = [];
        }
        own.push(pointer);
      }
      if (own.length > 0) yield await unitsOfSlice(work, own, rest.smoothing);
    },
    store: scopedStore(work, 'attacks/'),
  };
}

/** Neighbouring units of one slice: all of it, or those of them that are attacked at once. */
export interface SliceUnits {
  readonly slice: number;
  readonly units: readonly number[];
  /** In the order of the units. */
  readonly groups: readonly GroupRecord[];
  /** Their scores, by unit. */
  readonly scored: () => Promise<ReadonlyMap<number, ScoredRecord>>;
}

export async function unitsOfSlice(work: BlobStore, pointers: readonly UnitPointer[], smoothing: Smoothing): Promise<SliceUnits> {
  const slice = pointers[0]?.slice as number;
  const units = eachUnit(pointers).map(({ unit }) => unit);
  return {
    slice,
    units,
    groups: await readUnits(work, pointers, GROUP_RECORDS),
    scored: once(() => readScored(work, slice, smoothing, units)),
  };
}

const CODE = /^\d+$/;
export const UNLABELLED = {
  kind: 'not computable',
  reason: 'the items are codes; --labels says what they mean',
} as const satisfies StoredVerdict;
/** Numbers mean nothing to any source: no distance to them says anything, which is not the same as safe. */
export const isCoded = ({ members }: Pick<GroupRecord, 'members'>): boolean => members.every((member) => CODE.test(member));
