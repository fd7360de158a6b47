import type { ClaimVerdict, ExperimentResult, FigureResult } from '../contracts/experiment.ts';
import { experimentChart } from './experiment-chart.ts';
import { html, type Markup, raw } from './html.ts';
import { STYLES } from './styles.ts';

const OWN_STYLES = `
figure{margin:.5rem 0}.wide{overflow-x:auto}.wide svg{max-width:none;border-radius:.4rem}
td.text,th.text{text-align:left;white-space:normal;min-width:10rem}.agrees{font-weight:600}.differs{font-weight:600;text-decoration:underline}
`;

/** All figures of an experiment on one page, with the source's claims. The page loads nothing. */
export function renderExperiment(result: ExperimentResult): string {
  const verdicts = result.figures.flatMap((figure) => figure.verdicts).filter(({ by }) => by === 'source');
  const missing = result.datasets.flatMap((each) => (each.missing === null ? [] : [each.missing]));
  const count = (verdict: ClaimVerdict['verdict']): number => verdicts.filter((each) => each.verdict === verdict).length;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${result.title}</title><style>${raw(STYLES)}${raw(OWN_STYLES)}</style></head><body>
<header><h1>${result.title}</h1><p>${result.about}</p>
<p class="headline">${missing.length > 0 ? `${missing.length === result.datasets.length ? 'The original data is not here' : `${missing.length} of ${result.datasets.length} datasets are not here`}: generated stand-ins were used. This is no replication. ` : ''}${count('agrees')} of ${verdicts.length} published statements hold on ${missing.length > 0 ? 'these data' : 'the sources’ own data'}${count('not measured') > 0 ? `; ${count('not measured')} could not be measured` : ''}.</p>
${missing.length > 0 && html`<p>For the sources’ own data put ${missing.join(', ')} into the data folder, or name it with --data.</p>`}
<dl class="provenance">${result.datasets.map(({ name, made }) => html`<dt>${name}</dt><dd>${made}</dd>`)}<dt>seed</dt><dd>${result.seed}</dd></dl></header>
<main>${result.figures.map(figureSection)}</main>
<footer><p>Each figure stands beside this page as a table (.csv, .parquet) and as a chart (.svg).</p></footer></body></html>
`.text;
}

function figureSection(figure: FigureResult): Markup {
  return html`<section id="${figure.id}"><h2>${figure.title}</h2><figure class="wide">${experimentChart(figure)}</figure>
${
  figure.verdicts.length > 0 &&
  html`<div class="scroll"><table><thead><tr><th class="text">Statement</th><th class="text">by</th><th class="text">on</th><th>here</th><th class="text">measured</th></tr></thead><tbody>${figure.verdicts.map(
    ({ says, by, dataset, verdict, ours }) =>
      html`<tr><td class="text">${says}</td><td class="text">${by === 'us' ? 'our expectation' : 'the source'}</td><td class="text">${dataset}</td><td class="${verdict.replace(' ', '-')}">${verdict}</td><td class="text">${ours}</td></tr>`,
  )}</tbody></table></div>`
}${figure.why !== null && html`<p><strong>Why.</strong> ${figure.why}</p>`}
<details><summary>All values</summary>${figure.measures.map((measure) => valueTable(figure, measure))}</details></section>`;
}

function valueTable(figure: FigureResult, measure: string): Markup {
  const series = [...new Set(figure.rows.filter((row) => row.measure === measure).map((row) => row.series))];
  return html`<div class="scroll"><table><caption>${measure}</caption><thead><tr><th>dataset</th><th>${figure.axis}</th>${series.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${figure.datasets.map(
    (dataset) =>
      figure.values.map(
        (x) =>
          html`<tr><td>${dataset}</td><td>${x}</td>${series.map((name) => {
            const value = figure.rows.find(
              (row) => row.dataset === dataset && row.x === x && row.series === name && row.measure === measure,
            )?.value;
            return html`<td>${value === undefined || value === null ? 'n/c' : Number(value.toPrecision(3))}</td>`;
          })}</tr>`,
      ),
  )}</tbody></table></div>`;
}
