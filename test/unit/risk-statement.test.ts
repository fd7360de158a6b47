import { type Level, verdictOf } from '../../shared/core/verdict/verdict.ts';
import type { AttackResult } from '../../shared/kinds/set-generalised/publish/attack-results.ts';
import { evidenceOf } from '../../shared/kinds/set-generalised/publish/evidence.ts';
import type { AttackLift } from '../../shared/kinds/set-generalised/publish/lifts.ts';
import { orderNotice } from '../../shared/kinds/set-generalised/publish/order-notice.ts';
import { choiceStatement, riskStatement } from '../../shared/kinds/set-generalised/publish/risk-statement.ts';

const lift = (
  over: AttackLift['over'],
  measure: AttackLift['measure'],
  value: number,
  low: number | null,
  high: number | null,
): AttackLift => ({
  over,
  measure,
  of: 0.8,
  yardstick: 0.8 - value,
  lift: value,
  low,
  high,
});

const MATCHED = lift('matched', 'precision', 0.17, 0.13, 0.2);
const INTERVALS = { precision: { low: 0.8, high: 0.84 }, recall: { low: 0.75, high: 0.81 }, f1: { low: 0.78, high: 0.82 } };

/** A decided attack with the original, as far as the sentences look at it. */
const result = (parts: object = {}): AttackResult =>
  ({
    attack: { name: 'calibrated' },
    status: 'decided',
    reason: null,
    hasOriginal: true,
    tally: { eliminated: 1200, cells: 2000 },
    coverage: 0.9,
    precision: 0.82,
    recall: 0.78,
    f1: 0.8,
    matched: { precision: 0.65, recall: 0.6, f1: 0.62 },
    intervals: INTERVALS,
    lifts: [MATCHED, lift('context-only', 'precision', 0.1, 0.04, 0.16)],
    details: null,
    calibration: null,
    ...parts,
  }) as never;

const DETAILS = {
  estimatedDensity: 0.4,
  expected: { precision: 0.85, recall: 0.7 },
  ifSparser: { precision: 0.9, recall: 0.65 },
  ifDenser: { precision: 0.7, recall: 0.75 },
  range: { precision: { low: 0.7, high: 0.9 }, recall: { low: 0.65, high: 0.75 } },
};
const without = (details: object | null, parts: object = {}): AttackResult =>
  result({ hasOriginal: false, precision: null, recall: null, f1: null, matched: {}, lifts: [], details, ...parts });

interface Case {
  readonly name: string;
  readonly lead: AttackResult | undefined;
  readonly attacks?: readonly AttackResult[];
  readonly groups?: number;
  readonly embeddings?: string;
  readonly unmatched?: number;
  /** Of 100 rows. */
  readonly bare?: number;
  readonly groupsOfOne?: number;
  readonly level: Level;
  /** How the first sentence begins, and what must and must not stand in all of them. */
  readonly begins: string;
  readonly says?: readonly string[];
  readonly never?: readonly string[];
}

const CANNOT = 'This audit cannot judge the release: ';
const SAFE = ['takes out nothing', 'no more than chance', 'Some of', 'Much of'];

