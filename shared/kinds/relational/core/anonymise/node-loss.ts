import { EQUAL } from '../check/diversity.ts';
import type { Frequencies } from './frequencies.ts';
import { heightOf } from './lattice.ts';
import type { LossName } from './methods.ts';
import type { Recodable, RecodableColumn } from './recodable.ts';

/** Losses that need the classes of a node; the others need only levels and suppressed records. */
export const needsClasses = (loss: LossName): boolean => loss === 'discernibility' || loss === 'class-size';

export const isLess = (a: number, b: number): boolean => a < b - EQUAL * Math.max(1, Math.abs(b));

/** Information loss of a lattice node. Suppressed records count as fully general. */
export class NodeLoss {
  readonly #data: Recodable;
  readonly #loss: LossName;
  /** Loss of each label, by column and level: as a share of the domain or of the levels. */
  readonly #cells: readonly (readonly Float64Array[])[];
  /** Mean loss over all records, by column and level. */
  readonly #means: readonly (readonly number[])[];
  readonly #counted: number;

  constructor(data: Recodable, loss: LossName) {
    this.#data = data;
    this.#loss = loss;
    this.#cells = data.columns.map((column) => cellCosts(column, loss));
    this.#means = data.columns.map((column, at) => {
      const counts = new Int32Array(column.hierarchy.values.length);
      for (const leaf of column.leaf) counts[leaf] += 1;
      return this.#cells[at].map((costs, level) => {
        const labels = column.hierarchy.codes[level];
        let total = 0;
        for (let leaf = 0; leaf < counts.length; leaf += 1) total += counts[leaf] * costs[labels[leaf]];
        return total / data.rows;
      });
    });
    this.#counted = data.columns.reduce((sum, { hierarchy, weight }) => sum + (loss === 'prec' && hierarchy.top === 0 ? 0 : weight), 0);
  }

  /** `failing`: suppressed classes. `frequencies` may be null if none is suppressed and the loss needs no classes. */
  of(levels: readonly number[], frequencies: Frequencies | null, failing: readonly number[]): number {
    const { rows, columns } = this.#data;
    switch (this.#loss) {
      case 'height':
        return heightOf(levels);
      case 'distortion': {
        const counted = columns.filter(({ hierarchy }) => hierarchy.top > 0);
        const all = counted.reduce((sum, { weight }) => sum + weight, 0);
        return (
          counted.reduce((sum, column) => sum + (column.weight * levels[columns.indexOf(column)]) / column.hierarchy.top, 0) / (all || 1)
        );
      }
      case 'discernibility':
      case 'class-size':
        return classLoss(this.#loss, frequencies as Frequencies, failing, rows);
      default: {
        let total = 0;
        for (const [at, level] of levels.entries()) total += this.#means[at][level];
        let suppressed = 0;
        for (const group of failing) {
          const size = frequencies?.sizes[group] as number;
          suppressed += size;
          for (const [at, level] of levels.entries()) {
            const costs = this.#cells[at][level];
            total -= (size * costs[frequencies?.cells[at]?.[group] as number]) / rows;
          }
        }
        return (total + (suppressed * this.#counted) / rows) / (this.#counted || 1);
      }
    }
  }
}

function classLoss(loss: LossName, { sizes, count }: Frequencies, failing: readonly number[], rows: number): number {
  let suppressed = 0;
  for (const group of failing) suppressed += sizes[group];
  if (loss === 'class-size') return count === failing.length ? Infinity : (rows - suppressed) / (count - failing.length);
  let total = suppressed * rows;
  for (const size of sizes) total += size * size;
  for (const group of failing) total -= sizes[group] * sizes[group];
  return total;
}

/** Of a column's cells, times its weight. */
function cellCosts({ hierarchy, leaves, weight }: RecodableColumn, loss: LossName): readonly Float64Array[] {
  const { top, labels, values } = hierarchy;
  return labels.map((names, level) =>
    Float64Array.from(names, (_, label) => {
      const covered = leaves[level][label];
      if (loss === 'ncp') return covered <= 1 ? 0 : (weight * covered) / values.length;
      if (loss === 'lm') return values.length <= 1 ? 0 : (weight * (covered - 1)) / (values.length - 1);
      // The node's level, even if lower levels have the same label: nodes of one height lose the same (golden, twelve patients).
      return top === 0 ? 0 : (weight * level) / top;
    }),
  );
}
