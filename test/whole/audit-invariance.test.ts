import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { UNIT_POINTERS, type UnitPointer } from '../../shared/contracts/work.ts';
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import { attackSet } from '../../shared/kinds/set-generalised/attack/attack-set.ts';
import { attackUnits, readOutcomes } from '../../shared/kinds/set-generalised/attack/attack-units.ts';
import { contextRule, readInto } from '../../shared/kinds/set-generalised/plan/prepare-audit.ts';
import { scoreUnits } from '../../shared/kinds/set-generalised/steps.ts';
import { readAllJsonLines } from '../../shared/kit/blobs/json-lines.ts';
import { eachUnit } from '../../shared/kit/plan/batches.ts';
import { MANIFEST } from '../../shared/kit/plan/units.ts';
import { readScored } from '../../shared/kit/score/stored-scores.ts';
import { auditInMemory } from '../helpers/audits.ts';
import { countsOver } from '../helpers/counts-over.ts';
import { planGroups } from '../helpers/plan-groups.ts';

const WORDS = Array.from({ length: 40 }, (_, at) => `w${at}`);
const picked = (random: Random, from: readonly string[], count: number): string[] => shuffle([...from], random).slice(0, count);

/** 40 transactions, 8 generalised items of 3, and documents about their words. */
function invented(seed: string) {
  const random = seeded(seed);
  const groups = Array.from({ length: 8 }, (_, at) => WORDS.slice(at * 3, at * 3 + 3));
  const context = WORDS.slice(24);
  const original: string[][] = [];
  const release: (string | string[])[][] = [];
  for (let at = 0; at < 40; at += 1) {
    const group = groups[at % 8];
    const freely = picked(random, context, random.below(4));
    const held = picked(random, group, 1 + random.below(2));
    original.push([...freely, ...held]);
    release.push([...freely, group]);
  }
  const documents = Array.from({ length: 80 }, () => picked(random, WORDS, 6).join(' '));
  return { original, release, source: countsOver(documents) };
}

const QUIET = { step: () => {}, advance: () => {}, end: () => {} };
const REQUEST = { claim: { k: 3, m: 2 }, context: { select: 'all' } };

test('runAudit: every result is the same for batches of 1, of 7 and of all', async () => {
  for (const seed of ['a', 'b']) {
    const data = invented(seed);
    const [one, seven, all] = await Promise.all(
      [1, 7, 1000].map((units) => auditInMemory({ ...data, request: REQUEST, batch: { units, cells: 1e9 } })),
    );
    expect(one?.outcome.plan.groups).toBe(8);
    expect(one?.outcome.attacks.some(({ tally }) => tally.eliminated > 0)).toBe(true);
    expect(seven?.files).toEqual(one?.files);
    expect(all?.files).toEqual(one?.files);
  }
});

test('runAudit: many small generalised items share pointers, and no batch shows it', async () => {
  const long = (word: string): string => `${word}${'x'.repeat(500)}`;
  const groups = Array.from({ length: 180 }, (_, at) => [0, 1, 2].map((member) => long(`m${at}n${member}`)));
  const release = groups.flatMap((group, at) => [0, 1, 2, 3].map((row) => [`c${(at + row) % 9}`, group, `c${(at * row) % 7}`]));
  const documents = groups.map((group, at) => `${group.join(' ')} c${at % 9} c${at % 7}`);
  const source = countsOver(documents);
  const data = { release, source, request: { context: { select: 'nearest' }, attacks: ['rba-normalised'] } };
  const [one, all] = await Promise.all([1, 100_000].map((units) => auditInMemory({ ...data, batch: { units, cells: 1e9 } })));
  expect(one?.outcome.plan).toMatchObject({ groups: 180, cells: 180 * 12 });
  expect(all?.files).toEqual(one?.files);
  const work = memoryBlobStore();
  const stream = async function* () {
    for (const [at, items] of release.entries()) yield { items, line: at + 1 };
  };
  const request = auditRequest.parse({ release: 'r', ...data.request });
  await planned({ request, release: { name: 'r', transactions: stream() }, ordered: true, original: null }, work);
  const pointers = await readAllJsonLines(work, MANIFEST, UNIT_POINTERS);
  expect(pointers.length).toBeLessThan(60);
  expect(eachUnit(pointers).map(({ unit }) => unit)).toEqual(groups.map((_, at) => at));
});

async function planned(input: Parameters<typeof readInto>[0], work: ReturnType<typeof memoryBlobStore>): Promise<void> {
  const release = await readInto(input, work, QUIET);
  await planGroups(work, release, contextRule(input.request, release, input.ordered), input.request.seed);
}

test('score and attack: batches in any order, twice over, and cut anew between the two, leave the records of one batch', async () => {
  const data = invented('order');
  const request = auditRequest.parse({ release: 'r', ...REQUEST });
  const attacks = attackSet(request, {}).tables;
  type Arrange = (pointers: UnitPointer[]) => UnitPointer[][];
  const records = async (arrange: Arrange, rearrange = arrange): Promise<unknown> => {
    const work = memoryBlobStore();
    const stream = async function* () {
      for (const [at, items] of data.release.entries()) yield { items, line: at + 1 };
    };
    const input = { request, release: { name: 'r', transactions: stream() }, ordered: true, original: null };
    await planned(input, work);
    const { smoothing } = request;
    const pointers = await readAllJsonLines(work, MANIFEST, UNIT_POINTERS);
    for (const batch of arrange(pointers)) await scoreUnits(work, batch, { sources: [data.source], smoothing });
    for (const batch of rearrange(pointers)) await attackUnits(work, batch, { attacks, learned: async () => [], smoothing });
    const byUnit = <T>(of: ReadonlyMap<number, T>): unknown[] => [...of].toSorted(([a], [b]) => a - b);
    return [byUnit(await readScored(work, 0, smoothing)), byUnit(await readOutcomes(work, 0))];
  };
  const inOrder = await records((pointers) => [pointers]);
  const random = seeded('arrival');
  expect(
    await records((pointers) =>
      shuffle(
        pointers.map((pointer) => [pointer]),
        random,
      ),
    ),
  ).toEqual(inOrder);
  expect(await records((pointers) => [pointers.slice(3), pointers, pointers.slice(0, 5)])).toEqual(inOrder);
  const inThrees = (pointers: UnitPointer[]): UnitPointer[][] => [pointers.slice(0, 3), pointers.slice(3, 6), pointers.slice(6)];
  const inFives = (pointers: UnitPointer[]): UnitPointer[][] => [pointers.slice(5), pointers.slice(0, 5)];
  expect(await records(inThrees, inFives)).toEqual(inOrder);
  expect(await records((pointers) => [pointers, pointers.slice(2, 4)], inThrees)).toEqual(inOrder);
});

test('runAudit: noise in the place of the original changes no decision', async () => {
  const data = invented('noise');
  const noise = data.release.map((items) => items.map((entry) => (typeof entry === 'string' ? entry : entry[0])));
  const [real, other] = await Promise.all([data.original, noise].map((original) => auditInMemory({ ...data, original, request: REQUEST })));
  expect(other?.files['attacked.jsonl']).toBe(real?.files['attacked.jsonl']);
  expect(other?.files['scores.jsonl']).toBe(real?.files['scores.jsonl']);
  expect(other?.files['attacks.jsonl']).not.toBe(real?.files['attacks.jsonl']);
});
