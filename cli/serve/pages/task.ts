import { html, type Markup, tied } from '../../../shared/report/html.ts';
import { mayAdvise } from '../advise-task.ts';
import type { FieldGroup } from '../fields.ts';
import { type ResultFile, verdictLine } from '../results.ts';
import type { Task } from '../task.ts';
import { fieldsets } from './fields.ts';
import { action, colouredVerdict, frame, megabytes, problem } from './frame.ts';
import { lookSection } from './look.ts';
import { tableSection } from './table.ts';

interface TaskPage {
  readonly base: string;
  readonly task: Task;
}

const at = ({ base, task }: TaskPage): string => `${base}tasks/${task.id}`;

/** While something runs: which step, how far, how long, and a way out. */
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

/** What was understood, what went wrong, and what can be done next. */
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

/** First where reading failed, else folded: most files say what they are. */
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

/** What came out: the sentence to quote first, then everything to take along. */
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

/** Exit codes of an audit that has results. */
const VERDICTS: Readonly<Record<number, string>> = {
  1: 'An attack failed. This is no sign of safety.',
  3: 'The release breaks its guarantee.',
  4: 'The risk is above your limit, or nothing proves that it is not.',
};

/** Where things lie is said by this page, in its own words. */
const ELSEWHERE = /^(?:results: |release: |report: {2}|page: |written to )/;
const NOTE = 'note: ';

/** What could not be said begins a line of its own, one after the other. */
const UNSAID = /\n(?=[^\n]+ (?:is|are) (?:not computable|errored): )/;

/** What a command printed beyond what was `concluded`, for any width: its sentences flow, what stands in columns stays in them. */
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

/** A part of a table by the table's name: its folders say what the page says already. */
const labelOf = (key: string): string => key.replace(/^table=([^/]+)\/.*\/([^/]+)$/, 'table $1, $2');

export const fileList = (at: string, files: readonly ResultFile[]): Markup =>
  html`<section aria-labelledby="files"><h2 id="files">Files</h2><ul>${files.map(
    ({ key, bytes }) =>
      html`<li><a href="${at}/${key.split('/').map(encodeURIComponent).join('/')}">${labelOf(key)}</a>, ${megabytes(bytes)}</li>`,
  )}</ul></section>`;
