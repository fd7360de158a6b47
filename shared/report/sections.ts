import type { Section } from '../contracts/report-data.ts';
import { bar } from './bars.ts';
import { html, type Markup, tied } from './html.ts';
import { lineChart } from './lines.ts';

export function sectionOf(section: Section, at: number): Markup {
  const id = `section-${at}`;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${section.title}</h2>${'note' in section && section.note !== undefined && html`<p class="note">${tied(section.note)}</p>`}${body(section)}</section>`;
}

function body(section: Section): Markup {
  switch (section.kind) {
    case 'text':
      return html`${section.paragraphs.map((text) => html`<p>${tied(text)}</p>`)}`;
    case 'table':
      return table(section);
    case 'bars':
      return html`<div class="charts">${section.groups.map(
        ({ label, values }) =>
          html`<figure class="chart"><figcaption><bdi>${label}</bdi></figcaption>${values.map((value, index) => bar(section.bars[index] ?? '', value, null))}</figure>`,
      )}</div>`;
    case 'lines':
      return lineChart(section);
  }
}

/** Columns of words read from the left, columns of figures line up on the right. */
function table({ title, head, rows }: Extract<Section, { readonly kind: 'table' }>): Markup {
  const words = head.map((_, column) => rows.some((row) => isWords(row[column] ?? null)));
  const side = (column: number): Markup | false => words[column] === true && html` class="words"`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${head.map(
    (name, column) => html`<th scope="col"${side(column)}>${name}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell, column) => html`<td${side(column)}><bdi>${cell === null ? 'n/c' : cell}</bdi></td>`)}</tr>`,
  )}</tbody></table></div>`;
}

const isWords = (cell: string | number | null): boolean => typeof cell === 'string' && !/^(?:[-+]?\d|n\/c|–|$)/.test(cell);