/** Every case that decides a wording: what is known, what is concluded, how it is said. */
const CASES: readonly Case[] = [
  {
    name: 'right in 82 % where chance is in 65 %, and most is undone',
    lead: result(),
    level: 'much',
    begins:
      'Much of the protection can be undone. The attack calibrated takes out 78.0 % (95 % interval 75.0 to 81.0) of the items that were added for protection; 82.0 % (95 % interval 80.0 to 84.0) of what it takes out was added, where as many eliminations at random reach 65.0 %: 17.0 points more (13.0 to 20.0).',
    says: ['what is known from outside adds 10.0 points (4.0 to 16.0)'],
    never: ['F1'],
  },
  {
    name: 'right in 88 % where chance is in 53 %, though F1 is below that of eliminating blindly',
    lead: result({
      precision: 0.88,
      recall: 0.2,
      matched: { precision: 0.53 },
      lifts: [lift('matched', 'precision', 0.35, 0.3, 0.4), lift('best baseline', 'f1', -0.121, -0.2, -0.05)],
    }),
    level: 'some',
    begins: 'Some of the protection can be undone. The attack calibrated takes out 20.0 %',
    says: ['53.0 %: 35.0 points more (30.0 to 40.0)'],
    never: ['-12.1', 'adds -'],
  },
  {
    name: 'knowledge from outside that adds nothing certain is not quoted',
    lead: result({ lifts: [MATCHED, lift('context-only', 'precision', 0.01, -0.02, 0.04)] }),
    level: 'much',
    begins: 'Much of',
    never: ['from outside adds'],
  },
  {
    name: 'a difference whose interval reaches 0, and not far above it',
    lead: result({ lifts: [lift('matched', 'precision', 0.01, -0.02, 0.04)] }),
    level: 'no more than chance',
    begins: 'The attack calibrated finds no more than chance does.',
    says: ['the difference of 1.0 points (-2.0 to 4.0) may be chance', 'It is no proof of safety'],
  },
  {
    name: 'an interval that lies below 0 is no chance either: the attack is worse',
    lead: result({ lifts: [lift('matched', 'precision', -0.1, -0.15, -0.05)] }),
    level: 'no more than chance',
    begins: 'The attack calibrated finds no more than chance does.',
    says: ['10.0 points fewer (5.0 to 15.0)'],
    never: ['may be chance'],
  },
  {
    name: 'a difference that may be nothing or a lot',
    lead: result({ lifts: [lift('matched', 'precision', 0.1, -0.2, 0.4)] }),
    level: 'cannot judge',
    begins: `${CANNOT}there is too little to tell what was found from chance: the difference may be anything from -20.0 to 40.0 points.`,
    never: SAFE,
  },
  {
    name: 'too few for an interval',
    lead: result({ intervals: { precision: null, recall: null, f1: null }, lifts: [lift('matched', 'precision', 0.17, null, null)] }),
    level: 'cannot judge',
    begins: `${CANNOT}there is too little to tell what was found from chance.`,
    never: [...SAFE, '95 % interval'],
  },
  {
    name: 'sources that know 5.6 % of the cells: nothing taken out is no finding',
    lead: result({ coverage: 0.056, precision: null, recall: 0, tally: { eliminated: 0, cells: 2000 }, lifts: [] }),
    unmatched: 30,
    level: 'cannot judge',
    begins: `${CANNOT}the sources know something of 5.6 % of the cells only, and 50.0 % are needed; 30 items are unknown to them. What to do: name a source that knows the items`,
    says: ['It is no sign of safety'],
    never: SAFE,
  },
  {
    name: 'generalised items that stand beside none published alone: no source helps',
    lead: result({ status: 'not computable', reason: 'x', coverage: 0 }),
    bare: 100,
    level: 'cannot judge',
    begins: `${CANNOT}in 100 of 100 places a generalised item stands beside no item that is published alone, and these attacks go by such items. What to do: count what combinations`,
    says: ['It is no sign of safety'],
    never: [...SAFE, 'the sources know', 'name a source'],
  },
  {
    name: 'one transaction: neither a source nor more items are what is missing',
    lead: result({ status: 'not computable', reason: 'no generalised item is carried by two transactions' }),
    groups: 3,
    groupsOfOne: 3,
    level: 'cannot judge',
    begins: `${CANNOT}the calibrated attack could not be run: no generalised item is carried by two transactions. What to do: audit more transactions at once`,
    never: [...SAFE, '--corpus'],
  },
  {
    name: 'little is known, and what is found is beyond chance all the same',
    lead: result({ coverage: 0.3 }),
    level: 'cannot judge',
    begins: `${CANNOT}the sources know something of 30.0 %`,
    says: ['What was found all the same is the least there is: The attack calibrated takes out 78.0 %'],
  },
  {
    name: 'word vectors know what the sources do not',
    lead: result({ coverage: 0.056 }),
    embeddings: 'glove',
    level: 'much',
    begins: 'Much of',
  },
  {
    name: 'the calibrated attack has too little to practise on, and another one leads',
    lead: result({ attack: { name: 'rba' }, lifts: [lift('matched', 'precision', 0.01, -0.02, 0.04)] }),
    attacks: [
      result({
        status: 'not computable',
        reason: 'too few items are published alone to practise on: 12, which make 9 of the 16 practice tables that are needed',
      }),
    ],
    level: 'cannot judge',
    begins: `${CANNOT}the calibrated attack could not be run: too few items are published alone to practise on: 12, which make 9 of the 16 practice tables that are needed. What to do:`,
    never: SAFE,
  },
  {
    name: 'it cannot be run, and the one that leads finds more than chance: a floor',
    lead: result({ attack: { name: 'rba' } }),
    attacks: [result({ status: 'not computable', reason: 'no source' })],
    level: 'cannot judge',
    begins: `${CANNOT}the calibrated attack could not be run: no source.`,
    says: ['is the least there is: The attack rba takes out'],
  },
  {
    name: 'a weaker attack alone that finds no more than chance',
    lead: result({ attack: { name: 'mda' }, lifts: [lift('matched', 'precision', 0.01, -0.02, 0.04)] }),
    attacks: [],
    level: 'cannot judge',
    begins: `${CANNOT}the attack that leads finds no more than chance, but a stronger one was not asked.`,
    never: ['Some of', 'Much of'],
  },
  {
    name: 'a weaker attack alone that finds more than chance',
    lead: result({ attack: { name: 'rba' } }),
    attacks: [],
    level: 'much',
    begins: 'Much of the protection can be undone. The attack rba',
  },
  {
    name: 'an attack that could take something out and takes out nothing',
    lead: result({ precision: null, recall: 0, tally: { eliminated: 0, cells: 2000 }, lifts: [] }),
    level: 'no more than chance',
    begins: 'The attack calibrated finds no more than chance does. The attack calibrated takes out nothing.',
  },
  {
    name: 'an attack that failed',
    lead: result({ status: 'errored', reason: 'it failed on 3 of 9' }),
    level: 'cannot judge',
    begins: `${CANNOT}the attack calibrated failed: it failed on 3 of 9.`,
    never: SAFE,
  },
  { name: 'no attack', lead: undefined, attacks: [], level: 'cannot judge', begins: `${CANNOT}no attack was run.`, never: SAFE },
  {
    name: 'nothing generalised',
    lead: result({ status: 'not computable', reason: 'x' }),
    groups: 0,
    level: 'cannot judge',
    begins: `${CANNOT}it has no generalised item`,
    never: SAFE,
  },
  {
    name: 'without the original: what the model expects beside what eliminating anything would reach',
    lead: without(DETAILS),
    level: 'much',
    begins: 'Much of the protection can be undone. The attack calibrated takes out 1,200 of 2,000 published cells.',
    says: ['70.0 % (65.0 to 75.0) of what was added', '85.0 % (70.0 to 90.0) of it is right', 'would be right in about 60.0 %'],
    never: ['95 %', 'calibration error'],
  },
  {
    name: 'without the original, an expectation that is no better than eliminating anything',
    lead: without({
      ...DETAILS,
      expected: { precision: 0.61, recall: 0.5 },
      ifSparser: { precision: 0.7, recall: 0.5 },
      ifDenser: { precision: 0.52, recall: 0.5 },
    }),
    level: 'no more than chance',
    begins: 'The attack calibrated finds no more than chance does.',
  },
  {
    name: 'without the original, practice that is unlike the release promises nothing',
    lead: without({ ...DETAILS, practice: { area: 0.95, limit: 0.9, cannotPromise: 'unlike' } }),
    level: 'cannot judge',
    begins: `${CANNOT}what the attack practised on is too unlike it: its tables are told from those of practice in 95.0 % of pairs`,
  },
  {
    name: 'without the original, what its own range does not keep from chance is no floor',
    lead: without({
      ...DETAILS,
      range: { ...DETAILS.range, precision: { low: 0.356, high: 0.9 } },
      practice: { area: 0.95, limit: 0.9, cannotPromise: 'unlike' },
    }),
    level: 'cannot judge',
    begins: `${CANNOT}what the attack practised on is too unlike it`,
    says: ['What was found all the same, by chance or not: The attack calibrated'],
    never: ['the least there is'],
  },
  {
    name: 'without the original, a floor even at the low end of its range',
    lead: without({ ...DETAILS, practice: { area: 0.95, limit: 0.9, cannotPromise: 'unlike' } }),
    level: 'cannot judge',
    begins: `${CANNOT}what the attack practised on is too unlike it`,
    says: ['is the least there is: The attack calibrated'],
  },
  {
    name: 'with the original the same practice needs no promise',
    lead: result({ details: { practice: { area: 0.95, limit: 0.9, cannotPromise: 'unlike' } } }),
    level: 'much',
    begins: 'Much of',
  },
  {
    name: 'without the original, an attack that states no expectation',
    lead: without(null, { attack: { name: 'rba' } }),
    attacks: [],
    level: 'cannot judge',
    begins: `${CANNOT}nobody can say how much of what the attack takes out is right. What to do: give the original (--original).`,
    never: SAFE,
  },
];

