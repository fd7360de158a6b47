/** Reported figures at one strength of association, means over the runs. */
export interface Strength {
  /** The share of the audits that conclude that hidden items are learned. */
  readonly leaks: number;
  readonly association: number;
  readonly f1: number;
  readonly low: number;
  readonly high: number;
  /** F1 as the model expects it without the original. */
  readonly expected: number;
  readonly baseline: number;
  readonly baselineLow: number;
  readonly baselineHigh: number;
  readonly lift: number;
  readonly liftLow: number;
  readonly liftHigh: number;
  /** Share of the runs whose interval holds the mean of them all. */
  readonly held: number;
  readonly error: number;
  readonly floor: number;
}

const SIZE = { width: 560, height: 340, left: 52, right: 16, top: 44, bottom: 46 };
const LEAST = 0.6;

const x = (association: number): string => (SIZE.left + association * (SIZE.width - SIZE.left - SIZE.right)).toFixed(1);
const y = (f1: number): string =>
  (SIZE.height - SIZE.bottom - ((f1 - LEAST) / (1 - LEAST)) * (SIZE.height - SIZE.top - SIZE.bottom)).toFixed(1);

/** F1 over the strength of association: the attack with its interval, its own expectation, the best baseline with its interval. */
export function plantedChart(strengths: readonly Strength[]): string {
  const points = (value: (each: Strength) => number): string =>
    strengths.map((each) => `${x(each.association)},${y(value(each))}`).join(' ');
  const band = (low: (each: Strength) => number, high: (each: Strength) => number, fill: string): string =>
    `<polygon fill="${fill}" points="${points(high)} ${strengths
      .toReversed()
      .map((each) => `${x(each.association)},${y(low(each))}`)
      .join(' ')}"/>`;
  const grid = [0.6, 0.7, 0.8, 0.9, 1].map(
    (f1) =>
      `<line x1="${SIZE.left}" x2="${SIZE.width - SIZE.right}" y1="${y(f1)}" y2="${y(f1)}" stroke="#ddd"/><text x="${SIZE.left - 6}" y="${Number(y(f1)) + 4}" text-anchor="end">${f1.toFixed(1)}</text>`,
  );
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (association) => `<text x="${x(association)}" y="${SIZE.height - SIZE.bottom + 16}" text-anchor="middle">${association}</text>`,
  );
  const line = (value: (each: Strength) => number, stroke: string, dash: string): string =>
    `<polyline fill="none" stroke="${stroke}" stroke-width="2" stroke-dasharray="${dash}" points="${points(value)}"/>`;
  const key = (at: number, stroke: string, dash: string, text: string): string =>
    `<line x1="${at}" x2="${at + 24}" y1="18" y2="18" stroke="${stroke}" stroke-width="2" stroke-dasharray="${dash}"/><text x="${at + 30}" y="22">${text}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" width="${SIZE.width}" height="${SIZE.height}" role="img" aria-label="F1 over planted association: the calibrated attack rises from the baseline's to nearly 1" font-family="system-ui, sans-serif" font-size="12" fill="#222">`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="#fff"/>`,
    key(52, '#0072b2', '', 'calibrated, 95 % interval'),
    key(236, '#d55e00', '6 3', 'as it expects, no original'),
    key(424, '#555', '2 3', 'best baseline'),
    ...grid,
    ...ticks,
    band(
      ({ baselineLow }) => baselineLow,
      ({ baselineHigh }) => baselineHigh,
      '#5555552a',
    ),
    band(
      ({ low }) => low,
      ({ high }) => high,
      '#0072b22e',
    ),
    line(({ baseline }) => baseline, '#555', '2 3'),
    line(({ f1 }) => f1, '#0072b2', ''),
    line(({ expected }) => expected, '#d55e00', '6 3'),
    `<text x="${(SIZE.width + SIZE.left) / 2}" y="${SIZE.height - 8}" text-anchor="middle">planted association</text>`,
    `<text x="14" y="${SIZE.height / 2}" text-anchor="middle" transform="rotate(-90 14 ${SIZE.height / 2})">F1</text>`,
    '</svg>',
  ].join('\n');
}
