import type { Estimate } from '../contracts/report-data.ts';
import { html, type Markup, tiedPercent } from './html.ts';
import { roundTicks, tickPercent } from './round-ticks.ts';

interface RiskPoint {
  readonly name: string;
  readonly loss: number;
  readonly risk: Estimate;
}

const SIZE = { width: 560, height: 340, left: 56, right: 20, top: 14, bottom: 46 };
/** Points closer than this are drawn closer. */
const APART = 0.4;

/** Risk against lost utility, a point with its interval for each release: down and left is better. */
export function riskUtilityChart({
  points,
  risk,
  loss,
}: {
  readonly points: readonly RiskPoint[];
  readonly risk: string;
  readonly loss: string;
}): Markup {
  const ends = points.flatMap(({ risk: { value, low, high } }) => [value, low, high].filter((each) => each !== null));
  const [lowest, highest] = [Math.min(...ends), Math.max(...ends)];
  const risks = ends.length > 0 && highest - lowest < APART ? roundTicks(Math.max(0, lowest), Math.min(1, highest)) : roundTicks(0, 1);
  const losses = roundTicks(0, Math.max(0.01, ...points.map((point) => point.loss)));
  const [floor, ceiling, most] = [risks[0], risks.at(-1) as number, losses.at(-1) as number];
  const right = SIZE.width - SIZE.right;
  const base = SIZE.height - SIZE.bottom;
  // A point's name is on the side that has room.
  const atX = (value: number): number => SIZE.left + 12 + (value / most) * (right - SIZE.left - 24);
  const atY = (value: number): number =>
    base - ((Math.max(floor, Math.min(ceiling, value)) - floor) / (ceiling - floor)) * (base - SIZE.top);
  const drawn = points.flatMap(({ name, loss: own, risk: { value, low, high } }) =>
    value === null
      ? []
      : [{ name, x: atX(own), y: atY(value), low, high, said: `${name}: ${risk} ${tiedPercent(value)}, ${loss} ${tiedPercent(own)}` }],
  );
  return html`<svg class="lines scatter" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${drawn.map(({ said }) => said).join('; ')}">${risks.map(
    (tick) =>
      html`<line class="grid" x1="${SIZE.left}" x2="${right}" y1="${fixed(atY(tick))}" y2="${fixed(atY(tick))}"/><text x="${SIZE.left - 6}" y="${fixed(atY(tick) + 4)}" text-anchor="end">${tickPercent(tick, risks)}</text>`,
  )}${losses.map((tick) => html`<text x="${fixed(atX(tick))}" y="${base + 16}" text-anchor="middle">${tickPercent(tick, losses)}</text>`)}${drawn.map(
    ({ name, x, y, low, high, said }) => {
      const isLeft = x < SIZE.width / 2;
      return html`<g><title>${said}</title>${
        low !== null &&
        high !== null &&
        html`<path class="whisker" d="M${fixed(x)} ${fixed(atY(low))}V${fixed(atY(high))}M${fixed(x - 4)} ${fixed(atY(low))}h8M${fixed(x - 4)} ${fixed(atY(high))}h8"/>`
      }<circle class="s0" cx="${fixed(x)}" cy="${fixed(y)}" r="4"/><text x="${fixed(x + (isLeft ? 8 : -8))}" y="${fixed(y - 6)}" text-anchor="${isLeft ? 'start' : 'end'}">${name}</text></g>`;
    },
  )}<text x="${(SIZE.left + right) / 2}" y="${SIZE.height - 8}" text-anchor="middle">${loss}</text><text x="14" y="${(SIZE.top + base) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(SIZE.top + base) / 2})">${risk}</text></svg>`;
}

const fixed = (value: number): string => value.toFixed(1);
