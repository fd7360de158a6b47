import { html, type Markup, raw, tied } from '../../../shared/report/html.ts';
import type { Look } from '../../look/look-at.ts';
import { mayAdvise } from '../advise-task.ts';
import type { Field, FieldChoice, FieldGroup } from '../fields.ts';
import { type KeptAudit, type ResultFile, verdictLine } from '../results.ts';
import type { Task } from '../task.ts';
import type { Filled } from '../words.ts';
import { action, colouredVerdict, facts, frame, megabytes, problem } from './frame.ts';
import { STALE, whenOf } from './home.ts';
import { tableSection } from './table.ts';

/** The fields of a form, with the earlier input. */
const fieldsets = (groups: readonly FieldGroup[], filled: Filled): Markup[] =>
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

interface TaskPage {
  readonly base: string;
  readonly task: Task;
}

const at = ({ base, task }: TaskPage): string => `${base}tasks/${task.id}`;

/** While a command runs: step, progress, time and a way to cancel. */
export function busyPage(page: TaskPage): Markup {
  const { base, task } = page;
  const body = html`<h1>${task.doing}: <bdi>${task.title}</bdi></h1>
<div data-state="${at(page)}/state"><p class="now" data-now role="status">${task.run === null ? 'Waits for its turn' : 'It has begun'}</p>
<label for="course" class="note">This step</label><progress id="course" max="1"></progress><p class="times" data-times></p></div>
<div class="actions">${action(`${at(page)}/cancel`, 'Cancel')}</div>
<p class="note">You can leave this page: the work goes on while unveil serve runs, and the first page leads back.</p>`;
  return frame({ title: task.doing, base, body, refresh: 3 });
}

interface ReadyPage extends TaskPage {
  readonly groups: readonly FieldGroup[];
  readonly reading: readonly FieldGroup[];
  readonly results: string;
  readonly name: string;
}

/** The files as understood, problems, and possible next steps. */
export function readyPage(page: ReadyPage): Markup {
  const { base, task, groups, results, name } = page;
  const { look, kind } = task;
  const [done, verb] = kind === 'audit' ? ['audit', 'Audit it'] : ['anonymise', 'Make the release'];
  const form =
    look !== null &&
    kind !== 'advise' &&
    html`<section aria-labelledby="how"><h2 id="how">${kind === 'audit' ? 'How to audit it' : 'How to make the release'}</h2>
<form method="post" action="${at(page)}/${done}">${fieldsets(groups, task.filled)}
<fieldset><legend>What stays</legend><div class="field"><label for="field-name">Name</label><p class="help" id="help-name">What the results are called in ${results}.</p><input type="text" id="field-name" name="name" value="${name}" autocomplete="off" aria-describedby="help-name"></div>
<div class="field"><label class="check"><input type="checkbox" name="keep" value="yes" aria-describedby="help-keep">Keep the results there as soon as they are done</label><p class="help" id="help-keep">Otherwise they go when unveil serve ends, unless you keep them on their page.</p></div></fieldset>
<div class="actions"><button type="submit">${verb}</button>${
      kind === 'audit' &&
      html`<button type="submit" name="dry" value="yes" class="is-quiet">Only say what a live source would be asked</button>`
    }</div></form></section>`;
  const body = html`<h1><bdi>${task.title}</bdi></h1>${problem('This did not work', task.problem)}${
    task.said !== null &&
    html`<section aria-labelledby="said"><h2 id="said">What it would ask</h2><pre class="said">${task.said}</pre></section>`
  }${task.table !== null && tableSection(at(page), task.table, task)}${look !== null && lookSection(look)}${readingForm(page)}${form}
<div class="actions">${kind === 'advise' && action(`${at(page)}/advise`, SAFER, false)}${action(`${at(page)}/remove`, 'Remove these files')}</div>`;
  return frame({ title: task.title, base, body });
}

const SAFER = 'Look for a safer release';

/** At the top if reading failed, else folded: most files need no help. */
function readingForm(page: ReadyPage): Markup | false {
  const { task, reading } = page;
  if (task.table !== null || task.files.size === 0 || task.request !== null || task.kind === 'advise') return false;
  if (task.unread.length > 0) return html`<div class="actions">${action(`${at(page)}/columns`, 'Choose the columns again')}</div>`;
  const form = html`<form method="post" action="${at(page)}/look">${fieldsets(reading, new Map())}<button type="submit" class="is-quiet">Look again</button></form>`;
  return task.look === null ? form : html`<details><summary>Was it read otherwise than you meant?</summary>${form}</details>`;
}

interface DonePage extends TaskPage {
  readonly files: readonly ResultFile[];
  readonly results: string;
  readonly name: string;
  readonly words: string;
}

