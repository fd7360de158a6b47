import type { Cell } from '../../../contracts/table.ts';
import { EXPOSURES } from '../../../contracts/tables/exposures.ts';
import { type Example, examplesIn, type ItemRisk, itemRisk } from '../../../core/people/examples.ts';
import type { Exposure } from '../../../core/people/exposure.ts';
import { joinPeople, type Person, personOf } from '../../../core/people/person.ts';
import { addUnit, noSlice, type SlicePeople } from '../../../core/people/tally.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { TableEncoder } from '../../../ports/table-encoder.ts';
import { PartitionWriter } from '../../blobs/partitions.ts';
import type { AttackVersion } from '../attack/attack-identity.ts';
import { partKey } from '../publish/part-key.ts';
import { rowBlocks } from '../publish/row-blocks.ts';

/** People of one part of the table and one read of the store. Part of the format. */
export const PEOPLE_OF_A_PART = 10_000;
export const PEOPLE_PREFIX = 'people';

/** What one slice adds to the figures of people; what it found of each person waits in the store, by person. */
export interface SlicePeopleFigures {
  readonly named: SlicePeople;
  readonly items: readonly ItemRisk[];
  readonly examples: readonly Example[];
}

export interface ExposedSlice {
  readonly slice: number;
  /** The attack that states the probabilities. */
  readonly attack: AttackVersion;
  /** The exposures of one unit after the other. A unit lies in one slice. */
  readonly units: Iterable<readonly Exposure[]>;
  readonly encoders: readonly TableEncoder[];
}

/** Writes the slice's part of the table `exposures`, and what it found of each person. */
export async function writeSlicePeople(store: BlobStore, { slice, attack, units, encoders }: ExposedSlice): Promise<SlicePeopleFigures> {
  const all = [...units];
  for (const encoder of encoders) {
    const rows = rowBlocks(EXPOSURES, exposureRows(all, attack));
    await store.write(partKey(EXPOSURES.name, slice, encoder.extension), encoder.encode(EXPOSURES, rows));
  }
  const named = noSlice();
  const people = new Map<number, Person>();
  const items: ItemRisk[] = [];
  for (const unit of all) {
    addUnit(named, unit);
    items.push(...itemRisk(unit));
    for (const exposure of unit) {
      const known = people.get(exposure.person);
      people.set(exposure.person, known === undefined ? personOf(exposure) : joinPeople(known, personOf(exposure)));
    }
  }
  const writer = new PartitionWriter(store, PEOPLE_PREFIX, String(slice).padStart(6, '0'));
  for (const person of people.values()) await writer.add(String(Math.floor(person.t / PEOPLE_OF_A_PART)), person);
  await writer.end();
  return { named, items: items.toSorted(byRisk).slice(0, SHOWN), examples: examplesIn(all, SHOWN) };
}

/** As many as the page lists; the table has all. */
export const SHOWN = 12;

export const byRisk = (a: ItemRisk, b: ItemRisk): number =>
  b.named - a.named || b.mean - a.mean || a.unit - b.unit || (a.item < b.item ? -1 : 1);

function* exposureRows(units: readonly (readonly Exposure[])[], attack: AttackVersion): Generator<Cell[]> {
  for (const unit of units) {
    for (const each of unit) {
      yield [
        attack.name,
        attack.version,
        attack.parametersHash,
        each.person + 1,
        each.id,
        each.unit,
        each.target,
        each.probability,
        each.without,
        each.decision,
        each.truth,
        each.betrayedBy,
        each.isProtected,
      ];
    }
  }
}
