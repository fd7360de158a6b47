import type { Estimate } from '../contracts/report-data.ts';
import { html, type Markup, tiedPercent } from './html.ts';

interface RiskPoint {
  readonly name: string;
  readonly loss: number;
  readonly risk: Estimate;
}

const SIZE = { width: 560, height: 340, left: 56, right: 20, top: 14, bottom: 46 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Risk against what readers lose, a point with its interval for each release: down and to the left is better for both. */
export function riskUtilityChart({
  points,
  risk,
  loss,
}: {
  readonly points: readonly RiskPoint[];
  readonly risk: string;
  readonly loss: string;
}): Markup {
  const most = Math.max(0.01, ...points.map((point) => point.loss));
  const right = SIZE.width - SIZE.right;
  const base = SIZE.height - SIZE.bottom;
  // A point's name stands beside it, on the side where there is room.
  const atX = (value: number): number => SIZE.left + 12 + (value / most) * (right - SIZE.left - 24);
  const atY = (value: number): number => base - Math.max(0, Math.min(1, value)) * (base - SIZE.top);
  const drawn = points.flatMap(({ name, loss: own, risk: { value, low, high } }) =>
    value === null
      ? []
      : [{ name, x: atX(own), y: atY(value), low, high, said: `${name}: ${risk} ${tiedPercent(value)}, ${loss} ${tiedPercent(own)}` }],
  );
  return html`<svg class="lines scatter" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${drawn.map(({ said }) => said).join('; ')}">${TICKS.map(
    (tick) =>
      html`<line class="grid" x1="${SIZE.left}" x2="${right}" y1="${fixed(atY(tick))}" y2="${fixed(atY(tick))}"/><text x="${SIZE.left - 6}" y="${fixed(atY(tick) + 4)}" text-anchor="end">${Math.round(tick * 100)} %</text><text x="${fixed(atX(tick * most))}" y="${base + 16}" text-anchor="middle">${(tick * most * 100).toPrecision(2)} %</text>`,
  )}${drawn.map(({ name, x, y, low, high, said }) => {
    const isLeft = x < SIZE.width / 2;
    return html`<g><title>${said}</title>${
      low !== null &&
      high !== null &&
      html`<path class="whisker" d="M${fixed(x)} ${fixed(atY(low))}V${fixed(atY(high))}M${fixed(x - 4)} ${fixed(atY(low))}h8M${fixed(x - 4)} ${fixed(atY(high))}h8"/>`
    }<circle class="s0" cx="${fixed(x)}" cy="${fixed(y)}" r="4"/><text x="${fixed(x + (isLeft ? 8 : -8))}" y="${fixed(y - 6)}" text-anchor="${isLeft ? 'start' : 'end'}">${name}</text></g>`;
  })}<text x="${(SIZE.left + right) / 2}" y="${SIZE.height - 8}" text-anchor="middle">${loss}</text><text x="14" y="${(SIZE.top + base) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(SIZE.top + base) / 2})">${risk}</text></svg>`;
}

const fixed = (value: number): string => value.toFixed(1);
