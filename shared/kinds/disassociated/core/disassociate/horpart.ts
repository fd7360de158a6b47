import type { CodedRecords } from './coded-records.ts';
import { PartCounter, type PartCounts } from './part-counts.ts';

interface Used {
  readonly term: number;
  readonly earlier: Used | null;
}

interface Part {
  readonly label: number;
  size: number;
  /** Its records, ascending, and others that have left it since: those have another label. */
  records: Int32Array;
  used: Used | null;
  before: Part | null;
  after: Part | null;
}

/**
 * Horizontal partitioning: up to `max` records are a cluster; else the most frequent unused term that at least k records hold
 * and at least k lack splits them, with and without. When there is none, the records are ordered by their unused terms and
 * cut into parts of nearly equal size. Gives the records of each cluster.
 *
 * Near-linear: only the smaller side of a split is counted anew; the larger side keeps counts, lists and heap, and what
 * left is taken off. A record is on the smaller side at most log2(records) times. That a used term is not chosen again
 * needs no test: on its *with* side no record lacks it.
 */
export function horpart(data: CodedRecords, k: number, max: number): Int32Array[] {
  const total = data.starts.length - 1;
  const labels = new Int32Array(total);
  const counter = new PartCounter(data);
  const head: Part = { label: -1, size: 0, records: new Int32Array(0), used: null, before: null, after: null };
  const all: Part = {
    label: 0,
    size: total,
    records: Int32Array.from({ length: total }, (_, at) => at),
    used: null,
    before: null,
    after: null,
  };
  link(head, all);
  const cut = new Map<Part, Int32Array[]>();
  const open: { readonly part: Part; readonly counts: PartCounts }[] = [];
  let parts = 1;
  if (total > max) open.push({ part: all, counts: counter.count(all.records, k) });

  for (let work = open.pop(); work !== undefined; work = open.pop()) {
    const { part, counts } = work;
    const term = mostFrequent(part.size, counts, k);
    if (term === -1) {
      counter.release(counts);
      compact(part, labels);
      cut.set(part, cutInOrder(data, part, max));
      continue;
    }
    const holders = withLabel(counts.records.subarray(counts.starts[term], counts.ends[term]), labels, part.label);
    const holdersLeave = 2 * holders.length <= part.size;
    const leaving = holdersLeave ? holders : without(part, holders, labels);
    const label = parts++;
    for (const record of leaving) labels[record] = label;
    counter.takeOff(counts, leaving);
    const used = { term, earlier: part.used };
    const left: Part = { label, size: leaving.length, records: leaving, used: holdersLeave ? used : part.used, before: null, after: null };
    part.size -= leaving.length;
    if (!holdersLeave) part.used = used;
    // The side with the term comes first.
    link(holdersLeave ? (part.before as Part) : part, left);
    // The smaller side lies on top and is done first, so at most log2(records) parts are counted at one time.
    if (part.size > max) open.push({ part, counts });
    else counter.release(counts);
    if (left.size > max) open.push({ part: left, counts: counter.count(left.records, k) });
  }

  const clusters: Int32Array[] = [];
  for (let part = head.after; part !== null; part = part.after) {
    compact(part, labels);
    const pieces = cut.get(part) ?? [part.records];
    for (const piece of pieces) clusters.push(piece);
  }
  return clusters;
}

function link(before: Part, part: Part): void {
  part.before = before;
  part.after = before.after;
  if (before.after !== null) before.after.before = part;
  before.after = part;
}

/** The most frequent term that splits the part, -1 if none. A term lacked by fewer than k records stays so in all sub-parts. */
function mostFrequent(size: number, { counts, heap }: PartCounts, k: number): number {
  for (;;) {
    const term = heap.pop((each) => counts[each]);
    if (term === -1 || counts[term] < k) return -1;
    if (counts[term] <= size - k) return term;
  }
}

function withLabel(records: Int32Array, labels: Int32Array, label: number): Int32Array {
  let count = 0;
  for (const record of records) if (labels[record] === label) count += 1;
  const kept = new Int32Array(count);
  let filled = 0;
  for (const record of records) if (labels[record] === label) kept[filled++] = record;
  return kept;
}

function compact(part: Part, labels: Int32Array): void {
  if (part.records.length > part.size) part.records = withLabel(part.records, labels, part.label);
}

function without(part: Part, holders: Int32Array, labels: Int32Array): Int32Array {
  compact(part, labels);
  const rest = new Int32Array(part.size - holders.length);
  let held = 0;
  let filled = 0;
  for (const record of part.records) {
    if (record === holders[held]) held += 1;
    else rest[filled++] = record;
  }
  return rest;
}

/** By unused terms as ascending lists, a list before those that begin with it, equal ones in file order; sizes differ by at most one. */
function cutInOrder({ starts, items }: CodedRecords, { records, used }: Part, max: number): Int32Array[] {
  const isUsed = new Set<number>();
  for (let each = used; each !== null; each = each.earlier) isUsed.add(each.term);
  // Lists side by side in one array: one for each record would be most of the memory of a large part.
  const ends = new Int32Array(records.length + 1);
  let terms = 0;
  for (const [at, record] of records.entries()) {
    for (let item = starts[record]; item < starts[record + 1]; item += 1) {
      if (!isUsed.has(items[item])) terms += 1;
    }
    ends[at + 1] = terms;
  }
  const unused = new Int32Array(terms);
  let filled = 0;
  for (const record of records) {
    for (let item = starts[record]; item < starts[record + 1]; item += 1) {
      const term = items[item];
      if (!isUsed.has(term)) unused[filled++] = term;
    }
  }
  const order = new Int32Array(records.length);
  for (let at = 0; at < order.length; at += 1) order[at] = at;
  order.sort((a, b) => {
    const [x, y] = [ends[a], ends[b]];
    const [left, right] = [ends[a + 1] - x, ends[b + 1] - y];
    for (let at = 0; at < left && at < right; at += 1) {
      const difference = unused[x + at] - unused[y + at];
      if (difference !== 0) return difference;
    }
    return left - right || a - b;
  });
  const ordered = order.map((at) => records[at]);
  const pieces = Math.ceil(ordered.length / max);
  const edge = (piece: number): number => Math.floor((piece * ordered.length) / pieces);
  return Array.from({ length: pieces }, (_, piece) => ordered.subarray(edge(piece), edge(piece + 1)));
}
