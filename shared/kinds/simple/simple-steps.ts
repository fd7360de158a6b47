import { finishPeople, SlicesOfPeople } from '../../app/audit/people/finish-people.ts';
import { type SlicePeopleFigures, writeSlicePeople } from '../../app/audit/people/slice-people.ts';
import { batches, eachUnit, HOME_BATCH, unitsIn } from '../../app/audit/plan/batches.ts';
import { figuresKey, MANIFEST, readUnits, sliceName, unitKey } from '../../app/audit/plan/units.ts';
import { lostNotice } from '../../app/audit/publish/lost-notice.ts';
import type { Notice } from '../../app/audit/publish/notice.ts';
import { jsonLines, readAllJsonLines, readJson, readJsonLines, writeJson } from '../../app/blobs/json-lines.ts';
import { readAhead } from '../../app/blobs/read-ahead.ts';
import { once } from '../../app/once.ts';
import type { UnitPointer } from '../../contracts/work.ts';
import type { Exposure } from '../../core/people/exposure.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Audit, Steps } from '../kind.ts';
import type { SimpleKind, SimpleOutcome, SimpleRelease } from './simple-kind.ts';
import { publishSimple } from './simple-publish.ts';

export const READ = 'read.json';
const UNITS = 'units.jsonl';
const PEOPLE = 'everybody.jsonl';
const MODEL = 'models/model.json';
const truthKey = (slice: number): string => `truth/${sliceName(slice)}.jsonl`;
const foundPrefix = (slice: number): string => `found/${sliceName(slice)}/`;

/** One part of each table. Part of the format. */
const SLICE_UNITS = 4096;
/** Units of one pointer, and so of one line of the manifest. */
const SHARED_UNITS = 16;

/** What reading leaves to know. */
export interface StoredSimple {
  readonly people: number;
  readonly units: number;
  readonly slices: number;
  readonly hasOriginal: boolean;
  readonly notices: readonly Notice[];
}

type Found<Finding> = { readonly unit: number } & ({ readonly finding: Finding } | { readonly error: string });

/** What a slice adds. */
interface SliceFigures<Sum> {
  readonly sums: readonly Sum[];
  readonly errored: number;
  readonly lost: readonly number[];
  readonly people: SlicePeopleFigures;
}

export async function storeSimple<Unit, Truth>(
  work: BlobStore,
  { units, truths, people, notices }: SimpleRelease<Unit, Truth>,
): Promise<StoredSimple> {
  const pointers: UnitPointer[] = [];
  await work.write(UNITS, unitLines(units, pointers));
  await work.write(MANIFEST, jsonLines(pointers));
  await work.write(PEOPLE, jsonLines(people));
  const slices = Math.ceil(units.length / SLICE_UNITS);
  for (let slice = 0; truths !== null && slice < slices; slice += 1)
    await work.write(truthKey(slice), jsonLines(truths.slice(slice * SLICE_UNITS, (slice + 1) * SLICE_UNITS)));
  return { people: people.length, units: units.length, slices, hasOriginal: truths !== null, notices };
}

