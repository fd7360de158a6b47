import type { RowFigures } from './row-figures.ts';

/** What each attack did on each row of the release's tables: columns of 4 bytes a row. */
export interface ReleaseRows {
  readonly group: Int32Array;
  readonly transaction: Int32Array;
  readonly added: Int32Array;
  /** In the order of the audit's attacks, as `matched`. */
  readonly attacks: readonly RowEliminations[];
  readonly matched: readonly RowEliminations[];
}

export interface RowEliminations {
  readonly eliminated: Int32Array;
  readonly correct: Int32Array;
}

/** Slices' rows one after another: 3 + 4a numbers a row for a attacks, and one column twice while all are joined. */
export class JoinedRows {
  readonly #attacks: number;
  /** By column, in the order of `columnsOf`. */
  readonly #parts: Int32Array[][];

  constructor(attacks: number) {
    this.#attacks = attacks;
    this.#parts = Array.from({ length: 3 + 4 * attacks }, () => []);
  }

  add(rows: RowFigures): void {
    for (const [at, column] of columnsOf(rows).entries()) this.#parts[at]?.push(Int32Array.from(column));
  }

  /** Once: the parts are let go as they are joined. */
  end(): ReleaseRows {
    const [group, transaction, added, ...rest] = this.#parts.map((parts) => joined(parts.splice(0))) as [
      Int32Array,
      Int32Array,
      Int32Array,
      ...Int32Array[],
    ];
    const pairs = Array.from({ length: 2 * this.#attacks }, (_, at): RowEliminations => {
      return { eliminated: rest[2 * at] as Int32Array, correct: rest[2 * at + 1] as Int32Array };
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

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
