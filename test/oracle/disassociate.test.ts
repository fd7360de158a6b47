import { compareCodePoints } from '../../shared/core/model/code-points.ts';
import { codeRecords } from '../../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { disassociate } from '../../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import { horpart } from '../../shared/kinds/disassociated/core/disassociate/horpart.ts';
import { smallCases } from '../helpers/disassociation-data.ts';

// The spec of disassociation, step by step on sets of strings: everything is counted again whenever it is needed.

type Row = readonly string[];

const support = (rows: readonly Row[], items: readonly string[]): number =>
  rows.filter((row) => items.every((item) => row.includes(item))).length;
const termsIn = (rows: readonly Row[]): string[] => [...new Set(rows.flat())].sort(compareCodePoints);
const project = (rows: readonly Row[], terms: readonly string[]): Row[] =>
  rows.map((row) => terms.filter((term) => row.includes(term))).filter((row) => row.length > 0);

function* subsets(items: readonly string[], most: number): Generator<string[]> {
  if (most === 0) return;
  for (const [at, item] of items.entries()) {
    yield [item];
    for (const rest of subsets(items.slice(at + 1), most - 1)) yield [item, ...rest];
  }
}

const isAnonymous = (rows: readonly Row[], k: number, m: number): boolean =>
  rows.every((row) => [...subsets(row, m)].every((itemset) => support(rows, itemset) >= k));

function slowHorpart(rows: readonly Row[], of: readonly number[], k: number, max: number, used: readonly string[]): number[][] {
  if (of.length <= max) return [[...of]];
  const here = of.map((at) => rows[at]);
  const fit = termsIn(here)
    .filter((term) => !used.includes(term))
    .filter((term) => support(here, [term]) >= k && support(here, [term]) <= of.length - k);
  if (fit.length === 0) {
    const unused = (at: number): string[] => rows[at].filter((term) => !used.includes(term)).sort(compareCodePoints);
    const compare = (a: readonly string[], b: readonly string[]): number => {
      for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return compareCodePoints(a[at], b[at]);
      return a.length - b.length;
    };
    const ordered = of.toSorted((a, b) => compare(unused(a), unused(b)) || a - b);
    const parts = Math.ceil(of.length / max);
    return Array.from({ length: parts }, (_, part) =>
      ordered.slice(Math.floor((part * of.length) / parts), Math.floor(((part + 1) * of.length) / parts)),
    );
  }
  const [best] = fit.toSorted((a, b) => support(here, [b]) - support(here, [a]) || compareCodePoints(a, b)) as [string];
  return [
    ...slowHorpart(
      rows,
      of.filter((at) => rows[at]?.includes(best)),
      k,
      max,
      [...used, best],
    ),
    ...slowHorpart(
      rows,
      of.filter((at) => !rows[at]?.includes(best)),
      k,
      max,
      used,
    ),
  ];
}

interface Cluster {
  size: number;
  rows: readonly Row[];
  chunkTerms: string[][];
  termChunk: string[];
}

function fill(rows: readonly Row[], terms: readonly string[], k: number, m: number, mayTake = (_: string) => true): string[][] {
  const chunks: string[][] = [];
  for (const term of terms.toSorted((a, b) => support(rows, [b]) - support(rows, [a]) || compareCodePoints(a, b))) {
    if (!mayTake(term)) continue;
    const chunk = chunks.find((each) => isAnonymous(project(rows, [...each, term]), k, m));
    if (chunk === undefined) chunks.push([term]);
    else chunk.push(term);
  }
  return chunks;
}

/** Whoever knows the method knows that a term of the term chunk fills at most k - 1 transactions. */
const failsLemma2 = ({ size, rows, chunkTerms, termChunk }: Cluster, k: number, m: number): boolean =>
  chunkTerms.reduce((sum, terms) => sum + project(rows, terms).length, 0) + (k - 1) * termChunk.length <
  size + k * (Math.min(m, chunkTerms.length) - 1);

function slowVerpart(rows: readonly Row[], k: number, m: number): Cluster {
  const terms = termsIn(rows);
  const chunkTerms = fill(
    rows,
    terms.filter((term) => support(rows, [term]) >= k),
    k,
    m,
  );
  const rare = terms.filter((term) => support(rows, [term]) < k);
  const byRarity = terms
    .filter((term) => !rare.includes(term))
    .toSorted((a, b) => support(rows, [a]) - support(rows, [b]) || compareCodePoints(b, a));
  const moving = (count: number): Cluster => ({
    size: rows.length,
    rows,
    chunkTerms: chunkTerms
      .map((chunk) => chunk.filter((term) => !byRarity.slice(0, count).includes(term)))
      .filter((chunk) => chunk.length > 0),
    termChunk: [...rare, ...byRarity.slice(0, count)].sort(compareCodePoints),
  });
  const found = Array.from({ length: byRarity.length + 1 }, (_, count) => moving(count)).find((each) => !failsLemma2(each, k, m));
  return found ?? moving(rare.length === 0 ? 1 : 0);
}

interface Joint {
  clusters: number[];
  chunks: string[][];
  rows: readonly Row[];
}

