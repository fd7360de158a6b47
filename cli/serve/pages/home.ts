import { html, type Markup } from '../../../shared/report/html.ts';
import { type KeptAudit, verdictLine } from '../results.ts';
import type { FileRole, Task } from '../task.ts';
import { colouredVerdict, frame, megabytes } from './frame.ts';

interface Asked {
  readonly role: FileRole;
  readonly label: string;
  readonly help: string;
  readonly required?: boolean;
  readonly several?: boolean;
}

const AUDIT_FILES: readonly Asked[] = [
  {
    role: 'release',
    label: 'Release (needed)',
    help: 'Text with generalised items in brackets, JSON Lines, CSV, .xlsx, Parquet, FIMI, SPMF, or a release in clusters; gzipped or not.',
    required: true,
  },
  {
    role: 'original',
    label: 'Original',
    help: 'What the release was made from. Only the measures read it: without it nobody can say how often an attacker is right.',
  },
  { role: 'labels', label: 'Labels', help: 'What coded items mean: code, tab, term a line, or CSV.' },
  { role: 'hierarchy', label: 'Hierarchy', help: 'Where the release holds labels in the place of sets: ARX, Amnesia or JSON.' },
];

/** Only for tables of people. */
const ROLES_OF_TABLE: readonly Asked[] = [
  {
    role: 'roles',
    label: 'Roles',
    help: 'roles.json: role, type and hierarchy of each column, and the claim. Or name the columns on the next page.',
  },
  { role: 'beside', label: 'Hierarchies', help: 'The files that the roles name.', several: true },
];

const TABLE_FILES: readonly Asked[] = [
  ...ROLES_OF_TABLE,
  { role: 'external', label: 'Register', help: 'What an attacker has: persons with some of the quasi-identifiers, as CSV.' },
  {
    role: 'earlier',
    label: 'An earlier release',
    help: 'Who joined or left since: a release of the same holder, one other release at a time.',
  },
  { role: 'later', label: 'A later release', help: 'The same, made after this one.' },
  { role: 'same-people', label: 'Another release of the same people', help: 'Joined with this one row by row, where they fit.' },
  {
    role: 'other-holder',
    label: 'A release of another holder',
    help: 'Of some of the same people, such as another hospital; needs the register.',
  },
  { role: 'buckets', label: 'Values of buckets', help: 'Where the table is in buckets: how often each value is in which.' },
];

const ANONYMISE_FILES: readonly Asked[] = [
  {
    role: 'transactions',
    label: 'What is to be published (needed)',
    help: 'Transactions in any format that is read, or a table of people as CSV.',
    required: true,
  },
  { role: 'hierarchy', label: 'Hierarchy', help: 'For the method km: JSON or ARX’s CSV. Without it a balanced tree can be used.' },
  {
    role: 'privacy',
    label: 'Privacy constraints',
    help: 'For the method coat: itemsets to protect, one a line. Without it items can be drawn at random.',
  },
  { role: 'utility', label: 'Utility constraints', help: 'For the method coat: items that may stand for one another, a set a line.' },
];

interface Home {
  readonly base: string;
  readonly limit: number;
  readonly tasks: readonly Task[];
  readonly audits: readonly KeptAudit[];
}

export function homePage({ base, limit, tasks, audits }: Home): Markup {
  const body = html`<h1>How much of its anonymisation can an attacker undo?</h1>
<p class="lead">Give a release, and what goes with it. You see what was understood before anything runs.</p>
${sendForm(base, 'audit', limit, AUDIT_FILES, TABLE_FILES)}${taskList(base, tasks)}${auditList(base, audits.slice(0, 8), 'Earlier audits')}${
  audits.length > 8 && html`<p><a href="${base}audits">All ${audits.length} audits</a></p>`
}`;
  return frame({ title: 'Audit', base, body });
}

export function anonymiseHome({ base, limit, tasks }: Home): Markup {
  const body = html`<h1>Make a release</h1>
<p class="lead">Give transactions or a table of people, and choose a method. You get the release, what it costs in utility, and can audit it at once.</p>
${sendForm(base, 'anonymise', limit, ANONYMISE_FILES, ROLES_OF_TABLE)}${taskList(base, tasks)}
<p class="note">Groups, places, graphs, query logs and texts are made on the command line: <code>unveil anonymise --help</code>.</p>`;
  return frame({ title: 'Anonymise', base, body });
}

