import type { Matrix } from '../contracts/report-data.ts';
import { clipped, html, type Markup } from './html.ts';

const SHADES = 8;

type Shaded = Matrix['rows'][number]['cells'][number];

/** A table of shades. A struck cell was decided, its number is the order; the reason is in its title and in the list below. */
export function matrixTable(map: Matrix): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${map.title}"><table class="matrix"><thead><tr><th scope="col">Row</th>${map.columns.map(
    (column) => html`<th scope="col"><bdi>${clipped(column)}</bdi></th>`,
  )}</tr></thead><tbody>${map.rows.map(
    (row) =>
      html`<tr><th scope="row"><span class="row-label">${row.label}</span> <bdi class="context">${clipped(row.beside.join(', '))}</bdi></th>${row.cells.map(
        (cell) =>
          html`<td class="${shade(cell)}${cell.place !== null && ' out'}${cell.framed && ' framed'}" title="${cell.about}">${cell.place !== null && html`<b>${cell.place}.</b> `}${cell.place === null ? cell.text : html`<s>${cell.text}</s>`}</td>`,
      )}</tr>`,
  )}</tbody></table></div>
<p class="legend"><span class="key h0"></span> ${map.light} <span class="key h3"></span><span class="key h5"></span><span class="key h7"></span> ${map.dark} <span class="key hx"></span> nothing known <span class="key"><b>1.</b></span> ${map.placed}, in this order${
    map.framed !== null && html` <span class="key framed"></span> framed: ${map.framed}`
  }</p>
${reasons(map)}`;
}

export const shade = ({ shade: value }: Pick<Shaded, 'shade'>): string =>
  value === null ? 'hx' : `h${Math.max(0, Math.min(SHADES - 1, Math.floor(value * SHADES)))}`;

/** The content of the titles, for screens without a pointer. */
function reasons({ rows, columns, placed }: Matrix): Markup | false {
  const out = rows
    .flatMap(({ label, cells }) => cells.map((cell, column) => ({ label, cell, column: columns[column] ?? '' })))
    .filter(({ cell }) => cell.place !== null)
    .toSorted((a, b) => (a.cell.place ?? 0) - (b.cell.place ?? 0));
  if (out.length === 0) return false;
  return html`<details><summary>Why each of the ${out.length} ${placed}</summary><ol>${out.map(
    ({ label, cell, column }) => html`<li>${label}, <bdi>${clipped(column)}</bdi>: ${cell.about}</li>`,
  )}</ol></details>`;
}
