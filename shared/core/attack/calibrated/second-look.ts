import type { Evidence } from './evidence.ts';
import { fitTables, type KnownTable, logOdds, type Weights } from './fit.ts';
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
export function centresOf(practice: readonly Evidence[]): number[] {
  const measures = practice[0]?.alike.length ?? 0;
  return Array.from({ length: measures }, (_, measure) => {
    let [total, known] = [0, 0];
    for (const { alike } of practice) {
      for (const value of alike[measure] as Float64Array) if (!Number.isNaN(value)) [total, known] = [total + value, known + 1];
    }
    return known === 0 ? 0 : total / known;
  });
}

const HERE = 1e-4;

/** The columns of the second look, from the log-odds of the first and the marginals under them; the log-odds themselves come first. */
export function lookAgain(
  { key, rows, columns, alike }: Evidence,
  s: Float64Array,
  probability: Float64Array,
  centres: readonly number[],
): Evidence {
  const cells = s.length;
  const row = new Line(probability, cells, (cell) => Math.floor(cell / columns), rows);
  const column = new Line(probability, cells, (cell) => cell % columns, columns);
  // How much likelier a member is in this row than in the others.
  const above = probability.map((p, cell) => p - (column.total[cell % columns] as number) / rows);
  const aboveInRow = new Line(above, cells, (cell) => Math.floor(cell / columns), rows);
  const of = (value: (cell: number) => number): Float64Array => Float64Array.from({ length: cells }, (_, cell) => value(cell));
  const odds = (p: number): number => Math.log(Math.max(HERE, p) / Math.max(HERE, 1 - p));
  const together = centres.map((centre, measure) => {
    const near = (alike[measure] as Float64Array).map((value) => (Number.isNaN(value) ? 0 : value - centre));
    return of((cell) => {
      const [at, own] = [cell - (cell % columns), cell % columns];
      let total = 0;
      for (let other = 0; other < columns; other += 1) total += (above[at + other] as number) * (near[own * columns + other] as number);
      return total;
    });
  });
  const values = [
    s.slice(),
    probability.map(odds),
    of((cell) => column.others(cell)),
    of((cell) => column.others(cell) / Math.max(1, rows - 1)),
    of((cell) => row.others(cell)),
    of((cell) => row.others(cell) / Math.max(1, columns - 1)),
    of((cell) => column.greatestOther(cell)),
    of((cell) => row.greatestOther(cell)),
    of((cell) => aboveInRow.others(cell)),
    ...together,
  ];
  return { key, rows, columns, values, alike: [] };
}

/** Rows or columns of a table: their totals and greatest values, without the cell that asks. */
class Line {
  readonly total: Float64Array;
  readonly #values: Float64Array;
  readonly #lineOf: (cell: number) => number;
  readonly #first: Float64Array;
  readonly #next: Float64Array;

  constructor(values: Float64Array, cells: number, lineOf: (cell: number) => number, lines: number) {
    this.#values = values;
    this.#lineOf = lineOf;
    this.total = new Float64Array(lines);
    this.#first = new Float64Array(lines);
    this.#next = new Float64Array(lines);
    for (let cell = 0; cell < cells; cell += 1) {
      const line = lineOf(cell);
      const value = values[cell] as number;
      this.total[line] = (this.total[line] as number) + value;
      if (value > (this.#first[line] as number)) {
        this.#next[line] = this.#first[line] as number;
        this.#first[line] = value;
      } else if (value > (this.#next[line] as number)) this.#next[line] = value;
    }
  }

  others(cell: number): number {
    return (this.total[this.#lineOf(cell)] as number) - (this.#values[cell] as number);
  }

  /** 0 where there is no other. */
  greatestOther(cell: number): number {
    const line = this.#lineOf(cell);
    const first = this.#first[line] as number;
    return (this.#values[cell] as number) === first ? (this.#next[line] as number) : first;
  }
}

/** Fits the second look on each part of practice tables, whose first scores come from models that have not seen them. Drawn to saying what the first said. */
export function fitSecondLook(known: readonly KnownTable[], scaling: Scaling, parts: readonly (readonly number[])[]): Weights[] {
  const width = scaling.columns.length;
  const prior = new Float64Array(width + 1);
  if (scaling.columns[0] === 0) {
    prior[0] = scaling.deviation[0] as number;
    prior[width] = scaling.mean[0] as number;
  }
  return parts.map((part) =>
    fitTables(
      part.map((at) => known[at] as KnownTable),
      width,
      STRENGTH,
      { start: prior, steps: STEPS, prior },
    ),
  );
}

/** The log-odds of a table after the second look. */
export function secondScores(look: SecondLook, evidence: Evidence, first: ScoredTable, constrained: boolean, seed: string): Float64Array {
  const again = lookAgain(evidence, first.s, marginalsOf(first, constrained, seed), look.centres);
  return logOdds(scaled(again, look.scaling), Float64Array.from(look.weights));
}
