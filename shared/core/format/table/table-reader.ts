import { BadInput } from '../../model/bad-input.ts';
import { isForeignLabel } from '../../model/interval.ts';
import { ownCopy } from '../../model/own-copy.ts';
import type { LocatedTransaction } from '../../model/transaction.ts';
import { itemFault } from '../item.ts';
import { HEADER_LINE, LoneFirstLine } from '../lone-first-line.ts';
import type { Warnings } from '../warnings.ts';
import { flagOf, listOf, textOf } from './cells.ts';
import { MISSING, type TableChoice } from './choice.ts';
import { cellPlace, type FileCell, type TableRow } from './delimited.ts';
import { filledCells, footRows, framed } from './frame-of.ts';
import { planTable, type TablePlan } from './plan.ts';

/** Rows examined before the layout of a table is decided. */
const SAMPLE = 1_000;

interface OpenTransaction {
  readonly id: string;
  readonly line: number;
  readonly items: string[];
  /** The same, for a transaction of many items: looking through a short list is quicker. */
  known: Set<string> | null;
}

const MANY = 24;

/**
 * Rows to transactions. Rows of one id are joined wherever they stand, so all of them are held until the end: the distinct items, the ids,
 * and about 8 bytes a row. Where a table has no ids, each row is a transaction and nothing is held.
 */
export class TransactionTableReader {
  readonly #file: string;
  readonly #choice: TableChoice;
  readonly #warnings: Warnings;
  readonly #missing: ReadonlySet<string>;
  readonly #vocabulary = new Map<string, string>();
  readonly #byId = new Map<string, OpenTransaction>();
  #held: TableRow[] = [];
  #plan: TablePlan | null = null;
  #last: OpenTransaction | null = null;
  #skipped = 0;
  /** The first of the empty rows just read; at the end of a file they are nothing to speak of. */
  #blank = 0;
  #whole: LocatedTransaction[] = [];
  #given = false;
  readonly #first = new LoneFirstLine();
  /** Rows that fill their first cell alone: where the file ends with them they belong to no transaction. */
  #foot: TableRow[] = [];
  #footed = false;
  readonly #labels = new Map<string, string>();

  constructor(file: string, warnings: Warnings, choice: TableChoice = {}) {
    this.#file = file;
    this.#choice = choice;
    this.#warnings = warnings;
    this.#missing = new Set(choice.missing ?? MISSING);
  }

  get plan(): TablePlan | null {
    return this.#plan;
  }

  get labels(): ReadonlyMap<string, string> {
    return this.#labels;
  }

