import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { MANIFEST, readUnits } from '../../shared/app/audit/plan/units.ts';
import { QUIET } from '../../shared/app/audit/run-audit.ts';
import { readJsonLines } from '../../shared/app/blobs/json-lines.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { GROUP_RECORDS, type GroupRecord, UNIT_POINTERS } from '../../shared/contracts/work.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { prepareAudit } from '../../shared/kinds/set-generalised/plan/prepare-audit.ts';
import { words } from '../releases.ts';

/** Generalised items of 4 members, each in 4 transactions; 8 of them in a transaction, with 3 of the 12 context items of their subject. */
export const GROUPS = 2_000;
const MEMBERS = 4;
const ROWS = 4;
const IN_ONE = 8;
const CONTEXT = 400;
const SUBJECT = 12;

type Transaction = readonly (string | readonly string[])[];
const WORDS = words(CONTEXT + 2 * GROUPS * MEMBERS);
/** Places of members that have a subject in common. */
const OF_SUBJECT = IN_ONE * MEMBERS;

/** `from`: where among the words its members begin. */
function dataset(from: number, seed: string): Transaction[] {
  const random = seeded('cache-hits', seed);
  const transactions: Transaction[] = [];
  for (let first = from; first < from + GROUPS * MEMBERS; first += OF_SUBJECT) {
    const subject = seeded('subject', first);
    const pool = Array.from({ length: SUBJECT }, () => WORDS[subject.below(CONTEXT)] as string);
    const own = Array.from({ length: IN_ONE }, (_, at) =>
      WORDS.slice(CONTEXT + first + at * MEMBERS, CONTEXT + first + (at + 1) * MEMBERS),
    );
    for (let row = 0; row < ROWS; row += 1) {
      const [a, b, c] = shuffle([...new Set(pool)], random);
      transactions.push([a as string, ...own, b as string, c as string]);
    }
  }
  return transactions;
}

export const BASE = dataset(0, 'first');

/** What was context is generalised, and what was generalised is context. */
const turned = (transactions: readonly Transaction[]): Transaction[] =>
  transactions.map((items) => {
    const sets = items.filter((entry) => typeof entry !== 'string') as (readonly string[])[];
    return [sets[0]?.[0] as string, items.filter((entry) => typeof entry === 'string') as string[], sets.at(-1)?.[0] as string];
  });

/** What may differ between two audits that ask for the same pairs, and what for other ones. */
export const CASES: readonly (readonly [what: string, transactions: readonly Transaction[], width: number])[] = (() => {
  const random = seeded('cases');
  const one = [...BASE, dataset(GROUPS * MEMBERS, 'one more')[0] as Transaction];
  const members = BASE.map((items) => items.map((entry) => (typeof entry === 'string' ? entry : shuffle([...entry], random))));
  return [
    ['the same release', BASE, 2],
    // Neither is part of a question; that they are not is what the row shows.
    ['other folder, attack, seed', BASE, 2],
    ['one transaction more', one, 2],
    ['its lines reversed', BASE.toReversed(), 2],
    ['its members reordered', members, 2],
    ['another width: 3 instead of 2', BASE, 3],
    ['another dataset, half its terms in common', dataset((GROUPS * MEMBERS) / 2, 'second'), 2],
    ['members and context in each other\u2019s place', turned(BASE), 2],
  ];
})();

/** The units of work that an audit makes of it, by the product's own steps. */
export async function unitsOf(transactions: readonly Transaction[], width: number, seed: string): Promise<GroupRecord[]> {
  const work = memoryBlobStore();
  const lines = async function* () {
    for (const [at, items] of transactions.entries()) yield { line: at + 1, items };
  };
  const request = auditRequest.parse({ release: 'r', seed, context: { select: 'nearest', width } });
  await prepareAudit({ request, release: { name: 'r', transactions: lines() }, original: null, ordered: true } as never, work, QUIET);
  const units: GroupRecord[] = [];
  for await (const pointer of readJsonLines(work, MANIFEST, UNIT_POINTERS))
    units.push(...(await readUnits(work, [pointer], GROUP_RECORDS)));
  return units;
}
