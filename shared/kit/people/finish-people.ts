import { PEOPLE } from '../../contracts/detail-tables.ts';
import { attackCells, type CellValue, rowOf } from '../../contracts/table.ts';
import { type Example, type ItemRisk, joinRisks, plainest } from '../../core/people/examples.ts';
import { joinPeople, type Person } from '../../core/people/exposure.ts';
import { type PeopleFigures, PeopleTally } from '../../core/people/tally.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { TableEncoder } from '../../ports/table-encoder.ts';
import type { AttackVersion } from '../attack/attack-identity.ts';
import { readJsonAhead, writeJson } from '../blobs/json-lines.ts';
import { Runs } from '../blobs/sorted-runs.ts';
import { partKey } from '../publish/publisher.ts';
import { rowBlocks } from '../publish/row-blocks.ts';
import {
  byRisk,
  type ExposedPerson,
  KEPT,
  type PartFindings,
  PEOPLE_OF_A_PART,
  PEOPLE_OF_PARTS,
  PEOPLE_PREFIX,
  PEOPLE_SUMS,
  SHOWN,
  type SlicePeopleFigures,
} from './slice-people.ts';

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

export interface PeopleFindings {
  readonly attack: AttackVersion;
  readonly figures: PeopleFigures;
  readonly items: readonly ItemRisk[];
  readonly people: readonly ExposedPerson[];
  readonly examples: readonly Example[];
  /** Parts of the table `people`. */
  readonly parts: number;
}

interface AllPeople {
  readonly attack: AttackVersion;
  /** Everybody in the release, in order, whether something of them is hidden or not. */
  readonly everybody: AsyncIterable<{ readonly id: string | null }>;
  readonly encoders: readonly TableEncoder[];
}

/** Of a part of the release. */
const sumsKey = (part: number): string => `people-sums/${String(part).padStart(6, '0')}.json`;

export const peoplePartCount = (people: number): number => Math.ceil(people / PEOPLE_OF_A_PART);

export interface PartOfPeople {
  readonly part: number;
  readonly ids: readonly (string | null)[];
}

/** Where slices left what they found of people, a bucket for each part of the table. */
export const foundOfPeople = (store: BlobStore): Promise<Runs> => Runs.under(store, PEOPLE_PREFIX);

/** Neighbouring parts whose people are read at once: they stand side by side in each run. */
const PARTS_AT_ONCE = 16;

/** Joins what slices found of each person of some parts: writes these of the table `people`, and adds up those of whom something is hidden. */
async function joinPeopleOf(
  store: BlobStore,
  runs: Runs,
  parts: AsyncIterable<PartOfPeople> | Iterable<PartOfPeople>,
  { attack, encoders }: Pick<AllPeople, 'attack' | 'encoders'>,
  into: Joined,
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
    for (const person of people) if (person.targets > 0) into.tally.addPerson(person);
    into.exposed = mostExposed([...into.exposed, ...people.flatMap(exposedOf)]);
  }
}

interface Joined {
  readonly tally: PeopleTally;
  exposed: readonly ExposedPerson[];
}

/** Joins the people of a part of the release, and leaves their sums for `tallyPeople`. */
export async function finishPartOfPeople(
  store: BlobStore,
  part: number,
  runs: Runs,
  parts: AsyncIterable<PartOfPeople>,
  options: Pick<AllPeople, 'attack' | 'encoders'>,
): Promise<void> {
  const joined: Joined = { tally: new PeopleTally(), exposed: [] };
  await joinPeopleOf(store, runs, parts, options, joined);
  await writeJson(store, sumsKey(part), { sums: joined.tally.sums(), exposed: joined.exposed } satisfies PartFindings);
}

/** Figures of all people from the sums of the parts of the release. */
export async function tallyPeople(
  store: BlobStore,
  slices: SlicesOfPeople,
  attack: AttackVersion,
  { count, parts }: { readonly count: number; readonly parts: number },
): Promise<PeopleFindings> {
  let most: readonly ExposedPerson[] = [];
  for await (const { sums, exposed } of readJsonAhead(
    store,
    Array.from({ length: parts }, (_, part) => sumsKey(part)),
    PEOPLE_SUMS,
  )) {
    slices.tally.addSums(sums);
    most = mostExposed([...most, ...exposed]);
  }
  return findingsOf(slices, attack, count, most);
}

const findingsOf = (slices: SlicesOfPeople, attack: AttackVersion, count: number, people: readonly ExposedPerson[]): PeopleFindings => ({
  attack,
  figures: slices.tally.figures(count),
  items: slices.items,
  people,
  examples: slices.examples,
  parts: peoplePartCount(count),
});

/** Both, of everybody. */
export async function finishPeople(
  store: BlobStore,
  slices: SlicesOfPeople,
  { attack, everybody, encoders }: AllPeople,
): Promise<PeopleFindings> {
  const found = await foundOfPeople(store);
  const joined: Joined = { tally: slices.tally, exposed: [] };
  let [count, open] = [0, [] as PartOfPeople[]];
  const join = async (): Promise<void> => {
    const [first] = open;
    if (first === undefined) return;
    await joinPeopleOf(store, await found.within(first.part, first.part + open.length), open, { attack, encoders }, joined);
    open = [];
  };
  for await (const ids of partsOf(everybody)) {
    open.push({ part: count / PEOPLE_OF_A_PART, ids });
    count += ids.length;
    if (open.length === PARTS_AT_ONCE) await join();
  }
  await join();
  return findingsOf(slices, attack, count, joined.exposed);
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

export function personRow({ t, id, targets, views }: Person, attack: AttackVersion): CellValue[] {
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
