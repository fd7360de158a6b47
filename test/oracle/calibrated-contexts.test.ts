// Context features of members, each against its definition.

import { contentKey } from '../../shared/core/model/canonical-order.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { betrayalOf, joinedBetrayal, type TellingMeasure, toldOf } from '../../shared/kinds/set-generalised/core/calibrated/betrayal.ts';
import { MostAlike } from '../../shared/kinds/set-generalised/core/calibrated/cosines.ts';
import type { EvidenceInput } from '../../shared/kinds/set-generalised/core/calibrated/evidence.ts';
import { TopicFolds } from '../../shared/kinds/set-generalised/core/calibrated/folds.ts';
import {
  ELSEWHERE,
  type IndexedGroup,
  type IndexedRelease,
  indexEntries,
} from '../../shared/kinds/set-generalised/core/calibrated/indexed-release.ts';
import { chooseAnchors, profilesOf, type TermVectors } from '../../shared/kinds/set-generalised/core/calibrated/knowledge.ts';
import { ContextLikeness } from '../../shared/kinds/set-generalised/core/calibrated/likeness.ts';

const TERMS = 30;
const GROUP = [26, 27, 28, 29];

/**
 * 24 transactions of up to six of the items that are published alone, every third of them with the generalised item; the last two hold nothing else.
 */
function release(name: string): IndexedRelease {
  const random = seeded('contexts', name);
  const entries = Array.from({ length: 24 }, (_, at) => {
    const alone = at < 22 ? [...new Set(Array.from({ length: 6 }, () => Math.floor(25 * random.unit() ** 2)))] : [];
    return at % 3 === 0 || at >= 22 ? [...alone, ~0] : alone;
  });
  const terms = Array.from({ length: TERMS }, (_, term) => `term ${String(term).padStart(2, '0')}`);
  return indexEntries(terms, [Int32Array.from(GROUP)], entries);
}

/** Unit vectors of three numbers for the terms that are known. */
function vectors(name: string, knows: (term: number) => boolean, terms = TERMS): TermVectors {
  const known = Uint8Array.from({ length: terms }, (_, term) => Number(knows(term)));
  const values = Float32Array.from(
    Array.from({ length: terms }, (_, term) => {
      const random = seeded(name, term);
      const raw = [random.unit() - 0.3, random.unit() - 0.3, random.unit() - 0.3];
      const length = Math.hypot(...raw);
      return raw.map((each) => (known[term] === 1 ? each / length : 0));
    }).flat(),
  );
  return { name, dimensions: 3, values, known };
}

function likenessOf(likeness: ContextLikeness, group: IndexedGroup): [Float64Array, Float64Array] {
  const cells = group.rows.length * group.members.length;
  const into = new Float64Array(2 * cells);
  likeness.write(group, into, 0, cells);
  return [into.slice(0, cells), into.slice(cells)];
}

const cosine = ({ dimensions, values }: TermVectors, x: number, y: number): number =>
  Array.from({ length: dimensions }, (_, at) => values[x * dimensions + at] * values[y * dimensions + at]).reduce((a, b) => a + b, 0);

