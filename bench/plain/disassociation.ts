import type { CodedRecords } from '../../shared/core/anonymise/disassociate/coded-records.ts';

/**
 * Disassociation without refining as it is printed: every part is counted anew, every candidate chunk is projected and
 * counted anew (m = 2). Gives the occurrences that end up in record chunks: the utility to be held against.
 */
export function plainDisassociation(data: CodedRecords, k: number, max: number): number {
  const total = data.starts.length - 1;
  const holds = (record: number, term: number): boolean => {
    for (let at = data.starts[record] as number; at < (data.starts[record + 1] as number); at += 1)
      if (data.items[at] === term) return true;
    return false;
  };
  const clusters: number[][] = [];
  const open: { readonly part: number[]; readonly used: ReadonlySet<number> }[] = [
    { part: Array.from({ length: total }, (_, at) => at), used: new Set() },
  ];
  for (let work = open.pop(); work !== undefined; work = open.pop()) {
    const { part, used } = work;
    if (part.length <= max) {
      clusters.push(part);
      continue;
    }
    const counts = new Int32Array(data.terms.length);
    for (const record of part)
      for (let at = data.starts[record] as number; at < (data.starts[record + 1] as number); at += 1)
        counts[data.items[at] as number] = (counts[data.items[at] as number] as number) + 1;
    let best = -1;
    for (let term = 0; term < counts.length; term += 1) {
      const count = counts[term] as number;
      if (count >= k && count <= part.length - k && !used.has(term) && (best === -1 || count > (counts[best] as number))) best = term;
    }
    if (best === -1) {
      const unused = (record: number): number[] =>
        [...data.items.subarray(data.starts[record], data.starts[record + 1])].filter((term) => !used.has(term));
      const ordered = part.toSorted((a, b) => compare(unused(a), unused(b)) || a - b);
      const parts = Math.ceil(part.length / max);
      for (let at = 0; at < parts; at += 1)
        clusters.push(ordered.slice(Math.floor((at * part.length) / parts), Math.floor(((at + 1) * part.length) / parts)));
      continue;
    }
    const term = best;
    open.push({ part: part.filter((record) => !holds(record, term)), used });
    open.push({ part: part.filter((record) => holds(record, term)), used: new Set([...used, term]) });
  }
  return clusters.reduce((sum, cluster) => sum + inRecordChunks(data, cluster, k), 0);
}

function inRecordChunks(data: CodedRecords, cluster: readonly number[], k: number): number {
  const counts = new Map<number, number>();
  for (const record of cluster)
    for (const term of data.items.subarray(data.starts[record], data.starts[record + 1])) counts.set(term, (counts.get(term) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= k).sort(([a, x], [b, y]) => y - x || a - b);
  const chunks: Set<number>[] = [];
  const projected = (terms: ReadonlySet<number>): number[][] =>
    cluster.map((record) => [...data.items.subarray(data.starts[record], data.starts[record + 1])].filter((term) => terms.has(term)));
  const isAnonymous = (terms: ReadonlySet<number>): boolean => {
    const pairs = new Map<number, number>();
    for (const row of projected(terms)) {
      for (const [at, x] of row.entries())
        for (const y of row.slice(at + 1)) pairs.set(x * data.terms.length + y, (pairs.get(x * data.terms.length + y) ?? 0) + 1);
    }
    return pairs.values().every((count) => count >= k);
  };
  for (const [term] of frequent) {
    const chunk = chunks.find((each) => isAnonymous(new Set([...each, term])));
    if (chunk === undefined) chunks.push(new Set([term]));
    else chunk.add(term);
  }
  let kept = frequent.reduce((sum, [, count]) => sum + count, 0);
  const filled = chunks.reduce((sum, terms) => sum + projected(terms).filter((row) => row.length > 0).length, 0);
  if (frequent.length === counts.size && filled < cluster.length + k * (Math.min(2, chunks.length) - 1)) kept -= frequent.at(-1)?.[1] ?? 0;
  return kept;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return (a[at] as number) - (b[at] as number);
  return a.length - b.length;
}
