import type { CellValue, ResultTable } from '../../contracts/table.ts';
import { NoNumber } from '../../core/verdict/failure.ts';
import type { ColumnBlock, RowBlock } from '../../ports/table-encoder.ts';

/** Rows of a block, and so of a row group of the file: part of the format, since the bytes depend on it. */
const BLOCK_ROWS = 20_000;

/** One column while its block is filled. */
export class ColumnDraft {
  readonly values = new Float64Array(BLOCK_ROWS);
  readonly #name: string;
  #texts = new Map<string, number>();

  constructor(name: string) {
    this.#name = name;
  }

  /** The number that stands for a text in this block. */
  place(text: string): number {
    let place = this.#texts.get(text);
    if (place === undefined) {
      place = this.#texts.size;
      this.#texts.set(text, place);
    }
    return place;
  }

  put(row: number, cell: CellValue): void {
    if (typeof cell === 'number' && !Number.isFinite(cell)) throw new NoNumber(this.#name, cell);
    this.values[row] = cell === null ? Number.NaN : typeof cell === 'string' ? this.place(cell) : Number(cell);
  }

  /** The filled part as a view, not a copy; the column restarts over it. */
  take(rows: number): ColumnBlock {
    const block = { values: this.values.subarray(0, rows), texts: [...this.#texts.keys()] };
    this.#texts = new Map();
    return block;
  }
}

/** Collects the rows of one block by column. Whoever fills the columns says by `rows` how far. */
export class BlockDraft {
  rows = 0;
  readonly #columns: readonly ColumnDraft[];
  readonly #byName: ReadonlyMap<string, ColumnDraft>;

  constructor(table: ResultTable) {
    this.#columns = table.columns.map(({ name }) => new ColumnDraft(`${table.name}.${name}`));
    this.#byName = new Map(table.columns.map(({ name }, at) => [name, this.#columns[at]]));
  }

  get room(): number {
    return BLOCK_ROWS - this.rows;
  }

  column(name: string): ColumnDraft {
    const column = this.#byName.get(name);
    if (column === undefined) throw new Error(`there is no column ${name}`);
    return column;
  }

  add(row: readonly CellValue[]): void {
    for (let at = 0; at < this.#columns.length; at += 1) this.#columns[at].put(this.rows, row[at] ?? null);
    this.rows += 1;
  }

  take(): RowBlock {
    const block = { rows: this.rows, columns: this.#columns.map((column) => column.take(this.rows)) };
    this.rows = 0;
    return block;
  }
}

export function* rowBlocks(table: ResultTable, rows: Iterable<readonly CellValue[]>): Generator<RowBlock> {
  const draft = new BlockDraft(table);
  for (const row of rows) {
    draft.add(row);
    if (draft.room === 0) yield draft.take();
  }
  if (draft.rows > 0) yield draft.take();
}
