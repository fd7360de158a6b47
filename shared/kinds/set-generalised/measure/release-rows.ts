import type { RowFigures } from './row-figures.ts';

/** Counts are small: of a group of a few members in a few transactions one byte holds them. */
type Counts = Uint8Array | Uint16Array | Int32Array;

/** What each attack did on each row of the release's tables: columns, each as wide as its greatest number asks. */
export interface ReleaseRows {
  readonly group: Int32Array;
  readonly transaction: Int32Array;
  readonly added: Counts;
  /** In the order of the audit's attacks, as `matched`. */
  readonly attacks: readonly RowEliminations[];
  readonly matched: readonly RowEliminations[];
}

export interface RowEliminations {
  readonly eliminated: Counts;
  readonly correct: Counts;
}

/** Slices' rows one after another: 3 + 4a numbers a row for a attacks, and one column twice while all are joined. */
export class JoinedRows {
  readonly #attacks: number;
  /** By column, in the order of `columnsOf`. */
  readonly #parts: Counts[][];

  constructor(attacks: number) {
    this.#attacks = attacks;
    this.#parts = Array.from({ length: 3 + 4 * attacks }, () => []);
  }

  add(rows: RowFigures): void {
    for (const [at, column] of columnsOf(rows).entries()) this.#parts[at]?.push(narrow(column, at < NAMES ? Int32Array : Uint8Array));
  }

  /** Once: the parts are let go as they are joined. */
  end(): ReleaseRows {
    const [group, transaction, added, ...rest] = this.#parts.map((parts, at) =>
      joined(parts.splice(0), at < NAMES ? Int32Array : Uint8Array),
    ) as [Int32Array, Int32Array, Counts, ...Counts[]];
    const pairs = Array.from({ length: 2 * this.#attacks }, (_, at): RowEliminations => {
      return { eliminated: rest[2 * at] as Counts, correct: rest[2 * at + 1] as Counts };
    });
    return { group, transaction, added, attacks: pairs.slice(0, this.#attacks), matched: pairs.slice(this.#attacks) };
  }
}

const columnsOf = ({ group, transaction, added, attacks, matched }: RowFigures): (readonly number[])[] => [
  group,
  transaction,
  added,
  ...[...attacks, ...matched].flatMap(({ eliminated, correct }) => [eliminated, correct]),
];

/** Columns that name a group or a transaction, which are first: as wide as these can be. */
const NAMES = 2;

type Kind = Uint8ArrayConstructor | Uint16ArrayConstructor | Int32ArrayConstructor;
const KINDS: readonly Kind[] = [Uint8Array, Uint16Array, Int32Array];
const widest = (a: Kind, b: Kind): Kind => (a.BYTES_PER_ELEMENT < b.BYTES_PER_ELEMENT ? b : a);

/** As narrow as its numbers allow, and no narrower than `least`. */
function narrow(column: readonly number[], least: Kind): Counts {
  let most = 0;
  for (let at = 0; at < column.length; at += 1) most = Math.max(most, column[at] as number);
  return new (widest(least, KINDS[most <= 0xff ? 0 : most <= 0xffff ? 1 : 2] as Kind))(column);
}

function joined(parts: readonly Counts[], least: Kind): Counts {
  const Widest = parts.reduce<Kind>((widestYet, part) => widest(widestYet, part.constructor as Kind), least);
  const all = new Widest(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
