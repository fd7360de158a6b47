import type { AttackResult } from '../../shared/kinds/set-generalised/publish/attack-results.ts';
import { choiceStatement } from '../../shared/kinds/set-generalised/publish/lifts.ts';
import { obstaclesOf, orderNotice } from '../../shared/kinds/set-generalised/publish/notices.ts';

/** A decided attack with the original, as far as the sentences look at it. */
const result = (parts: object = {}): AttackResult =>
  ({
    attack: { name: 'calibrated' },
    status: 'decided',
    reason: null,
    hasOriginal: true,
    tally: { eliminated: 1200, cells: 2000 },
    coverage: 0.9,
    lifts: [],
    details: null,
    ...parts,
  }) as never;

const practice = (cannotPromise: string | null) => ({ practice: { cannotPromise, area: 0.97, limit: 0.9 } });

describe('why nothing can be concluded of what is learned', () => {
  test.each([
    ['nothing is in the way', result(), {}, []],
    ['a release without a generalised item: what is in the open is looked at', result({ coverage: 0 }), { groups: 0 }, []],
    [
      'sources that know little',
      result({ coverage: 0.3 }),
      {},
      [['the sources know 30.0 % of the cells, and 50.0 % are needed', '--corpus']],
    ],
    ['with word vectors the counts of sources are not all that is known', result({ coverage: 0.3 }), { embeddings: 'glove' }, []],
    [
      'items that nothing is published next to',
      result({ coverage: 0.3 }),
      { bare: 80 },
      [['in 80 of 100 places a generalised item has no published item next to it', 'unveil check']],
    ],
    [
      'the calibrated attack could not practise',
      result({ status: 'not computable', reason: 'no items to practise on' }),
      {},
      [['the calibrated attack could not be run: no items to practise on', 'more items published alone']],
    ],
    [
      'each generalised item is in one transaction',
      result({ status: 'not computable', reason: 'one transaction only' }),
      { groupsOfOne: 30 },
      [['one transaction only', 'audit more transactions at once']],
    ],
    [
      'another attack leads, and could not be run',
      result({ attack: { name: 'rba' }, status: 'not computable', reason: 'no cell has a distance' }),
      {},
      [['the attack rba could not be run: no cell has a distance', '--source']],
    ],
    [
      'without the original, practice that is unlike the release',
      result({ hasOriginal: false, details: practice('unlike') }),
      {},
      [['beyond 90.0 % practice is too unlike the release', '--original']],
    ],
    ['without the original, practice that is like it', result({ hasOriginal: false, details: practice(null) }), {}, []],
    ['with the original nothing rests on practice', result({ details: practice('unlike') }), {}, []],
  ] as const)('%s', (_, lead, { groups = 30, embeddings, bare = 0, groupsOfOne = 0 }: Setting, wanted) => {
    const found = obstaclesOf({
      request: { embeddings: embeddings as never },
      plan: { groups, groupsOfOne, rows: 100, rowsWithoutContext: bare },
      lead,
      attacks: [lead],
    });
    expect(found).toEqual(
      wanted.map(([why, remedy]) => ({ way: 'learned', why: expect.stringContaining(why), remedy: expect.stringContaining(remedy) })),
    );
  });
});

interface Setting {
  readonly groups?: number;
  readonly embeddings?: string;
  /** Of 100 rows. */
  readonly bare?: number;
  readonly groupsOfOne?: number;
}

test('the best of several is quoted where it was not chosen', () => {
  const quoted = (value: number) => ({ value, interval: { low: value - 0.1, high: value + 0.1 } });
  const attack = { name: 'rba' } as never;
  expect(choiceStatement({ attack, tried: 9, chosenAt: 0.75, precision: quoted(0.6), recall: quoted(0.5), f1: quoted(0.55) })).toBe(
    'The best of 9 attacks, rba, was chosen on one half of the generalised items (F1 75.0 %) and tested on the other half: it removes 50.0 % (95 % interval 40.0 to 60.0) of all decoys with a precision of 60.0 % (95 % interval 50.0 to 70.0), an F1 of 55.0 % (95 % interval 45.0 to 65.0).',
  );
});

describe('orderNotice', () => {
  const audited = (lift: number, low: number, high: number) => [
    result({ lifts: [{ over: 'without-order', measure: 'f1', of: 0.8, yardstick: 0.8 - lift, lift, low, high }] }),
    result({ attack: { name: 'without-order' } }),
  ];

  test('says whether order was used, and by how much shuffling moves the figures', () => {
    expect(orderNotice(audited(0.05, 0.02, 0.08), { kind: 'nearest', w: 2 })[0]?.message).toBe(
      'the order of items was used: on the evidence that is the same with the items of every transaction shuffled, F1 moves from 80.0 % to 75.0 %, by -5.0 (-8.0 to -2.0)',
    );
    expect(orderNotice(audited(0.01, -0.02, 0.04), { kind: 'nearest', w: 2 })[0]?.message).toContain('which chance alone may do');
    expect(orderNotice(audited(0, 0, 0), { kind: 'all' })[0]?.message).toMatch(/not used: .* by 0\.0 \(0\.0 to 0\.0\)$/);
  });

  test('says nothing where one of the two was not run', () => {
    expect(orderNotice(audited(0.05, 0.02, 0.08).slice(0, 1), { kind: 'all' })).toEqual([]);
  });
});