describe('likeness of contexts', () => {
  /** `studied`: how many transactions contexts are learned from; all others are only compared with them. */
  function twin(published: IndexedRelease, sets: readonly TermVectors[], studied: number, group: IndexedGroup): [number[], number[]] {
    const bags = published.transactions.map(({ items }) => [...items]);
    const holders = published.terms.map((_, term) => bags.slice(0, studied).flatMap((bag, at) => (bag.includes(term) ? [at] : [])));
    const weight = (term: number): number => Math.log((studied + 1) / Math.max(1, holders[term].length));
    const context = (at: number): number[] => published.terms.map((_, term) => (bags[at]?.includes(term) ? weight(term) : 0));
    const length = (x: readonly number[]): number => Math.hypot(...x);
    const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((total, each, at) => total + each * y[at], 0);
    const near = (one: number, other: number): number => {
      const [x, y] = [context(one), context(other)];
      return length(y) === 0 ? 0 : dot(x, y) / length(x) / length(y);
    };
    const rows = [...group.rows];
    const byMember = rows.flatMap((row) =>
      [...group.members].map((member) => {
        const own = sets.find(({ known }) => known[member] === 1);
        if (own === undefined || bags[row]?.length === 0) return Number.NaN;
        const standIns = published.terms
          .map((_, term) => ({ term, like: cosine(own, member, term) }))
          .filter(({ term, like }) => holders[term].length > 1 && own.known[term] === 1 && like >= 0.25)
          .toSorted((a, b) => b.like - a.like || a.term - b.term)
          .slice(0, 12);
        const total = standIns.reduce((sum, { like }) => sum + like, 0);
        const said = standIns.reduce((sum, { term, like }) => {
          const shown = holders[term];
          const each = shown.map((at) => (at === row ? 0 : near(row, at)));
          return sum + (like * each.reduce((a, b) => a + b, 0)) / shown.length;
        }, 0);
        return said / total;
      }),
    );
    const toOthers = rows.flatMap((row) => {
      const others = rows.filter((other) => other !== row).map((other) => near(row, other));
      const mean = others.reduce((a, b) => a + b, 0) / Math.max(1, others.length);
      return Array<number>(group.members.length).fill(bags[row]?.length === 0 ? Number.NaN : mean);
    });
    return [byMember, toOthers];
  }

  const expectSame = (fast: Float64Array, slow: readonly number[]): void => {
    expect(fast).toHaveLength(slow.length);
    for (const [at, each] of slow.entries()) {
      if (Number.isNaN(each)) expect(fast[at]).toBeNaN();
      else expect(fast[at]).toBeCloseTo(each, 6);
    }
  };

  test('to where the like of each member stand, and to the other rows', () => {
    const sets = [vectors('first', (term) => term !== 27 && term !== 28 && term !== 3), vectors('second', (term) => term !== 28)];
    const published = release('likeness');
    const group = published.groups[0];
    const [byMember, toOthers] = likenessOf(new ContextLikeness(published, sets), group);
    const [slow, slowOthers] = twin(published, sets, published.transactions.length, group);
    expectSame(byMember, slow);
    expectSame(toOthers, slowOthers);
    // The rows differ, no source knows the third member, and the last row is empty.
    expect(new Set(slow.filter((each) => !Number.isNaN(each))).size).toBeGreaterThan(15);
    expect(byMember.filter((_, cell) => cell % 4 === 2).every(Number.isNaN)).toBe(true);
    // Asked again it says the same: nothing of the first answer is left in the bag.
    const twice = new ContextLikeness(published, sets);
    likenessOf(twice, group);
    expect(likenessOf(twice, group)).toEqual([byMember, toOthers]);
  });

  test('a row by itself is like no other; nobody is like a member that no item resembles', () => {
    const published = release('alone');
    const group = { ...published.groups[0], rows: Int32Array.of(0), places: Int32Array.of(0) };
    const far = vectors('far', (term) => term >= 26);
    const [byMember, toOthers] = likenessOf(new ContextLikeness(published, [far]), group);
    for (const each of toOthers) expect(each).toBeCloseTo(0, 12);
    expect([...byMember].every(Number.isNaN)).toBe(true);
  });

  test('two rows, and a single item that is just alike enough', () => {
    const published = release('few');
    const group = { ...published.groups[0], rows: Int32Array.of(3, 6), places: Int32Array.of(0, 0) };
    // To the first member term 1 is as near as .26, to the second term 2 as near as .24.
    const few = vectors('few', (term) => term === 26 || term === 27 || term === 1 || term === 2);
    for (const [term, ...own] of [
      [26, 1, 0, 0],
      [27, 0, 1, 0],
      [1, 0.26, 0, Math.sqrt(1 - 0.26 ** 2)],
      [2, 0, 0.24, Math.sqrt(1 - 0.24 ** 2)],
    ] as const)
      few.values.set(own, 3 * term);
    const [byMember, toOthers] = likenessOf(new ContextLikeness(published, [few]), group);
    const [slow, slowOthers] = twin(published, [few], published.transactions.length, group);
    expectSame(byMember, slow);
    expectSame(toOthers, slowOthers);
    expect(slow.map(Number.isNaN)).toEqual([false, true, true, true, false, true, true, true]);
    expect(slowOthers[0]).toBeGreaterThan(0);
  });

  test('only the 2,000 items that are published most stand in, of equals those with the least number', () => {
    const all = Array.from({ length: 2010 }, (_, term) => term);
    const terms = Array.from({ length: 2012 }, (_, term) => `t${String(term).padStart(4, '0')}`);
    // The first twenty are published twice, all others three times: of the twenty the first ten are among the most.
    const published = indexEntries(terms, [Int32Array.of(2010, 2011)], [all, all, all.slice(20), [1, 30, ~0]]);
    const values = new Float32Array(3 * terms.length);
    for (const term of terms.keys()) values[3 * term + (term === 9 || term === 2010 ? 0 : term === 10 || term === 2011 ? 1 : 2)] = 1;
    const own = { name: 'many', dimensions: 3, values, known: new Uint8Array(terms.length).fill(1) };
    const [[near, far] = []] = likenessOf(new ContextLikeness(published, [own]), published.groups[0]);
    expect(near).toBeGreaterThan(0);
    expect(far).toBeNaN();
  });

  test('more terms and transactions behind those that contexts were learned from are only compared', () => {
    const studied = release('beyond');
    const more = [
      [0, 1, 30, 31, ~0],
      [2, 5, ~0],
      [30, ~0],
    ];
    const whole = indexEntries(
      [...studied.terms, 'term 30', 'term 31'],
      [Int32Array.from(GROUP)],
      [...studied.transactions.map(({ entries }) => [...entries]), ...more],
    );
    const all = [vectors('beyond', (term) => term !== 4, 32)];
    const likeness = new ContextLikeness(studied, [vectors('beyond', (term) => term !== 4)]).beyond(whole, all);
    const [byMember, toOthers] = likenessOf(likeness, whole.groups[0]);
    const [slow, slowOthers] = twin(whole, all, studied.transactions.length, whole.groups[0]);
    expectSame(byMember, slow);
    expectSame(toOthers, slowOthers);
    // Nobody published it where contexts were learned: as rare as what a single transaction publishes.
    expect(likeness.rarity[31]).toBeCloseTo(Math.log(studied.transactions.length + 1), 12);
  });
});

