import type { ReportData } from '../contracts/report-data.ts';
import { html, type Markup, tied } from './html.ts';

/** From what says nothing to what says most; the words are those of the tested table. */
const SCALE = ['cannot judge', 'no more than chance', 'some', 'much'] as const;

/** What is concluded: the level on its scale, the conclusion in large, the sentences to quote. */
export function verdictBand({ verdict: { level, statement } }: ReportData): Markup {
  const { first, rest } = conclusionOf(statement);
  return html`<section class="verdict v${SCALE.indexOf(level)}"><h2 id="verdict">What can be undone: ${level}</h2><ol class="scale">${SCALE.map(
    (each) => html`<li${each === level && html` aria-current="true"`}>${each}</li>`,
  )}</ol><p class="headline">${tied(first)}</p>${rest !== '' && html`<p>${tied(rest)}</p>`}</section>
`;
}

/** The first sentence; where it goes on to say why, as far as there. */
function conclusionOf(statement: string): { readonly first: string; readonly rest: string } {
  const why = /^(This audit cannot judge the release): (.*)$/s.exec(statement);
  if (why !== null) return { first: `${why[1]}.`, rest: `Why: ${why[2]}` };
  const end = statement.indexOf('. ');
  return end < 0 ? { first: statement, rest: '' } : { first: statement.slice(0, end + 1), rest: statement.slice(end + 2) };
}

/** The one number for a board; of a release that cannot be judged it is the attack's own account. */
export function peopleNumber({ people, verdict }: ReportData): Markup | false {
  const level = people?.levels[0];
  if (people === null || level === undefined) return false;
  // Nobody named by an attack that knows too little is no figure to show.
  if (level.people === 0 && verdict.level === 'cannot judge') return false;
  if (people.understated)
    return html`<section class="number"><h2 id="number">How surely is not said</h2><p>${tied(people.statement)}</p></section>
`;
  const own = verdict.level === 'cannot judge' && html` <small>by the attack’s own account, which this audit cannot vouch for</small>`;
  return html`<section class="number"><h2 id="number"><span class="big">${level.people}</span> of ${people.people} ${people.words.people}${own}</h2><p>${tied(people.statement)}</p></section>
`;
}
