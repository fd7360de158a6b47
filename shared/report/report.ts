import type { ReportData } from '../contracts/report-data.ts';
import { comparisonSection } from './comparison.ts';
import { heatMapSection } from './heat-map.ts';
import { html, type Markup, raw, tied } from './html.ts';
import { sectionOf } from './sections.ts';
import { STYLES } from './styles.ts';
import { attackBars, summaryTable } from './summary.ts';

/**
 * The report: one page that holds all it shows. It asks for nothing, runs no script, and its own policy forbids both.
 * It has no times, so the same audit gives the same bytes wherever it ran.
 */
export function renderReport(data: ReportData): string {
  return html`${raw('<!doctype html>')}
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex"><title>unveil: ${data.name}</title><style>${raw(STYLES)}</style></head>
<body><header><h1>What can be undone: <bdi>${data.name}</bdi></h1><p class="headline">${tied(data.headline)}</p></header>
<main>${comparisonSection(data)}${definitions('facts', data.facts)}${notices(data)}${data.kind === 'set-generalised' && [summaryTable(data), attackBars(data)]}${heatMapSection(data.heatMap)}${data.sections.map(sectionOf)}
<section aria-labelledby="provenance"><h2 id="provenance">Provenance</h2>${definitions('provenance', data.provenance)}</section></main>
<footer><p>This page holds items of the release: it is as sensitive as what was undone.</p></footer></body></html>
`.text;
}

const definitions = (name: 'facts' | 'provenance', entries: readonly { readonly label: string; readonly value: string }[]): Markup =>
  html`<dl class="${name}">${entries.map(({ label, value }) =>
    name === 'facts' ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : html`<dt>${label}</dt><dd>${value}</dd>`,
  )}</dl>`;

const notices = ({ notices: all }: ReportData): Markup | false =>
  all.length > 0 &&
  html`<section aria-labelledby="notices"><h2 id="notices">To know</h2><ul class="notices">${all.map(({ message }) => html`<li>${tied(message)}</li>`)}</ul></section>`;
