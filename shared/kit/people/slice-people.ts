import * as z from 'zod';
import { EXPOSURES } from '../../contracts/detail-tables.ts';
import { many, type WorkBlob, workBlob } from '../../contracts/work-blob.ts';
import { clearestOf, type Example, type ItemRisk, itemRisk, joinRisks, plainest } from '../../core/people/examples.ts';
import { type Exposure, type Named, PeopleSoFar, type Person } from '../../core/people/exposure.ts';
import { addUnit, noSlice, type PeopleSums, type SlicePeople } from '../../core/people/tally.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { RowBlock, TableEncoder } from '../../ports/table-encoder.ts';
import type { AttackVersion } from '../attack/attack-identity.ts';
import type { BucketRunWriter } from '../blobs/sorted-runs.ts';
import { partKey } from '../publish/publisher.ts';
import { BlockDraft, type ColumnDraft } from '../publish/row-blocks.ts';

/** Part of the format. */
export const PEOPLE_OF_A_PART = 10_000;
export const PEOPLE_PREFIX = 'people';

const named = z.strictObject({
  p: z.number(),
  target: z.string(),
  unit: z.int(),
  right: z.boolean().nullable(),
  by: z.string().nullable(),
  named: many(z.number()),
  hits: many(z.number()),
});
export const PEOPLE_OF_PARTS: WorkBlob<Person> = workBlob(
  'people of parts',
  2,
  z.strictObject({ t: z.int(), id: z.string().nullable(), targets: z.int(), views: z.array(named.nullable()) }),
);

export interface ExposedPerson {
  readonly person: number;
  readonly id: string | null;
  readonly targets: number;
  readonly named: Named;
}

/** A slice's contribution to the figures of people; details by person are in the store. */
export interface SlicePeopleFigures {
  readonly named: SlicePeople;
  readonly items: readonly ItemRisk[];
  readonly examples: readonly Example[];
}

export const clusterSums = z.strictObject({
  clusters: z.number(),
  part: z.number(),
  whole: z.number(),
  partPart: z.number(),
  partWhole: z.number(),
  wholeWhole: z.number(),
});
const expectation = z.strictObject({
  count: z.number(),
  p: z.number(),
  variance: z.number(),
  sparser: z.number(),
  denser: z.number(),
  squares: z.number(),
});
const units = many(z.tuple([z.int(), z.int(), z.int(), z.int()]));
const level = z.strictObject({ people: z.int(), units, targetsByPerson: clusterSums, expected: expectation });
/** What is known of the people of a part of the release, all joined: sums, and those who are exposed most. */
export interface PartFindings {
  readonly sums: PeopleSums;
  readonly exposed: readonly ExposedPerson[];
}
export const PEOPLE_SUMS: WorkBlob<PartFindings> = workBlob(
  'sums over people',
  1,
  z.strictObject({
    sums: z.strictObject({ hidden: z.int(), truth: z.int(), levels: z.array(z.array(level)) }),
    exposed: z.array(z.strictObject({ person: z.int(), id: z.string().nullable(), targets: z.int(), named })),
  }),
);
/** For the contracts of kinds, whose slices it is part of. */
export const slicePeopleFigures: z.ZodType<SlicePeopleFigures> = z.strictObject({
  named: z.array(z.array(z.strictObject({ byUnit: clusterSums, byRow: clusterSums, expected: expectation }))),
  items: many(
    z.strictObject({
      unit: z.int(),
      item: z.string(),
      people: z.int(),
      named: z.number(),
      right: z.number().nullable(),
      mean: z.number(),
      without: z.number().nullable(),
    }),
  ),
  examples: many(
    z.strictObject({
      unit: z.int(),
      person: z.int(),
      id: z.string().nullable(),
      target: z.string(),
      among: many(z.string()),
      probability: z.number(),
      without: z.number().nullable(),
      by: z.string(),
      right: z.boolean().nullable(),
    }),
  ),
});

interface ExposedSlice {
  readonly slice: number;
  /** The attack that states the probabilities. */
  readonly attack: AttackVersion;
  /** The exposures of one unit after the other, from the first each time. A unit lies in one slice. */
  readonly units: () => Iterable<readonly Exposure[]>;
  readonly encoders: readonly TableEncoder[];
  /** Where what was found of each person is left, for all slices that are measured together. */
  readonly found: BucketRunWriter;
}

/** Writes the slice's part of the table `exposures`, and what it found of each person. Exposures are let go unit by unit: there is one for each cell. */
export async function writeSlicePeople(
  store: BlobStore,
  { slice, attack, units, encoders, found }: ExposedSlice,
): Promise<SlicePeopleFigures> {
  for (const encoder of encoders) {
    await store.write(partKey(EXPOSURES.name, slice, encoder.extension), encoder.encode(EXPOSURES, exposureBlocks(units(), attack)));
  }
  const named = noSlice();
  const people = new PeopleSoFar();
  const items: ItemRisk[] = [];
  const examples: Example[] = [];
  for (const unit of units()) {
    addUnit(named, unit);
    items.push(...itemRisk(unit));
    const example = clearestOf(unit);
    if (example !== null) examples.push(example);
    for (const exposure of unit) people.add(exposure);
  }
  for (const person of people.all()) await found.add(Math.floor(person.t / PEOPLE_OF_A_PART), person);
  return { named, items: joinRisks(items).toSorted(byRisk).slice(0, KEPT), examples: plainest(examples, SHOWN) };
}

/** As many as the page lists; the table has all. */
export const SHOWN = 12;
/** Of a slice more, since a target may lie in several. */
export const KEPT = 1_000;

export const byRisk = (a: ItemRisk, b: ItemRisk): number =>
  b.named - a.named || b.mean - a.mean || a.unit - b.unit || (a.item < b.item ? -1 : 1);

/** Written to the columns directly: an object for each row would cost more than its values. */
export function* exposureBlocks(
  units: Iterable<readonly Exposure[]>,
  { name, version, parametersHash }: AttackVersion,
): Generator<RowBlock> {
  const draft = new BlockDraft(EXPOSURES);
  const column = (of: string): ColumnDraft => draft.column(of);
  const [attack, attackVersion, hash] = [column('attack'), column('attack_version'), column('parameters_hash')];
  const [person, id, unitNumber, target] = [column('person'), column('person_id'), column('unit'), column('target')];
  const [probability, without, decision] = [column('probability'), column('without'), column('decision')];
  const [right, betrayedBy, isProtected] = [column('right'), column('betrayed_by'), column('protected')];
  for (const unit of units) {
    for (const each of unit) {
      const row = draft.rows;
      attack.put(row, name);
      attackVersion.put(row, version);
      hash.put(row, parametersHash);
      person.put(row, each.person + 1);
      id.put(row, each.id);
      unitNumber.put(row, each.unit);
      target.put(row, each.target);
      probability.put(row, each.probability);
      without.put(row, each.without);
      decision.put(row, each.decision);
      right.put(row, each.truth);
      betrayedBy.put(row, each.betrayedBy);
      isProtected.put(row, each.isProtected);
      draft.rows += 1;
      if (draft.room === 0) yield draft.take();
    }
  }
  if (draft.rows > 0) yield draft.take();
}