  row(row: TableRow): void {
    if (this.#skipped < (this.#choice.skip ?? 0)) {
      this.#skipped += 1;
      return;
    }
    if (row.cells.every((cell) => textOf(cell) === '')) {
      if (this.#blank === 0) this.#blank = row.line;
      return;
    }
    if (this.#blank > 0) this.#warnings.add('an empty row; it is passed over', this.#blank);
    this.#blank = 0;
    if (this.#plan !== null) {
      this.#data(this.#plan, row);
      return;
    }
    this.#held.push(row);
    if (this.#held.length >= SAMPLE) this.#decide();
  }

  /** The transactions that are whole: of a table with ids, none before the end. */
  take(): LocatedTransaction[] {
    const whole = this.#whole;
    this.#whole = [];
    return whole;
  }

  end(): LocatedTransaction[] {
    if (this.#plan === null) this.#decide();
    const [note] = this.#foot;
    if (note !== undefined) this.#warnings.add('rows below the table that fill one cell; they are left out', note.line);
    for (const { id, line, items } of this.#byId.values()) this.#give({ line, id, items });
    this.#byId.clear();
    this.#vocabulary.clear();
    if (!this.#given) throw new BadInput('the file holds no transaction', { file: this.#file, line: 1, column: 1 });
    if (this.#first.found) this.#warnings.add(HEADER_LINE, 1);
    return this.take();
  }

  #decide(): void {
    if (this.#held.length === 0) throw new BadInput('the file holds no transaction', { file: this.#file, line: 1, column: 1 });
    const { titles, rows } = framed(this.#held, this.#choice.skip);
    if (titles > 0) this.#warnings.add('rows above the table that fill one cell; they are left out', this.#held[0]?.line ?? 1);
    const plan = planTable(this.#file, rows, this.#choice);
    this.#plan = plan;
    const [first, ...others] = rows;
    this.#footed = footRows(rows) > 0 || others.every((row) => filledCells(row) > 1);
    if (plan.said !== null) this.#warnings.add(plan.said, first?.line ?? 1);
    this.#held = [];
    for (const row of plan.header || first === undefined ? others : [first, ...others]) this.#data(plan, row);
  }

  #data(plan: TablePlan, row: TableRow): void {
    if (this.#footed && plan.header && plan.id !== null) {
      if (filledCells(row) === 1 && textOf(row.cells[0]) !== '') {
        this.#foot.push(row);
        return;
      }
      for (const held of this.#foot) this.#rowOf(plan, held);
      this.#foot = [];
    }
    this.#rowOf(plan, row);
  }

  #rowOf(plan: TablePlan, row: TableRow): void {
    const items = this.#items(plan, row);
    if (plan.id === null) {
      const distinct = this.#distinct([...items], row.line);
      if (!plan.header) this.#first.add(distinct);
      this.#give({ line: row.line, items: distinct });
      return;
    }
    const open = this.#transaction(plan.id, row);
    for (const item of items) this.#add(open, item, row.line);
  }

  #give(transaction: LocatedTransaction): void {
    this.#given = true;
    if (transaction.items.length === 0 && this.#choice.dropEmpty === true) {
      this.#warnings.add('a transaction without an item; it is left out', transaction.line);
      return;
    }
    if (transaction.items.length === 0) this.#warnings.add('a transaction without an item', transaction.line);
    this.#whole.push(transaction);
  }

  #distinct(items: readonly string[], line: number): string[] {
    const distinct = [...new Set(items)];
    if (distinct.length < items.length) this.#warnings.add(AGAIN, line);
    return distinct;
  }

  #transaction(column: number, row: TableRow): OpenTransaction {
    const id = textOf(row.cells[column]);
    if (id === this.#last?.id) return this.#last;
    if (id === '' || (this.#missing.has(id) && row.quoted?.has(column) !== true))
      throw this.#bad('the transaction id is missing', row, column);
    const wrong = itemFault(id);
    if (wrong !== null) throw this.#bad(`${wrong} (in the transaction id)`, row, column);
    let open = this.#byId.get(id);
    if (open === undefined) {
      open = { id: ownCopy(id), line: row.line, items: [], known: null };
      this.#byId.set(open.id, open);
    } else this.#warnings.add('rows of one transaction that do not follow each other; they were joined', row.line);
    this.#last = open;
    return open;
  }

  #add(open: OpenTransaction, item: string, line: number): void {
    if (open.known === null && open.items.length >= MANY) open.known = new Set(open.items);
    if (open.known?.has(item) ?? open.items.includes(item)) {
      this.#warnings.add(AGAIN, line);
      return;
    }
    open.known?.add(item);
    open.items.push(item);
  }

  *#items(plan: TablePlan, row: TableRow): Generator<string> {
    this.#checkWidth(plan, row);
    const last = plan.items.at(-1) ?? 0;
    for (const [at, column] of plan.labels.entries()) this.#label(row, plan.items[at], column);
    for (const column of plan.items) {
      const cell = row.cells[column];
      if (plan.flags) {
        if (this.#flag(cell, row, column)) yield this.#item(plan.names[column] ?? '', row, column);
      } else yield* this.#cell(cell, plan, row, column);
    }
    if (plan.rest)
      for (let column = last + 1; column < row.cells.length; column += 1) yield* this.#cell(row.cells[column], plan, row, column);
  }

  #label(row: TableRow, item: number, column: number): void {
    const [code, label] = [textOf(row.cells[item]), textOf(row.cells[column]).replaceAll(/\s+/g, ' ').trim()];
    if (code === '' || label === '' || this.#missing.has(label)) return;
    const known = this.#labels.get(code);
    if (known === undefined) this.#labels.set(ownCopy(code), ownCopy(label));
    else if (known !== label) this.#warnings.add('a code with another label than further up; the first one counts', row.line);
  }

  #checkWidth(plan: TablePlan, row: TableRow): void {
    if (plan.rest) return;
    const needed = Math.max(plan.id ?? 0, plan.items.at(0) ?? 0) + 1;
    const width = Math.max(plan.names.length, (plan.items.at(-1) ?? 0) + 1, (plan.id ?? 0) + 1);
    if (row.cells.length < needed)
      throw this.#bad(`${row.cells.length} columns, ${plan.names.length || needed} are expected: transaction id, item`, row, 0);
    const beyond = row.cells.findIndex((cell, at) => at >= width && textOf(cell) !== '');
    if (beyond >= 0)
      throw this.#bad(`more columns than the rows above; is there a separator inside a value that stands in no quotes?`, row, beyond);
  }

  #flag(cell: FileCell | undefined, row: TableRow, column: number): boolean {
    if (this.#missing.has(textOf(cell))) {
      this.#warnings.add(NOTHING, row.line);
      return false;
    }
    const flag = flagOf(cell);
    if (flag === null) throw this.#bad('neither yes nor no, in a column of flags', row, column);
    return flag;
  }

  *#cell(cell: FileCell | undefined, plan: TablePlan, row: TableRow, column: number): Generator<string> {
    if (cell === undefined || cell === '') return;
    if (typeof cell === 'string' && plan.list === null) {
      if (this.#missing.has(cell) && row.quoted?.has(column) !== true) this.#warnings.add(NOTHING, row.line);
      else yield this.#item(cell, row, column);
      return;
    }
    for (const item of typeof cell === 'string' ? listOf(cell, plan.list ?? ',') : cell) {
      if (item === '' || this.#missing.has(item)) continue;
      yield this.#item(item, row, column);
    }
  }

  /** One copy of each text for the whole table. Line breaks and tabs inside a cell are spaces: no item holds one. */
  #item(text: string, row: TableRow, column: number): string {
    const known = this.#vocabulary.get(text);
    if (known !== undefined) return known;
    let item = text;
    if (/[\t\r\n\u2028]/.test(text)) {
      this.#warnings.add('a line break or tab inside a cell; it is read as a space', row.line);
      item = text.replaceAll(/\s+/g, ' ').trim();
    }
    const wrong = itemFault(item);
    if (wrong !== null) throw this.#bad(wrong, row, column);
    if (isForeignLabel(item)) this.#warnings.add(FOREIGN_LABEL, row.line);
    const copy = ownCopy(item);
    this.#vocabulary.set(text === item ? copy : ownCopy(text), copy);
    return copy;
  }

  #bad(message: string, row: TableRow, column: number): BadInput {
    return new BadInput(message, { file: this.#file, ...cellPlace(row, column) });
  }
}

/** Where a hierarchy is given it is not said: the labels are read as what they stand for. */
export const FOREIGN_LABEL = 'an item that looks like a label of another anonymiser ("*", "[20, 30)"); --hierarchy says what it stands for';
const AGAIN = 'an item for the second time in one transaction; it counts once';
const NOTHING = 'a cell that stands for nothing (such as NA or NULL); it is no item';