function slowRefine(clusters: Cluster[], k: number, m: number): Joint[] {
  const joint: Joint[] = [];
  let units = clusters.map((_, at) => [at]);
  const termsOfUnit = (unit: readonly number[]): string[] => [...new Set(unit.flatMap((at) => clusters[at].termChunk))];
  const publishedIn = (unit: readonly number[]): string[] => [
    ...unit.flatMap((at) => clusters[at].chunkTerms.flat()),
    ...joint.filter((each) => each.clusters.some((at) => unit.includes(at))).flatMap(({ chunks }) => chunks.flat()),
  ];
  for (let joined = true; joined; ) {
    joined = false;
    const heldBy = new Map<string, number>();
    for (const { termChunk } of clusters) for (const term of termChunk) heldBy.set(term, (heldBy.get(term) ?? 0) + 1);
    const place = [...heldBy.keys()].sort((a, b) => (heldBy.get(b) ?? 0) - (heldBy.get(a) ?? 0) || compareCodePoints(a, b));
    const key = (unit: readonly number[]): number[] =>
      termsOfUnit(unit)
        .map((term) => place.indexOf(term))
        .sort((a, b) => a - b);
    const keys = new Map(units.map((unit) => [unit, key(unit)]));
    const before = units;
    units = units.toSorted((a, b) => {
      const [x, y] = [keys.get(a) as number[], keys.get(b) as number[]];
      for (let at = 0; at < Math.min(x.length, y.length); at += 1) if (x[at] !== y[at]) return x[at] - y[at];
      return x.length - y.length || before.indexOf(a) - before.indexOf(b);
    });
    const next: number[][] = [];
    for (let at = 0; at < units.length; at += 1) {
      const left = units[at];
      const right = units[at + 1];
      if (right === undefined) {
        next.push(left);
        continue;
      }
      const both = [...left, ...right].sort((a, b) => a - b);
      const rowsWith = (term: string): Row[] =>
        both
          .filter((each) => clusters[each].termChunk.includes(term))
          .flatMap((each) => clusters[each].rows)
          .filter((row) => row.includes(term));
      const blocked = publishedIn(both);
      const candidates = termsOfUnit(left).filter(
        (term) => termsOfUnit(right).includes(term) && !blocked.includes(term) && rowsWith(term).length >= k,
      );
      const rows = both.flatMap((each) => clusters[each].rows);
      const chunks = fill(rows, candidates, k, m, (term) => {
        const listing = both.filter((each) => clusters[each].termChunk.includes(term));
        const without = (at: number): Cluster => ({ ...clusters[at], termChunk: clusters[at]?.termChunk.slice(1) ?? [] });
        if (listing.some((each) => failsLemma2(without(each), k, m))) return false;
        for (const each of listing) clusters[each].termChunk = clusters[each].termChunk.filter((other) => other !== term);
        return true;
      });
      if (chunks.length === 0) {
        next.push(left);
        continue;
      }
      joint.push({ clusters: both, chunks, rows });
      next.push(both);
      joined = true;
      at += 1;
    }
    units = next;
  }
  return joint;
}

const chunkText = (rows: readonly Row[]): string[] => rows.map((row) => row.toSorted(compareCodePoints).join(' ')).sort();

test('HORPART makes the clusters of the recursive definition, in its order, on 400 seeded datasets', () => {
  for (const { records, k, maxCluster } of smallCases('horpart', 400)) {
    const slow = slowHorpart(
      records,
      records.map((_, at) => at),
      k,
      maxCluster,
      [],
    );
    expect(horpart(codeRecords(records), k, maxCluster).map((part) => [...part])).toEqual(slow);
  }
});

test.each([false, true])('disassociation equals its definition on 400 seeded datasets, refined: %s', (refined) => {
  let joint = 0;
  let lemma = 0;
  for (const { records, k, m, maxCluster } of smallCases(`disassociate ${refined}`, 400)) {
    const clusters = slowHorpart(
      records,
      records.map((_, at) => at),
      k,
      maxCluster,
      [],
    ).map((part) =>
      slowVerpart(
        part.map((at) => records[at] as Row),
        k,
        m,
      ),
    );
    const slowJoint = refined ? slowRefine(clusters, k, m) : [];
    joint += slowJoint.length;
    lemma += clusters.filter(({ termChunk, rows }) => termChunk.some((term) => support(rows, [term]) >= k)).length;
    const { release } = disassociate(codeRecords(records), { k, m, maxCluster, refine: refined });
    expect(
      release.clusters.map(({ size, recordChunks, termChunk }) => ({
        size,
        chunks: recordChunks.map(chunkText),
        terms: [...termChunk].sort(),
      })),
    ).toEqual(
      clusters.map(({ size, rows, chunkTerms, termChunk }) => ({
        size,
        chunks: chunkTerms.map((terms) => chunkText(project(rows, terms))),
        terms: termChunk.toSorted(),
      })),
    );
    expect(release.jointClusters.map(({ clusters: members, sharedChunks }) => ({ members, chunks: sharedChunks.map(chunkText) }))).toEqual(
      slowJoint.map(({ clusters: members, chunks, rows }) => ({ members, chunks: chunks.map((terms) => chunkText(project(rows, terms))) })),
    );
  }
  // The seeds reach what they are meant to reach.
  if (refined) expect(joint).toBeGreaterThan(100);
  expect(lemma).toBeGreaterThan(5);
});
