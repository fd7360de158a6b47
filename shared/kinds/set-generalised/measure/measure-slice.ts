import { DECISIONS, GROUPS, SCORES } from '../../../contracts/detail-tables.ts';
import type { ResultTable } from '../../../contracts/table.ts';
import { conjunctionText } from '../../../core/relatedness/conjunction.ts';
import { Stated, type StatedCounts } from '../../../core/statistics/reliability.ts';
import type { AttackIdentity } from '../../../kit/attack/attack-identity.ts';
import { writeJson } from '../../../kit/blobs/json-lines.ts';
import type { BucketRunWriter } from '../../../kit/blobs/sorted-runs.ts';
import { PEOPLE_PREFIX, type SlicePeopleFigures, writeSlicePeople } from '../../../kit/people/slice-people.ts';
import { sliceRuns } from '../../../kit/plan/slice-records.ts';
import { figuresKey } from '../../../kit/plan/units.ts';
import { partKey } from '../../../kit/publish/publisher.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { CountFlag, type SourceVersion } from '../../../ports/hit-counter.ts';
import type { RowBlock, TableEncoder } from '../../../ports/table-encoder.ts';
import type { StoredVerdict } from '../contracts.ts';
import type { Block } from '../read/store-release.ts';
import { betrayalsIn, type ExampleItem, exampleOf, type GroupBetrayal } from './example-item.ts';
import { type ExposedBy, exposuresIn } from './exposures.ts';
import { type FinishedUnit, firstTransaction, loadSlice, type SliceInput } from './finished-units.ts';
import { writeGuesses } from './guess-rows.ts';
import { addRemovals, REMOVALS_PREFIX } from './removals.ts';
import { addRows, addTally, emptyRows, emptyTally, type RowFigures, type Tally, tallyUnit } from './row-figures.ts';
import { decisionBlocks, groupBlocks, scoreBlocks } from './unit-tables.ts';

export interface MeasureOptions {
  readonly attacks: readonly AttackIdentity[];
  readonly sources: readonly { readonly source: SourceVersion; readonly size: number }[];
  readonly blocks: readonly Block[];
  readonly seed: string;
  /** Positions of the attacks whose eliminations are kept by transaction: for the attacked dataset and the measures of the whole release. */
  readonly removals: readonly number[];
  readonly shown: number;
  readonly encoders: readonly TableEncoder[];
  readonly exposed: ExposedBy | null;
  /** By attack: whether it yields findings of its own. */
  readonly found: readonly boolean[];
}

export interface SliceFigures {
  readonly slice: number;
  readonly tallies: readonly Tally[];
  /** Empty without the original. */
  readonly rows: RowFigures;
  /** For each attack, by the probability it stated for its cells, how many were added; empty of attacks that state none. */
  readonly stated: readonly StatedCounts[];
  /** Items that no source holds, with how many cells or context places they take. */
  readonly unmatched: readonly (readonly [item: string, times: number])[];
  /** Pairs of a member and a context item that rest on a simpler form of a term. */
  readonly simplified: number;
  readonly example: ExampleItem | null;
  readonly betrayals: readonly GroupBetrayal[];
  /** For each attack why it could not decide on a group, the first by name. */
  readonly reasons: readonly (string | null)[];
  /** Null where no attack states a probability. */
  readonly people: SlicePeopleFigures | null;
  /** Units without results from the previous step: first transaction of each, from 1. */
  readonly lost: readonly number[];
}

/**
 * Measures one slice and writes its part of each table. Figures are whole numbers, so slices may be measured in any order, anywhere, and
 * again: the same keys get the same bytes.
 */
