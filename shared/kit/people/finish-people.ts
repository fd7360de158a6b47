import { PEOPLE } from '../../contracts/detail-tables.ts';
import { attackCells, type CellValue, rowOf } from '../../contracts/table.ts';
import { type Example, type ItemRisk, joinRisks, plainest } from '../../core/people/examples.ts';
import { joinPeople, type Named, type Person } from '../../core/people/exposure.ts';
import { type Figure, type PeopleFigures, PeopleTally } from '../../core/people/tally.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import type { AttackVersion } from '../attack/attack-identity.ts';
import { jsonLines, parseJsonLines, readBytes } from '../blobs/json-lines.ts';
import { readAhead } from '../blobs/read-ahead.ts';
import { Runs } from '../blobs/sorted-runs.ts';
import { partKey } from '../publish/publisher.ts';
import { rowBlocks } from '../publish/row-blocks.ts';
import { byRisk, KEPT, PEOPLE_OF_A_PART, PEOPLE_OF_PARTS, PEOPLE_PREFIX, SHOWN, type SlicePeopleFigures } from './slice-people.ts';

/** Adds up what slices say of people, in any order. */
export class SlicesOfPeople {
  readonly tally = new PeopleTally();
  #items: readonly ItemRisk[] = [];
  examples: readonly Example[] = [];

  add({ named, items, examples }: SlicePeopleFigures): void {
    this.tally.addSlice(named);
    this.#items = joinRisks([...this.#items, ...items])
      .toSorted(byRisk)
      .slice(0, KEPT);
    this.examples = plainest([...this.examples, ...examples], SHOWN);
  }

  /** Items named for the most people. */
  get items(): readonly ItemRisk[] {
    return this.#items.slice(0, SHOWN);
  }
}

interface ExposedPerson {
  readonly person: number;
  readonly id: string | null;
  readonly targets: number;
  readonly named: Named;
}

export interface PeopleFindings {
  readonly attack: AttackVersion;
  readonly figures: PeopleFigures;
  readonly items: readonly ItemRisk[];
  readonly people: readonly ExposedPerson[];
  readonly examples: readonly Example[];
  /** The share of people with something named at any certainty: what a gate asks. */
  readonly shareAt: (certainty: number) => Figure;
  /** Parts of the table `people`. */
  readonly parts: number;
}

interface AllPeople {
  readonly attack: AttackVersion;
  /** Everybody in the release, in order, whether something of them is hidden or not. */
  readonly everybody: AsyncIterable<{ readonly id: string | null }>;
  readonly encoders: readonly TableEncoder[];
}

/** The people of a part of the table, joined. */
const joinedKey = (part: number): string => `joined-people/${String(part).padStart(6, '0')}.jsonl`;

export const peoplePartCount = (people: number): number => Math.ceil(people / PEOPLE_OF_A_PART);

export interface PartOfPeople {
  readonly part: number;
  readonly ids: readonly (string | null)[];
}

/** Where slices left what they found of people, a bucket for each part of the table. */
export const foundOfPeople = (store: BlobStore): Promise<Runs> => Runs.under(store, PEOPLE_PREFIX);

/** Neighbouring parts whose people are read at once: they stand side by side in each run. */
const PARTS_AT_ONCE = 16;

/**
 * Joins what slices found of each person of some parts: writes these of the table `people`, and those of whom something is hidden for the figures.
 */
export async function joinPeopleOf(
  store: BlobStore,
  runs: Runs,
  parts: AsyncIterable<PartOfPeople> | Iterable<PartOfPeople>,
  { attack, encoders }: Pick<AllPeople, 'attack' | 'encoders'>,
): Promise<void> {
  for await (const { part, ids } of parts) {
    const known = new Map<number, Person>();
    for await (const { values } of runs.of(part, PEOPLE_OF_PARTS)) {
      for (const person of values) {
        const before = known.get(person.t);
        known.set(person.t, before === undefined ? person : joinPeople(before, person));
      }
    }
    const first = part * PEOPLE_OF_A_PART;
    const people = ids.map((id, at): Person => known.get(first + at) ?? { t: first + at, id, targets: 0, views: [] });
    for (const encoder of encoders) {
      const rows = rowBlocks(
        PEOPLE,
        people.map((person) => personRow(person, attack)),
      );
      await store.write(partKey(PEOPLE.name, part, encoder.extension), encoder.encode(PEOPLE, rows));
    }
    await store.write(joinedKey(part), jsonLines(people.filter(({ targets }) => targets > 0)));
  }
}

