import type { Against, Estimate } from '../contracts/report-data.ts';
import { bar } from './bars.ts';
import { html, type Markup, tied } from './html.ts';

/** The attack above its baselines: the one picture after the verdict. */
export const againstBody = ({ conclude, rows }: Against, judged: boolean): Markup =>
  html`<p class="conclude">${!judged && 'This audit cannot tell; of itself the attack shows this. '}${tied(conclude)}</p><div class="against">${rows.map(
    ({ name, value }) => bar(name, value, null),
  )}</div><details class="ahead"><summary>How sure</summary><p class="note">The thin line is the 95 % interval. “Ahead” is the difference in points on the same rows, with its interval.</p><ul>${rows.map(
    ({ name, technical, lift }) =>
      html`<li>${name}${technical !== null && html` <code>${technical}</code>`}${lift !== null && html`: ${liftText(lift)}`}</li>`,
  )}</ul></details>`;

function liftText(lift: Estimate): string {
  if (lift.value === null) return 'not computable';
  // A figure that is counted, not sampled, has no interval.
  if (lift.low !== null && lift.low === lift.high)
    return `the attack is ${lift.value < 0 ? 'behind' : 'ahead'} by ${points(Math.abs(lift.value))}`;
  const range = lift.low === null || lift.high === null ? 'too few to say how surely' : `${points(lift.low)} to ${points(lift.high)}`;
  if (lift.high !== null && lift.low !== null && lift.high < 0)
    return `the attack is behind by ${points(-lift.value)} (${points(-lift.high)} to ${points(-lift.low)})`;
  return `the attack is ahead by ${points(lift.value)} (${range})`;
}

/** Percentage points; zero has no sign. */
function points(value: number): string {
  const text = (100 * value).toFixed(1);
  return Number(text) === 0 ? '0.0' : text;
}
