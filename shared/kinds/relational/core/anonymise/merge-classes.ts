import type { SensitiveColumn } from '../check/rules.ts';
import { type Axis, axisOf, type CuttableColumn, placeCounts } from './mondrian.ts';

export interface PublishedClass {
  readonly records: Int32Array;
  readonly cells: readonly string[];
}

interface Merging {
  readonly columns: readonly CuttableColumn[];
  readonly sensitive: readonly SensitiveColumn[];
  readonly rows: number;
  /** A value with at least this share of a class counts as named. */
  readonly certainty: number;
  readonly mayStay: number;
}

/** A class during merging: counts by column and by sensitive column. */
interface Open {
  records: Int32Array;
  cells: readonly string[];
  readonly places: readonly Int32Array[];
  readonly values: readonly Int32Array[];
  width: number;
}

/**
 * Merges each class that names a value (largest first) with the class that hides it at the least loss, measured in column widths weighted by
 * records. Other classes keep their published cells. Time: naming classes x classes x values.
 */
export function mergeClasses(classes: readonly PublishedClass[], merging: Merging): PublishedClass[] {
  const { sensitive, rows, certainty, mayStay } = merging;
  const axes = merging.columns.map(axisOf);
  const everyone = Int32Array.from({ length: rows }, (_, row) => row);
  const whole = axes.map((axis) => axis.width(placesOf(axis, everyone)));
  const open = new Set(classes.map((each) => openOf(each, axes, sensitive, whole)));
  const naming = (): Open[] =>
    [...open].filter(({ values }) => names(values, certainty)).sort((a, b) => b.records.length - a.records.length);
  let left = naming();
  let named = left.reduce((sum, { records }) => sum + records.length, 0);
  while (named > mayStay && open.size > 1) {
    const [first] = left;
    if (first === undefined) break;
    let best: { readonly other: Open; readonly cost: number; readonly hides: boolean } | null = null;
    for (const other of open) {
      if (other === first) continue;
      const both = first.places.map((counts, at) => added(counts, other.places[at]));
      const width = widthOf(axes, both, whole);
      const [own, others] = [first.records.length, other.records.length];
      const cost = width * (own + others) - first.width * own - other.width * others;
      const hides = !names(
        first.values.map((counts, at) => added(counts, other.values[at])),
        certainty,
      );
      if (best === null || (hides && !best.hides) || (hides === best.hides && cost < best.cost)) best = { other, cost, hides };
    }
    if (best === null) break;
    open.delete(first);
    open.delete(best.other);
    open.add(joined(first, best.other, axes, whole));
    left = naming();
    named = left.reduce((sum, { records }) => sum + records.length, 0);
  }
  return [...open].map(({ records, cells }) => ({ records, cells }));
}

function openOf(
  { records, cells }: PublishedClass,
  axes: readonly Axis[],
  sensitive: readonly SensitiveColumn[],
  whole: readonly number[],
): Open {
  const places = axes.map((axis) => placesOf(axis, records));
  const values = sensitive.map(({ sensitive: { codes, values: all, missing } }) => {
    const counts = new Int32Array(all.length);
    for (const record of records) {
      const code = codes[record];
      if (missing[code] !== 1) counts[code] += 1;
    }
    return counts;
  });
  return { records, cells, places, values, width: widthOf(axes, places, whole) };
}

function joined(a: Open, b: Open, axes: readonly Axis[], whole: readonly number[]): Open {
  const records = new Int32Array(a.records.length + b.records.length);
  records.set(a.records);
  records.set(b.records, a.records.length);
  const places = a.places.map((counts, at) => added(counts, b.places[at]));
  // Equal cells already cover both.
  const cells = axes.map((axis, at) => (a.cells[at] === b.cells[at] ? a.cells[at] : axis.publish(places[at])));
  const values = a.values.map((counts, at) => added(counts, b.values[at]));
  return { records, cells, places, values, width: widthOf(axes, places, whole) };
}

const placesOf = (axis: Axis, records: Int32Array): Int32Array => placeCounts(axis, records, new Int32Array(axis.size));

const added = (a: Int32Array, b: Int32Array): Int32Array => a.map((count, at) => count + b[at]);

const widthOf = (axes: readonly Axis[], places: readonly Int32Array[], whole: readonly number[]): number =>
  axes.reduce((sum, axis, at) => sum + (whole[at] === 0 ? 0 : axis.width(places[at]) / whole[at]), 0);

/** Whether some value reaches the confidence in the class. */
function names(values: readonly Int32Array[], certainty: number): boolean {
  return values.some((counts) => {
    let [known, most] = [0, 0];
    for (const count of counts) [known, most] = [known + count, Math.max(most, count)];
    return known > 0 && most / known >= certainty;
  });
}
