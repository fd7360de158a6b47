import type { AttackResult } from '../../shared/app/audit/attack-results.ts';
import type { AttackLift } from '../../shared/app/audit/lifts.ts';
import { orderNotice } from '../../shared/app/audit/order-notice.ts';
import { choiceStatement, riskStatement } from '../../shared/app/audit/risk-statement.ts';

const lift = (over: AttackLift['over'], value: number, low: number | null, high: number | null): AttackLift => ({
  over,
  measure: 'f1',
  of: 0.8,
  yardstick: 0.8 - value,
  lift: value,
  low,
  high,
});

/** A decided attack with the original, as far as the sentences look at it. */
const result = (parts: object = {}): AttackResult =>
  ({
    attack: { name: 'calibrated' },
    status: 'decided',
    reason: null,
    hasOriginal: true,
    tally: { eliminated: 1200, cells: 2000 },
    precision: 0.82,
    recall: 0.78,
    f1: 0.8,
    intervals: { precision: { low: 0.8, high: 0.84 }, recall: { low: 0.75, high: 0.81 }, f1: { low: 0.78, high: 0.82 } },
    lifts: [lift('blind', 0.1, 0.05, 0.15), lift('matched', 0.12, 0.1, 0.14), lift('best baseline', 0.1, 0.04, 0.16)],
    details: null,
    calibration: null,
    ...parts,
  }) as never;

describe('riskStatement', () => {
  test('what is undone, how surely, beside the best baseline, and what is known from outside', () => {
    expect(riskStatement(result())).toBe(
      'The attack calibrated takes out 78.0 % (95 % interval 75.0 to 81.0) of the items that were added for protection; 82.0 % (95 % interval 80.0 to 84.0) of what it takes out was added. Without outside knowledge eliminating blindly reaches an F1 of 70.0 %, the attack 80.0 %: what it knows from outside adds 10.0 points (4.0 to 16.0).',
    );
  });

  test('a difference whose interval reaches 0 may be chance, and is called so', () => {
    const lifts = [lift('blind', 0.01, -0.02, 0.04), lift('best baseline', 0.01, -0.02, 0.04)];
    expect(riskStatement(result({ lifts }))).toContain('the difference of 1.0 points (-2.0 to 4.0) may be chance');
  });

  test('too few to say: figures without ends, and the reason', () => {
    const few = {
      intervals: { precision: null, recall: null, f1: null },
      lifts: [lift('blind', 0.1, null, null), lift('best baseline', 0.1, null, null)],
    };
    const text = riskStatement(result(few));
    expect(text).toContain('takes out 78.0 % of the items');
    expect(text).toContain('too few to say how surely');
    expect(text).not.toContain('95 % interval');
  });

  test('without the original, what the model expects; ranges are of a misjudged density, not intervals', () => {
    const details = {
      expected: { precision: 0.8, recall: 0.7 },
      ifSparser: { precision: 0.9, recall: 0.65 },
      ifDenser: { precision: 0.7, recall: 0.75 },
    };
    const text = riskStatement(result({ hasOriginal: false, details, lifts: [] }));
    expect(text).toContain('70.0 % (65.0 to 75.0) of what was added');
    expect(text).toContain('80.0 % (70.0 to 90.0) of it is right');
    expect(text).not.toContain('95 %');
    expect(riskStatement(result({ hasOriginal: false, lifts: [] }))).toContain('nobody can say how many of them rightly');
  });

  test('an attack that could not decide, or none, is no sign of safety', () => {
    expect(riskStatement(undefined)).toContain('no sign of safety');
    expect(riskStatement(result({ status: 'errored', reason: 'it failed' }))).toContain('it failed. This is no sign of safety');
  });
});

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
    result({ lifts: [lift('without-order', value, low, high)] }),
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
