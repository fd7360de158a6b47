import { singledOut } from '../../shared/core/statistics/known-items.ts';
import { grouped, percent } from '../../shared/core/verdict/figure-text.ts';
import { transactionsIn } from '../../shared/kit/read/read-transactions.ts';
import { readersHere } from '../readers.ts';

/** Transactions that are looked at: of more, evenly spaced ones. */
const LOOKED_AT = 5_000;
const KNOWN = 3;

/** People who are unique in the data as they are, in words. */
export async function exposedTransactions(file: string): Promise<string[]> {
  const all = await transactionsIn(file, readersHere());
  const step = Math.max(1, all.length / LOOKED_AT);
  const numbers = new Map<string, number>();
  const rows = all.map(({ items }) => [...new Set(items.map((item) => numberOf(numbers, String(item))))]);
  const looked = Array.from({ length: Math.min(all.length, LOOKED_AT) }, (_, at) => Math.floor(at * step));
  const found = singledOut(rows, looked, numbers.size, KNOWN);
  const of = grouped(looked.length);
  return found.map(
    (count, at) =>
      `Whoever knows ${['one item', 'two items', 'three items'][at]} finds ${grouped(count)} of ${of} persons (${percent(count / Math.max(1, looked.length))}).`,
  );
}

const numberOf = (numbers: Map<string, number>, item: string): number => {
  const known = numbers.get(item) ?? numbers.size;
  numbers.set(item, known);
  return known;
};
