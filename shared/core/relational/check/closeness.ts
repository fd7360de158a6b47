import { BadInput } from '../../model/bad-input.ts';
import { compareCodePoints } from '../../model/code-points.ts';
import type { Sensitive, ValueTally } from '../model/classes.ts';
import type { ValueHierarchy } from '../model/hierarchy.ts';
import { numberOf } from '../model/number.ts';
import type { ColumnType } from '../model/table.ts';

export const DISTANCES = ['equal', 'ordered', 'by-value', 'hierarchical', 'trace', 'kl'] as const;
export type DistanceName = (typeof DISTANCES)[number];

/** How far the shares of a class lie from those of the whole file. */
type ClassDistance = (tally: ValueTally) => number;

export interface Meaning {
  readonly type: ColumnType;
  readonly hierarchy: ValueHierarchy | null;
  /** Of an ordinal column: its values from the least to the greatest. */
  readonly order: readonly string[] | null;
}

/** Half the sum of |p - q|. Equal distance and trace are the same; the slides divide the trace by the number of values as well. */
function equalDistance({ shares }: Sensitive): ClassDistance {
  return ({ counts, present, known }) => {
    let above = 0;
    for (let at = 0; at < present.length; at += 1) {
      const code = present[at] as number;
      above += Math.max(0, (counts[code] as number) / known - (shares[code] as number));
    }
    return above;
  };
}

/** Sum of p ln(p / q): not symmetric, and without an upper end. */
function klDivergence({ shares }: Sensitive): ClassDistance {
  return ({ counts, present, known }) => {
    let total = 0;
    for (let at = 0; at < present.length; at += 1) {
      const code = present[at] as number;
      const share = (counts[code] as number) / known;
      total += share * Math.log(share / (shares[code] as number));
    }
    return Math.max(0, total);
  };
}

/** Earth mover's distance along an order: by ranks, or by the gaps between numbers over their range. */
function orderedDistance(sensitive: Sensitive, meaning: Meaning, byValue = false): ClassDistance {
  const order = orderOf(sensitive, meaning);
  const gaps = new Float64Array(Math.max(0, order.length - 1)).fill(1 / Math.max(1, order.length - 1));
  if (byValue) {
    const numbers = order.map((code) => numberOf(sensitive.values[code] as string));
    if (numbers.includes(null)) throw new BadInput(`column "${sensitive.name}": the distance by-value needs numbers`);
    const range = (numbers.at(-1) as number) - (numbers[0] as number);
    for (let at = 0; at < gaps.length; at += 1) gaps[at] = ((numbers[at + 1] as number) - (numbers[at] as number)) / range;
  }
  return ({ counts, known }) => {
    let [distance, lead] = [0, 0];
    for (let at = 0; at < gaps.length; at += 1) {
      const code = order[at] as number;
      lead += (counts[code] as number) / known - (sensitive.shares[code] as number);
      distance += Math.abs(lead) * (gaps[at] as number);
    }
    return distance;
  };
}

/** The codes of the known values of the file from the least to the greatest. A column of words has no order: refused. */
function orderOf(sensitive: Sensitive, { type, order, hierarchy }: Meaning): readonly number[] {
  const codes = Array.from(sensitive.values.keys()).filter((code) => (sensitive.totals[code] as number) > 0);
  if (type === 'word') throw new BadInput(`column "${sensitive.name}" holds words: they have no order; use equal or hierarchical distance`);
  const named = order ?? (type === 'ordinal' ? (hierarchy?.values ?? null) : null);
  const rank = new Map(named?.map((value, at) => [value, at]));
  const place = (code: number): number => {
    const value = sensitive.values[code] as string;
    const found = named === null ? numberOf(value) : (rank.get(value) ?? null);
    if (found !== null) return found;
    throw new BadInput(`column "${sensitive.name}": ${named === null ? 'a value is no number' : 'a value is not in its order'}`);
  };
  if (type === 'ordinal' && named === null) throw new BadInput(`column "${sensitive.name}" is ordinal: give its "order"`);
  return codes
    .map((code) => ({ code, at: place(code) }))
    .sort((a, b) => a.at - b.at || compareCodePoints(sensitive.values[a.code] as string, sensitive.values[b.code] as string))
    .map(({ code }) => code);
}

/** Sum over the levels below the top and their labels of |p - q|, over 2 H: how far up the tree a share has to be carried. */
function hierarchicalDistance(sensitive: Sensitive, { hierarchy }: Meaning): ClassDistance {
  if (hierarchy === null || hierarchy.top === 0) throw new BadInput(`column "${sensitive.name}": hierarchical distance needs a hierarchy`);
  const levels = hierarchy.top;
  const leaf = Int32Array.from(sensitive.values, (value, code) => {
    const at = hierarchy.indexOf.get(value);
    if (at !== undefined || sensitive.totals[code] === 0) return at ?? -1;
    throw new BadInput(`column "${sensitive.name}": a value of the table is not in its hierarchy`);
  });
  const labels = Array.from({ length: levels }, (_, level) =>
    leaf.map((at) => (at < 0 ? -1 : ((hierarchy.codes[level] as Int32Array)[at] as number))),
  );
  const shares = labels.map((labelOf, level) => {
    const sum = new Float64Array((hierarchy.labels[level] as readonly string[]).length);
    for (const [code, label] of labelOf.entries()) if (label >= 0) sum[label] = (sum[label] as number) + (sensitive.totals[code] as number);
    return sum.map((total) => total / sensitive.known);
  });
  const scratch = shares.map((each) => new Float64Array(each.length));
  return ({ counts, present, known }) => {
    let total = 0;
    for (let level = 0; level < levels; level += 1) {
      const [own, labelOf, all] = [scratch[level] as Float64Array, labels[level] as Int32Array, shares[level] as Float64Array];
      for (const code of present) own[labelOf[code] as number] = (own[labelOf[code] as number] as number) + (counts[code] as number);
      for (const code of present) {
        const label = labelOf[code] as number;
        total += Math.max(0, (own[label] as number) / known - (all[label] as number));
        own[label] = 0;
      }
    }
    // Both shares sum to 1 on each level: what lies above is half of what differs. A label is met once, for it is set to 0 then.
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
