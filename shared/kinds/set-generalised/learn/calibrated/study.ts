import { transactionKey } from '../../../../core/model/canonical-order.ts';
import { type Entry, isGeneralised, type Transaction } from '../../../../core/model/transaction.ts';
import { hashText } from '../../../../core/random/random.ts';
import type { GroupRecord, GroupRow } from '../../../../kit/score/group-record.ts';
import type { SliceUnits } from '../release-view.ts';

/** Generalised items that a large release is learned from: some hundreds serve for practice, and these have the contexts of thousands. */
export const STUDIED = 2_048;
/** Cells of theirs: learning holds up to 7 KB a cell (docs/adr/calibrated.md). A row with more items around it than cells counts these. */
export const STUDIED_CELLS = 300_000;
/** Releases of more characters or cells are studied in part, and decided slice by slice: their rows carry all single items around them. */
const WHOLE_CHARACTERS = 4_000_000;
export const isStudied = ({ characters, cells }: { readonly characters: number; readonly cells: number }): boolean =>
  characters >= WHOLE_CHARACTERS || cells > STUDIED_CELLS;

/**
 * Bytes that learning holds: for a process, for a cell that is learned from, for a character of the text read at once, for a row of the largest
 * group.
 */
const HELD = { process: 450e6, cell: 7_000, character: 40, row: 1_000 };
/** Maximum memory of learning (docs/adr/calibrated.md), reported before it begins, since a function that runs out of memory reports nothing. */
export const learningBytes = ({ characters, cells }: { readonly characters: number; readonly cells: number }, largest: number): number =>
  HELD.process + HELD.cell * Math.min(cells, STUDIED_CELLS) + HELD.character * Math.min(characters, WHOLE_CHARACTERS) + HELD.row * largest;

/** Cells that are read at most to choose from: a gigabyte of rows, some twenty seconds. */
const READ_CELLS = 20_000_000;
/** A table of one row says nothing. */
const LEAST_ROWS = 2;

/** A row with all single items around it, as in large releases (plan/plan-groups). */
type WholeRow = GroupRow & Required<Pick<GroupRow, 'p' | 'a' | 'q'>>;

/**
 * The first groups in their canonical order, which is that of hashes: a sample; of large groups their first rows, whose order is one of hashes too.
 * Null where the release is small, and all of it is learned from.
 */
export async function studiedGroups(slices: AsyncIterable<Pick<SliceUnits, 'groups'>>): Promise<GroupRecord[] | null> {
  const sample = new Sample();
  let read = 0;
  for await (const { groups } of slices) {
    for (const group of groups) {
      if (group.around === undefined) return null;
      sample.add(group);
      read += group.rows.length * group.members.length;
      if (sample.isFull || read > READ_CELLS) return sample.end();
    }
  }
  return sample.end();
}

/** Groups with as many of their rows as fit, the same share for all that are larger. */
class Sample {
  #groups: { readonly group: GroupRecord; readonly size: number }[] = [];
  #size = 0;
  #least = 0;

  get isFull(): boolean {
    return this.#groups.length === STUDIED || this.#least >= STUDIED_CELLS;
  }

