// A large release is learned from in part: any group must get the same result as with the whole release.
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { UNIT_POINTERS } from '../../shared/contracts/work.ts';
import { groupKey, isGeneralised } from '../../shared/core/model/transaction.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { GROUP_RECORDS } from '../../shared/kinds/set-generalised/contracts.ts';
import type { TableEvidence } from '../../shared/kinds/set-generalised/core/calibrated/evidence.ts';
import { useTablesBeyond } from '../../shared/kinds/set-generalised/learn/calibrated/beyond.ts';
import { type Knowing, prepare } from '../../shared/kinds/set-generalised/learn/calibrated/learn.ts';
import { type OpenRelease, openRelease } from '../../shared/kinds/set-generalised/learn/calibrated/open-release.ts';
import {
  evenShare,
  STUDIED,
  STUDIED_CELLS,
  studiedGroups,
  studyName,
  studyOf,
  transactionsOf,
} from '../../shared/kinds/set-generalised/learn/calibrated/study.ts';
import { readInto } from '../../shared/kinds/set-generalised/plan/prepare-audit.ts';
import { readAllJsonLines } from '../../shared/kit/blobs/json-lines.ts';
import { MANIFEST, readUnits } from '../../shared/kit/plan/units.ts';
import type { GroupRecord } from '../../shared/kit/score/group-record.ts';
import { QUIET } from '../../shared/ports/progress.ts';
import { calibratedOver } from '../helpers/calibrated-release.ts';
import { countsOver } from '../helpers/counts-over.ts';
import { planGroups } from '../helpers/plan-groups.ts';

const { release, original, embeddings } = calibratedOver('studied');
const SEED = 'test';
const base = { labels: undefined, ordered: true, constrained: true, seed: SEED, asked: 0.9 };
const knowing = [
  ['word vectors', { ...base, sources: [], embeddings }],
  ['profiles of a source', { ...base, sources: [countsOver(original.map((items) => items.join(' ')))], embeddings: null }],
] as const;

/** Units as in a large release: with all single items around each row. */
async function plannedGroups(): Promise<GroupRecord[]> {
  const work = memoryBlobStore();
  async function* lines() {
    for (const [at, items] of release.entries()) yield { line: at + 1, items };
  }
  const request = auditRequest.parse({ release: 'r', seed: SEED });
  const read = await readInto(
    { request, release: { name: 'r', transactions: lines() }, original: null, ordered: true } as never,
    work,
    QUIET,
  );
  await planGroups(work, { ...read, characters: 5_000_000 }, { kind: 'nearest', w: 2 }, SEED);
  return readUnits(work, await readAllJsonLines(work, MANIFEST, UNIT_POINTERS), GROUP_RECORDS);
}
const planned = plannedGroups();

test('rows carry the transaction that they stand in: every item alone, and every generalised item, in its place', async () => {
  const groups = await planned;
  const whole = transactionsOf(groups);
  const carrying = release.filter((items) => items.some(isGeneralised));
  const text = (items: readonly (string | readonly string[])[]): string =>
    JSON.stringify(items.map((entry) => (typeof entry === 'string' ? entry : groupKey(entry))));
  expect(whole.map(({ items }) => text(items)).toSorted()).toEqual(carrying.map(text).toSorted());
  // Of half of the groups the others only hold their places.
  const half = transactionsOf(groups.slice(0, 6));
  for (const { items } of half) {
    const full = carrying.find((each) => each.every((entry, at) => isGeneralised(entry) || items[at] === entry));
    expect(full).toHaveLength(items.length);
  }
});

/** Copied: the next table overwrites the evidence of the one before. */
async function evidenceBeyond(...[study, groups, input]: [OpenRelease, readonly GroupRecord[], Knowing]): Promise<TableEvidence[]> {
  const found: TableEvidence[] = [];
  await useTablesBeyond(study, groups, input, ({ evidence }) => found.push({ ...evidence, values: evidence.values.slice() }));
  return found;
}

describe.each(knowing)('with %s', (_what, input) => {
  test('evidence of a group beyond a study of everything is its evidence, to the last bit', async () => {
    const groups = await planned;
    const all = { ...input, release: transactionsOf(groups), study: 'all' };
    const study = await openRelease(all);
    const beyond = new Map((await evidenceBeyond(study, groups, all)).map((evidence) => [evidence.key, evidence]));
    const prepared = await prepare(all);
    if ('reason' in prepared) throw new Error(prepared.reason);
    let compared = 0;
    for await (const part of prepared.real) {
      for (const { evidence } of part) {
        expect(beyond.get(evidence.key)).toEqual(evidence);
        compared += 1;
      }
    }
    expect(compared).toBe(groups.length);
  });

  test('evidence beyond a study depends on study and group, not on the batch', async () => {
    const groups = await planned;
    const own = { ...input, release: transactionsOf(groups.slice(0, 5)) };
    const study = await openRelease({ ...own, study: 'five' });
    const together = await evidenceBeyond(study, groups, own);
    const order = shuffle([...groups.keys()], seeded('batches'));
    for (let from = 0; from < order.length; from += 5) {
      const batch = order.slice(from, from + 5);
      const apart = await evidenceBeyond(
        study,
        batch.map((at) => groups[at]),
        own,
      );
      for (const [place, at] of batch.entries()) expect(apart[place]).toEqual(together[at]);
    }
  });
});

async function* many(count: number, each: GroupRecord) {
  for (let left = count; left > 0; left -= 100) yield { groups: Array.from({ length: Math.min(100, left) }, () => each) };
}
const cellsOf = (groups: readonly GroupRecord[]): number =>
  groups.reduce((total, { rows, members }) => total + rows.length * members.length, 0);

