import { html, type Markup, raw } from '../../../shared/report/html.ts';
import type { Field, FieldChoice, FieldGroup } from '../fields.ts';
import type { Filled } from '../words.ts';

/** The questions of a form, with what was filled in before. */
export const fieldsets = (groups: readonly FieldGroup[], filled: Filled): Markup[] =>
  groups.map(({ title, folded, fields }) => {
    const inner = fields.map((each) => field(each, filled));
    if (!folded) return html`<fieldset><legend>${title}</legend>${inner}</fieldset>`;
    const touched = fields.some(({ option }) => filled.has(option));
    return html`<details${touched && raw(' open')}><summary>${title}: all has a default</summary><fieldset><legend>${title}</legend>${inner}</fieldset></details>`;
  });

function field({ option, label, help, input, choices = [] }: Field, filled: Filled): Markup {
  const values = filled.get(option) ?? [];
  const described = `help-${option}`;
  const explained = html`<p class="help" id="${described}">${help}</p>`;
  if (input === 'check')
    return html`<div class="field"><label class="check"><input type="checkbox" name="${option}" value="yes" aria-describedby="${described}"${values.length > 0 && raw(' checked')}>${label}</label>${explained}</div>`;
  if (input === 'several') {
    const chosen = ({ value, chosen: by }: FieldChoice): boolean => (filled.size > 0 ? values.includes(value) : by === true);
    return html`<div class="field" role="group" aria-labelledby="label-${option}" aria-describedby="${described}"><span class="label" id="label-${option}">${label}</span>${explained}<ul class="choices${choices.length > 8 && ' is-short'}">${choices.map(
      (each) =>
        html`<li><label><input type="checkbox" name="${option}" value="${each.value}"${chosen(each) && raw(' checked')}${each.disabled === true && raw(' disabled')}>${each.label}</label></li>`,
    )}</ul></div>`;
  }
  const id = `field-${option}`;
  const labelled = html`<label for="${id}">${label}</label>${explained}`;
  if (input === 'choice')
    return html`<div class="field">${labelled}<select id="${id}" name="${option}" aria-describedby="${described}">${choices.map(
      ({ value, label: shown }) => html`<option value="${value}"${values[0] === value && raw(' selected')}>${shown}</option>`,
    )}</select></div>`;
  const kind = input === 'number' ? raw(' type="number" step="any" inputmode="decimal"') : raw(' type="text" autocomplete="off"');
  return html`<div class="field">${labelled}<input id="${id}" name="${option}"${kind} value="${values[0] ?? ''}" aria-describedby="${described}"></div>`;
}
