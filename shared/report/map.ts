import type { MapSection } from '../contracts/report-data.ts';
import { html, type Markup } from './html.ts';
import { shade } from './matrix.ts';

/** Units on each side of the drawing. */
const SIDE = 400;

/** A plan of a square: SVG without tiles, north at the top. Each shade is explained in a title, and in the list below. */
export function squareMap({ title, light, dark, cells }: MapSection): Markup {
  if (cells.length === 0) return html`<p>Nothing to draw.</p>`;
  const at = (share: number): string => (share * SIDE).toFixed(2);
  return html`<svg class="map" viewBox="0 0 ${SIDE} ${SIDE}" role="img" aria-label="${title}: ${cells.length} regions, listed below">${cells.map(
    (cell) =>
      html`<rect class="${shade(cell)}" x="${at(cell.x)}" y="${at(1 - cell.y - cell.side)}" width="${at(cell.side)}" height="${at(cell.side)}"><title>${cell.about}</title></rect>`,
  )}</svg><p class="legend"><span class="key h0"></span> ${light} <span class="key h3"></span><span class="key h5"></span><span class="key h7"></span> ${dark}</p>
<details><summary>The ${cells.length} regions of the map in words</summary><ol>${cells.map(({ about }) => html`<li>${about}</li>`)}</ol></details>`;
}
