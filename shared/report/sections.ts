import type { Section } from '../contracts/report-data.ts';
import { bar } from './bars.ts';
import { html, type Markup, tied } from './html.ts';
import { lineChart } from './lines.ts';
import { squareMap } from './map.ts';
import { matrixTable } from './matrix.ts';
import { table } from './table.ts';

/** One part of the page, for the contents list. */
export interface Part {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

/** A part with its heading; a folded one opens on request. */
export function partOf({ id, title, body }: Part, folded = false): Markup {
  const heading = html`<h2 id="${id}">${title}</h2>`;
  return html`<section>${folded ? html`<details><summary>${heading}</summary>${body}</details>` : html`${heading}${body}`}</section>
`;
}

/** The conclusion, the picture, then how to read it. */
export const sectionBody = (section: Section): Markup =>
  html`${section.conclude !== undefined && html`<p class="conclude">${tied(section.conclude)}</p>`}${picture(section)}${section.note !== undefined && html`<p class="note">${tied(section.note)}</p>`}`;

function picture(section: Section): Markup {
  switch (section.kind) {
    case 'text':
      return html`${section.paragraphs.map((text) => html`<p>${tied(text)}</p>`)}`;
    case 'table':
      return table(section);
    case 'bars':
      return bars(section);
    case 'lines':
      return lineChart(section);
    case 'matrix':
      return matrixTable(section);
    case 'map':
      return squareMap(section);
  }
}

const bars = ({ bars: names, mark, groups }: Extract<Section, { readonly kind: 'bars' }>): Markup =>
  html`<div class="charts">${groups.map(
    ({ label, values, marks }) =>
      html`<figure class="chart"><figcaption><bdi>${label}</bdi></figcaption>${values.map((value, at) =>
        bar(names[at] ?? '', value, mark === undefined ? null : { name: mark, value: marks?.[at] ?? null }),
      )}</figure>`,
  )}</div>${mark !== undefined && html`<p class="legend"><span class="key mark"></span> ${mark} <span class="key reach"></span> 95 % interval</p>`}`;