describe('what gives a generalised item away', () => {
  interface Case {
    readonly published: IndexedRelease;
    readonly told: TellingMeasure;
    readonly s: Float64Array;
  }

  function made(round: number): Case {
    const random = seeded('betrayal', round);
    const published = release(`betrayal ${round}`);
    const { rows } = published.groups[0];
    const items = published.terms.length;
    const place = new Map(published.terms.map((_, term) => [term, items - 1 - term]));
    const values = Float64Array.from({ length: GROUP.length * items }, () => (random.below(3) === 0 ? Number.NaN : 4 * random.unit() - 2));
    return {
      published,
      told: { measure: 'made', values, items, place },
      s: Float64Array.from({ length: rows.length * GROUP.length }, () => 6 * random.unit() - 4),
    };
  }

  /** Excess nearness of each member to an item over the mean of the others; none if fewer than two are known. */
  function apart({ told }: Case, term: number): number[] {
    const all = GROUP.map((_, column) => told.values[column * told.items + (told.place.get(term) as number)]);
    const known = all.filter((each) => !Number.isNaN(each));
    return all.map((own, column) => {
      const others = all.filter((each, at) => at !== column && !Number.isNaN(each));
      return known.length < 2 || Number.isNaN(own) ? Number.NaN : own - others.reduce((a, b) => a + b, 0) / others.length;
    });
  }

  test('the item that sets a likely member most apart, and who speaks for each likely member, by trying all', () => {
    for (let round = 0; round < 40; round += 1) {
      const one = made(round);
      const { published, told, s } = one;
      const group = published.groups[0];
      const cells = [...group.rows].flatMap((transaction, row) =>
        [...(published.transactions[transaction]?.items ?? [])].flatMap((term) =>
          apart(one, term).map((above, column) => ({ row, column, term, above, p: 1 / (1 + Math.exp(-s[row * 4 + column])) })),
        ),
      );
      const speaking = cells.filter(({ above }) => above > 0);
      const best = speaking.toSorted((a, b) => b.p * b.above - a.p * a.above)[0];
      const found = betrayalOf(published, group, told, s);
      if (best === undefined || found === null) throw new Error('nothing speaks');
      expect(found).toMatchObject({ item: published.terms[best.term], row: best.row, column: best.column, measure: 'made' });
      expect(found.above).toBeCloseTo(best.above, 12);
      expect(found.nearness).toBe(told.values[best.column * told.items + (told.place.get(best.term) as number)]);
      const neighbours = [...s].map((own, cell) => {
        const [row, column] = [Math.floor(cell / 4), cell % 4];
        const likeliest = Math.max(...s.slice(4 * row, 4 * row + 4));
        const [most] = speaking.filter((each) => each.row === row && each.column === column).toSorted((a, b) => b.above - a.above);
        return most === undefined || (own !== likeliest && own <= 0) ? null : published.terms[most.term];
      });
      expect(found.of.map((place) => (place === -1 ? null : found.items[place]))).toEqual(neighbours);
      // Each item once, in the order in which they speak.
      expect(found.items).toEqual([...new Set(neighbours.filter((each) => each !== null))]);
    }
  });

  test('what gives the parts of a table away, joined, is what gives the table away', () => {
    for (let round = 0; round < 40; round += 1) {
      const { published, told, s } = made(round);
      const group = published.groups[0];
      const columns = GROUP.length;
      const cuts = [0, 1 + (round % (group.rows.length - 1)), group.rows.length];
      const parts = cuts.slice(1).map((to, at) => {
        const from = cuts[at];
        const part = { rows: to - from, columns, s: s.slice(from * columns, to * columns) };
        return { ...part, betrayedBy: betrayalOf(published, { ...group, rows: group.rows.slice(from, to) }, told, part.s) };
      });
      expect(joinedBetrayal(parts)).toEqual(betrayalOf(published, group, told, s));
    }
  });

  test('where no two members are known nothing gives it away; of equals the first does', () => {
    const one = made(0);
    const group = one.published.groups[0];
    const single = one.told.values.map((each, at) => (at < one.told.items ? each : Number.NaN));
    expect(betrayalOf(one.published, group, { ...one.told, values: single }, one.s)).toBeNull();
    const level = one.told.values.map(() => 0.5);
    expect(betrayalOf(one.published, group, { ...one.told, values: level }, one.s)).toBeNull();
    // The second member is as far above the others with whatever item, and as likely in every row.
    const second = one.told.values.map((_, at) => Number(Math.floor(at / one.told.items) === 1));
    const first = one.published.transactions[group.rows[0]]?.items[0] as number;
    expect(betrayalOf(one.published, group, { ...one.told, values: second }, one.s.fill(0))).toMatchObject({
      item: one.published.terms[first],
      row: 0,
      column: 1,
      nearness: 1,
      above: 1,
      items: expect.arrayContaining([one.published.terms[first]]),
    });
  });

  test('others than the likeliest are spoken for where they are rather original than not, not at even odds', () => {
    const { published, told } = made(0);
    const group = { ...published.groups[0], rows: Int32Array.of(0) };
    const second = told.values.map((_, at) => Number(Math.floor(at / told.items) === 1));
    const spoken = (odds: number): boolean =>
      betrayalOf(published, group, { ...told, values: second }, Float64Array.of(2, odds, 1, 1))?.of[1] !== -1;
    expect([-1, 0, 0.01].map(spoken)).toEqual([false, false, true]);
  });

  test('the first vectors speak, else the lift in the first source, else nobody', () => {
    const counts = ['a', 'b'].map((name) => ({ name, size: 10, single: new Float64Array() }));
    const own = ['x', 'y'].map((name) => ({ name, dimensions: 1, values: new Float32Array(), known: new Uint8Array() }));
    const told = (sources: number, sets: number) => {
      const knowledge = { counts: counts.slice(0, sources), vectors: own.slice(0, sets) };
      const measures = Array.from({ length: 3 * sources + sets }, (_, at) => Float64Array.of(at));
      return toldOf({ knowledge } as unknown as EvidenceInput, { items: Int32Array.of(7, 8), neighbours: [], place: new Map(), measures });
    };
    expect(told(2, 2)).toMatchObject({ measure: 'cosine x', values: Float64Array.of(6), items: 2 });
    expect(told(0, 1)).toMatchObject({ measure: 'cosine x', values: Float64Array.of(0) });
    expect(told(2, 0)).toMatchObject({ measure: 'lift a', values: Float64Array.of(2) });
    expect(told(1, 0)).toMatchObject({ measure: 'lift a', values: Float64Array.of(2) });
    expect(told(0, 0)).toBeNull();
  });
});

