import { html, type Markup } from '../../../shared/report/html.ts';
import type { Look } from '../../look/look-at.ts';
import { facts } from './frame.ts';

/** What was understood of the files. */
export function lookSection({ kind, format, facts: figures, sets, first, warnings, remarks }: Look): Markup {
  return html`<section aria-labelledby="understood"><h2 id="understood">What was understood</h2>
<p>A <strong>${kind}</strong> release; ${format}.</p>${facts(figures)}${
    warnings.length + remarks.length > 0 &&
    html`<ul class="notices">${warnings.map(({ message, file, line, times }) => html`<li>${file}, line ${line}: ${message}${times > 1 && ` (${times} times)`}</li>`)}${remarks.map((each) => html`<li>${each}</li>`)}</ul>`
  }${
    sets.length > 0 &&
    html`<h3>Generalised items, the most frequent first</h3><div class="scroll" tabindex="0" role="region" aria-label="Generalised items"><table><thead><tr><th scope="col">Members</th><th scope="col" class="number">How many</th><th scope="col" class="number">Transactions</th></tr></thead><tbody>${sets.map(
      ({ members, size, times }) =>
        html`<tr><td>${members.join(', ')}${size > members.length && ', …'}</td><td class="number">${size}</td><td class="number">${times}</td></tr>`,
    )}</tbody></table></div>`
  }<h3>First rows</h3><ol class="rows">${first.map(
    ({ entries, more }) =>
      html`<li>${entries.map((members, at) => [at > 0 && ', ', entry(members)])}${more > 0 && `, and ${more} more`}</li>`,
  )}</ol></section>`;
}

const entry = (members: readonly string[]): Markup =>
  members.length === 1
    ? html`<bdi>${members[0]}</bdi>`
    : html`<span class="set">(${members.map((each, at) => [at > 0 && ', ', html`<bdi>${each}</bdi>`])})</span>`;