test.each(CASES)(
  '$level: $name',
  ({ lead, attacks, groups = 40, embeddings, unmatched = 0, bare = 0, groupsOfOne = 0, level, begins, says = [], never = [] }) => {
    const verdict = verdictOf(
      evidenceOf({
        request: { embeddings },
        plan: { groups, groupsOfOne, rows: 100, rowsWithoutContext: bare },
        lead,
        attacks: attacks ?? (lead === undefined ? [] : [lead]),
        unmatched,
      }),
    );
    const text = riskStatement(lead, verdict);
    expect(verdict.level).toBe(level);
    expect(text.slice(0, begins.length)).toBe(begins);
    for (const part of says) expect(text).toContain(part);
    for (const part of never) expect(text).not.toContain(part);
  },
);

test('the best of several is quoted where it was not chosen', () => {
  const quoted = (value: number) => ({ value, interval: { low: value - 0.1, high: value + 0.1 } });
  const choice = {
    attack: { name: 'rba' } as never,
    tried: 9,
    chosenAt: 0.75,
    precision: quoted(0.6),
    recall: quoted(0.5),
    f1: quoted(0.55),
  };
  expect(choiceStatement(choice)).toContain('Of 9 attacks rba has the greatest F1 on one half of the generalised items (75.0 %)');
  expect(choiceStatement(choice)).toContain('where it was not chosen, it takes out 50.0 % (95 % interval 40.0 to 60.0)');
});

describe('orderNotice', () => {
  const audited = (value: number, low: number, high: number) => [
    result({ lifts: [lift('without-order', 'f1', value, low, high)] }),
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