export async function measureSlice(store: BlobStore, input: SliceInput, options: MeasureOptions, runs: MeasureRuns): Promise<void> {
  const units = await loadSlice(store, input);
  const { exposed, encoders } = options;
  const attack = exposed === null ? undefined : options.attacks[exposed.attack];
  const people =
    exposed === null || attack === undefined || runs.people === null
      ? null
      : await writeSlicePeople(store, {
          slice: input.slice,
          attack,
          units: () => exposuresIn(units, exposed),
          encoders,
          found: runs.people,
        });
  const figures = { ...figuresOf(input.slice, units, options), people };
  const tables: readonly [ResultTable, () => Iterable<RowBlock>][] = [
    [GROUPS, () => groupBlocks(units, options.attacks)],
    [DECISIONS, () => decisionBlocks(units, options.attacks)],
    [SCORES, () => scoreBlocks(units, options.sources)],
  ];
  for (const [table, blocks] of tables) {
    for (const encoder of options.encoders) {
      await store.write(partKey(table.name, input.slice, encoder.extension), encoder.encode(table, blocks()));
    }
  }
  await writeGuesses(store, input.slice, units, options.found);
  if (runs.removals !== null) await addRemovals(runs.removals, units, options.removals, options.blocks);
  await writeJson(store, figuresKey(input.slice), figures);
}

/** What slices that are measured together leave for finishing, each a run: what was found of people, and what attacks eliminated. */
interface MeasureRuns {
  readonly people: BucketRunWriter | null;
  readonly removals: BucketRunWriter | null;
  end(): Promise<void>;
}

export function measureRuns(
  store: BlobStore,
  slices: readonly Pick<SliceInput, 'slice'>[],
  { exposed, removals }: Pick<MeasureOptions, 'exposed' | 'removals'>,
): MeasureRuns {
  const own = {
    people: exposed === null ? null : sliceRuns(store, PEOPLE_PREFIX, slices),
    removals: removals.length === 0 ? null : sliceRuns(store, REMOVALS_PREFIX, slices),
  };
  return {
    ...own,
    async end() {
      await own.people?.end();
      await own.removals?.end();
    },
  };
}

function figuresOf(slice: number, units: readonly FinishedUnit[], { attacks, seed, shown }: MeasureOptions): Omit<SliceFigures, 'people'> {
  const tallies = attacks.map(emptyTally);
  const rows = emptyRows(attacks.length);
  const stated = attacks.map(() => new Stated());
  const unmatched = new Map<string, number>();
  let simplified = 0;
  for (const unit of units) {
    for (const [at, tally] of tallies.entries()) addTally(tally, tallyUnit(unit, unit.verdicts[at]));
    addRows(rows, unit, seed);
    for (const [at, each] of stated.entries()) addStated(each, unit, unit.verdicts[at]);
    const { group, scored } = unit;
    for (const flags of scored.pairs.flags) if ((flags & CountFlag.simplerForm) !== 0) simplified += 1;
    for (const member of scored.unmatchedMembers) count(unmatched, group.members[member], group.rows.length);
    if (scored.unmatchedContext.length > 0) {
      const missing = new Set(scored.unmatchedContext);
      for (const { c } of group.rows)
        for (const item of c) if (missing.has(item)) count(unmatched, conjunctionText(group.context[item]), 1);
    }
  }
  const lead = attacks[shown];
  const example = lead === undefined ? null : exampleOf(units, lead, shown);
  const reasons = attacks.map((_, at) => firstReason(units.map(({ verdicts }) => reasonIn(verdicts[at]))));
  return {
    slice,
    tallies,
    rows,
    stated: stated.map((each) => each.counts()),
    unmatched: [...unmatched],
    simplified,
    example,
    betrayals: lead === undefined ? [] : betrayalsIn(units, shown),
    reasons,
    lost: units.filter((unit) => unit.lost).map(({ group }) => firstTransaction(group)),
  };
}

function addStated(stated: Stated, { original }: FinishedUnit, verdict: StoredVerdict): void {
  if (original === null || verdict.kind !== 'decided') return;
  for (const [cell, said] of (verdict.confidence ?? []).entries()) stated.add(said, original[cell] === 0 ? 1 : 0);
}

const reasonIn = (verdict: StoredVerdict): string | null => (verdict.kind === 'not computable' ? verdict.reason : null);

/** One reason stands for all: the first by name, whatever the order they come in. */
export const firstReason = (reasons: readonly (string | null)[]): string | null =>
  reasons.filter((reason) => reason !== null).toSorted()[0] ?? null;

const count = (counts: Map<string, number>, item: string, times: number): void => {
  counts.set(item, (counts.get(item) ?? 0) + times);
};
