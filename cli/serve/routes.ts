import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { mustBeUnchanged } from '../../shared/adapters/local/manifest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { asset, download, downloadOf, goTo, json, page, plain, type Respond, report } from './answer.ts';
import {
  auditOfMade,
  freeName,
  groupsOf,
  lookAtFiles,
  nameIn,
  startAdvising,
  startAnonymising,
  startAudit,
  startComparing,
  suggestedName,
  wordsFor,
} from './audit-task.ts';
import { SERVE_STYLES } from './pages/frame.ts';
import { anonymiseHome, auditsPage, homePage } from './pages/home.ts';
import { triedText } from './pages/table.ts';
import { auditPage, busyPage, donePage, messagePage, readyPage } from './pages/task.ts';
import { readingFields, readOtherwise } from './reading.ts';
import { receive, receiveForm, safeName } from './receive.ts';
import { keptAudits, madeFiles, type ResultFile, resultFilesOf } from './results.ts';
import type { Site } from './site.ts';
import { hasResults, ROLES, type Task } from './task.ts';
import { zip } from './zip.ts';

const SCRIPT = readFileSync(new URL('../../bin/page.js', import.meta.url), 'utf8');
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" fill="none" stroke="#2f6f8f" stroke-width="3"/></svg>';

/** Answers a request that was let in; `path` follows the base. */
export async function answerTo(request: IncomingMessage, path: string, query: URLSearchParams, site: Site): Promise<Respond> {
  const [first = '', second, ...rest] = path.split('/').map(decoded);
  const reads = request.method === 'GET';
  if (first === 'tasks') return second === undefined ? opened(request, site) : ofTask(request, second, rest, query, site);
  if (first === 'audits' && second === 'compare' && request.method === 'POST') return compared(await receiveForm(request), site);
  if (!reads) return plain(405, 'Only the pages of a task change anything.', { allow: 'GET' });
  const { base, limit, results } = site;
  switch (first) {
    case '':
      return page(homePage({ base, limit, tasks: [...site.tasks('audit'), ...site.tasks('advise')], audits: keptAudits(results) }));
    case 'anonymise':
      return page(anonymiseHome({ base, limit, tasks: site.tasks('anonymise'), audits: [] }));
    case 'audits':
      return second === undefined
        ? page(auditsPage(base, keptAudits(results), results, site.tasks('compare')))
        : ofAudit(second, rest, site);
    case 'style.css':
      return asset('text/css', SERVE_STYLES);
    case 'page.js':
      return asset('text/javascript', SCRIPT);
    case 'icon.svg':
      return asset('image/svg+xml', ICON);
    default:
      return notFound(site);
  }
}

const notFound = ({ base }: Site): Respond =>
  page(messagePage(base, 'Nothing here', 'There is no such page, or what it showed was removed.'), 404);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new BadInput('this address is not well-formed');
  }
}

async function opened(request: IncomingMessage, site: Site): Promise<Respond> {
  if (request.method !== 'POST') return plain(405, 'A task is opened by POST.', { allow: 'POST' });
  const kind = (await receiveForm(request)).get('kind') === 'anonymise' ? 'anonymise' : 'audit';
  const task = await site.open(kind);
  return json({ at: `${site.base}tasks/${task.id}` }, 201);
}

async function compared(form: URLSearchParams, site: Site): Promise<Respond> {
  const wanted = form.getAll('audit');
  const audits = keptAudits(site.results).filter(({ id }) => wanted.includes(id));
  const task = await site.open('compare');
  try {
    startComparing(task, audits, site);
  } catch (error) {
    await site.remove(task);
    if (!(error instanceof BadInput)) throw error;
    return page(messagePage(site.base, 'Nothing to compare', error.describe()), 422);
  }
  return goTo(`${site.base}tasks/${task.id}`);
}

async function ofTask(
  request: IncomingMessage,
  id: string,
  [what, ...rest]: readonly string[],
  query: URLSearchParams,
  site: Site,
): Promise<Respond> {
  const task = site.task(id);
  if (task === undefined) return notFound(site);
  if (request.method === 'GET') return shown(task, what, rest, site);
  if (request.method === 'PUT' && what === 'files') return received(request, task, rest[0], query.get('name') ?? '', site);
  if (request.method !== 'POST') return plain(405, 'This is not done to a task.', { allow: 'GET, POST' });
  const form = await receiveForm(request);
  try {
    return (await changed(task, what, form, request.headers.accept === 'application/json', site)) ?? notFound(site);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    task.problem = error.describe();
    return task.stage === 'receiving' || request.headers.accept === 'application/json'
      ? plain(422, task.problem)
      : page(taskPage(task, site), 422);
  }
}

/** Start page of each kind. */
const HOMES: Readonly<Record<Task['kind'], string>> = { audit: '', anonymise: 'anonymise', compare: 'audits', advise: '' };

