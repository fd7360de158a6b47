import { plural } from '../shared/app/audit/publish/text.ts';
import { MembersSeen, SupportCounter } from '../shared/core/breach/check-support.ts';
import { rareItemsets } from '../shared/core/breach/rare-itemsets.ts';
import { BadInput } from '../shared/core/model/bad-input.ts';
import { groupKey } from '../shared/core/model/group.ts';
import { Mentions } from '../shared/core/model/mentions.ts';
import { isGeneralised, type LocatedTransaction } from '../shared/core/model/transaction.ts';
import { readLines } from './anonymise/read-lines.ts';
import { ExitCode, type Terminal } from './command.ts';

interface SupportClaim {
  readonly file: string;
  readonly k: number;
  /** Every combination of at most so many published items; null: protected itemsets. */
  readonly m: number | null;
  /** A file of itemsets; null: each member of a generalised item, alone. */
  readonly constraints: string | null;
}

interface Rare {
  readonly items: readonly string[];
  readonly found: number;
}

/** The claim of a set-generalised release, counted. */
export async function checkSupports(
  claim: SupportClaim,
  released: AsyncIterable<LocatedTransaction>,
  { json, most }: { readonly json: boolean; readonly most: number },
  terminal: Terminal,
): Promise<ExitCode> {
  const transactions = await Array.fromAsync(released);
  const { checked, rare, what } =
    claim.m === null ? await protectedSets(claim, transactions) : combinations(claim.k, claim.m, transactions);
  for (const { items, found } of rare.slice(0, json ? rare.length : most)) {
    terminal.out.write(
      json
        ? `${JSON.stringify({ rule: 'support', items, found, wanted: claim.k })}\n`
        : `  ${items.map((item) => JSON.stringify(item)).join(' + ')} in ${plural(found, 'transaction')}, fewer than k = ${claim.k}\n`,
    );
  }
  if (json) return rare.length === 0 ? ExitCode.done : ExitCode.claimFalse;
  if (rare.length > most) terminal.out.write(`  ... and ${rare.length - most} more (--all, --json)\n`);
  const cannot = claim.k > transactions.length ? ` (it has fewer than ${claim.k})` : '';
  terminal.out.write(
    `${claim.file}: ${plural(transactions.length, 'transaction')}${cannot}, ${checked}: ${rare.length === 0 ? `${what} as claimed` : `NOT ${what}: ${plural(rare.length, 'violation')}`}\n`,
  );
  return rare.length === 0 ? ExitCode.done : ExitCode.claimFalse;
}

async function protectedSets({ k, constraints, file }: SupportClaim, transactions: readonly LocatedTransaction[]) {
  const sets =
    constraints === null ? membersOf(file, transactions) : (await readLines(constraints)).map(({ items }) => items as readonly string[]);
  const mentions = new Mentions([], sets);
  const counter = new SupportCounter({ k, sets });
  for (const transaction of transactions) {
    mentions.add(transaction.items);
    counter.add(transaction);
  }
  if (constraints !== null && mentions.unknownSets(sets).length === sets.length)
    throw new BadInput('every one of these sets names an item that the release does not hold: are they those of another file?', {
      file: constraints,
    });
  const { checked, notCounted, violations } = counter.finding();
  if (notCounted > 0) throw new BadInput(`${notCounted} sets have more than 16 items: their parts are too many to count`);
  const rare = violations.map(({ items, support }): Rare => ({ items, found: support }));
  return { checked: plural(checked, 'protected itemset'), rare, what: `protected with k = ${k}` };
}

function membersOf(file: string, transactions: readonly LocatedTransaction[]): string[][] {
  const seen = new MembersSeen();
  for (const transaction of transactions) seen.add(transaction);
  const sets = seen.sets();
  if (sets.length === 0)
    throw new BadInput('this release marks no generalised item; say what is protected with --constraints, or count combinations with --m', {
      file,
    });
  return sets;
}

/** k^m-anonymity: what is published counts as it stands, a generalised item as one. */
function combinations(k: number, m: number, transactions: readonly LocatedTransaction[]) {
  const names: string[] = [];
  const places = new Map<string, number>();
  const rows = transactions.map(({ items }) =>
    items.map((entry) => {
      const key = isGeneralised(entry) ? groupKey(entry) : entry;
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, names.length);
      names.push(isGeneralised(entry) ? `(${entry.join(', ')})` : entry);
      return names.length - 1;
    }),
  );
  const rare = rareItemsets(rows, names.length, k, m).map(
    ({ items, support }): Rare => ({ items: items.map((item) => names[item] as string), found: support }),
  );
  return { checked: plural(names.length, 'published item'), rare, what: `${k}^${m}-anonymous` };
}
