import type { Section } from '../contracts/report-data.ts';
import { html, type Markup } from './html.ts';

type Lines = Extract<Section, { readonly kind: 'lines' }>;

const SIZE = { width: 420, height: 300, left: 46, right: 12, top: 10, bottom: 40 };
const TICKS = 4;

/** Lines over a common axis: SVG in a size that fits a phone. */
export function lineChart({ title, x, y, diagonal, series }: Lines): Markup {
  const points = series.flatMap((each) => each.points);
  if (points.length === 0) return html`<p>Nothing to draw.</p>`;
  // With a diagonal, both axes are shares from 0 to 1.
  const [left, right] = diagonal ? [0, 1] : range(points.map(([at]) => at));
  const [low, high] = diagonal ? [0, 1] : range(points.map(([, value]) => value));
  const atX = (value: number): number => SIZE.left + ((value - left) / (right - left)) * (SIZE.width - SIZE.left - SIZE.right);
  const atY = (value: number): number =>
    SIZE.height - SIZE.bottom - ((value - low) / (high - low)) * (SIZE.height - SIZE.top - SIZE.bottom);
  const ticks = (from: number, to: number): number[] => Array.from({ length: TICKS + 1 }, (_, tick) => from + ((to - from) * tick) / TICKS);
  const path = (each: readonly (readonly [number, number])[]): string =>
    each.map(([at, value]) => `${atX(at).toFixed(1)},${atY(value).toFixed(1)}`).join(' ');
  return html`<svg class="lines" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${title}: ${series.map(({ name }) => name).join(', ')}">${ticks(
    left,
    right,
  ).map(
    (tick) =>
      html`<line class="grid" x1="${atX(tick).toFixed(1)}" x2="${atX(tick).toFixed(1)}" y1="${SIZE.top}" y2="${SIZE.height - SIZE.bottom}"/><text x="${atX(tick).toFixed(1)}" y="${SIZE.height - SIZE.bottom + 14}" text-anchor="middle">${short(tick)}</text>`,
  )}${ticks(low, high).map(
    (tick) =>
      html`<line class="grid" x1="${SIZE.left}" x2="${SIZE.width - SIZE.right}" y1="${atY(tick).toFixed(1)}" y2="${atY(tick).toFixed(1)}"/><text x="${SIZE.left - 5}" y="${(atY(tick) + 3).toFixed(1)}" text-anchor="end">${short(tick)}</text>`,
  )}${
    diagonal &&
    html`<polyline class="diagonal" points="${path([
      [Math.max(left, low), Math.max(left, low)],
      [Math.min(right, high), Math.min(right, high)],
    ])}"/>`
  }${series.map(
    ({ points: each }, at) =>
      html`<polyline class="line s${at % 4}" points="${path(each)}"/>${each.map(
        ([px, py]) =>
          html`<circle class="s${at % 4}" cx="${atX(px).toFixed(1)}" cy="${atY(py).toFixed(1)}" r="2.5"><title>${short(px)}: ${short(py)}</title></circle>`,
      )}`,
  )}<text x="${SIZE.width / 2}" y="${SIZE.height - 6}" text-anchor="middle">${x}</text><text x="12" y="${SIZE.height / 2}" text-anchor="middle" transform="rotate(-90 12 ${SIZE.height / 2})">${y}</text></svg><p class="legend">${series.map(
    ({ name }, at) => html`<span class="key s${at % 4}"></span> ${name} `,
  )}</p>`;
}

function range(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

export const short = (value: number): string => String(Number(value.toPrecision(3)));