/** The result: the sentence to quote first, then everything to download. */
export function donePage(page: DonePage): Markup {
  const { base, task, files, results, name, words } = page;
  const { outcome, kind } = task;
  if (outcome === null) return frame({ title: task.title, base, body: html`<h1>Nothing here</h1>` });
  const { status, out, err, kept, folder } = outcome;
  const shown = files.find(({ key }) => SHOWN.includes(key));
  const verdict = kind === 'audit' ? (VERDICTS[status ?? 1] ?? null) : null;
  const here = at(page);
  const concluded = kind === 'audit' ? verdictLine(folder) : '';
  const body = html`<h1>${TITLES[kind]}: <bdi>${task.title}</bdi></h1>${
    kind === 'audit' && html`<p class="headline">${colouredVerdict(concluded)}</p>`
  }${
    verdict !== null && html`<p class="headline">${verdict}${err !== '' && html`<br><small>${err}</small>`}</p>`
  }${problem('It was not done', task.problem)}
<div class="actions">${shown !== undefined && html`<a class="button" href="${here}/report">Open ${OPENS[kind]}</a>`}${
    kind === 'advise' && html`<a class="button is-quiet" href="${here}/result">Open the audit of the result</a>`
  }${
    kind === 'anonymise' && action(`${here}/next`, 'Audit this release', false)
  }<a class="button is-quiet" href="${here}/zip">Download everything (.zip)</a>${
    kind === 'audit' && task.look !== null && action(`${here}/again`, 'Audit it again, with other settings')
  }${mayAdvise(task) && kind === 'audit' && action(`${here}/advise`, SAFER)}</div>
${summary(out, concluded)}
${
  kept
    ? html`<p>Kept in <code>${folder}</code>.</p>`
    : html`<form method="post" action="${here}/keep"><fieldset><legend>Keep it?</legend><p class="help">These results go when unveil serve ends. They are as sensitive as what was undone.</p><div class="field"><label for="field-name">Name in ${results}</label><input type="text" id="field-name" name="name" value="${name}" autocomplete="off"></div><button type="submit">Keep the results</button></fieldset></form>`
}${fileList(`${here}/files`, files)}
<details><summary>The same on the command line</summary><code class="words">${words}</code></details>
<div class="actions">${action(`${here}/remove`, kept ? 'Remove the files that were sent' : 'Remove files and results')}</div>`;
  return frame({ title: task.title, base, body });
}

const TITLES: Readonly<Record<Task['kind'], string>> = {
  audit: 'What can be undone',
  anonymise: 'The release',
  compare: 'Beside each other',
  advise: 'A safer release',
};

/** The page that each kind of task leads to. */
const SHOWN: readonly string[] = ['report.html', 'comparison.html', 'advice.html'];
const OPENS: Readonly<Record<Task['kind'], string>> = {
  audit: 'the report',
  anonymise: 'the report',
  compare: 'the comparison',
  advise: 'what was tried',
};

/** Exit codes of an audit with results. */
const VERDICTS: Readonly<Record<number, string>> = {
  1: 'An attack failed. This is no sign of safety.',
  3: 'The release breaks its guarantee.',
  4: 'The risk is above your limit, or nothing proves that it is not.',
};

/** Lines about places, which this page describes itself. */
const ELSEWHERE = /^(?:results: |release: |report: {2}|page: |written to )/;
const NOTE = 'note: ';

/** Begins of lines on findings without a figure. */
const UNSAID = /\n(?=[^\n]+ (?:is|are) (?:not computable|errored): )/;

/** Output of a command beyond its conclusion, for any width: sentences flow, columns stay aligned. */
function summary(out: string, concluded: string): Markup[] {
  const lines = out.split('\n').filter((line) => !ELSEWHERE.test(line));
  const notes = lines.filter((line) => line.startsWith(NOTE)).map((line) => line.slice(NOTE.length));
  const blocks = lines
    .filter((line) => !line.startsWith(NOTE))
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !concluded.endsWith(block.replaceAll('\n', ' ')));
  const shown = blocks.flatMap((block) =>
    /\S {2,}\S/.test(block)
      ? html`<div class="scroll" tabindex="0" role="region" aria-label="Figures"><pre class="summary">${block}</pre></div>`
      : block.split(UNSAID).map((sentence) => html`<p>${tied(sentence.replaceAll('\n', ' '))}</p>`),
  );
  return notes.length === 0 ? shown : [...shown, html`<ul class="notices">${notes.map((note) => html`<li>${tied(note)}</li>`)}</ul>`];
}

/** A table's part by the table's name: the page shows its folders already. */
const labelOf = (key: string): string => key.replace(/^table=([^/]+)\/.*\/([^/]+)$/, 'table $1, $2');

const fileList = (at: string, files: readonly ResultFile[]): Markup =>
  html`<section aria-labelledby="files"><h2 id="files">Files</h2><ul>${files.map(
    ({ key, bytes }) =>
      html`<li><a href="${at}/${key.split('/').map(encodeURIComponent).join('/')}">${labelOf(key)}</a>, ${megabytes(bytes)}</li>`,
  )}</ul></section>`;

/** The files as they were understood. */
function lookSection({ kind, format, facts: figures, sets, first, warnings, remarks }: Look): Markup {
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

export function auditPage(base: string, { id, name, finished, folder, stale }: KeptAudit, files: readonly ResultFile[]): Markup {
  const here = `${base}audits/${id}`;
  const body = html`<h1><bdi>${name}</bdi></h1><p class="headline">${colouredVerdict(verdictLine(folder))}</p><p class="note">${finished !== '' && `Finished ${whenOf(finished)}${stale ? STALE : ''}. `}In ${folder}.</p>
<div class="actions">${files.some(({ key }) => key === 'report.html') && html`<a class="button" href="${here}/report">Open the report</a>`}<a class="button is-quiet" href="${here}/zip">Download everything (.zip)</a></div>${fileList(`${here}/files`, files)}`;
  return frame({ title: name, base, body });
}

/** A page that says why something cannot be shown or done. */
export const messagePage = (base: string, title: string, message: string): Markup =>
  frame({ title, base, body: html`<h1>${title}</h1><p>${message}</p><p><a href="${base}">Back to the first page</a></p>` });