describe('profiles', () => {
  test('anchors are published alone more than once, neither rare nor everywhere in the source; the most published first', () => {
    const published = indexEntries(
      ['a', 'b', 'c', 'd', 'e', 'f'],
      [],
      [
        [0, 1, 2, 3, 4],
        [0, 1, 2, 3, 4],
        [1, 2, 4],
        [5, ELSEWHERE],
      ],
    );
    // Twenty documents are enough, a quarter of 400 is not too much.
    const single = Float64Array.of(20, 100, 19, 60, 101, 50);
    expect(chooseAnchors(published, 400, single)).toEqual([1, 0, 3]);
    expect(chooseAnchors(published, 400, single, 2)).toEqual([1, 0]);
    expect(chooseAnchors(published, 404, single)).toEqual([1, 4, 0, 3]);
  });

  test('the logarithm of how much more often than by chance a term comes with each anchor, half a document more on either side', () => {
    const source = { name: 'wiki', size: 100, single: Float64Array.of(10, 20, 30, 40) };
    const [anchors, attested] = [
      [1, 3],
      [3, 1, 2],
    ];
    const both = Float64Array.of(8, 40, 20, 9, 0, 15);
    const profiles = profilesOf(source, anchors, attested, both, 1);
    expect(profiles).toMatchObject({ name: 'profile wiki', dimensions: 2 });
    expect(profiles.known).toEqual(Uint8Array.of(1, 1, 1));
    expect(profiles.values).toHaveLength(6);
    const wanted = [
      [0, Math.log(9.5 / (8 + 0.5))],
      [Math.log(0.5 / (6 + 0.5)), Math.log(15.5 / (12 + 0.5))],
      [Math.log(8.5 / (8 + 0.5)), 0],
    ].flat();
    for (const [at, each] of wanted.entries()) expect(profiles.values[at]).toBeCloseTo(each, 6);
    const part = profilesOf(source, anchors, [2], both.subarray(4));
    expect([...part.known]).toEqual([0, 0, 1, 0]);
    expect(part.values[5]).toBeCloseTo(wanted[3], 6);
    expect(part.values).toHaveLength(8);
  });
});

