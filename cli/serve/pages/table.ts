import { grouped } from '../../../shared/core/verdict/figure-text.ts';
import type { TableGuide } from '../../../shared/pipeline/guide/guide-table.ts';
import { html, type Markup, raw } from '../../../shared/report/html.ts';
import { ROLE_GROUPS, ROLE_WORDS } from '../table-roles.ts';
import type { Task } from '../task.ts';

/** Reading a table: a role for each column to choose, its first rows, and the result. */
export function tableSection(here: string, table: TableGuide, { kind, tableOf }: Pick<Task, 'kind' | 'tableOf'>): Markup {
  const { columns, rows, sheets, sheet, encoding, titles } = table;
  return html`<section aria-labelledby="columns"><h2 id="columns">How is ${tableOf === 'original' ? 'the original' : 'this table'} to be read?</h2>
<form method="post" action="${here}/look" data-preview="${here}">
<p class="lead" data-tried role="status">${triedText(table)}</p>
<ul class="notices" data-asks${table.asks.length + table.exposes.length === 0 && raw(' hidden')}>${[...table.asks, ...table.exposes].map((text) => html`<li>${text}</li>`)}</ul>
${
  sheets.length > 1 &&
  html`<fieldset><legend>Sheet</legend><ul class="choices">${sheets.map(
    ({ name, rows: many }) =>
      html`<li><label><input type="radio" name="sheet" value="${name}"${name === sheet && raw(' checked')}><span><bdi>${name}</bdi>, ${grouped(many)} rows</span></label></li>`,
  )}</ul></fieldset>`
}<p class="note">${encoding !== null && `Text in ${encoding}. `}${titles > 0 && `${titles} ${titles === 1 ? 'row' : 'rows'} above the table: left out. `}The first rows of ${columns.length === 1 ? 'one column' : `all ${columns.length} columns`}:</p>
<div class="scroll" tabindex="0" role="region" aria-label="The first rows of the table"><table class="roles"><thead><tr>${columns.map(
    ({ name, role, why }, at) =>
      html`<th scope="col"><label for="role-${at}"><bdi>${name === '' ? `#${at + 1}` : name}</bdi></label><select id="role-${at}" name="role-${at}" aria-describedby="why-${at}">${ROLE_GROUPS.map(
        ([title, roles]) =>
          html`<optgroup label="${title}">${roles.map(
            (value) => html`<option value="${value}"${value === role && raw(' selected')}>${ROLE_WORDS[value]}</option>`,
          )}</optgroup>`,
      )}</select><small id="why-${at}" data-why="${at}">${why}</small></th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td><bdi>${cell}</bdi></td>`)}</tr>`)}</tbody></table></div>
${kind === 'anonymise' && columns.some(({ role }) => role === 'id') && html`<p class="field"><label class="check"><input type="checkbox" name="renumber" value="yes" checked>Write 1, 2, 3 in the place of the numbers of persons or cases</label></p>`}<div class="actions"><button type="submit">Read it so</button><noscript><button type="submit" name="preview" value="yes" class="is-quiet">Show it so</button></noscript></div></form></section>`;
}

/** The result of reading a table, in words. */
export function triedText({ form, tried, options }: TableGuide): string {
  if (form === 'people') return 'A table of people, a record a person.';
  if (tried === null || options === null)
    return tried?.problems[0] === undefined
      ? 'No reading is proposed: choose the columns of items.'
      : `This reading does not work: ${tried.problems[0]}.`;
  return `${grouped(tried.transactions)} transactions of ${grouped(tried.items)} different items.`;
}
