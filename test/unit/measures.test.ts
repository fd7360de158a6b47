import { seeded } from '../../shared/core/random/random.ts';
import { impliedConstraints, MOST_ITEMS, protections } from '../../shared/kinds/set-generalised/core/measure/protections.ts';
import { uniqueness } from '../../shared/kinds/set-generalised/core/measure/uniqueness.ts';

describe('protections', () => {
  const release = [{ items: [['a', 'b']] }, { items: [['a', 'b'], 'c'] }];

  test('a correct elimination that leaves an item to one transaction is a harm, a wrong one breaks without harming', () => {
    const attacked = [{ items: [['a']] }, { items: [['b'], 'c'] }];
    const constraints = impliedConstraints(release, 2);
    expect(constraints).toEqual([
      { items: ['a'], k: 2 },
      { items: ['b'], k: 2 },
    ]);
    const original = [{ items: ['a', 'b'] }, { items: ['b', 'c'] }];
    // b was taken from the first transaction, which held it.
    expect(protections(constraints, release, original)(attacked)).toMatchObject({ broken: [0, 1], trulyBroken: [0] });
  });

  test('a subset that no original transaction holds is no harm: it is counted apart', () => {
    // Of a alone the holder still supports it: a harm, whatever else is made up of a and c.
    const pairs = [
      {
        items: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      },
      {
        items: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      },
    ];
    const truth = [{ items: ['a', 'd'] }, { items: ['b', 'c'] }];
    const attacked = [{ items: [['a'], ['c']] }, { items: [['b'], ['d']] }];
    const found = protections([{ items: ['a', 'c'], k: 2 }], pairs, truth)(attacked);
    expect(found).toMatchObject({ broken: [0], trulyBroken: [0], unheld: [] });
    const kept = [
      { items: [['a'], ['c']] },
      {
        items: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      },
    ];
    const pairOnly = [{ items: ['a', 'c'], k: 2 }];
    const both = [
      {
        items: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      },
      {
        items: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      },
      { items: ['a'] },
      { items: ['c'] },
    ];
    const bothAttacked = [...kept.slice(0, 1), { items: [['a', 'b'], ['d']] }, { items: ['a'] }, { items: ['c'] }];
    const nobody = [{ items: ['a', 'd'] }, { items: ['b', 'd'] }, { items: ['a'] }, { items: ['c'] }];
    expect(protections(pairOnly, both, nobody)(bothAttacked)).toMatchObject({ broken: [0], trulyBroken: [], unheld: [0] });
    expect(protections(pairOnly, both, null)(bothAttacked)).toMatchObject({ broken: [0], trulyBroken: null, unheld: null });
  });

  test('a subset that vanished is not broken, one that was rare before was not protected', () => {
    expect(protections([{ items: ['a'], k: 2 }], release, null)([{ items: [['b']] }, { items: [['b'], 'c'] }]).broken).toEqual([]);
    expect(protections([{ items: ['c'], k: 2 }], release, null)(release).broken).toEqual([]);
  });

  test('a constraint of too many items is said to be not computable', () => {
    const items = Array.from({ length: MOST_ITEMS + 1 }, (_, at) => String(at));
    expect(protections([{ items, k: 2 }], release, null)(release)).toMatchObject({ broken: [], notComputable: [0] });
  });
});

describe('uniqueness', () => {
  test('needs an item from a generalised item, and keeps one that is left alone there', () => {
    expect(uniqueness([{ items: ['a', 'b'] }, { items: ['c'] }], { m: 2, k: 2 })).toBe(0);
    expect(uniqueness([{ items: [['a'], 'b'] }, { items: ['c'] }], { m: 2, k: 2 })).toBe(1 / 2);
  });

  test('is not computable of nothing, or beyond its limit', () => {
    expect(uniqueness([], { m: 2, k: 2 })).toBeNull();
    const wide = Array.from({ length: 50 }, () => ({ items: [Array.from({ length: 50 }, (_, at) => `i${at}`)] }));
    expect(uniqueness(wide, { m: 2, k: 2, limit: 10_000 })).toBeNull();
    expect(uniqueness(wide, { m: 2, k: 2 })).toBe(0);
  });

  test('1,000 transactions of 20 items, m = 2, k = 4, take well under a second', () => {
    const random = seeded('uniqueness');
    const transactions = Array.from({ length: 1_000 }, () => ({
      items: [
        ...Array.from({ length: 12 }, () => `c${random.below(200)}`),
        ['a', 'b', 'd', 'e'].map((item) => `${item}${random.below(60)}`),
      ],
    }));
    const started = process.cpuUsage().user;
    expect(uniqueness(transactions, { m: 2, k: 4 })).toBeGreaterThan(0.5);
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(1);
  });
});
