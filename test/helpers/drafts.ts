import { spawnSync } from 'node:child_process';
import { draftBeside } from '../../shared/adapters/local/drafts.ts';

/** Where a process that has ended would have written what was to be at `path`. */
export function killedDraft(path: string): string {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  return draftBeside(path).replace(`-${process.pid}-`, `-${pid}-`);
}
