import { curvatureOf } from './curvature.ts';
import type { TableEvidence } from './evidence.ts';
import type { LabelledTable, Weights } from './fit.ts';
import { fitWithout } from './fit-without.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';
import { type Scaling, scoredBy } from './scaling.ts';

/**
 * Second-stage model: its features are the first stage's probabilities for the rest of the row and column, and whether likely members of the row
 * are near the cell's own (partners from one transaction occur together). The table model has no such terms, so its marginals stay exact; this is
 * one round of message passing with learned weights.
 */
export interface SecondLook {
  /** Mean nearness of two members by measure; empty if the model must not use outside knowledge. */
  readonly centres: readonly number[];
  readonly scaling: Scaling;
  readonly weights: readonly number[];
}

/** Few columns, and the first stage is the prior. */
const STRENGTH = 20;
const STEPS = 25;

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

/** Second-stage features from first-stage log-odds and marginals; the log-odds come first. */
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
      inRow.add(row, probability[cell]);
      inColumn.add(column, probability[cell]);
    }
  }
  // Excess probability of a member in this row over the other rows.
  const above = new Float64Array(cells);
  const aboveInRow = new Float64Array(rows);
  const values = new Float64Array((1 + LOOKS + centres.length) * cells);
  values.set(s);
  const [odds, column, columnShare, row] = [cells, 2 * cells, 3 * cells, 4 * cells];
  const [rowShare, columnGreatest, rowGreatest, aboveOthers] = [5 * cells, 6 * cells, 7 * cells, LOOKS * cells];
  for (let cell = 0, at = 0; at < rows; at += 1) {
    for (let own = 0; own < columns; own += 1, cell += 1) {
      const p = probability[cell];
      above[cell] = p - inColumn.total[own] / rows;
      aboveInRow[at] += above[cell];
      values[odds + cell] = Math.log(Math.max(HERE, p) / Math.max(HERE, 1 - p));
      const others = inColumn.total[own] - p;
      values[column + cell] = others;
      values[columnShare + cell] = others / Math.max(1, rows - 1);
      const beside = inRow.total[at] - p;
      values[row + cell] = beside;
      values[rowShare + cell] = beside / Math.max(1, columns - 1);
      values[columnGreatest + cell] = inColumn.greatestOther(own, p);
      values[rowGreatest + cell] = inRow.greatestOther(at, p);
    }
    for (let each = at * columns; each < cell; each += 1) values[aboveOthers + each] = aboveInRow[at] - above[each];
  }
  const near = new Float64Array(columns * columns);
  for (const [measure, centre] of centres.entries()) {
    for (let pair = 0, from = measure * near.length; pair < near.length; pair += 1) {
      const value = alike[from + pair];
      near[pair] = Number.isNaN(value) ? 0 : value - centre;
    }
    besideNear(above, near, columns, values, (1 + LOOKS + measure) * cells);
  }
  return { key, rows, columns, values, alike: NONE };
}

const LOOKS = 8;
const NONE = new Float64Array();

/** For each cell the sum over the others of its row: excess probability x excess nearness. */
function besideNear(above: Float64Array, near: Float64Array, columns: number, into: Float64Array, from: number): void {
  for (let row = 0, to = from; row < above.length; row += columns) {
    for (let own = 0; own < columns; own += 1, to += 1) {
      let total = 0;
      for (let other = 0; other < columns; other += 1) total += above[row + other] * near[own * columns + other];
      into[to] = total;
    }
  }
}

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
    this.total[line] += value;
    if (value > this.#first[line]) {
      this.#next[line] = this.#first[line];
      this.#first[line] = value;
    } else if (value > this.#next[line]) this.#next[line] = value;
  }

  /** Maximum of a line without one cell of value `own`; 0 if there is no other. */
  greatestOther(line: number, own: number): number {
    const first = this.#first[line];
    return own === first ? this.#next[line] : first;
  }
}

/**
 * Fits the second stage without each part; first-stage scores come from models that have not seen the tables. Regularised towards the first stage.
 */
export function fitSecondLook(known: readonly LabelledTable[], scaling: Scaling, parts: readonly (readonly number[])[]): Weights[] {
  const width = scaling.columns.length;
  const prior = new Float64Array(width + 1);
  if (scaling.columns[0] === 0) {
    prior[0] = scaling.deviation[0];
    prior[width] = scaling.mean[0];
  }
  return fitWithout(known, width, STRENGTH, parts, { start: prior, steps: STEPS, prior, curvature: curvatureOf(known, prior) });
}

export function secondScores(
  look: SecondLook,
  evidence: TableEvidence,
  first: ScoredTable,
  constrained: boolean,
  seed: string,
): Float64Array {
  const again = lookAgain(evidence, first.s, marginalsOf(first, constrained, seed), look.centres);
  return scoredBy(again, look.scaling, [look.weights])[0];
}
