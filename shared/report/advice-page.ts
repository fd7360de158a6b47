import type { Advice, AdvicePoint } from '../contracts/advice.ts';
import { withEnds } from './estimate.ts';
import { html, type Markup, percent } from './html.ts';
import { pageOf } from './page.ts';
import { riskUtilityChart } from './risk-utility.ts';

const OWN_STYLES = `
.whisker{fill:none;stroke:var(--ink);stroke-width:1.2}.scatter{max-width:44rem}td small{display:block}tbody th{white-space:nowrap}
`;

/** Risk against utility of every release that was tried. */
export function renderAdvice({ verdict, notices, certainty, chosen, confirmed, points }: Advice): string {
  const named = `People named at ${Math.round(100 * certainty)}\u00a0%`;
  const last: AdvicePoint[] = points
    .filter(({ name }) => name === chosen)
    .map((point) => ({ ...point, name: `${chosen}, again`, people: confirmed }));
  const shown = [...points, ...last];
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
        points: shown.map(({ name, ncp, people }) => ({ name, loss: ncp, risk: people })),
        risk: named,
        loss: 'Utility lost (NCP)',
      })}<p class="note">Lower is safer, further left is more useful. Each was attacked with a seed and practice of its own; the last line by a seed that nothing was chosen by.</p></section>`,
      html`<section aria-labelledby="tried"><h2 id="tried">What was tried</h2><div class="wide"><table><thead><tr><th scope="col">Release</th><th scope="col" class="words">Made from</th><th scope="col">${named}</th><th scope="col">NCP</th><th scope="col">Pair-count error</th><th scope="col">Withheld</th></tr></thead><tbody>${shown.map(row)}</tbody></table></div><p class="note">In small: 95 % intervals. Withheld: occurrences of items that are left out of single transactions.</p></section>`,
    ],
    footer: 'This page holds figures and no item of any release. changes.jsonl names what was changed.',
    styles: OWN_STYLES,
  });
}

const row = ({ name, base, people, ncp, pairCountError, withheldOccurrences }: AdvicePoint): Markup =>
  html`<tr><th scope="row">${name}</th><td class="words">${base ?? '–'}</td><td>${withEnds(people)}</td><td>${percent(ncp)}</td><td>${percent(pairCountError)}</td><td>${withheldOccurrences}</td></tr>`;
