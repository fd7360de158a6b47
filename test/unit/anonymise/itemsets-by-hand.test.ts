// The parts of COAT, of k^m-anonymity and of moves that count itemsets, against transactions gone through one by one.

import { refineCut } from '../../../shared/core/generalise/km.ts';
import { PairRow, RareItemsets } from '../../../shared/core/generalise/rare-itemset.ts';
import { Recoding } from '../../../shared/core/generalise/recoding.ts';
import { type Hierarchy, itemHierarchy } from '../../../shared/core/model/hierarchy.ts';
import { indexItems } from '../../../shared/core/model/item-index.ts';
import { type Random, seeded } from '../../../shared/core/random/random.ts';
import { Groups, SUPPRESSED } from '../../../shared/kinds/set-generalised/core/coat/groups.ts';
import { HeldTogether } from '../../../shared/kinds/set-generalised/core/coat/held-together.ts';
import { countOf, groupLosses, Limits, membersIn, supportsOf } from '../../../shared/kinds/set-generalised/core/mend/limits.ts';

const lists = (random: Random, most: number, items: number, share = 3): number[][] =>
  Array.from({ length: 3 + random.below(most - 2) }, () =>
    Array.from({ length: items }, (_, item) => item).filter(() => random.below(share) === 0),
  );

test('classes of transactions that hold the same items of a constraint, beyond a word of 32 bits too', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const random = seeded('together', seed);
    const items = seed % 4 === 0 ? 33 + random.below(35) : 1 + random.below(5);
    const transactions = lists(random, 14, items, seed % 4 === 0 ? 12 : 2);
    const holders = Array.from({ length: items }, (_, item) =>
      Uint32Array.from([...transactions.keys()].filter((t) => transactions[t]?.includes(item) === true)),
    );
    const lent = new Uint32Array(transactions.length);
    const held = new HeldTogether(holders, lent);
    const classOf = (t: number): number => held.classOf[t];
    const itemsOf = (which: number): number[] => Array.from({ length: items }, (_, bit) => bit).filter((bit) => held.holds(which, bit));
    expect(transactions.map((_, t) => itemsOf(classOf(t)))).toEqual(transactions);
    const equal = new Set(transactions.map((own, t) => `${own.join()} ${classOf(t)}`));
    expect(equal.size).toBe(new Set(transactions.map((own) => own.join())).size);
    const counts = held.counts();
    expect([...counts]).toEqual(
      Array.from({ length: held.classes }, (_, which) => (which === 0 ? 0 : transactions.filter((_, t) => classOf(t) === which).length)),
    );
    const k = 2 + random.below(3);
    const rare = new Set(
      transactions
        .filter((own) => own.length > 0 && transactions.filter((other) => own.every((item) => other.includes(item))).length < k)
        .map((own) => own.join()),
    );
    expect(new Set(held.below(k, counts).map((which) => itemsOf(which).join()))).toEqual(rare);
    const marked = Uint8Array.from(transactions, () => (random.below(4) === 0 ? 1 : 0));
    for (const which of held.below(k, counts)) {
      const covering = [...transactions.keys()].filter(
        (t) => marked[t] === 0 && itemsOf(which).every((item) => transactions[t]?.includes(item) === true),
      );
      expect([...held.transactionsCovering(which, marked)].toSorted((a, b) => a - b)).toEqual(covering);
    }
    held.release();
    expect([...lent]).toEqual(transactions.map(() => 0));
  }
});

