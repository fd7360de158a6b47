import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { ADVICE_OPTIONS } from '../advise/options.ts';
import { offersOf } from '../offers.ts';
import { auditFields } from './fields.ts';
import type { Site } from './site.ts';
import type { FileRole, Task } from './task.ts';
import { wordsOf } from './words.ts';

const FILES: readonly FileRole[] = ['labels', 'roles', 'external'];

/** Advice needs the data that the release was made from. */
export const mayAdvise = ({ kind, look, files }: Task): boolean =>
  (kind === 'audit' || kind === 'advise') && files.has('original') && offersOf(look?.kind)?.advise !== undefined;

/** Options of `unveil advise` for an audit. */
export function adviseWords(task: Task): string[] {
  const path = (role: FileRole): string | undefined => task.files.get(role)?.path;
  const [release, original] = [task.request ?? path('release'), path('original')];
  if (release === undefined || original === undefined) throw new BadInput('advice needs the release and what it was made from');
  const files =
    task.request !== null
      ? []
      : [...FILES.flatMap((role) => (path(role) === undefined ? [] : [`--${role}=${path(role)}`])), ...task.columns];
  const filled = new Map([...task.filled].filter(([option]) => Object.hasOwn(ADVICE_OPTIONS, option)));
  const encoding = task.encoding === '' ? [] : [`--encoding=${task.encoding}`];
  return ['advise', original, `--release=${release}`, ...files, ...encoding, ...wordsOf(auditFields(task.look?.kind ?? ''), filled)];
}

/** Uses the audit's options on a copy of its files, so that either task may be removed. A cancelled one starts again. */
export async function adviseOnAudited(audited: Task, site: Site): Promise<Task> {
  if (!mayAdvise(audited))
    throw new BadInput('advice needs a release with generalised items or a table of people, and what it was made from');
  if (audited.kind === 'advise') return audited;
  const task = await site.open('advise');
  const folders = new Set([...audited.files.values()].map(({ path }) => dirname(path)));
  for (const folder of folders) await cp(join(audited.folder, folder), join(task.folder, folder), { recursive: true });
  for (const [role, file] of audited.files) task.files.set(role, file);
  task.request = audited.request;
  task.look = audited.look;
  task.filled = audited.filled;
  task.encoding = audited.encoding;
  task.columns = audited.columns;
  task.before = audited.before;
  return task;
}