test('the most alike of those that are shown are those of a sort of all', () => {
  for (let round = 0; round < 60; round += 1) {
    const random = seeded('most alike', round);
    const [most, least] = [1 + random.below(4), [0.25, 0.5, 0][round % 3]];
    const shown = Array.from({ length: 3 + random.below(16) }, (_, term) => ({
      term,
      cosine: random.below(9) === 0 ? Number.NaN : random.below(9) / 8,
    }));
    const nearest = new MostAlike(most, least);
    for (const { term, cosine: each } of shown) {
      const sure = each < nearest.bar;
      const before = [...nearest.found];
      nearest.show(term, each);
      if (sure) expect(nearest.found).toEqual(before);
    }
    const wanted = shown.filter(({ cosine: each }) => each >= least).toSorted((a, b) => b.cosine - a.cosine || a.term - b.term);
    expect(nearest.found).toEqual(wanted.slice(0, most));
    // Whoever asks first is turned away as soon as there are enough: below the last of them, or below the least.
    expect(nearest.bar).toBe(wanted.length < most ? least : wanted[most - 1]?.cosine);
  }
});

describe('halves by topic', () => {
  const alone = Array.from({ length: 40 }, (_, term) => term);
  const published = indexEntries(
    Array.from({ length: 44 }, (_, term) => `t${term}`),
    [Int32Array.of(42, 43)],
    [[...alone.slice(20), ~0], alone.slice(0, 25)],
  );
  /** Spread most along the third number, less along the second, least along the first; every tenth is unknown. */
  const spread = ((): TermVectors => {
    const raw = alone.map((term) => {
      const random = seeded('topics', term);
      return [0.8, 1.4, 2.4].map((wide) => wide * (random.unit() < 0.5 ? -1 : 1) * (0.5 + random.unit()));
    });
    const values = Float32Array.from([...raw, ...Array<number[]>(4).fill([0, 0, 9])].flat());
    return { name: 'topics', dimensions: 3, values, known: Uint8Array.from({ length: 44 }, (_, term) => Number(term % 10 !== 0)) };
  })();

  /** The axes of greatest spread, by Jacobi's rotations of the table of products. */
  function axes(): number[][] {
    const at = (term: number, place: number): number => spread.values[3 * term + place];
    const known = alone.filter((term) => spread.known[term] === 1);
    const a = [0, 1, 2].map((x) => [0, 1, 2].map((y) => known.reduce((total, term) => total + at(term, x) * at(term, y), 0)));
    const v = [0, 1, 2].map((x) => [0, 1, 2].map((y) => Number(x === y)));
    for (let turn = 0; turn < 60; turn += 1) {
      const [p, q] = [
        [0, 1],
        [0, 2],
        [1, 2],
      ][turn % 3] as [number, number];
      const angle = Math.atan2(2 * (a[p]?.[q] as number), (a[q]?.[q] as number) - (a[p]?.[p] as number)) / 2;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (const table of [a, v]) for (const row of table) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
      const [own, other] = [a[p], a[q]];
      for (const k of [0, 1, 2]) [own[k], other[k]] = [c * own[k] - s * other[k], s * own[k] + c * other[k]];
    }
    return [0, 1, 2].toSorted((x, y) => (a[y]?.[y] as number) - (a[x]?.[x] as number)).map((column) => v.map((row) => row[column]));
  }

  test('cut along the axes of greatest spread, one a draw, in the middle; the unknown are halved by themselves', () => {
    const folds = new TopicFolds(published, [spread, vectors('unused', () => true, 44)], 'seed');
    const wanted = axes();
    const unknown = alone.filter((term) => term % 10 === 0);
    const known = alone.filter((term) => term % 10 !== 0);
    for (const draw of [0, 2, 1]) {
      const fold = folds.fold(draw);
      const along = (term: number): number => wanted[draw].reduce((total, each, at) => total + each * spread.values[3 * term + at], 0);
      const ranked = known.toSorted((a, b) => along(a) - along(b));
      const halves = [0, 1].map((half) => ranked.filter((term) => fold[term] === half).toSorted((a, b) => a - b));
      const cut = [ranked.slice(0, 18), ranked.slice(18)].map((half) => half.toSorted((a, b) => a - b));
      // An axis has two ends.
      expect([cut, cut.toReversed()]).toContainEqual(halves);
      expect(unknown.filter((term) => fold[term] === 1)).toHaveLength(2);
    }
  });

  test('beyond the last axis, and without vectors, by a hash that each draw and seed has its own of', () => {
    const folds = new TopicFolds(published, [spread], 'seed');
    const without = new TopicFolds(published, [], 'seed');
    expect([...folds.alone]).toEqual(alone);
    const cuts = [folds.fold(3), folds.fold(4), without.fold(0), without.fold(1), new TopicFolds(published, [], 'other').fold(0)];
    expect(new Set(cuts.map(String)).size).toBe(cuts.length);
    for (const fold of cuts) expect(fold.reduce((a, b) => a + b, 0)).toBe(20);
    expect(without.fold(3).subarray(40)).toEqual(Uint8Array.of(0, 0, 0, 0));
    const byHash = alone.toSorted((a, b) => (contentKey('seed|0', `t${a}`) < contentKey('seed|0', `t${b}`) ? -1 : 1));
    expect(byHash.map((term) => without.fold(0)[term])).toEqual(alone.map((_, rank) => Number(rank >= 20)));
    // Three terms have two axes between them; all that are alike are cut by the hash as well.
    const three = new TopicFolds(published, [{ ...spread, known: spread.known.map((_, term) => Number(term < 3)) }], 'seed');
    expect([0, 1, 2].map((draw) => String(three.fold(draw)) === String(without.fold(draw)))).toEqual([false, false, true]);
    const same = { ...spread, values: spread.values.map(() => 1), known: spread.known.map(() => 1) };
    expect(new TopicFolds(published, [same], 'seed').fold(0)).toEqual(without.fold(0));
    // Vectors that point all one way have one axis: there is nothing left to spread along.
    const line = { ...spread, values: spread.values.map((_, at) => (at % 3 === 0 ? at : 0)) };
    const along = new TopicFolds(published, [line], 'seed');
    const upper = alone.filter((term) => term % 10 !== 0).slice(18);
    expect(upper.every((term) => along.fold(0)[term] === 1)).toBe(true);
    expect(String(along.fold(1))).toBe(String(new TopicFolds(published, [], 'seed').fold(1)));
  });
});
