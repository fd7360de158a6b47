import * as z from 'zod';
import type { AuditRequest } from '../../contracts/audit-request.ts';
import { many } from '../../contracts/work-blob.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Files } from '../../kit/kind.ts';
import type { PlainShapes } from '../../kit/plain/blobs.ts';
import { plainKind } from '../../kit/plain/kind-of-plain.ts';
import type { CutRelease, Guess } from '../../kit/plain/plain-kind.ts';
import { RELATED_PAIRS, type RelatedPairs, relatePairs } from '../../kit/plain/relate-pairs.ts';
import { wholeText } from '../../kit/read/open-bytes.ts';
import { readOriginal } from '../../kit/read/read-release.ts';
import { differencesFrom, type GroupedRelease } from './core/grouped-release.ts';
import { parseGrouped } from './core/groups-format.ts';
import { type Holders, readHolders } from './core/holders.ts';
import { assessGroups } from './measure/assess.ts';
import { GLOSSARY, GROUP_WORDS, MEND, WORDS } from './words.ts';

type GivenGroups = {
  readonly release: GroupedRelease;
  readonly known: Known | null;
};

interface GroupUnit {
  /** Position of its first transaction in the release. */
  readonly first: number;
  readonly size: number;
  /** Each sensitive item with its count here, and its share at large. */
  readonly sensitive: readonly (readonly [item: string, count: number, share: number])[];
}

/** The sensitive items of each of its transactions, in published order; measures alone read it. */
interface GroupTruth {
  readonly first: number;
  readonly held: readonly (readonly string[])[];
}

/** A release as JSON: sensitive items as pairs, so that none can be taken for a property. */
interface StoredGroups {
  readonly groups: readonly {
    readonly transactions: readonly (readonly string[])[];
    readonly sensitive: readonly (readonly [item: string, count: number])[];
  }[];
}

export interface Known {
  readonly holders: Holders | null;
  /** Differences to the release, one sentence each. */
  readonly differences: readonly string[];
}

const STORED_GROUPS: z.ZodType<StoredGroups> = z.strictObject({
  groups: many(z.strictObject({ transactions: many(many(z.string())), sensitive: many(z.tuple([z.string(), z.int()])) })),
});
const KNOWN: z.ZodType<Known> = z.strictObject({
  holders: many(many(many(z.string()))).nullable(),
  differences: many(z.string()),
});

const position = z.int().min(0);
const SHAPES: PlainShapes<GroupUnit, GroupTruth, StoredGroups, Known, RelatedPairs> = {
  version: 1,
  unit: z.strictObject({ first: position, size: position, sensitive: many(z.tuple([z.string(), position, z.number()])) }),
  truth: z.strictObject({ first: position, held: many(many(z.string())) }),
  whole: STORED_GROUPS,
  original: KNOWN,
  related: RELATED_PAIRS,
};

/** Groups of transactions with totals of sensitive items: `{"groups":[{"transactions":[["wine"]],"sensitive":{"viagra":1}}]}`. */
export const groups = plainKind({
  name: 'groups',
  units: GROUP_WORDS,
  words: WORDS,
  shapes: SHAPES,
  attack: { name: 'group', version: 1, way: 'learned', knows: 'the group of the person' },
  glossary: GLOSSARY,
  mend: MEND,
  validate,
  open,
  cut: ({ release, known }: GivenGroups) => {
    const cut: CutRelease<GroupUnit, GroupTruth, StoredGroups, Known> = {
      people: release.groups.flatMap(({ transactions }) => transactions.map(() => ({ id: null }))),
      units: unitsOf(release, known),
      whole: storeGroups(release),
      original: known,
    };
    return Promise.resolve(cut);
  },
  expose: exposeGroup,
  judge: ({ first, held }, { person, target }) => held[person - first]?.includes(target) ?? false,
  relate: async (whole, audit, { counters }) => relatePairs(pairsBeside(restoreGroups(whole)), audit, await counters()),
  assess: (whole, { original, related }, { request }) => Promise.resolve(assessGroups(restoreGroups(whole), original, related, request)),
});

function validate({ claim }: AuditRequest): void {
  if (claim.m !== undefined)
    throw new BadInput('claim.m: groups with sensitive items claim one number, k: size / count of every item and group');
  if (claim.privacyConstraints !== undefined || claim.utilityConstraints !== undefined)
    throw new BadInput('claim: groups with sensitive items have no constraints; what is protected are their sensitive items');
}

async function open({ release, original, reading }: Files): Promise<GivenGroups> {
  const read = parseGrouped(await wholeText(release.bytes, release.name), release.name);
  if (original === null) return { release: read, known: null };
  const { parted, holders } = await readHolders(original.name, (await readOriginal(original, reading)).transactions, read);
  return { release: read, known: { holders, differences: differencesFrom(read, parted) } };
}

function* unitsOf({ groups: all }: GroupedRelease, known: Known | null) {
  const size = all.reduce((sum, { transactions }) => sum + transactions.length, 0);
  const totals = new Map<string, number>();
  for (const { sensitive } of all) for (const [item, count] of sensitive) totals.set(item, (totals.get(item) ?? 0) + count);
  let first = 0;
  for (const [at, { transactions, sensitive }] of all.entries()) {
    const told = Array.from(sensitive, ([item, count]) => [item, count, (totals.get(item) as number) / size] as const);
    const held = known?.holders?.[at];
    yield {
      unit: { first, size: transactions.length, sensitive: told },
      cells: Math.max(1, transactions.length * told.length),
      truth: held === undefined ? null : { first, held },
    };
    first += transactions.length;
  }
}

/** Each of a group's transactions has each of its sensitive items with count / size. */
function exposeGroup({ first, size, sensitive }: GroupUnit): Guess[] {
  return sensitive.flatMap(([target, count, share]) =>
    Array.from({ length: size }, (_, at) => ({
      person: first + at,
      id: null,
      target,
      probability: count / size,
      without: share,
      decision: 'named',
      betrayedBy: null,
      isProtected: false,
    })),
  );
}

function* pairsBeside({ groups }: GroupedRelease): Generator<readonly [sensitive: string, quasi: string]> {
  for (const { transactions, sensitive } of groups)
    for (const item of sensitive.keys()) for (const items of transactions) for (const quasi of items) yield [item, quasi];
}

const storeGroups = ({ groups }: GroupedRelease): StoredGroups => ({
  groups: groups.map(({ transactions, sensitive }) => ({ transactions, sensitive: [...sensitive] })),
});

const restoreGroups = ({ groups }: StoredGroups): GroupedRelease => ({
  groups: groups.map(({ transactions, sensitive }) => ({ transactions, sensitive: new Map(sensitive) })),
});
