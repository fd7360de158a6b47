import type { ScoredTable } from './marginals.ts';

/** A practice table, scored by a model that was fitted on others, and its truth. */
export interface KnownScores extends ScoredTable {
  readonly original: Uint8Array;
}

/**
 * The share of partners that come from one transaction. How much denser the release is than practice with partners at random (`apart`) follows
 * from its mean log-odds and from the gap between original and added cells; how much denser practice is whose partners come from one transaction
 * (`beside`) is known. Tables are compared with tables of their own shape, since shapes that come about by chance are rarer in one kind of
 * practice than in the other. Null where no shape is common, or nothing tells original cells from added ones.
 */
export function sharingOf(release: readonly ScoredTable[], apart: readonly KnownScores[], beside: readonly KnownScores[]): number | null {
  const [own, low, high] = [byShape(release), byShape(apart), byShape(beside)];
  const gap = gapOf([...low.values()]);
  let nearer = 0;
  let denser = 0;
  for (const [shape, { all }] of own) {
    const [a, b] = [low.get(shape), high.get(shape)];
    if (a === undefined || b === undefined) continue;
    nearer += all.count * (meanOf(all) - meanOf(a.all));
    denser += all.count * (b.original.count / b.all.count - a.original.count / a.all.count);
  }
  return gap > 0 && denser > 0 ? Math.max(0, Math.min(1, nearer / gap / denser)) : null;
}

interface Sum {
  count: number;
  total: number;
}

interface Shape {
  readonly all: Sum;
  readonly original: Sum;
}

const meanOf = ({ count, total }: Sum): number => total / count;

function byShape(tables: readonly (ScoredTable & { readonly original?: Uint8Array })[]): Map<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const { rows, columns, s, original } of tables) {
    const key = `${rows} x ${columns}`;
    const shape = shapes.get(key) ?? { all: { count: 0, total: 0 }, original: { count: 0, total: 0 } };
    shapes.set(key, shape);
    for (const [cell, each] of s.entries()) {
      add(shape.all, each);
      if (original?.[cell] === 1) add(shape.original, each);
    }
  }
  return shapes;
}

function add(sum: Sum, value: number): void {
  sum.count += 1;
  sum.total += value;
}

/** How much greater the log-odds of original cells are than those of added ones, within a shape: as sure of each shape as its cells allow. */
function gapOf(shapes: readonly Shape[]): number {
  let gap = 0;
  let weight = 0;
  for (const { all, original } of shapes) {
    const added: Sum = { count: all.count - original.count, total: all.total - original.total };
    if (original.count === 0 || added.count === 0) continue;
    const own = (original.count * added.count) / all.count;
    gap += own * (meanOf(original) - meanOf(added));
    weight += own;
  }
  return weight === 0 ? 0 : gap / weight;
}