/** Figures of all people from joined parts. Memory: a few parts, and one number for each person. */
export async function tallyPeople(store: BlobStore, slices: SlicesOfPeople, attack: AttackVersion, count: number): Promise<PeopleFindings> {
  const { tally } = slices;
  const parts = peoplePartCount(count);
  let exposed: readonly ExposedPerson[] = [];
  const joined = readAhead(Array(parts).keys(), (part) => readBytes(store, joinedKey(part)));
  for await (const bytes of joined) {
    // Bytes wait, not people, as in sorted runs.
    const people = parseJsonLines(PEOPLE_OF_PARTS, bytes);
    for (const person of people) tally.addPerson(person);
    exposed = mostExposed([...exposed, ...people.flatMap(exposedOf)]);
  }
  return {
    attack,
    figures: tally.figures(count),
    items: slices.items,
    people: exposed,
    examples: slices.examples,
    shareAt: (certainty) => tally.shareAt(certainty, count),
    parts,
  };
}

/** Both, of everybody. */
export async function finishPeople(
  store: BlobStore,
  slices: SlicesOfPeople,
  { attack, everybody, encoders }: AllPeople,
): Promise<PeopleFindings> {
  const found = await foundOfPeople(store);
  let [count, open] = [0, [] as PartOfPeople[]];
  const join = async (): Promise<void> => {
    const [first] = open;
    if (first === undefined) return;
    await joinPeopleOf(store, await found.within(first.part, first.part + open.length), open, { attack, encoders });
    open = [];
  };
  for await (const ids of partsOf(everybody)) {
    open.push({ part: count / PEOPLE_OF_A_PART, ids });
    count += ids.length;
    if (open.length === PARTS_AT_ONCE) await join();
  }
  await join();
  return tallyPeople(store, slices, attack, count);
}

async function* partsOf(everybody: AllPeople['everybody']): AsyncGenerator<(string | null)[]> {
  let part: (string | null)[] = [];
  for await (const { id } of everybody) {
    part.push(id);
    if (part.length < PEOPLE_OF_A_PART) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

function exposedOf({ t, id, targets, views }: Person): ExposedPerson[] {
  const named = views[0] ?? null;
  return named === null || named.named[1] === 0 ? [] : [{ person: t, id, targets, named }];
}

/** By targets named at 0.9, then by the surest. */
const mostExposed = (people: readonly ExposedPerson[]): ExposedPerson[] =>
  people.toSorted((a, b) => b.named.named[1] - a.named.named[1] || b.named.p - a.named.p || a.person - b.person).slice(0, SHOWN);

function personRow({ t, id, targets, views }: Person, attack: AttackVersion): CellValue[] {
  const [all = null, without = null, protectedOnes = null] = views;
  const isKnown = all !== null && all.right !== null;
  return rowOf(PEOPLE, {
    ...attackCells(attack),
    person: t + 1,
    person_id: id,
    targets,
    ...byLevel('named', all?.named ?? [0, 0, 0]),
    ...byLevel('right', isKnown ? all.hits : []),
    surest: all?.target ?? null,
    surest_probability: all?.p ?? null,
    surest_right: all?.right ?? null,
    betrayed_by: all?.by ?? null,
    without_probability: without?.p ?? null,
    ...byLevel('without_named', without?.named ?? []),
    protected_probability: protectedOnes?.p ?? null,
    ...byLevel('protected_named', protectedOnes?.named ?? []),
  });
}

const byLevel = (name: string, values: readonly number[]): Readonly<Record<string, CellValue>> => ({
  [`${name}_80`]: values[0] ?? null,
  [`${name}_90`]: values[1] ?? null,
  [`${name}_95`]: values[2] ?? null,
});