async function* unitLines(units: readonly unknown[], pointers: UnitPointer[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let start = 0;
  for (let unit = 0; unit < units.length; unit += SHARED_UNITS) {
    const shared = units.slice(unit, unit + SHARED_UNITS);
    const lines = encoder.encode(shared.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const count = shared.length > 1 ? { units: shared.length } : {};
    pointers.push({
      unit,
      ...count,
      slice: Math.floor(unit / SLICE_UNITS),
      blob: UNITS,
      start,
      end: start + lines.length,
      cells: shared.length,
    });
    start += lines.length;
    yield lines;
  }
}

/** The steps on the units of a simple kind. */
export async function simpleSteps<Unit, Truth, Finding, Sum>(
  simple: SimpleKind<Unit, Truth, Finding, Sum>,
  { work, request, progress }: Audit,
): Promise<Steps<SimpleOutcome>> {
  const read = await readJson<StoredSimple>(work, READ);
  const model = once<unknown>(() => (simple.learn === undefined ? Promise.resolve(null) : readJson(work, MODEL)));
  const attacks = simple.attacks(request);

  async function attack(pointers: readonly UnitPointer[]): Promise<void> {
    const units = await readUnits<Unit>(work, pointers);
    const known = { request, model: await model() };
    const found: Found<Finding>[] = [];
    for (const [at, { unit }] of eachUnit(pointers).entries()) {
      try {
        found.push({ unit, finding: await simple.attack(units[at] as Unit, known) });
      } catch (error) {
        // The message may quote what the attack worked on; its class is enough to find it by.
        found.push({ unit, error: error instanceof Error ? error.name : 'unknown' });
      }
    }
    for (const slice of new Set(pointers.map((pointer) => pointer.slice))) {
      const own = found.filter(({ unit }) => Math.floor(unit / SLICE_UNITS) === slice);
      await work.write(unitKey(foundPrefix(slice), own[0]?.unit ?? 0), jsonLines(own));
    }
  }

  return {
    attack: (pointers) => (simple.learn === undefined ? attack(pointers) : Promise.resolve()),
    async learn() {
      progress.step('learn', null);
      const units: Unit[] = [];
      for await (const batch of batches(readJsonLines<UnitPointer>(work, MANIFEST), HOME_BATCH))
        units.push(...(await readUnits<Unit>(work, batch)));
      await writeJson(work, MODEL, (await simple.learn?.(units, request)) ?? null);
      progress.end();
    },
    decide: attack,
    async measure({ slice, start, end }, encoders) {
      const pointers = await readAllJsonLines<UnitPointer>(work, MANIFEST, { start, end });
      const units = await readUnits<Unit>(work, pointers);
      const truths = read.hasOriginal ? await readAllJsonLines<Truth>(work, truthKey(slice)) : null;
      const found = new Map<number, Found<Finding>>();
      for await (const { key } of work.list(foundPrefix(slice)))
        for await (const each of readJsonLines<Found<Finding>>(work, key)) found.set(each.unit, each);
      const [sums, exposures, lost]: [Sum[], (readonly Exposure[])[], number[]] = [[], [], []];
      let errored = 0;
      for (const [at, { unit }] of eachUnit(pointers).entries()) {
        const own = found.get(unit);
        if (own === undefined) lost.push(unit);
        else if ('error' in own) errored += 1;
        else {
          const measured = simple.measure(units[at] as Unit, own.finding, truths?.[at] ?? null, unit);
          sums.push(measured.sum);
          exposures.push(measured.exposures);
        }
      }
      const [first] = attacks;
      if (first === undefined) throw new Error(`the kind ${simple.name} has no attack`);
      const people = await writeSlicePeople(work, { slice, attack: first, units: exposures, encoders });
      if (unitsIn(pointers) !== units.length) throw new Error('units and pointers differ');
      await writeJson(work, figuresKey(slice), { sums, errored, lost, people } satisfies SliceFigures<Sum>);
    },
    async publish(ending, ports) {
      const slices = new SlicesOfPeople();
      const [sums, lost]: [Sum[], number[]] = [[], []];
      let erroredUnits = 0;
      const stored = readAhead(Array(read.slices).keys(), (slice) => readJson<SliceFigures<Sum>>(work, figuresKey(slice)));
      for await (const figures of stored) {
        slices.add(figures.people);
        for (const sum of figures.sums) sums.push(sum);
        for (const unit of figures.lost) lost.push(unit);
        erroredUnits += figures.errored;
      }
      const [attackOfPeople] = attacks;
      if (attackOfPeople === undefined) throw new Error(`the kind ${simple.name} has no attack`);
      const all = await finishPeople(work, slices, { attack: attackOfPeople, everybody: everybody(work), encoders: ports.encoders });
      const people = all.figures.views.all.length === 0 ? null : all;
      const lostNotices = await lostNotice(simple.units, lost, ending);
      const notices = [...read.notices, ...ending.notices, ...lostNotices];
      const found = {
        request,
        hasOriginal: read.hasOriginal,
        unitCount: read.units,
        sums,
        erroredUnits,
        lostUnits: lost.length,
        people,
      };
      return publishSimple({ simple, attacks, read, found, ending: { ...ending, notices } }, { ...ports, work, progress });
    },
  };
}

async function* everybody(work: BlobStore): AsyncGenerator<{ readonly id: string | null }> {
  for await (const id of readJsonLines<string | null>(work, PEOPLE)) yield { id };
}
