import type { Advice, AdvicePoint, LastAttacks } from '../contracts/advice.ts';
import { estimateMarkup } from './estimate.ts';
import { html, type Markup } from './html.ts';
import { pageOf } from './page.ts';
import { riskUtilityChart } from './risk-utility.ts';

const OWN_STYLES = `
.whisker{fill:none;stroke:var(--ink);stroke-width:1.2}.scatter{max-width:44rem}td small{display:block}tbody th{white-space:nowrap}
`;

/** Risk against utility of every release that was tried. */
export function renderAdvice({ verdict, notices, certainty, chosen, last, points }: Advice): string {
  const named = `People named at ${Math.round(100 * certainty)}\u00a0%`;
  const again = (name: string, title: string, { people }: LastAttacks): AdvicePoint[] =>
    points.filter((point) => point.name === name).map((point) => ({ ...point, name: title, base: null, people }));
  const atLast = [
    ...again('as given', 'as given, last attacks', last.given),
    ...(chosen === 'as given' ? [] : again(chosen, `${chosen}, last attacks`, last.chosen)),
  ];
  const shown = [...points, ...atLast];
  const titles = [...(points[0]?.losses ?? []), ...(points[0]?.counts ?? [])].map(({ name }) => name);
  return pageOf({
    title: 'unveil: advice',
    heading: html`A safer release`,
    headline: verdict,
    body: [
      ...(notices.length === 0
        ? []
        : [
            html`<section aria-labelledby="notices"><h2 id="notices">To know</h2><ul class="notices">${notices.map((each) => html`<li>${each}</li>`)}</ul></section>`,
          ]),
      html`<section aria-labelledby="chart"><h2 id="chart">Risk against utility</h2>${riskUtilityChart({
        points: shown.map(({ name, losses, people }) => ({ name, loss: losses[0]?.value ?? 0, risk: people })),
        risk: named,
        loss: `Utility lost (${titles[0]})`,
      })}<p class="note">Lower is safer, further left is more useful. Each is the mean of several attacks, each with a seed and practice of its own; the last attacks have seeds that nothing was chosen by.</p></section>`,
      html`<section aria-labelledby="tried"><h2 id="tried">What was tried</h2><div class="wide"><table><thead><tr><th scope="col">Release</th><th scope="col" class="words">Made from</th><th scope="col">${named}</th>${titles.map((title) => html`<th scope="col">${title.charAt(0).toUpperCase()}${title.slice(1)}</th>`)}</tr></thead><tbody>${shown.map(row)}</tbody></table></div><p class="note">In small: the least and the most that one of the attacks found.</p></section>`,
    ],
    footer: 'This page holds figures and no item of any release. changes.jsonl names what was changed.',
    styles: OWN_STYLES,
  });
}

const row = ({ name, base, people, losses, counts }: AdvicePoint): Markup =>
  html`<tr><th scope="row">${name}</th><td class="words">${base ?? '–'}</td><td>${estimateMarkup(people)}</td>${losses.map(({ value }) => html`<td>${fine(value)}</td>`)}${counts.map(({ value }) => html`<td>${value ?? 'n/c'}</td>`)}</tr>`;

/** Losses may be far below a tenth of a percent, or above 100 %. */
const fine = (value: number | null): string =>
  value === null ? 'n/c' : `${Math.abs(value) < 1 ? (100 * value).toPrecision(3) : Math.round(100 * value)}\u00a0%`;
