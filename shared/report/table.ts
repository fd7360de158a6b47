import type { Estimate, ReportCell } from '../contracts/report-data.ts';
import { clipped, html, type Markup, tied, tiedPercent } from './html.ts';

/** On a phone each row is a card with the names of its columns, so that nothing is cut. */
interface Shown {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (ReportCell | Markup)[])[];
}

/** Words are aligned left, figures right. ARIA roles keep the table intact where a phone takes it apart. */
export function table({ title, head, rows }: Shown): Markup {
  const words = head.map((_, column) => rows.some((row) => isWords(row[column] ?? null)));
  const side = (column: number): Markup | false => words[column] === true && html` class="words"`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table role="table" class="cards"><thead role="rowgroup"><tr role="row">${head.map(
    (name, column) => html`<th role="columnheader" scope="col"${side(column)}>${name}</th>`,
  )}</tr></thead><tbody role="rowgroup">${rows.map(
    (row) =>
      html`<tr role="row">${row.map((cell, column) => html`<td role="cell"${side(column)} data-label="${head[column]}">${shown(cell)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

function shown(cell: ReportCell | Markup): Markup {
  if (cell === null) return html`n/c`;
  if (typeof cell === 'string') return html`<bdi>${tied(clipped(cell))}</bdi>`;
  if (typeof cell === 'number') return html`${cell}`;
  return 'text' in cell ? cell : share(cell);
}

const share = ({ value, low, high }: Estimate): Markup =>
  html`<span>${tiedPercent(value)}${low !== null && high !== null && html` <small>(${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)})</small>`}</span>`;

const isWords = (cell: ReportCell | Markup): boolean => typeof cell === 'string' && !/^(?:[-+]?\d|n\/c|–|$)/.test(cell);