export function auditsPage(base: string, audits: readonly KeptAudit[], results: string, comparisons: readonly Task[]): Markup {
  const body = html`<h1>Earlier audits</h1><p class="note">In ${results}.</p>${
    audits.length === 0
      ? html`<p>There are none yet. What you keep on a page of results stands here.</p>`
      : comparing(base, audits.slice(0, MOST_LISTED))
  }${audits.length > MOST_LISTED && html`<p>And ${audits.length - MOST_LISTED} older; <code>unveil query</code> asks all of them.</p>`}${taskList(base, comparisons)}`;
  return frame({ title: 'Earlier audits', base, body });
}

const MOST_LISTED = 500;

/** Each links to its page; ticking two or more compares them. */
const comparing = (base: string, audits: readonly KeptAudit[]): Markup =>
  html`<form method="post" action="${base}audits/compare"><fieldset><legend>The newest first</legend><ul class="choices">${audits.map(
    ({ id, name, folder, finished, stale }) =>
      html`<li class="check"><input type="checkbox" name="audit" value="${id}" aria-label="Compare ${name}"><span><a href="${base}audits/${id}"><bdi>${name}</bdi></a>${finished !== '' && `, ${whenOf(finished)}`}${stale && STALE}<br><small>${colouredVerdict(verdictLine(folder))}</small></span></li>`,
  )}</ul>${
    audits.length > 1 &&
    html`<p class="help">Ticked ones are compared: releases of one original, or attackers on one release.</p><button type="submit" class="is-quiet">Compare</button>`
  }</fieldset></form>`;

/** Files are sent one by one, unchanged, with their progress; that needs our script. */
const sendForm = (base: string, kind: Task['kind'], limit: number, asked: readonly Asked[], ofTables: readonly Asked[] = []): Markup =>
  html`<form class="drop" data-send="${base}tasks" data-kind="${kind}" data-limit="${limit}"><p>Drop files here, or choose them</p>
<div class="files">${asked.map(fileInput)}</div>${
    ofTables.length > 0 &&
    html`<details data-table><summary>It is a table of people, a record a person</summary><div class="files">${ofTables.map(fileInput)}</div></details>`
  }
<div class="actions"><button type="submit">Look at it</button><span class="note">Up to ${megabytes(limit)} a file. Nothing leaves this machine.</span></div>
<div data-sending hidden><label for="sent">Sending</label><progress id="sent" max="1" value="0"></progress></div>
<p role="alert" data-problem></p><noscript><p class="problem">Sending files from this page needs JavaScript; it is our own, and nothing else is loaded. Without it: <code>unveil audit release.txt</code>.</p></noscript></form>`;

const fileInput = ({ role, label, help, required, several }: Asked): Markup =>
  html`<div class="field"><label for="file-${role}">${label}</label><p class="help" id="help-${role}">${help}</p><input type="file" id="file-${role}" data-role="${role}" aria-describedby="help-${role}"${required === true && html` required`}${several === true && html` multiple`}></div>`;

const taskList = (base: string, tasks: readonly Task[]): Markup | false =>
  tasks.length > 0 &&
  html`<section aria-labelledby="open"><h2 id="open">Open here</h2><ul>${tasks.map(
    (task) => html`<li><a href="${base}tasks/${task.id}"><bdi>${task.title}</bdi></a>: ${stateOf(task)}</li>`,
  )}</ul></section>`;

function stateOf({ stage, doing, kind, outcome }: Task): string {
  if (stage === 'busy') return doing;
  if (stage === 'done') return outcome?.kept === true ? 'done, results kept' : 'done, results not kept yet';
  return stage === 'receiving'
    ? 'files are arriving'
    : `${kind === 'compare' ? 'not compared' : `looked at, not ${kind === 'audit' ? 'audited' : kind === 'advise' ? 'advised on' : 'anonymised'} yet`}`;
}

const auditList = (base: string, audits: readonly KeptAudit[], title: string): Markup | false =>
  audits.length > 0 &&
  html`<section aria-labelledby="audits"><h2 id="audits">${title}</h2><ul>${audits.map(
    ({ id, name, folder, finished, stale }) =>
      html`<li><a href="${base}audits/${id}"><bdi>${name}</bdi></a>${finished !== '' && `, ${whenOf(finished)}`}${stale && STALE}<br><small>${colouredVerdict(verdictLine(folder))}</small></li>`,
  )}</ul></section>`;

/** Marks an audit whose results are older than its last run. */
export const STALE = '; a later run of it failed';

export const whenOf = (finished: string): string => `${finished.slice(0, 10)} ${finished.slice(11, 16)} UTC`;
