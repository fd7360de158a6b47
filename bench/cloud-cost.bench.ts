// The cost of audits in the cloud by the formula of shared/core/measure/cloud-cost.ts: arithmetic, not a measurement.
import { auditCost } from '../shared/core/measure/cloud-cost.ts';
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
    const lines = auditCost({ units, cached, bytes: units * 160, cells: units * 16, pairs: units * 100, largest: 16 });
    return { units, cached, lines, sum: lines.reduce((total, { dollars }) => total + dollars, 0) };
  });
  const [first] = priced;
  writeFigures(
    'cloud-cost',
    ['generalised items', 'pairs', 'cached', ...(first?.lines ?? []).map(({ service }) => service), 'together'],
    priced.map(({ units, cached, lines, sum }) => [
      units.toLocaleString('en'),
      (units * 100).toLocaleString('en'),
      `${cached * 100} %`,
      ...lines.map(({ dollars, how }) => `$${dollars.toFixed(3)} (${how})`),
      `$${sum.toFixed(2)}`,
    ]),
    'By formula, from list prices of us-east-1, without free tier, storage and queries. Nothing here was measured.',
  );
  const largest = priced[2]?.sum ?? Number.POSITIVE_INFINITY;
  const bar: Bar = { what: '10 million items, 1 billion pairs', figure: `$${largest.toFixed(2)}`, bar: 'under $25', met: largest < 25 };
  return [bar];
};
