import type { ReportData } from '../contracts/report-data.ts';
import { LEVELS } from '../core/verdict/verdict.ts';
import { html, type Markup, tied } from './html.ts';

/** Maximum lines of each list; all are folded below. */
const LINES = 3;
const ACTIONS = 3;

/** The conclusion: level, headline, claims, the other ways of exposure, and what to do next. */
export function verdictBand({ verdict: { level, headline, ways, claims, next }, next: more }: ReportData): Markup {
  const rest = [...claims.filter((claim) => !headline.includes(claim)), ...ways].slice(0, LINES);
  const actions = [...new Set([next, ...more])].slice(0, ACTIONS);
  return html`<section class="verdict v${LEVELS.indexOf(level)}"><h2 id="verdict">Verdict</h2><ol class="scale">${LEVELS.map(
    (each) => html`<li${each === level && html` aria-current="true"`}>${each}</li>`,
  )}</ol><p class="headline">${tied(headline)}</p>${rest.length > 0 && html`<ul>${rest.map((each) => html`<li>${tied(each)}</li>`)}</ul>`}<p class="next"><b>Next</b></p><ol class="actions">${actions.map((each) => html`<li>${tied(each)}</li>`)}</ol></section>
`;
}
