import type { FigureResult, FigureRow } from '../contracts/experiment.ts';
import { html, type Markup } from './html.ts';
import { short } from './lines.ts';

const PANEL = { width: 270, height: 190, left: 46, right: 10, top: 24, bottom: 34 };
const LEGEND = 26;
const TICKS = 4;

/** Colour, dash and marker: no series differs by colour alone. The colours are readable on white and for the colour-blind. */
const STYLES = [
  { colour: '#0072b2', dash: '', mark: 'circle' },
  { colour: '#d55e00', dash: '6 3', mark: 'square' },
  { colour: '#009e73', dash: '2 2', mark: 'triangle' },
  { colour: '#7a4a9e', dash: '8 3 2 3', mark: 'diamond' },
  { colour: '#a6761d', dash: '4 2', mark: 'circle' },
  { colour: '#333333', dash: '1 3', mark: 'square' },
  { colour: '#c2185b', dash: '10 4', mark: 'triangle' },
  { colour: '#777777', dash: '3 5', mark: 'diamond' },
] as const;

const SHARES = new Set(['precision', 'recall', 'f1', 'hit rate', 'breakage']);

/** A figure as one SVG without a style sheet: a column for each dataset, a row for each measure. */
export function experimentChart(figure: FigureResult): Markup {
  const series = [...new Set(figure.rows.map((row) => row.series))];
  const width = figure.datasets.length * PANEL.width;
  const height = LEGEND + figure.measures.length * PANEL.height;
  const step = Math.min(110, width / Math.max(1, series.length));
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${figure.title}" font-family="system-ui, sans-serif" font-size="10" fill="#222"><rect width="${width}" height="${height}" fill="#fff"/>${series.map(
    (name, at) =>
      html`<g transform="translate(${(8 + at * step).toFixed(1)} 14)"><line x1="0" x2="18" y1="-3" y2="-3" ${strokeOf(at)}/>${mark(9, -3, at)}<text x="22" y="0">${name}</text></g>`,
  )}${figure.measures.map((measure, row) =>
    figure.datasets.map((dataset, column) => {
      const own = figure.rows.filter((each) => each.measure === measure && each.dataset === dataset);
      return html`<g transform="translate(${column * PANEL.width} ${LEGEND + row * PANEL.height})">${panel(figure, dataset, measure, own, series)}</g>`;
    }),
  )}</svg>`;
}

function panel(figure: FigureResult, dataset: string, measure: string, rows: readonly FigureRow[], series: readonly string[]): Markup {
  const values = rows.map(({ value }) => value).filter((value) => value !== null);
  const top = SHARES.has(measure) ? 1 : Math.max(1e-9, ...values);
  const labels = withoutPrefix(figure.values);
  const numeric = labels.every((label) => Number.isFinite(Number(label)));
  const positions = labels.map((label, at) => (numeric ? Number(label) : at));
  const [first, last] = [Math.min(...positions), Math.max(...positions)];
  const right = PANEL.width - PANEL.right;
  const base = PANEL.height - PANEL.bottom;
  const atX = (position: number): number =>
    first === last ? (PANEL.left + right) / 2 : PANEL.left + 8 + ((position - first) / (last - first)) * (right - PANEL.left - 16);
  const atY = (value: number): number => base - (value / top) * (base - PANEL.top);
  const ticks = Array.from({ length: TICKS + 1 }, (_, tick) => (top * tick) / TICKS);
  return html`<text x="${PANEL.left}" y="14" font-weight="600">${dataset}: ${measure}</text>${ticks.map(
    (tick) =>
      html`<line x1="${PANEL.left}" x2="${right}" y1="${atY(tick).toFixed(1)}" y2="${atY(tick).toFixed(1)}" stroke="#ddd"/><text x="${PANEL.left - 4}" y="${(atY(tick) + 3).toFixed(1)}" text-anchor="end">${short(tick)}</text>`,
  )}${labels.map((label, at) =>
    isLabelled(positions, at) ? html`<text x="${atX(positions[at]).toFixed(1)}" y="${base + 13}" text-anchor="middle">${label}</text>` : '',
  )}<text x="${(PANEL.left + right) / 2}" y="${base + 27}" text-anchor="middle">${figure.axis}</text>${series.map((name, style) => {
    const points = figure.values.flatMap((x, at) => {
      const value = rows.find((row) => row.series === name && row.x === x)?.value ?? null;
      return value === null ? [] : [{ x: atX(positions[at]), y: atY(value), label: `${name}, ${x}: ${short(value)}` }];
    });
    return html`<polyline fill="none" ${strokeOf(style)} points="${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}"/>${points.map(
      ({ x, y, label }) => html`<g>${mark(x, y, style)}<title>${label}</title></g>`,
    )}`;
  })}`;
}

/** `partners:0` and `partners:1` differ after the colon; the axis has the common prefix. */
function withoutPrefix(values: readonly string[]): readonly string[] {
  const end = (values[0] ?? '').lastIndexOf(':') + 1;
  const prefix = (values[0] ?? '').slice(0, end);
  return end > 0 && values.every((value) => value.startsWith(prefix)) ? values.map((value) => value.slice(end)) : values;
}

/** Labels that would overlap are left out: shown are the first, and each that is a tenth of the axis from the last one shown. */
function isLabelled(positions: readonly number[], at: number): boolean {
  const span = Math.max(...positions) - Math.min(...positions);
  let shown = Number.NEGATIVE_INFINITY;
  for (let each = 0; each <= at; each += 1) {
    const position = positions[each];
    const show = position - shown >= span / 9;
    if (each === at) return show;
    if (show) shown = position;
  }
  return true;
}

function strokeOf(style: number): Markup {
  const { colour, dash } = STYLES[style % STYLES.length];
  return html`stroke="${colour}" stroke-width="1.6" stroke-dasharray="${dash}"`;
}

function mark(x: number, y: number, style: number): Markup {
  const { colour, mark: shape } = STYLES[style % STYLES.length];
  const [cx, cy] = [x.toFixed(1), y.toFixed(1)];
  if (shape === 'circle') return html`<circle cx="${cx}" cy="${cy}" r="2.6" fill="${colour}"/>`;
  const path = { square: 'M-2.4-2.4h4.8v4.8h-4.8z', triangle: 'M0-3L2.8 2.2H-2.8z', diamond: 'M0-3.2L2.8 0 0 3.2-2.8 0z' }[shape];
  return html`<path d="${path}" transform="translate(${cx} ${cy})" fill="${colour}"/>`;
}