test('groups that grow and go: members, transactions, weights, and shelves of one size and support in order of places', () => {
  const transactions = [['a', 'b'], ['a'], ['c'], ['d', 'e'], ['e'], ['b', 'c']].map((items) => ({ items }));
  const index = indexItems(transactions);
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => index.numberOf.get(name)) as [number, number, number, number, number];
  const distances: Record<string, number> = { ab: 0.1, ac: 0.4, bc: 0.7 };
  const distance = (x: string, y: string): number => distances[[x, y].sort().join('')] ?? 1;
  const groups = new Groups(index, [['c', 'b', 'nobody', 'a'], ['e']], distance);
  const shelves = (): string[] => [...groups.shelvesOf(c)].map((shelf) => shelf.map((group) => index.names[group]).join('')).sort();
  // All three are in two transactions; d is in no constraint.
  expect(shelves()).toEqual(['cba']);
  expect([...groups.shelvesOf(d)]).toEqual([]);
  expect([groups.mayMerge(a, b), groups.mayMerge(a, a), groups.mayMerge(a, e), groups.mayMerge(d, d), groups.mayMerge(d, a)]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect([groups.placeOf(c), groups.placeOf(b), groups.placeOf(a), groups.weighted]).toEqual([0, 1, 3, true]);
  expect(groups.mergedWeight(a, b)).toBeCloseTo(0.1, 12);
  // Named by the one that stands first in its constraint.
  groups.merge(a, b);
  expect([groups.groupOf[a], groups.groupOf[b], groups.sizes[b], groups.supports[b]]).toEqual([b, b, 2, 3]);
  expect([...groups.lists[b]]).toEqual([0, 1, 5]);
  expect([...groups.lists[a]]).toEqual([]);
  expect(shelves()).toEqual(['b', 'c']);
  expect(groups.mergedWeight(c, b)).toBeCloseTo((0.1 + 0.4 + 0.7) / 3, 12);
  groups.merge(b, c);
  expect([groups.placeOf(c), [...groups.members(c)].toSorted(), groups.supports[c]]).toEqual([0, [a, b, c].toSorted(), 4]);
  expect(shelves()).toEqual(['c']);
  groups.suppress(c);
  expect([groups.groupOf[a], groups.groupOf[b], groups.groupOf[c], groups.suppressed]).toEqual([SUPPRESSED, SUPPRESSED, SUPPRESSED, 3]);
  expect([[...groups.shelvesOf(c)], groups.lists[c]?.length]).toEqual([[], 0]);
  const plain = new Groups(index, [['a', 'b']], undefined);
  expect([plain.mergedWeight(a, b), plain.weighted]).toEqual([1, false]);
  const alone = indexItems(['p', 'q', 'r', 's'].map((item) => ({ items: [item] })));
  const merged = (...pairs: readonly (readonly [number, number])[]): string[] => {
    const four = new Groups(alone, [['p', 'q', 'r', 's']], undefined);
    for (const [one, other] of pairs) four.merge(one, other);
    return [...four.shelvesOf(0)].map((shelf) => shelf.map((group) => alone.names[group]).join('')).sort();
  };
  expect([merged(), merged([0, 1]), merged([1, 2]), merged([2, 3], [0, 1])]).toEqual([['pqrs'], ['p', 'rs'], ['ps', 'q'], ['pr']]);
});

/** A random tree over items named by letters: some of them under one node, those under the top or another one. */
function randomTree(random: Random): Hierarchy {
  const children = new Map<string, readonly string[]>();
  let open = 'abcdefgh'.slice(0, 4 + random.below(5)).split('');
  for (let level = 0; open.length > 1; level += 1) {
    const next: string[] = [];
    for (let at = 0; at < open.length; ) {
      const size = open.length <= 2 ? 2 : 1 + random.below(3);
      const own = open.slice(at, at + size);
      at += size;
      if (own.length === 1) next.push(own[0]);
      else {
        children.set(`${level}.${next.length}`, own);
        next.push(`${level}.${next.length}`);
      }
    }
    open = next;
  }
  return itemHierarchy(children);
}

function* itemsetsOf(items: readonly number[], size: number): Generator<number[]> {
  if (size === 0) yield [];
  else for (const [at, item] of items.entries()) for (const rest of itemsetsOf(items.slice(at + 1), size - 1)) yield [item, ...rest];
}

