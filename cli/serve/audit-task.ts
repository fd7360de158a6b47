import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { listedKind } from '../../shared/kinds/registry.ts';
import type { TableGuide } from '../../shared/pipeline/guide/guide-table.ts';
import { AUDIT_OPTIONS } from '../audit/options.ts';
import { auditName, parseRequest } from '../audit/request.ts';
import { fromOptions, mergeRequests, namingOptions } from '../audit/request-of-options.ts';
import { parseOptions } from '../command.ts';
import type { Look } from '../look/look-at.ts';
import { adviseOnAudited, adviseWords } from './advise-task.ts';
import { anonymiseFields, auditFields, FILE_OPTIONS, type FieldGroup, isOfMethod } from './fields.ts';
import type { KeptAudit } from './results.ts';
import type { Ended } from './run-command.ts';
import type { Site } from './site.ts';
import { type FileRole, hasResults, messageOf, type RunOutcome, type Task } from './task.ts';
import { filledIn, wordsOf } from './words.ts';

/** Folder of a task's results until they are kept. */
const OUT = 'results';

const isAsked = (form: URLSearchParams, name: string): boolean => form.get(name) === 'yes';

export function groupsOf(task: Task): readonly FieldGroup[] {
  if (task.kind === 'compare' || task.kind === 'advise') return [];
  if (task.kind === 'audit') return auditFields(task.look?.kind ?? '');
  return anonymiseFields(isTable(task) ? (task.look?.kind ?? null) : null, new Set(task.files.keys()));
}

const isTable = ({ look }: Task): boolean => listedKind(look?.kind)?.holds === 'columns';

/** The command line that does the same. */
export function wordsFor(task: Task): string[] {
  if (task.kind === 'compare') return compareWords(task);
  if (task.kind === 'advise') return adviseWords(task);
  return task.kind === 'audit' ? auditWords(task) : anonymiseWords(task);
}

/** Default name of the results: the first free one. */
export function freeName(task: Task, { results }: Site): string {
  const name = suggestedName(task);
  let free = name;
  for (let number = 2; existsSync(join(results, free)); number += 1) free = `${name.slice(0, 90)}-${number}`;
  return free;
}

/** Named after its main file. */
export function suggestedName(task: Task): string {
  if (task.kind === 'compare') return 'comparison';
  const path = task.files.get(task.kind === 'anonymise' ? 'transactions' : 'release')?.path;
  const stem = path === undefined ? 'audit' : auditName(parseRequest({ release: path }), true);
  if (task.kind === 'advise') return `${stem}-safer`.slice(-100);
  return task.kind === 'audit' ? stem : `${stem}-release`.slice(-100);
}

/** Reads the files completely in a process of its own, as `unveil look` does. */
export function lookAtFiles(task: Task, { looking }: Site, notes: readonly string[] = []): void {
  const path = (role: FileRole): string | undefined => task.files.get(role)?.path;
  const file = path(task.kind === 'audit' ? 'release' : 'transactions');
  if (file === undefined) throw new BadInput('the file that it is all about is missing');
  const beside = task.kind === 'audit' ? (['original', 'labels', 'hierarchy', 'roles', 'buckets'] as const) : (['roles'] as const);
  const options = beside.flatMap((role) => (path(role) === undefined ? [] : [`--${role}=${path(role)}`]));
  const words = ['look', file, ...options, ...task.columns, ...encodingOf(task), '--json'];
  task.look = null;
  task.start('Looking at it', words, looking, (how) => {
    if (how.status !== 0) {
      task.problem = messageOf(how);
      return;
    }
    const look = JSON.parse(how.out) as Look | { readonly table: TableGuide; readonly of: 'release' | 'original' };
    if ('table' in look) {
      task.table = look.table;
      task.tableOf = look.of === 'original' ? 'original' : task.kind === 'audit' ? 'release' : 'transactions';
      return;
    }
    task.table = null;
    if (!hasForm(look)) {
      task.problem = `This is a release of the kind ${look.kind}: ${look.format}. It is not audited from the page; unveil audit does.`;
      return;
    }
    task.look = { ...look, remarks: [...notes, ...look.remarks] };
  });
}

/** Releases of other kinds are read but have no form. */
const hasForm = ({ kind }: Look): boolean => listedKind(kind)?.holds !== undefined;

const encodingOf = ({ encoding }: Task): string[] => (encoding === '' ? [] : [`--encoding=${encoding}`]);

const AUDITED_WITH = ['original', 'labels', 'hierarchy', 'roles', 'external', 'buckets'] as const;

const OTHER_RELEASES = ['same-people', 'earlier', 'later', 'other-holder'] as const;

/** Options of `unveil audit` from the form. */
function auditWords(task: Task): string[] {
  const path = (role: FileRole): string | undefined => task.files.get(role)?.path;
  const release = task.request ?? path('release');
  if (release === undefined) throw new BadInput('there is no release');
  const others = OTHER_RELEASES.flatMap((relation) =>
    path(relation) === undefined ? [] : [`--other-release=${path(relation)}=${relation}`],
  );
  if (others.length > 1) throw new BadInput('one other release at a time: remove these files, and send one of them');
  const files =
    task.request !== null
      ? []
      : [...AUDITED_WITH.flatMap((role) => (path(role) === undefined ? [] : [`--${role}=${path(role)}`])), ...others, ...task.columns];
  return ['audit', release, ...files, ...encodingOf(task), ...wordsOf(groupsOf(task), task.filled)];
}

