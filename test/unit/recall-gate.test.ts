import { idleLimits, judgeRecall, recallJudge } from '../../shared/kinds/set-generalised/publish/recall-gate.ts';

const limit = { recall: 0.3, precision: 0.8 };
const request = { gate: [limit], precision: 0.9 } as never;

test.each([
  [
    'at the limit the gate is open',
    0.3,
    true,
    'recall 20.0 % (10.0 % to 30.0 %), upper end not above the limit 30.0 % at precision 80.0 %',
  ],
  ['above it closed', 0.31, false, 'recall 20.0 % (10.0 % to 31.0 %), upper end above the limit 30.0 % at precision 80.0 %'],
])('the upper end of the interval decides: %s', (_, high, open, message) => {
  expect(judgeRecall(limit, { recall: 0.2, interval: { low: 0.1, high } })).toEqual({ open, message });
});

/** The result of one attack, as far as a gate looks at it. */
const results = (parts: object) =>
  [
    {
      attack: { name: 'calibrated-precise' },
      status: 'decided',
      reason: null,
      hasOriginal: true,
      recall: 0.2,
      intervals: { recall: { low: 0.1, high: 0.25 } },
      tally: { eliminated: 10, cells: 90 },
      ...parts,
    },
  ] as never;

describe('a limit on recall', () => {
  test.each([
    ['the recall of the attack that decides at its precision', results({}), true, 'recall 20.0 %'],
    [
      'nothing eliminated is a recall of 0',
      results({ recall: null, intervals: { recall: null }, tally: { eliminated: 0, cells: 90 } }),
      true,
      'recall 0.0 %',
    ],
    ['without the original nobody knows it', results({ hasOriginal: false, recall: null }), false, '--original'],
    ['too few generalised items', results({ intervals: { recall: null } }), false, 'an interval needs'],
    ['an attack that could not be run', results({ status: 'not computable', reason: 'no corpus' }), false, 'not computable: no corpus'],
    ['an attack that failed', results({ status: 'errored', reason: 'it failed on 4 of 9' }), false, 'errored: it failed on 4 of 9'],
    ['an attack that was not run', [], false, 'calibrated-precise was not run'],
  ])('%s', (_, attacks, open, message) => {
    expect(recallJudge(request, attacks)(limit)).toEqual({ open, message: expect.stringContaining(message) });
  });

  test('a second precision cannot be judged in the same audit', () => {
    expect(recallJudge(request, results({}))({ recall: 0.3, precision: 0.95 })).toEqual({
      open: false,
      message: expect.stringContaining('decides at one precision, here 80.0 %'),
    });
    expect(recallJudge(request, results({ attack: { name: 'rba' } }))({ recall: 0.3, precision: 0.95, attack: 'rba' }).open).toBe(true);
  });

  test.each([
    [0, 'removes no cell of 90'],
    [1, 'removes one cell of 90'],
  ])('that can never close is pointed out: %d cells removed', (eliminated, says) => {
    expect(idleLimits(request, results({ tally: { eliminated, cells: 90 } }))).toEqual([
      { code: 'gate-cannot-close', message: expect.stringContaining(says) },
    ]);
  });

  test('that can close is not', () => {
    expect(idleLimits(request, results({ tally: { eliminated: 2, cells: 90 } }))).toEqual([]);
    expect(idleLimits({ gate: undefined }, results({ tally: { eliminated: 0, cells: 90 } }))).toEqual([]);
  });
});
