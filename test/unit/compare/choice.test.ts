import type { AuditComparison } from '../../../shared/contracts/audit-comparison.ts';
import { recommendation } from '../../../shared/pipeline/compare/compare-audits.ts';
import { riskUtilityChart } from '../../../shared/report/risk-utility.ts';
import { roundTicks, tickPercent } from '../../../shared/report/round-ticks.ts';

const compared = (
  of: AuditComparison['of'],
  findings: readonly (readonly [string, string, string])[],
  judgedBy: string | null = 'named_80',
) =>
  ({
    of,
    judgedBy,
    audits: ['a', 'b', 'c'].map((name) => ({ name })),
    differences: findings.map(([first, second, finding]) => ({ measure: 'named_80', first, second, finding })),
  }) as unknown as AuditComparison;

test.each([
  [
    'one is below all others',
    [
      ['a', 'b', 'above'],
      ['b', 'c', 'apart below'],
      ['a', 'c', 'undecided'],
    ],
    'take b',
  ],
  [
    'none is below all',
    [
      ['a', 'b', 'below'],
      ['b', 'c', 'below'],
      ['a', 'c', 'undecided'],
    ],
    'No release can be recommended',
  ],
  [
    'one cannot be compared',
    [
      ['a', 'b', 'below'],
      ['a', 'c', 'not comparable'],
    ],
    'No release can be recommended',
  ],
] as const)('%s', (_, findings, says) => expect(recommendation(compared('releases', findings))).toContain(says));

test('of attackers on one release nothing is recommended, and without a common figure no release is', () => {
  expect(
    recommendation(
      compared('attackers', [
        ['a', 'b', 'below'],
        ['a', 'c', 'below'],
      ]),
    ),
  ).toBe('');
  expect(recommendation(compared('releases', [], null))).toContain('No release can be recommended');
});

test('the verdict goes before a figure of one attack: the release that leaks to all knowledge together is not recommended', () => {
  const of = compared('releases', [
    ['a', 'b', 'below'],
    ['a', 'c', 'below'],
    ['b', 'c', 'below'],
  ]);
  const levels = ['leaks', 'no leak found', 'no leak found'] as const;
  const audits = of.audits.map((audit, at) => ({ ...audit, level: levels[at] as (typeof levels)[number] }));
  expect(recommendation({ ...of, audits })).toContain('take b');
});

test('ticks are round, and hold all values between them', () => {
  expect(roundTicks(0, 1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(roundTicks(0.953, 0.998)).toEqual([0.95, 0.96, 0.97, 0.98, 0.99, 1]);
  expect(roundTicks(0, 0.0304)).toEqual([0, 0.01, 0.02, 0.03, 0.04]);
  expect(tickPercent(0.95, [0.95, 0.96])).toBe('95 %');
  expect(tickPercent(0.005, [0, 0.005])).toBe('0.5 %');
  for (const [least, greatest] of [
    [0.1, 0.13],
    [0, 0.7],
    [0.42, 0.42],
  ] as const) {
    const ticks = roundTicks(least, greatest);
    expect(ticks[0]).toBeLessThanOrEqual(least);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(greatest);
    expect(ticks.length).toBeLessThanOrEqual(7);
  }
});

test('three releases between 95 and 100 % stand apart on the chart', () => {
  const at = (value: number) => ({ name: `r${value}`, loss: 0.0304, risk: { value, low: value, high: value } });
  const { text } = riskUtilityChart({ points: [0.953, 0.975, 0.998].map(at), risk: 'named', loss: 'NCP' } as never);
  const heights = Array.from(text.matchAll(/cy="([\d.]+)"/g), ([, y]) => Number(y));
  expect(Math.abs(heights[0] - heights[2])).toBeGreaterThan(200);
  expect(text).not.toContain('0.76');
});