function recoded(random: Random) {
  const tree = randomTree(random);
  const transactions = lists(random, 12, tree.leaves).map((own) => own.toSorted(() => (random.below(2) === 0 ? -1 : 1)));
  const index = indexItems(transactions.map((own) => ({ items: own.map((leaf) => tree.names[leaf]) })));
  const recoding = new Recoding(
    index,
    tree,
    Uint32Array.from(index.names, (name) => tree.names.indexOf(name)),
  );
  const under = (node: number, own: readonly number[]): boolean => own.some((leaf) => leaf >= tree.first[node] && leaf < tree.end[node]);
  const support = (nodes: readonly number[]): number => transactions.filter((own) => nodes.every((node) => under(node, own))).length;
  /** Itemsets of the cut that some transactions hold, but fewer than k. */
  const rare = (size: number, k: number): number[][] =>
    [...itemsetsOf([...recoding.cut()], size)].filter((nodes) => support(nodes) > 0 && support(nodes) < k);
  return { tree, transactions, recoding, support, rare, under };
}

test('rare itemsets after a node, around it, and pairs beside it while the cut climbs: the first of all', () => {
  const seen = { found: 0, none: 0 };
  for (let seed = 0; seed < 60; seed += 1) {
    const random = seeded('rare', seed);
    const { tree, recoding, rare, support, transactions, under } = recoded(random);
    const k = 2 + random.below(3);
    const search = new RareItemsets(recoding, k);
    const pairs = new PairRow(recoding);
    for (;;) {
      const cut = [...recoding.cut()];
      expect(cut.map((node) => [...recoding.holders[node]])).toEqual(
        cut.map((node) => [...transactions.keys()].filter((t) => under(node, transactions[t]))),
      );
      for (const node of cut) {
        expect(recoding.support(node)).toBe(support([node]));
        for (const size of [1, 2, 3]) {
          const all = rare(size, k);
          const [after = null] = all.filter((nodes) => nodes[0] === node);
          expect(search.after(node, size)).toEqual(after);
          const around = search.around(node, size);
          const isThere = all.some((nodes) => nodes.includes(node));
          expect(around !== null).toBe(isThere);
          if (around !== null) expect(all.map((nodes) => nodes.toSorted().join())).toContain(around.toSorted().join());
          seen[isThere ? 'found' : 'none'] += 1;
        }
      }
      const left = cut.filter((node) => node !== tree.root);
      if (left.length === 0) break;
      // One node is asked again and again while others climb.
      const asked = cut[random.below(cut.length)];
      for (let raise = 0; raise < 3; raise += 1) {
        const [wanted = -1] = rare(2, k)
          .filter(([one]) => one === asked)
          .map(([, other]) => other as number);
        expect(pairs.firstRare(asked, k)).toBe(wanted);
        const rest = [...recoding.cut()].filter((node) => node !== tree.root);
        const next = rest[random.below(rest.length)];
        if (next === undefined) break;
        recoding.raise(next);
        if (random.below(4) === 0 && [...recoding.cut()].length > 1) recoding.raise([...recoding.cut()].at(-1) as number);
        if (recoding.inCut[asked] === 0) break;
      }
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(200);
});

test('a cut is split again where it gives most first, and comes to what trying each node in that order does', () => {
  let split = 0;
  for (let seed = 0; seed < 150; seed += 1) {
    const random = seeded('refined', seed);
    const { tree, recoding, transactions, under } = recoded(random);
    const [k, m] = [2 + random.below(2), 1 + random.below(3)];
    const occurrences = transactions.flat();
    const loss = (node: number): number => {
      const [first, end] = [tree.first[node], tree.end[node]];
      return end - first === 1 ? 0 : (end - first) * occurrences.filter((leaf) => leaf >= first && leaf < end).length;
    };
    const gain = (node: number): number => tree.children[node].reduce((left, child) => left - loss(child), loss(node));
    const isFree = (cut: readonly number[]): boolean =>
      Array.from({ length: m }, (_, at) => [...itemsetsOf(cut, at + 1)])
        .flat()
        .every((nodes) => {
          const held = transactions.filter((own) => nodes.every((node) => under(node, own))).length;
          return held === 0 || held >= k;
        });
    let cut: readonly number[] = [tree.root];
    while (recoding.inCut[tree.root] === 0) recoding.raise([...recoding.cut()][0]);
    if (!isFree(cut)) continue;
    const tried = new Set<number>();
    for (;;) {
      const [next] = cut
        .filter((node) => node >= tree.leaves && !tried.has(node))
        .toSorted((a, b) => gain(b) - gain(a) || tree.first[a] - tree.first[b]);
      if (next === undefined) break;
      tried.add(next);
      const lower = cut.flatMap((node) => (node === next ? tree.children[next] : [node]));
      if (isFree(lower)) cut = lower;
    }
    refineCut(recoding, k, m);
    expect([...recoding.cut()]).toEqual(cut);
    expect(recoding.ncp()).toBeCloseTo(cut.reduce((sum, node) => sum + loss(node), 0) / tree.leaves / Math.max(1, occurrences.length), 9);
    if (cut.length > 1) split += 1;
  }
  expect(split).toBeGreaterThan(30);
});

test('whether protected itemsets keep their k while generalised items change: by every subset of those that hold a changed item', () => {
  const seen = { holds: 0, not: 0, untouched: 0 };
  for (let seed = 0; seed < 150; seed += 1) {
    const random = seeded('supports', seed);
    const transactions = lists(random, 12, 6, 2);
    const names = (items: readonly number[]): string[] => items.map((item) => `i${item}`);
    const index = indexItems(transactions.map((own) => ({ items: names(own) })));
    const number = (item: number): number => index.numberOf.get(`i${item}`) ?? -1;
    const k = 2 + random.below(3);
    const pick = (): number[] => [0, 1, 2, 3, 4, 5].filter(() => random.below(3) === 0);
    const privacy = [pick(), pick()];
    const group = pick().filter((item) => number(item) >= 0);
    const gone = pick().filter((item) => !group.includes(item));
    const changed = pick();
    const covers = (own: readonly number[], item: number): boolean =>
      group.includes(item) ? group.some((member) => own.includes(member)) : own.includes(item);
    const broken = privacy
      .filter((set) => set.some((item) => changed.includes(item) && !gone.includes(item) && number(item) >= 0))
      .some((set) => {
        const left = set.filter((item) => !gone.includes(item));
        return [1, 2, 3, 4, 5, 6]
          .flatMap((size) => [...itemsetsOf(left, size)])
          .some((part) => {
            const support = transactions.filter((own) => part.every((item) => covers(own, item))).length;
            return support > 0 && support < k;
          });
      });
    const policy = { k, privacy: privacy.map((set) => [...names(set), ...names(set.slice(0, 1))]) };
    const found = supportsOf(index, policy, new Set(gone.map(number))).hold(membersIn([group.map(number)]), changed.map(number));
    expect(found).toBe(!broken);
    seen[changed.some((item) => privacy.flat().includes(item)) ? (broken ? 'not' : 'holds') : 'untouched'] += 1;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(15);
});

test('what generalised items cost, and what they may', () => {
  const index = [[0, 1, 2], [2, 3], [5]].map((list) => Uint32Array.from(list));
  expect(countOf([0, 1], index)).toBe(4);
  // Two members in four transactions, one in one: 2 x 4 + 1 x 1, and 3 x 4 + 1 x 1.
  expect(groupLosses([[0, 1], [2]], index)).toEqual({ penalty: 9, utilityLoss: 13 });
  const limits = new Limits({ losses: { penalty: 4, utilityLoss: 10 }, times: 2 }, { losses: { penalty: 10, utilityLoss: 5 }, times: 1 });
  expect([
    limits.allow({ penalty: 8, utilityLoss: 5 }),
    limits.allow({ penalty: 9, utilityLoss: 5 }),
    limits.allow({ penalty: 8, utilityLoss: 6 }),
  ]).toEqual([true, false, false]);
});

test('raising a node costs what all below its parent are then published more widely; the root cannot be raised', () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const { tree, recoding } = recoded(seeded('raised', seed));
    expect(recoding.costOfRaising(tree.root)).toBe(Number.POSITIVE_INFINITY);
    for (;;) {
      const [node] = [...recoding.cut()].filter((each) => each !== tree.root);
      if (node === undefined) break;
      const [cost, before] = [recoding.costOfRaising(node), recoding.ncp()];
      recoding.raise(node);
      expect(recoding.ncp() - before).toBeCloseTo(cost, 9);
    }
  }
});
