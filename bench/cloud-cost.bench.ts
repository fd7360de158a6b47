// The cost of audits in the cloud by the formula of shared/app/cloud/cost/audit-cost.ts, whose slopes cloud-scale measures: arithmetic.
import { auditCost } from '../shared/app/cloud/cost/audit-cost.ts';
import { stepWork } from '../shared/app/cloud/cost/step-work.ts';
import { type Bar, type Bench, writeFigures } from './bench.ts';

/** Tables of 4 by 4 with a hundred pairs each, transactions of 160 bytes a generalised item. */
const SIZES = [
  [10_000, 0],
  [1_000_000, 0],
  [10_000_000, 0],
  [10_000_000, 0.9],
] as const;

export const bench: Bench = async () => {
  const priced = SIZES.map(([units, cached]) => {
    const size = {
      units,
      cached,
      bytes: units * 160,
      blocks: Math.ceil(units / 20_000),
      characters: units * 160,
      cells: units * 16,
      pairs: units * 100,
      largest: 16,
      rows: 0,
      keepUsd: 0,
    };
    const lines = auditCost(size);
    const longest = stepWork(size).reduce((most, each) => (each.longest > most.longest ? each : most));
    return { units, cached, lines, longest, sum: lines.reduce((total, { dollars }) => total + dollars, 0) };
  });
  const [first] = priced;
  writeFigures(
    'cloud-cost',
    ['generalised items', 'pairs', 'cached', ...(first?.lines ?? []).map(({ service }) => service), 'together', 'longest step'],
    priced.map(({ units, cached, lines, longest, sum }) => [
      units.toLocaleString('en'),
      (units * 100).toLocaleString('en'),
      `${cached * 100} %`,
      ...lines.map(({ dollars, how }) => `$${dollars.toFixed(3)} (${how})`),
      `$${sum.toFixed(2)}`,
      `${longest.step}, ${Math.ceil(longest.longest)} s`,
    ]),
    'By formula, from list prices of us-east-1 and the slopes of cloud-steps, default attacks, without free tier, storage and queries.',
  );
  const largest = priced[2]?.sum ?? Number.POSITIVE_INFINITY;
  const bar: Bar = { what: '10 million items, 1 billion pairs', figure: `$${largest.toFixed(2)}`, bar: 'under $25', met: largest < 25 };
  const slow = priced[2]?.longest ?? { step: '', longest: Number.POSITIVE_INFINITY };
  return [
    bar,
    {
      what: 'longest step at 10 million items',
      figure: `${slow.step}, ${Math.ceil(slow.longest)} s`,
      bar: 'at most 300 s',
      met: slow.longest <= 300,
    },
  ];
};