/** Checks the form before anything runs, with the messages of the command line. */
export async function startAudit(task: Task, form: URLSearchParams, site: Site): Promise<void> {
  task.filled = filledIn(groupsOf(task), form);
  const words = auditWords(task);
  const { values } = parseOptions(words.slice(2), AUDIT_OPTIONS, false);
  const given = fromOptions(values);
  await namingOptions(given, () => parseRequest(mergeRequests({ release: words[1] }, given)));
  const dry = isAsked(form, 'dry');
  const kept = isAsked(form, 'keep') && !dry;
  const folder = kept ? site.placeFor(nameIn(form, task, site)) : join(task.folder, OUT);
  const more = dry ? ['--dry-run'] : [];
  task.start(dry ? 'Asking what would be asked' : 'Auditing', [...words, `--out=${folder}`, ...more], site.work, (how) => {
    if (how.status !== 2 && hasResults(folder)) task.outcome = { ...how, folder, kept };
    else if (how.status === 0) task.said = how.out.trim() === '' ? 'No live source was chosen: nothing would be asked.' : how.out;
    else task.problem = messageOf(how);
  });
}

/** Options of `unveil anonymise` from the form. */
function anonymiseWords(task: Task): string[] {
  const input = task.files.get('transactions')?.path;
  const [method = ''] = task.filled.get('method') ?? [];
  if (input === undefined) throw new BadInput('there is nothing to publish');
  if (isTable(task)) {
    const roles = task.files.get('roles')?.path;
    return [
      'anonymise',
      input,
      ...(roles === undefined ? task.columns : [`--roles=${roles}`]),
      ...wordsOf(groupsOf(task), task.filled),
      ...encodingOf(task),
    ];
  }
  if (!task.filled.has('k')) throw new BadInput('k: say how many, 2 or more');
  const ofMethod = new Map([...task.filled].filter(([option]) => isOfMethod(option, method)));
  const files = FILE_OPTIONS.flatMap((role) => {
    const path = task.files.get(role)?.path;
    return path === undefined || ofMethod.has(role) || !isOfMethod(role, method) ? [] : [`--${role}=${path}`];
  });
  return ['anonymise', input, ...wordsOf(groupsOf(task), ofMethod), ...files, ...encodingOf(task)];
}

export function startAnonymising(task: Task, form: URLSearchParams, site: Site): void {
  task.filled = filledIn(groupsOf(task), form);
  const kept = isAsked(form, 'keep');
  const folder = kept ? site.placeFor(nameIn(form, task, site)) : join(task.folder, OUT);
  task.start('Making the release', [...anonymiseWords(task), `--out=${folder}`], site.work, (how) => {
    if (how.status !== 0) task.problem = messageOf(how);
    else if (isTable(task)) checkMade(task, { ...how, folder, kept }, site);
    else task.outcome = { ...how, folder, kept };
  });
}

/** Checks a new table, independently of the anonymiser; shown below its cost. */
function checkMade(task: Task, made: RunOutcome, site: Site): void {
  const at = (name: string): string => join(made.folder, name);
  const buckets = existsSync(at('values.csv')) ? [`--buckets=${at('values.csv')}`] : [];
  const words = ['check', at('release.csv'), `--roles=${at('roles.json')}`, ...buckets];
  const checked = ({ out }: Ended): void => {
    task.outcome = { ...made, out: `${made.out.trimEnd()}\n\n${out.replaceAll(`${made.folder}/`, '')}` };
  };
  task.start('Checking it', words, site.work, checked, made.folder);
}

const compareWords = ({ audits }: Task): string[] => ['compare', ...audits];

/** Differences between audits beyond chance, by `unveil compare`. */
export function startComparing(task: Task, audits: readonly KeptAudit[], site: Site): void {
  if (audits.length < 2) throw new BadInput('tick two audits or more');
  task.audits = audits.map(({ name }) => name);
  const folder = join(task.folder, OUT);
  const words = ['compare', ...audits.map(({ folder: each }) => each), `--results=${site.results}`, `--out=${folder}`];
  const compared = (how: Ended): void => {
    if (how.status === 0) task.outcome = { ...how, folder, kept: false };
    else task.problem = messageOf(how);
  };
  task.start('Comparing', words, site.work, compared, null);
}

/** A safer release of an audited one, by `unveil advise`. */
export async function startAdvising(audited: Task, site: Site): Promise<Task> {
  const task = await adviseOnAudited(audited, site);
  const folder = join(task.folder, OUT);
  task.start('Looking for a safer release', [...adviseWords(task), `--out=${folder}`], site.work, (how) => {
    if (how.status === 0) task.outcome = { ...how, folder, kept: false };
    else task.problem = messageOf(how);
  });
  return task;
}

export const nameIn = (form: URLSearchParams, task: Task, site: Site): string => form.get('name')?.trim() || freeName(task, site);

/** Output files of anonymisers, and their roles in an audit. */
const MADE: readonly (readonly [role: FileRole, names: readonly string[]])[] = [
  ['release', ['release.jsonl', 'release.json', 'release.csv']],
  ['original', ['original.jsonl', 'original.json', 'original.csv']],
  ['roles', ['roles.json']],
  ['buckets', ['values.csv']],
];

/** An audit of a release that was made here, on a copy, so that either task may be removed. */
export async function auditOfMade(made: Task, site: Site): Promise<Task> {
  if (made.outcome === null) throw new BadInput('there is no release yet');
  const task = await site.open('audit');
  await cp(made.outcome.folder, join(task.folder, 'made'), { recursive: true });
  const isThere = (name: string): boolean => existsSync(join(task.folder, 'made', name));
  for (const [role, names] of MADE) {
    const name = names.find(isThere);
    if (name !== undefined) task.files.set(role, { path: `made/${name}`, bytes: 0 });
    else if (role === 'release') throw new BadInput('this release is not audited from the page');
  }
  task.request = 'made/audit.json';
  lookAtFiles(task, site);
  return task;
}
