import { plural } from '../shared/app/audit/publish/text.ts';
import { BadInput } from '../shared/core/model/bad-input.ts';
import { Mentions } from '../shared/core/model/mentions.ts';
import type { LocatedTransaction } from '../shared/core/model/transaction.ts';
import { type CheckedClaim, checkSupportClaims } from '../shared/kinds/set-generalised/check/claims.ts';
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

/** The claim of a set-generalised release, counted. */
export async function checkSupports(
  { file, k, m, constraints }: SupportClaim,
  released: AsyncIterable<LocatedTransaction>,
  { json, most }: { readonly json: boolean; readonly most: number },
  terminal: Terminal,
): Promise<ExitCode> {
  const transactions = await Array.fromAsync(released);
  const sets = constraints === null ? undefined : await setsIn(constraints, transactions);
  const claims = await checkSupportClaims({ k, m: m ?? undefined, constraints: sets }, async function* () {
    yield* transactions;
  });
  const [{ rare, what, state, example }] = claims as [CheckedClaim];
  if (state === 'nothing to check' && m === null)
    throw new BadInput('this release marks no generalised item; say what is protected with --constraints, or count combinations with --m', {
      file,
    });
  if (state === 'not checked') throw new BadInput(example ?? 'it cannot be counted', { file });
  for (const { items, support } of rare.slice(0, json ? rare.length : most)) {
    terminal.out.write(
      json
        ? `${JSON.stringify({ rule: 'support', items, found: support, wanted: k })}\n`
        : `  ${items.map((item) => JSON.stringify(item)).join(' + ')} in ${plural(support, 'transaction')}, fewer than k = ${k}\n`,
    );
  }
  if (json) return rare.length === 0 ? ExitCode.done : ExitCode.claimFalse;
  if (rare.length > most) terminal.out.write(`  ... and ${rare.length - most} more (--all, --json)\n`);
  const cannot = k > transactions.length ? ` (it has fewer than ${k})` : '';
  const kept = m === null ? `protected with k = ${k}` : `${k}^${m}-anonymous`;
  terminal.out.write(
    `${file}: ${plural(transactions.length, 'transaction')}${cannot}, ${what}: ${rare.length === 0 ? `${kept} as claimed` : `NOT ${kept}: ${plural(rare.length, 'violation')}`}\n`,
  );
  return rare.length === 0 ? ExitCode.done : ExitCode.claimFalse;
}

async function setsIn(constraints: string, transactions: readonly LocatedTransaction[]): Promise<(readonly string[])[]> {
  const sets = (await readLines(constraints)).map(({ items }) => items as readonly string[]);
  const mentions = new Mentions([], sets);
  for (const { items } of transactions) mentions.add(items);
  if (mentions.unknownSets(sets).length === sets.length)
    throw new BadInput('every one of these sets names an item that the release does not hold: are they those of another file?', {
      file: constraints,
    });
  return sets;
}