/** Actions of buttons. */
async function changed(task: Task, what: string | undefined, form: URLSearchParams, script: boolean, site: Site): Promise<Respond | null> {
  const here = `${site.base}tasks/${task.id}`;
  const back = script ? json({ at: here }) : goTo(here);
  if (task.stage === 'busy' && what !== 'cancel' && what !== 'remove') return back;
  switch (what) {
    case 'look':
      if (task.stage === 'receiving') lookAtFiles(task, site);
      else readOtherwise(task, form, site);
      return back;
    case 'columns':
      if (task.stage === 'ready') task.unreadLast();
      return back;
    case 'audit':
      await startAudit(task, form, site);
      return back;
    case 'anonymise':
      startAnonymising(task, form, site);
      return back;
    case 'cancel':
      await task.cancel();
      return back;
    case 'keep':
      if (task.outcome === null || task.outcome.kept) return back;
      task.outcome = { ...task.outcome, folder: await site.keep(task.outcome.folder, nameIn(form, task, site)), kept: true };
      task.problem = null;
      return back;
    case 'again':
      if (task.outcome?.kept === false) await rm(task.outcome.folder, { recursive: true, force: true });
      task.outcome = null;
      return back;
    case 'next':
      return goTo(`${site.base}tasks/${(await auditOfMade(task, site)).id}`);
    case 'advise':
      return goTo(`${site.base}tasks/${(await startAdvising(task, site)).id}`);
    case 'remove':
      await site.remove(task);
      return goTo(site.base + HOMES[task.kind]);
    default:
      return null;
  }
}

async function received(request: IncomingMessage, task: Task, role: string | undefined, name: string, site: Site): Promise<Respond> {
  const known = ROLES.find((each) => each === role);
  if (known === undefined || task.stage !== 'receiving') return plain(409, 'This task takes no file of that kind now.');
  const file = safeName(name);
  // Files that the roles name are next to them, as they say.
  const folder = known === 'beside' ? 'roles' : known;
  if (known !== 'beside') {
    await rm(join(task.folder, known), { recursive: true, force: true });
    task.files.delete(known);
  }
  const arrival = site.arrival();
  try {
    const bytes = await receive(request, join(task.folder, folder), file, arrival);
    const held = known === 'beside' ? (task.files.get(known)?.bytes ?? 0) : 0;
    task.files.set(known, { path: `${folder}/${file}`, bytes: held + bytes });
    return json({ bytes }, 201);
  } finally {
    arrival.end();
    // The task was removed during the upload, so its file goes as well.
    if (site.task(task.id) === undefined) await task.remove();
  }
}

function shown(task: Task, what: string | undefined, rest: readonly string[], site: Site): Respond {
  if (what === undefined) return page(taskPage(task, site));
  if (what === 'state') {
    const none = { which: '', name: '', share: null, count: '', times: '' };
    return json({
      busy: task.stage === 'busy',
      problem: task.problem,
      table: task.table === null ? null : { ...task.table, said: triedText(task.table) },
      ...(task.run?.course.words() ?? none),
    });
  }
  if (task.outcome === null) return notFound(site);
  return fromFolder({ folder: task.outcome.folder, name: suggestedName(task), files: outcomeFiles(task) }, [what, ...rest], site);
}

function taskPage(task: Task, site: Site) {
  const { base, results } = site;
  const { stage, outcome } = task;
  if (stage === 'busy') return busyPage({ base, task });
  const name = freeName(task, site);
  if (stage !== 'done' || outcome === null)
    return readyPage({ base, task, groups: groupsOf(task), reading: readingFields(task), results, name });
  const words = [...task.before, wordsFor(task)].map((each) => ['unveil', ...each].map(quoted).join(' ')).join('\n');
  return donePage({ base, task, files: outcomeFiles(task), results, name, words });
}

/** Quoted for a shell. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

function ofAudit(id: string, rest: readonly string[], site: Site): Respond {
  const audit = keptAudits(site.results).find((each) => each.id === id);
  if (audit === undefined) return notFound(site);
  if (rest.length === 0) return page(auditPage(site.base, audit, resultFilesOf(audit.folder)));
  return fromFolder({ folder: audit.folder, name: audit.name, files: resultFilesOf(audit.folder) }, rest, site);
}

function outcomeFiles({ kind, outcome }: Task): ResultFile[] {
  if (outcome === null) return [];
  if (kind === 'audit') return resultFilesOf(outcome.folder);
  const made = madeFiles(outcome.folder);
  if (kind !== 'advise') return made;
  return [...made, ...resultFilesOf(join(outcome.folder, RESULT)).map(({ key, bytes }) => ({ key: `${RESULT}/${key}`, bytes }))];
}

/** Folder of the audit of an advised release. */
const RESULT = 'audit';

interface Folder {
  readonly folder: string;
  readonly name: string;
  /** The files that may be requested. */
  readonly files: readonly ResultFile[];
}

function fromFolder({ folder, name, files }: Folder, [what, ...rest]: readonly string[], site: Site): Respond {
  const find = (key: string): ResultFile | undefined => files.find((each) => each.key === key);
  const shown = find('report.html') ?? find('comparison.html') ?? find('advice.html');
  if (what === 'report' && shown !== undefined) return unchanged(folder, shown.key, report(join(folder, shown.key)));
  const ofResult = find(`${RESULT}/report.html`);
  if (what === 'result' && ofResult !== undefined)
    return unchanged(join(folder, RESULT), 'report.html', report(join(folder, ofResult.key)));
  if (what === 'zip') {
    const stem = name.split('/').at(-1) ?? 'results';
    const pieces = zip(files.map(({ key }) => ({ name: `${stem}/${key}`, path: join(folder, key) })));
    return unchanged(folder, null, downloadOf(`${stem}.zip`, pieces));
  }
  const file = what === 'files' ? find(rest.join('/')) : undefined;
  if (file === undefined) return notFound(site);
  return unchanged(folder, file.key, download(join(folder, file.key), file.key.split('/').at(-1) ?? 'file'));
}

/** Of an audit's results, only unchanged files are shown. `key` null: all files. */
const unchanged =
  (folder: string, key: string | null, respond: Respond): Respond =>
  async (response) => {
    if (hasResults(folder)) await mustBeUnchanged(folder, (each) => key === null || each === key);
    await respond(response);
  };