  add(group: GroupRecord): void {
    const own = sizes(group);
    this.#least += sum(own.slice(0, LEAST_ROWS));
    this.#groups.push({ group, size: sum(own) });
    this.#size += sum(own);
    // A share only shrinks, so the end would cut the same.
    if (this.#size > 2 * STUDIED_CELLS) this.#cut();
  }

  end(): GroupRecord[] {
    this.#cut();
    return this.#groups.map(({ group }) => group);
  }

  #cut(): void {
    if (this.#size <= STUDIED_CELLS) return;
    const most = evenShare(
      this.#groups.map(({ size }) => size),
      STUDIED_CELLS,
    );
    this.#groups = this.#groups.map((each) => {
      if (each.size <= most) return each;
      const group = firstRows(each.group, most);
      return { group, size: sum(sizes(group)) };
    });
    this.#size = sum(this.#groups.map(({ size }) => size));
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const sizes = ({ members, rows }: GroupRecord): number[] => rows.map(({ a = [] }) => Math.max(members.length, a.length));

/** Equal share of `most`: smaller groups leave their rest to the others. */
export function evenShare(sizes: readonly number[], most: number): number {
  let left = most;
  const rising = sizes.toSorted((a, b) => a - b);
  for (const [at, size] of rising.entries()) {
    const share = Math.floor(left / (rising.length - at));
    if (size > share) return share;
    left -= size;
  }
  return most;
}

/** A group with its first rows, and nothing around it that only the others carry; its chosen context is not learned from. */
function firstRows(group: GroupRecord, most: number): GroupRecord {
  let [kept, size] = [0, 0];
  for (const own of sizes(group)) {
    if (kept >= LEAST_ROWS && size + own > most) break;
    kept += 1;
    size += own;
  }
  const around = new Map<number, number>();
  const rows = group.rows.slice(0, kept).map(
    ({ a = [], ...row }): GroupRow => ({
      ...row,
      c: [],
      a: a.map((item) => {
        const place = around.get(item) ?? around.size;
        around.set(item, place);
        return place;
      }),
    }),
  );
  return { ...group, context: [], around: [...around.keys()].map((item) => group.around?.[item] as string), rows };
}

/** The content names a study, so it is made once for all batches. */
export const studyName = (transactions: readonly Transaction[]): string =>
  hashText(transactions.map(({ items }) => JSON.stringify(items)).join('\n')).join('-');

/** Transactions that carry studied groups and, if these are all groups, the same share of those without any. */
export async function studyOf(
  groups: readonly GroupRecord[],
  release: AsyncIterable<Transaction>,
  ordered: boolean,
  seed: string,
): Promise<Transaction[]> {
  const carrying = transactionsOf(groups);
  return groups.length >= STUDIED ? carrying : [...carrying, ...(await shareOfOthers(release, carrying.length, ordered, seed))];
}

/** By a hash of their content; of no more items than a study has cells. */
async function shareOfOthers(release: AsyncIterable<Transaction>, studied: number, ordered: boolean, seed: string): Promise<Transaction[]> {
  let held: { readonly key: number; readonly transaction: Transaction }[] = [];
  let [carrying, size, share] = [0, 0, 1];
  for await (const { id, items } of release) {
    if (items.some(isGeneralised)) {
      carrying += 1;
      continue;
    }
    const key = Number.parseInt(transactionKey(items, ordered, seed).slice(0, 8), 16) / 2 ** 32;
    if (key >= share) continue;
    held.push({ key, transaction: { ...(id === undefined ? {} : { id }), items } });
    size += items.length;
    while (size > STUDIED_CELLS) {
      share /= 2;
      held = held.filter((each) => each.key < share);
      size = held.reduce((total, { transaction }) => total + transaction.items.length, 0);
    }
  }
  const most = carrying === 0 ? 0 : studied / carrying;
  return held.filter(({ key }) => key < most).map(({ transaction }) => transaction);
}

/** Holds the place of a generalised item that is not studied. */
const ELSEWHERE: readonly string[] = [];

/** The transactions that carry groups: what they publish alone, and those groups, each in its place. */
export function transactionsOf(groups: readonly GroupRecord[]): Transaction[] {
  const transactions = new Map<number, { readonly id?: string; readonly items: Entry[] }>();
  for (const { members, around = [], rows } of groups) {
    for (const { t, id, p, a, q } of rows as readonly WholeRow[]) {
      const known = transactions.get(t) ?? { ...(id === undefined ? {} : { id }), items: [] };
      transactions.set(t, known);
      put(known.items, p, members);
      for (const [at, item] of a.entries()) put(known.items, q[at], around[item]);
    }
  }
  return [...transactions].sort(([a], [b]) => a - b).map(([, transaction]) => transaction);
}

function put(items: Entry[], place: number, entry: Entry): void {
  while (items.length <= place) items.push(ELSEWHERE);
  items[place] = entry;
}
