import { DRAWS } from '../../../core/attack/matched.ts';
import type { Clusters } from '../../../core/statistics/clusters.ts';
import type { ShareRows } from '../core/measure/share-products.ts';
import type { RowFigures } from './row-figures.ts';

/** Counts are small: of a group of a few members in a few transactions one byte holds them. */
type Counts = Uint8Array | Uint16Array | Int32Array;

/** Result of each attack on each row of the tables, row by row: rows are also read in the order of their transactions. */
export interface ReleaseRows {
  readonly attacks: number;
  /** Its number in the release. */
  readonly group: Int32Array;
  readonly clusters: Clusters;
  /** Of each row what was added, and then of each attack what it eliminated and what of that is correct. */
  readonly own: Counts;
  /** Of each row and attack what as many eliminations at random did: eliminated and correct, all draws added up. */
  readonly matched: Counts;
}

/** Numbers of a row in `own` and in `matched`. */
const widthsOf = (attacks: number): { readonly own: number; readonly matched: number } => ({
  own: 1 + 2 * attacks,
  matched: 2 * attacks,
});

/** Slices' rows one after another: 3 names and 1 + 4a counts a row for a attacks, and a part twice while all are joined. */
export class JoinedRows {
  readonly #attacks: number;
  readonly #parts: Record<'group' | 'transaction' | 'own' | 'matched', Counts[]> = { group: [], transaction: [], own: [], matched: [] };

  constructor(attacks: number) {
    this.#attacks = attacks;
  }

  add({ group, transaction, added, attacks, matched }: RowFigures): void {
    const columns = (of: RowFigures['attacks']): (readonly number[])[] => of.flatMap(({ eliminated, correct }) => [eliminated, correct]);
    this.#parts.group.push(Int32Array.from(group));
    this.#parts.transaction.push(Int32Array.from(transaction));
    this.#parts.own.push(rowByRow([added, ...columns(attacks)]));
    this.#parts.matched.push(rowByRow(columns(matched)));
  }

  /** Once: the parts are let go as they are joined. */
  end(): ReleaseRows {
    const group = joined(this.#parts.group, Int32Array) as Int32Array;
    const transaction = placesOf(joined(this.#parts.transaction, Int32Array) as Int32Array);
    const own = joined(this.#parts.own, Uint8Array);
    const matched = joined(this.#parts.matched, Uint8Array);
    return { attacks: this.#attacks, group, clusters: { group: placesOf(group.slice()), transaction }, own, matched };
  }
}

type Kind = Uint8ArrayConstructor | Uint16ArrayConstructor | Int32ArrayConstructor;
const KINDS: readonly Kind[] = [Uint8Array, Uint16Array, Int32Array];
const widest = (a: Kind, b: Kind): Kind => (a.BYTES_PER_ELEMENT < b.BYTES_PER_ELEMENT ? b : a);

/** As narrow as all numbers allow. */
function rowByRow(columns: readonly (readonly number[])[]): Counts {
  let most = 0;
  for (const column of columns) for (let at = 0; at < column.length; at += 1) most = Math.max(most, column[at]);
  const rows = new KINDS[most <= 0xff ? 0 : most <= 0xffff ? 1 : 2](columns.length * (columns[0]?.length ?? 0));
  for (const [nth, column] of columns.entries()) {
    for (let row = 0, to = nth; row < column.length; row += 1, to += columns.length) rows[to] = column[row];
  }
  return rows;
}

function joined(parts: Counts[], least: Kind): Counts {
  const Widest = parts.reduce<Kind>((widestYet, part) => widest(widestYet, part.constructor as Kind), least);
  const all = new Widest(parts.reduce((total, { length }) => total + length, 0));
  for (let at = 0, part = parts.shift(); part !== undefined; part = parts.shift()) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Numbers of groups or transactions made places, as they first come; in the same memory. */
function placesOf(names: Int32Array): Int32Array {
  let most = -1;
  for (let row = 0; row < names.length; row += 1) most = Math.max(most, names[row]);
  const places = new Int32Array(most + 1).fill(-1);
  let known = 0;
  for (let row = 0; row < names.length; row += 1) {
    const name = names[row];
    if (places[name] === -1) places[name] = known++;
    names[row] = places[name];
  }
  return names;
}

export const RATES = ['precision', 'recall', 'f1'] as const;
export type Rate = (typeof RATES)[number];

/** The number of a rate as a share of rows: three of each attack, and behind them three of as many eliminations at random as each made. */
export const rateAt = (place: number, rate: Rate): number => RATES.length * place + RATES.indexOf(rate);

/** Values of the 200 draws are multiplied by 200, so shares stay exact integers. */
export function rateRows(
  { attacks, group, clusters, own, matched }: ReleaseRows,
  keeps: (group: number) => boolean = () => true,
): ShareRows {
  const widths = widthsOf(attacks);
  return {
    clusters,
    shares: 2 * RATES.length * attacks,
    read(row, into) {
      if (!keeps(group[row])) return false;
      const added = own[row * widths.own];
      writeRates(own, row * widths.own + 1, attacks, added, into, 0);
      writeRates(matched, row * widths.matched, attacks, DRAWS * added, into, 2 * RATES.length * attacks);
      return true;
    },
  };
}

function writeRates(counts: ReleaseRows['own'], from: number, attacks: number, added: number, into: Float64Array, first: number): void {
  for (let attack = 0, at = from, to = first; attack < attacks; attack += 1, at += 2, to += 2 * RATES.length) {
    const [eliminated, correct] = [counts[at], counts[at + 1]];
    into[to] = correct;
    into[to + 1] = eliminated;
    into[to + 2] = correct;
    into[to + 3] = added;
    into[to + 4] = 2 * correct;
    into[to + 5] = eliminated + added;
  }
}

export function decidedIn({ attacks, own }: ReleaseRows): boolean[] {
  const { own: width } = widthsOf(attacks);
  return Array.from({ length: attacks }, (_, attack) => {
    for (let at = 1 + 2 * attack; at < own.length; at += width) if (own[at] > 0) return true;
    return false;
  });
}
