import { curvatureOf } from './curvature.ts';
import type { TableEvidence } from './evidence.ts';
import { type LabelledTable, logOdds, type Weights } from './fit.ts';
import { fitWithout } from './fit-without.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';
import { type Scaling, scaled } from './scaling.ts';

/**
 * What is seen of a cell once all cells of its table have been looked at: how likely the others of its row and column are, and whether those that
 * are likely in its row are of members that are near its own. Partners from one transaction stand together. The table model itself has no such
 * terms, so its marginals stay exact; these are one round of passing on what each cell is believed to be, with learned weights.
 */
export interface SecondLook {
  /** Mean nearness of two members, for each measure; none where the model may not look outside. */
  readonly centres: readonly number[];
  readonly scaling: Scaling;
  readonly weights: readonly number[];
}

/** There are few columns, and the first look is the prior. */
const STRENGTH = 20;
const STEPS = 25;

/** Mean of what is known of two members of the practice tables, for each measure. */
export function centresOf(practice: readonly TableEvidence[]): number[] {
  const [first] = practice;
  const measures = first === undefined ? 0 : first.alike.length / (first.columns * first.columns);
  return Array.from({ length: measures }, (_, measure) => {
    let [total, known] = [0, 0];
    for (const { columns, alike } of practice) {
      const pairs = columns * columns;
      for (const value of alike.subarray(measure * pairs, (measure + 1) * pairs)) {
        if (Number.isNaN(value)) continue;
        total += value;
        known += 1;
      }
    }
    return known === 0 ? 0 : total / known;
  });
}

const HERE = 1e-4;

/** The columns of the second look, from the log-odds of the first and the marginals under them; the log-odds themselves come first. */
export function lookAgain(
  { key, rows, columns, alike }: TableEvidence,
  s: Float64Array,
  probability: Float64Array,
  centres: readonly number[],
): TableEvidence {
  const cells = s.length;
  const inRow = new Lines(rows);
  const inColumn = new Lines(columns);
  for (let cell = 0, row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, cell += 1) {
      inRow.add(row, probability[cell] as number);
      inColumn.add(column, probability[cell] as number);
    }
  }
  // How much likelier a member is in this row than in the others.
  const above = new Float64Array(cells);
  const aboveInRow = new Float64Array(rows);
  const values = new Float64Array((1 + LOOKS + centres.length) * cells);
  values.set(s);
  const [odds, column, columnShare, row] = [cells, 2 * cells, 3 * cells, 4 * cells];
  const [rowShare, columnGreatest, rowGreatest, aboveOthers] = [5 * cells, 6 * cells, 7 * cells, LOOKS * cells];
  for (let cell = 0, at = 0; at < rows; at += 1) {
    for (let own = 0; own < columns; own += 1, cell += 1) {
      const p = probability[cell] as number;
      above[cell] = p - (inColumn.total[own] as number) / rows;
      aboveInRow[at] = (aboveInRow[at] as number) + (above[cell] as number);
      values[odds + cell] = Math.log(Math.max(HERE, p) / Math.max(HERE, 1 - p));
      const others = (inColumn.total[own] as number) - p;
      values[column + cell] = others;
      values[columnShare + cell] = others / Math.max(1, rows - 1);
      const beside = (inRow.total[at] as number) - p;
      values[row + cell] = beside;
      values[rowShare + cell] = beside / Math.max(1, columns - 1);
      values[columnGreatest + cell] = inColumn.greatestOther(own, p);
      values[rowGreatest + cell] = inRow.greatestOther(at, p);
    }
    for (let each = at * columns; each < cell; each += 1) values[aboveOthers + each] = (aboveInRow[at] as number) - (above[each] as number);
  }
  const near = new Float64Array(columns * columns);
  for (const [measure, centre] of centres.entries()) {
    for (let pair = 0, from = measure * near.length; pair < near.length; pair += 1) {
      const value = alike[from + pair] as number;
      near[pair] = Number.isNaN(value) ? 0 : value - centre;
    }
    besideNear(above, near, columns, values, (1 + LOOKS + measure) * cells);
  }
  return { key, rows, columns, values, alike: NONE };
}

const LOOKS = 8;
const NONE = new Float64Array();

/** Of each cell the others of its row, each by how much likelier it is here than elsewhere and how much nearer it is than members are in the mean. */
function besideNear(above: Float64Array, near: Float64Array, columns: number, into: Float64Array, from: number): void {
  for (let row = 0, to = from; row < above.length; row += columns) {
    for (let own = 0; own < columns; own += 1, to += 1) {
      let total = 0;
      for (let other = 0; other < columns; other += 1) total += (above[row + other] as number) * (near[own * columns + other] as number);
      into[to] = total;
    }
  }
}

/** Rows or columns of a table: their totals and greatest values. */
class Lines {
  readonly total: Float64Array;
  readonly #first: Float64Array;
  readonly #next: Float64Array;

  constructor(lines: number) {
    this.total = new Float64Array(lines);
    this.#first = new Float64Array(lines);
    this.#next = new Float64Array(lines);
  }

  add(line: number, value: number): void {
    this.total[line] = (this.total[line] as number) + value;
    if (value > (this.#first[line] as number)) {
      this.#next[line] = this.#first[line] as number;
      this.#first[line] = value;
    } else if (value > (this.#next[line] as number)) this.#next[line] = value;
  }

  /** Without the cell that asks, whose value is given; 0 where there is no other. */
  greatestOther(line: number, own: number): number {
    const first = this.#first[line] as number;
    return own === first ? (this.#next[line] as number) : first;
  }
}

/**
 * Fits the second look on all practice tables but those of each part; their first scores come from models that have not seen them. Drawn to saying what
 * the first said.
 */
export function fitSecondLook(known: readonly LabelledTable[], scaling: Scaling, parts: readonly (readonly number[])[]): Weights[] {
  const width = scaling.columns.length;
  const prior = new Float64Array(width + 1);
  if (scaling.columns[0] === 0) {
    prior[0] = scaling.deviation[0] as number;
    prior[width] = scaling.mean[0] as number;
  }
  return fitWithout(known, width, STRENGTH, parts, { start: prior, steps: STEPS, prior, curvature: curvatureOf(known, prior) });
}

/** The log-odds of a table after the second look. */
export function secondScores(
  look: SecondLook,
  evidence: TableEvidence,
  first: ScoredTable,
  constrained: boolean,
  seed: string,
): Float64Array {
  const again = lookAgain(evidence, first.s, marginalsOf(first, constrained, seed), look.centres);
  return logOdds(scaled(again, look.scaling), new Float64Array(look.weights));
}
