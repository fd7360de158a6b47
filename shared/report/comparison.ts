import type { Comparison, Estimate, ReportData } from '../contracts/report-data.ts';
import { bar } from './bars.ts';
import { html, type Markup, percent } from './html.ts';

/** The leading attack above what knows less: the first thing that is seen after the headline. */
export function comparisonSection({ comparisons }: ReportData): Markup | false {
  const [lead, ...others] = comparisons;
  if (lead === undefined) return false;
  return html`<section class="comparison" aria-labelledby="comparison"><h2 id="comparison">Beside what knows less</h2>
<div class="rows">${line(lead, 'the attack')}${others.map((each) => line(each, liftText(each.lift)))}</div>
<p class="note">F1 joins precision and recall in one figure. The thin line is its 95 % interval; “ahead” is how far the attack is above, paired on the same rows.</p></section>`;
}

const line = (each: Comparison, beside: string): Markup =>
  html`<div class="row">${bar(each.name, each.f1, null)}<span class="beside">${beside}</span><span class="rates">${each.about}: precision ${percent(each.precision)}, recall ${percent(each.recall)}</span></div>`;

function liftText(lift: Estimate | null): string {
  if (lift === null || lift.value === null) return '';
  const range = lift.low === null || lift.high === null ? 'too few to say' : `${points(lift.low)} to ${points(lift.high)}`;
  return `ahead ${points(lift.value)} (${range})`;
}

/** In hundredths; nothing has no sign. */
function points(value: number): string {
  const text = (100 * value).toFixed(1);
  return Number(text) === 0 ? '0.0' : text;
}
