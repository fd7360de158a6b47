// Golden cases that no product code computes by itself: what the sources print, against what unveil says of the same data.
import { readFileSync } from 'node:fs';
import { itemHierarchy } from '../../../shared/core/model/hierarchy.ts';
import { rareItemsets } from '../../../shared/core/model/rare-itemsets.ts';
import { codeGroups, learnInGroups } from '../../../shared/kinds/groups/core/learn-in-groups.ts';
import { inexactRows } from '../../../shared/kinds/local/core/local-generalisation.ts';

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8'));

describe('figure 2.8: who of a group has cancer', () => {
  const { smoker, groups_by_tid, diseases, exact, exact_one_item, learned, random_placement } = golden.inference_in_groups as {
    readonly smoker: readonly ('y' | 'n')[];
    readonly groups_by_tid: readonly (readonly number[])[];
    readonly diseases: readonly (readonly string[])[];
    readonly exact: { readonly cancer_by_tid: Readonly<Record<string, number>> };
    readonly exact_one_item: { readonly cancer_by_tid: Readonly<Record<string, number>> };
    readonly learned: { readonly cancer_tid_11_by_rounds: Readonly<Record<string, number>> };
    readonly random_placement: number;
  };
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

  /** By transaction, how likely each is to have cancer: every way to hand out the diseases, weighed. */
  function handedOut(weigh: (diseaseOf: ReadonlyMap<number, string>) => number): Map<number, number> {
    const sums = new Map<number, number>();
    let all = 0;
    for (let way = 0; way < 2 ** groups_by_tid.length; way += 1) {
      const diseaseOf = new Map(
        groups_by_tid.flatMap((tids, group) => {
          const held = diseases[group];
          return tids.map((tid, at) => [tid, held[(at + ((way >> group) & 1)) % 2]] as const);
        }),
      );
      const weight = weigh(diseaseOf);
      all += weight;
      for (const [tid, disease] of diseaseOf) if (disease === 'Cancer') sums.set(tid, (sums.get(tid) ?? 0) + weight);
    }
    return new Map([...sums].map(([tid, sum]) => [tid, sum / all]));
  }
  /** Of drawing these counts under a uniform Dirichlet prior, but for a factor. */
  const ofCounts = (counts: readonly number[]): number =>
    counts.reduce((product, count) => product * factorial(count), 1) / factorial(counts.reduce((a, b) => a + b, 0) + counts.length - 1);
  const NAMES = ['Cancer', 'Flu', 'None'];

  test('exact, by all ways: the golden shares; the learned one ranks as they do, and is surer than they are', () => {
    const byTid = handedOut((diseaseOf) =>
      ['y', 'n'].reduce(
        (product, answer) =>
          product *
          ofCounts(NAMES.map((name) => [...diseaseOf].filter(([tid, disease]) => disease === name && smoker[tid - 1] === answer).length)),
        1,
      ),
    );
    for (const [tid, share] of Object.entries(exact.cancer_by_tid)) expect(byTid.get(Number(tid))).toBeCloseTo(share, 9);
    const one = handedOut((diseaseOf) =>
      [true, false].reduce(
        (product, sick) =>
          product *
          ofCounts(
            ['y', 'n'].map(
              (answer) => [...diseaseOf].filter(([tid, disease]) => (disease === 'Cancer') === sick && smoker[tid - 1] === answer).length,
            ),
          ),
        1,
      ),
    );
    for (const [tid, share] of Object.entries(exact_one_item.cancer_by_tid)) expect(one.get(Number(tid))).toBeCloseTo(share, 9);

    const coded = codeGroups({
      groups: groups_by_tid.map((tids) => ({ transactions: tids.map((tid) => [smoker[tid - 1] as string]), sensitive: new Map() })),
    });
    const counts = new Map(diseases.flatMap((held, group) => (held.includes('Cancer') ? [[group, 1] as const] : [])));
    const learnt = learnInGroups(coded, counts);
    for (const [group, tids] of groups_by_tid.entries()) {
      const shares = learnt.get(group);
      if (shares === undefined) continue;
      const [first, second] = tids.map((tid) => byTid.get(tid) as number) as [number, number];
      expect(Math.sign(shares[0] - shares[1])).toBe(Math.sign(Number((first - second).toFixed(9))));
    }
    const sure = learnt.get(5)?.[0] as number;
    expect(sure).toBeCloseTo(Object.values(learned.cancer_tid_11_by_rounds).at(-1) as number, 2);
    expect(sure).toBeGreaterThan(exact.cancer_by_tid['11']);
    // Nothing learned: one of two.
    expect(learnInGroups(coded, counts, 0).get(5)?.[0]).toBe(random_placement);
  });
});

test("the slide's transaction generalises to its two nodes, and to no others", () => {
  const { slide, cases, ceiling } = golden.local_generalisation;
  const tree = itemHierarchy(new Map(Object.entries(cases[0].hierarchy as Record<string, string[]>)));
  const numbered = (names: readonly string[]): number[] => names.map((name) => tree.names.indexOf(name)).sort((a, b) => a - b);
  expect(inexactRows([numbered(slide.transaction)], [numbered(slide.generalised)], tree)).toEqual([]);
  expect(inexactRows([numbered(slide.transaction)], [numbered(slide.generalised.slice(0, 1))], tree)).toEqual([0]);
  // Rows 2 and 3, counted from 0, publish their items as they are.
  const leaves = tree.names.slice(0, tree.leaves);
  for (const row of [2, 3])
    expect(cases[0].release[row].filter((node: string) => leaves.includes(node))).toEqual(ceiling.known_for_certain['rows 2 and 3']);
});

test('figure 2.11 b: every pair of nodes that occurs does so once, so that it is 2 to the 1-anonymous only', () => {
  const { k, m, release_as_printed, supports_of_pairs, violations } = golden.km_figure_2_11b;
  const nodes = [...new Set((release_as_printed as string[][][]).flat().map((node) => node.join('')))].sort();
  const rows = (release_as_printed as string[][][]).map((row) => row.map((node) => nodes.indexOf(node.join(''))).sort((a, b) => a - b));
  const rare = rareItemsets(rows, nodes.length, k, m);
  const found = new Map(rare.map(({ items, support }) => [items.map((item) => nodes[item]).join(' '), support]));
  expect(rare).toHaveLength(violations);
  for (const [pair, support] of Object.entries(supports_of_pairs)) expect(found.get(pair) ?? 0).toBe(support);
  expect(rareItemsets(rows, nodes.length, k, 1)).toEqual([]);
});

test('known items against each record, as sets: what the thesis prints', () => {
  const { similarity, plain } = golden.sparse_scoring as {
    readonly similarity: { readonly known: readonly string[]; readonly jaccard: readonly number[] };
    readonly plain: { readonly records: readonly (readonly string[])[] };
  };
  const known = new Set(similarity.known);
  for (const [at, record] of plain.records.entries()) {
    const own = new Set(record);
    expect(own.intersection(known).size / own.union(known).size).toBeCloseTo(similarity.jaccard[at], 9);
  }
});
