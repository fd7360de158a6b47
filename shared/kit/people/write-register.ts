import { EXPOSURES, PEOPLE } from '../../contracts/detail-tables.ts';
import { type Exposure, PeopleSoFar } from '../../core/people/exposure.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import type { AttackVersion } from '../attack/attack-identity.ts';
import { partKey } from '../publish/publisher.ts';
import { rowBlocks } from '../publish/row-blocks.ts';
import { personRow } from './finish-people.ts';
import { exposureBlocks, PEOPLE_OF_A_PART } from './slice-people.ts';

/** A person of a register, in its order, with what is found of her; nothing is if all that is known contradicts itself. */
export interface RegisterPerson {
  readonly id: string;
  readonly exposures: readonly Exposure[];
}

interface RegisterTables {
  readonly attack: AttackVersion;
  readonly persons: AsyncIterable<RegisterPerson>;
  /** Parts that the tables have of the people of the release. */
  readonly after: { readonly people: number; readonly exposures: number };
  readonly encoders: readonly TableEncoder[];
}

/** Writes the persons of a register as further parts of the tables `people` and `exposures`; returns how many. */
export async function writeRegister(work: BlobStore, { attack, persons, after, encoders }: RegisterTables): Promise<number> {
  let [parts, done, open] = [0, 0, [] as RegisterPerson[]];
  const write = async (): Promise<void> => {
    const found = new PeopleSoFar();
    for (const { exposures } of open) for (const each of exposures) found.add(each);
    const known = new Map(Array.from(found.all(), (person) => [person.t, person]));
    const rows = open.map(({ id }, at) => personRow(known.get(done + at) ?? { t: done + at, id, targets: 0, views: [] }, attack));
    for (const encoder of encoders) {
      const blocks = exposureBlocks(
        open.map(({ exposures }) => exposures),
        attack,
      );
      await work.write(partKey(EXPOSURES.name, after.exposures + parts, encoder.extension), encoder.encode(EXPOSURES, blocks));
      await work.write(partKey(PEOPLE.name, after.people + parts, encoder.extension), encoder.encode(PEOPLE, rowBlocks(PEOPLE, rows)));
    }
    [parts, done, open] = [parts + 1, done + open.length, []];
  };
  for await (const person of persons) {
    open.push(person);
    if (open.length === PEOPLE_OF_A_PART) await write();
  }
  if (open.length > 0) await write();
  return parts;
}
