import type { Section } from '../contracts/report-data.ts';
import { bar } from './bars.ts';
import { html, type Markup } from './html.ts';
import { lineChart } from './lines.ts';

export function sectionOf(section: Section, at: number): Markup {
  const id = `section-${at}`;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${section.title}</h2>${'note' in section && section.note !== undefined && html`<p class="note">${section.note}</p>`}${body(section)}</section>`;
}

function body(section: Section): Markup {
  switch (section.kind) {
    case 'text':
      return html`${section.paragraphs.map((text) => html`<p>${text}</p>`)}`;
    case 'table':
      return html`<div class="scroll" tabindex="0" role="region" aria-label="${section.title}"><table><thead><tr>${section.head.map(
        (name) => html`<th scope="col">${name}</th>`,
      )}</tr></thead><tbody>${section.rows.map((row) => html`<tr>${row.map((cell) => html`<td><bdi>${cell === null ? 'n/c' : cell}</bdi></td>`)}</tr>`)}</tbody></table></div>`;
    case 'bars':
      return html`<div class="charts">${section.groups.map(
        ({ label, values }) =>
          html`<figure class="chart"><figcaption><bdi>${label}</bdi></figcaption>${values.map((value, index) => bar(section.bars[index] ?? '', value, null))}</figure>`,
      )}</div>`;
    case 'lines':
      return lineChart(section);
  }
}
