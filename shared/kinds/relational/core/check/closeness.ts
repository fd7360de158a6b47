import { BadInput } from '../../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';
import type { Sensitive, ValueTally } from '../model/classes.ts';
import type { ValueHierarchy } from '../model/hierarchy.ts';
import { type ColumnType, numberOf } from '../model/table.ts';

export const DISTANCES = ['equal', 'ordered', 'by-value', 'hierarchical', 'trace', 'kl'] as const;
export type DistanceName = (typeof DISTANCES)[number];

/** Distance between the value distribution of a class and of the whole file. */
type ClassDistance = (tally: ValueTally) => number;

export interface Meaning {
  readonly type: ColumnType;
  readonly hierarchy: ValueHierarchy | null;
  /** Of an ordinal column: its values from the least to the greatest. */
  readonly order: readonly string[] | null;
}

/** Half the sum of |p - q|. The trace distance is the same; the slides also divide the trace by the number of values. */
function equalDistance({ shares }: Sensitive): ClassDistance {
  return ({ counts, present, known }) => {
    let above = 0;
    for (let at = 0; at < present.length; at += 1) {
      const code = present[at];
      above += Math.max(0, counts[code] / known - shares[code]);
    }
    return above;
  };
}

/** Sum of p ln(p / q): not symmetric, unbounded. */
function klDivergence({ shares }: Sensitive): ClassDistance {
  return ({ counts, present, known }) => {
    let total = 0;
    for (let at = 0; at < present.length; at += 1) {
      const code = present[at];
      const share = counts[code] / known;
      total += share * Math.log(share / shares[code]);
    }
    return Math.max(0, total);
  };
}

/** Earth mover's distance along an order: by ranks, or by the gaps between numbers over their range. */
function orderedDistance(sensitive: Sensitive, meaning: Meaning, byValue = false): ClassDistance {
  const order = orderOf(sensitive, meaning);
  const gaps = new Float64Array(Math.max(0, order.length - 1)).fill(1 / Math.max(1, order.length - 1));
  if (byValue) {
    const numbers = order.map((code) => numberOf(sensitive.values[code]));
    if (numbers.includes(null)) throw new BadInput(`column "${sensitive.name}": the distance by-value needs numbers`);
    const range = (numbers.at(-1) as number) - (numbers[0] as number);
    for (let at = 0; at < gaps.length; at += 1) gaps[at] = ((numbers[at + 1] as number) - (numbers[at] as number)) / range;
  }
  return ({ counts, known }) => {
    let [distance, lead] = [0, 0];
    for (let at = 0; at < gaps.length; at += 1) {
      const code = order[at];
      lead += counts[code] / known - sensitive.shares[code];
      distance += Math.abs(lead) * gaps[at];
    }
    return distance;
  };
}

/** Codes of the known values in ascending order. Throws for a column of words, which has no order. */
function orderOf(sensitive: Sensitive, { type, order, hierarchy }: Meaning): readonly number[] {
  const codes = Array.from(sensitive.values.keys()).filter((code) => sensitive.totals[code] > 0);
  if (type === 'word') throw new BadInput(`column "${sensitive.name}" holds words: they have no order; use equal or hierarchical distance`);
  const named = order ?? (type === 'ordinal' ? (hierarchy?.values ?? null) : null);
  const rank = new Map(named?.map((value, at) => [value, at]));
  const place = (code: number): number => {
    const value = sensitive.values[code];
    const found = named === null ? numberOf(value) : (rank.get(value) ?? null);
    if (found !== null) return found;
    throw new BadInput(`column "${sensitive.name}": ${named === null ? 'a value is no number' : 'a value is not in its order'}`);
  };
  if (type === 'ordinal' && named === null) throw new BadInput(`column "${sensitive.name}" is ordinal: give its "order"`);
  return codes
    .map((code) => ({ code, at: place(code) }))
    .sort((a, b) => a.at - b.at || compareCodePoints(sensitive.values[a.code], sensitive.values[b.code]))
    .map(({ code }) => code);
}

/** Sum of |p - q| over all labels below the top, divided by 2H: how far up the tree mass must move. */
function hierarchicalDistance(sensitive: Sensitive, { hierarchy }: Meaning): ClassDistance {
  if (hierarchy === null || hierarchy.top === 0) throw new BadInput(`column "${sensitive.name}": hierarchical distance needs a hierarchy`);
  const levels = hierarchy.top;
  const leaf = Int32Array.from(sensitive.values, (value, code) => {
    const at = hierarchy.indexOf.get(value);
    if (at !== undefined || sensitive.totals[code] === 0) return at ?? -1;
    throw new BadInput(`column "${sensitive.name}": a value of the table is not in its hierarchy`);
  });
  const labels = Array.from({ length: levels }, (_, level) => leaf.map((at) => (at < 0 ? -1 : hierarchy.codes[level][at])));
  const shares = labels.map((labelOf, level) => {
    const sum = new Float64Array(hierarchy.labels[level].length);
    for (const [code, label] of labelOf.entries()) if (label >= 0) sum[label] += sensitive.totals[code];
    return sum.map((total) => total / sensitive.known);
  });
  const scratch = shares.map((each) => new Float64Array(each.length));
  return ({ counts, present, known }) => {
    let total = 0;
    for (let level = 0; level < levels; level += 1) {
      const [own, labelOf, all] = [scratch[level] as Float64Array, labels[level] as Int32Array, shares[level] as Float64Array];
      for (const code of present) own[labelOf[code]] += counts[code];
      for (const code of present) {
        const label = labelOf[code];
        total += Math.max(0, own[label] / known - all[label]);
        own[label] = 0;
      }
    }
    // Both distributions sum to 1 on each level, so the positive part is half of the total. A label is visited once: it is then set to 0.
    return total / levels;
  };
}

export function distanceOf(name: DistanceName, sensitive: Sensitive, meaning: Meaning): ClassDistance {
  switch (name) {
    case 'equal':
    case 'trace':
      return equalDistance(sensitive);
    case 'kl':
      return klDivergence(sensitive);
    case 'ordered':
      return orderedDistance(sensitive, meaning);
    case 'by-value':
      return orderedDistance(sensitive, meaning, true);
    case 'hierarchical':
      return hierarchicalDistance(sensitive, meaning);
  }
}
