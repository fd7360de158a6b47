import { decide } from '../../shared/core/attack/calibrated/decide.ts';
import { type IndexedRelease, type IndexedTransaction, indexRelease } from '../../shared/core/attack/calibrated/indexed-release.ts';
import { reliability, Stated } from '../../shared/core/measure/reliability.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { type CalibratedInput, learn, prepare } from '../../shared/kinds/set-generalised/learn/calibrated/learn.ts';
import type { MadeRelease } from '../calibrated/make-release.ts';

/** What the attack reaches on one release. */
export interface Reached {
  readonly f1: number;
  /** At the asked precision. */
  readonly precision: number;
  readonly recall: number;
  /** Calibration error less its floor. */
  readonly over: number;
  readonly seconds: number;
}

/** Practice, learning and both decisions, without the rest of an audit; the truth is looked at afterwards. */
export async function measure({ release, truth }: MadeRelease, knowing: Omit<CalibratedInput, 'release'>): Promise<Reached> {
  const started = process.cpuUsage().user;
  const input = { ...knowing, release };
  const prepared = await prepare(input);
  if ('reason' in prepared) throw new Error(prepared.reason);
  const learned = await learn(prepared, input);
  if ('reason' in learned) throw new Error(learned.reason);
  const { model, baseRate, tables } = learned;
  const seconds = (process.cpuUsage().user - started) / 1e6;
  const originals = originalsOf(release, truth, input);
  const stated = new Stated();
  const counts = { cover: { right: 0, made: 0 }, precise: { right: 0, made: 0 } };
  let all = 0;
  for (const { s, ...table } of tables) {
    const original = originals.get(table.key) as readonly boolean[];
    all += original.filter((yes) => !yes).length;
    for (const kind of ['cover', 'precise'] as const) {
      const { cells, added } = decide(model, baseRate.shift, { ...table, s: Float64Array.from(s) }, kind);
      counts[kind].made += cells.length;
      for (const cell of cells) if (!original[cell]) counts[kind].right += 1;
      if (kind === 'cover') for (const [cell, p] of added.entries()) stated.add(p, original[cell] ? 0 : 1);
    }
  }
  const { cover, precise } = counts;
  const { error, floor } = reliability(stated.counts()) ?? { error: 1, floor: 0 };
  return {
    f1: (2 * cover.right) / (cover.made + all),
    precision: precise.made === 0 ? 1 : precise.right / precise.made,
    recall: precise.right / all,
    over: error - floor,
    seconds,
  };
}

/** Which cells of each table are original, by the key of its group. */
function originalsOf(
  release: readonly Transaction[],
  truth: readonly ReadonlySet<string>[],
  { seed, ordered }: Pick<CalibratedInput, 'seed' | 'ordered'>,
): Map<string, boolean[]> {
  const truthOf = new Map(release.map(({ items }, at) => [contentOf(items), truth[at] as ReadonlySet<string>]));
  const indexed = indexRelease(release, { seed, ordered });
  return new Map(
    indexed.groups.map(({ key, members, rows }) => [
      key,
      Array.from(rows).flatMap((row) => {
        const own = truthOf.get(contentOf(itemsOf(indexed, indexed.transactions[row] as IndexedTransaction)));
        return Array.from(members, (member) => own?.has(indexed.terms[member] as string) ?? false);
      }),
    ]),
  );
}

const contentOf = (items: Transaction['items']): string =>
  JSON.stringify(items.map((entry) => (typeof entry === 'string' ? entry : [...entry].sort())));

const itemsOf = ({ terms, groups }: IndexedRelease, { entries }: IndexedTransaction): Transaction['items'] =>
  Array.from(entries, (entry) =>
    entry >= 0 ? (terms[entry] as string) : Array.from(groups[~entry]?.members ?? [], (member) => terms[member] as string),
  );