test('a release is studied in part where its rows say enough, and then of so many groups at most', async () => {
  const [group] = (await planned) as [GroupRecord];
  expect(await studiedGroups(many(STUDIED - 1, group))).toHaveLength(STUDIED - 1);
  expect(await studiedGroups(many(STUDIED + 1, group))).toHaveLength(STUDIED);
  const { around, ...small } = group;
  expect(around?.length).toBeGreaterThan(0);
  expect(await studiedGroups(many(STUDIED + 1, small))).toBeNull();
});

test('with all generalised items in it, a study has as large a share of the transactions without any, whatever their order', async () => {
  const groups = await planned;
  const others = Array.from({ length: 4_000 }, (_, at) => ({ items: [`other ${at}`, `and ${at % 7}`] }));
  const whole = transactionsOf(groups);
  const half = groups.map((group) => ({ ...group, rows: group.rows.slice(0, Math.ceil(group.rows.length / 2)) }));
  const release = [...whole, ...others];
  const studied = async (own: readonly GroupRecord[], from: typeof release) => {
    async function* lines() {
      yield* from;
    }
    const study = await studyOf(own, lines(), true, SEED);
    return study.map(({ items }) => JSON.stringify(items)).toSorted();
  };
  expect(await studied(groups, release)).toHaveLength(release.length);
  const own = await studied(half, release);
  const share = transactionsOf(half).length / whole.length;
  expect(share).toBeLessThan(0.8);
  expect(own.length / release.length).toBeGreaterThan(share - 0.05);
  expect(own.length / release.length).toBeLessThan(share + 0.05);
  expect(await studied(half, shuffle([...release], seeded('others')))).toEqual(own);
  // More of them than a study may hold: a smaller share, but enough to be one.
  const many = Array.from({ length: 40_000 }, (_, at) => ({ items: Array.from({ length: 20 }, (__, nth) => `${at} ${nth}`) }));
  const bounded = (await studied(groups, [...whole, ...many])).length - whole.length;
  expect(20 * bounded).toBeLessThanOrEqual(STUDIED_CELLS);
  expect(20 * bounded).toBeGreaterThan(STUDIED_CELLS / 3);
});

test('studies of the same generalised items in other transactions have other names', async () => {
  const groups = await planned;
  const whole = transactionsOf(groups);
  expect(studyName(whole)).toBe(studyName(transactionsOf(groups)));
  expect(studyName(whole.map(({ items }, at) => ({ items: at === 0 ? [...items, 'more'] : items })))).not.toBe(studyName(whole));
});

describe('whatever its shape, what is studied of a release is bounded in cells', () => {
  const group = (rows: number, members = 2, alone = 2): GroupRecord => ({
    id: `${rows}-${members}`,
    members: Array.from({ length: members }, (_, at) => `m${at}`),
    context: [],
    around: Array.from({ length: Math.max(1, alone) * rows }, (_, at) => `c${at}`),
    rows: Array.from({ length: rows }, (_, t) => ({
      t,
      c: [],
      p: 0,
      a: Array.from({ length: alone }, (_, at) => t * alone + at),
      q: Array.from({ length: alone }, (_, at) => at + 1),
    })),
  });

  test.each([
    [4, 4, 2],
    [10, 2, 2],
    [100, 2, 2],
    [1_000, 3, 30],
    [100_000, 2, 1],
  ])('%i rows an item', async (rows, members, alone) => {
    const all = group(rows, members, alone);
    const count = Math.min(STUDIED, Math.ceil(1_000_000 / rows));
    const studied = (await studiedGroups(many(count, all))) ?? [];
    expect(cellsOf(studied)).toBeLessThanOrEqual(STUDIED_CELLS);
    const placed = studied.reduce((total, each) => total + each.rows.reduce((sum, { a = [] }) => sum + a.length, 0), 0);
    expect(placed).toBeLessThanOrEqual(STUDIED_CELLS);
    expect(cellsOf(studied)).toBeGreaterThanOrEqual(
      Math.min(0.9 * STUDIED_CELLS * (members / Math.max(members, alone)), count * rows * members) * 0.9,
    );
    // Rows are the first of the group, each with what stands around it, and no item that only the others carry.
    for (const each of [studied[0], studied.at(-1) as GroupRecord]) {
      expect(each.rows.length).toBeGreaterThanOrEqual(2);
      expect(each.rows.map(({ t }) => t)).toEqual([...each.rows.keys()]);
      expect(each.rows.map(({ a = [] }) => a.map((at) => each.around?.[at]))).toEqual(
        each.rows.map(({ t }) => Array.from({ length: alone }, (_, at) => `c${t * alone + at}`)),
      );
      expect(each.around?.length).toBeLessThanOrEqual(Math.max(1, alone) * (each.rows.length === rows ? rows : each.rows.length));
    }
  });

  test('small groups keep all of their rows, and large ones share what is left alike', async () => {
    const groups = [group(4), group(40_000)];
    async function* mixed() {
      for (let at = 0; at < 400; at += 1) yield { groups };
    }
    const rows = ((await studiedGroups(mixed())) ?? []).map((each) => each.rows.length);
    expect(new Set(rows.filter((_, at) => at % 2 === 0))).toEqual(new Set([4]));
    const large = rows.filter((_, at) => at % 2 === 1);
    expect(new Set(large).size).toBe(1);
    expect(2 * large[0] * large.length).toBeGreaterThan(0.8 * STUDIED_CELLS);
  });

  test('an even share leaves nobody less than it has, where there is enough for all', () => {
    expect(evenShare([3, 5, 100, 100], 108)).toBe(50);
    expect(evenShare([3, 5], 100)).toBe(100);
    expect(evenShare([10, 10, 10], 12)).toBe(4);
  });
});
