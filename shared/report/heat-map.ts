import type { HeatMap } from '../contracts/report-data.ts';
import { html, type Markup, percent } from './html.ts';

/** Shades of distance. */
const SHADES = 8;

type HeatCell = HeatMap['rows'][number]['cells'][number];

/** One distance table: shade is distance, a struck cell was eliminated; the reason is its title, and stands in the list below. */
export function heatMapSection(map: HeatMap | null): Markup | false {
  if (map === null) return false;
  const distances = map.rows.flatMap(({ cells }) => cells.flatMap(({ distance }) => (distance === null ? [] : [distance])));
  const least = Math.min(...distances);
  const spread = Math.max(...distances) - least;
  const shade = ({ distance, state }: HeatCell): string => {
    if (state === 'never') return `h${SHADES - 1}`;
    if (distance === null) return 'hx';
    return `h${spread > 0 ? Math.min(SHADES - 1, Math.floor(((distance - least) / spread) * SHADES)) : 0}`;
  };
  return html`<section aria-labelledby="heat"><h2 id="heat">${map.title}</h2><p class="note">${map.note}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${map.title}"><table class="heat"><thead><tr><td></td>${map.columns.map(
    (column) => html`<th scope="col"><bdi>${column}</bdi></th>`,
  )}</tr></thead><tbody>${map.rows.map(
    (row) =>
      html`<tr><th scope="row"><span class="row-label">${row.label}</span> <bdi class="context">${row.context.join(', ')}</bdi></th>${row.cells.map(
        (cell, column) =>
          html`<td class="${shade(cell)}${cell.place !== null && ' out'}${cell.original === true && ' original'}" title="${reasonOf(cell, map.columns[column] ?? '')}">${textOf(cell)}</td>`,
      )}</tr>`,
  )}</tbody></table></div>
<p class="legend"><span class="key h0"></span> near <span class="key h3"></span><span class="key h5"></span><span class="key h7"></span> far <span class="key hx"></span> no distance <span class="key out">×</span> eliminated${
    map.rows.some(({ cells }) => cells.some(({ original }) => original === true)) &&
    html` <span class="key original"></span> framed: held by the original`
  }</p>
${reasons(map)}</section>`;
}

const textOf = ({ distance, state, place }: HeatCell): string =>
  `${place === null ? '' : '× '}${state === 'never' ? 'never' : distance === null ? '–' : distance.toFixed(2)}`;

function reasonOf(cell: HeatCell, column: string): string {
  const distance =
    cell.state === 'never'
      ? 'never together with its context'
      : cell.distance === null
        ? 'no distance: unknown to all sources'
        : `distance ${cell.distance.toFixed(4)}`;
  const decided =
    cell.place === null ? 'kept' : `eliminated as number ${cell.place + 1}${cell.why === null ? '' : `, for ${cell.why.toFixed(4)}`}`;
  const confidence = cell.confidence === null ? '' : `; probability of being added ${percent(cell.confidence)}`;
  const truth = cell.original === null ? '' : cell.original ? '; the original holds it' : '; it was added';
  return `${column}: ${distance}; ${decided}${confidence}${truth}`;
}

/** The same as the titles, for screens without a pointer. */
function reasons(map: HeatMap): Markup | false {
  const out = map.rows
    .flatMap(({ label, cells }) => cells.map((cell, column) => ({ label, cell, column: map.columns[column] ?? '' })))
    .filter(({ cell }) => cell.place !== null)
    .toSorted((a, b) => (a.cell.place ?? 0) - (b.cell.place ?? 0));
  if (out.length === 0) return false;
  return html`<details><summary>Why each of the ${out.length} eliminations by ${map.attack}</summary><ol>${out.map(
    ({ label, cell, column }) => html`<li>${label}, <bdi>${reasonOf(cell, column)}</bdi></li>`,
  )}</ol></details>`;
}
