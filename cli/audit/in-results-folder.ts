import type { Kinds } from '../../shared/app/audit/read/kind-of.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import type { ExitCode } from '../command.ts';
import { DryRunDone, FetchStopped } from './fetch-stopped.ts';
import { openResultsFolder, type ResultsFolder } from './results-folder.ts';
import { type FileCopies, takeSnapshot } from './snapshot.ts';

/** An audit whose files are copied and whose folder is there: all that computing needs. */
export interface AuditWork extends Pick<ResultsFolder, 'work' | 'results'> {
  readonly request: AuditRequest;
  readonly files: FileCopies;
}

/** A process that audits has said why it wrote no results; `later`: the same audit goes on another time. */
export class AuditRefused extends Error {
  override readonly name = 'AuditRefused';
  readonly exit: ExitCode;
  readonly later: boolean;

  constructor(exit: ExitCode, later: boolean) {
    super('the audit wrote no results');
    this.exit = exit;
    this.later = later;
  }
}

/** Copies what a request names, computes from the copies, and puts the results in their place when they are complete. */
export async function inResultsFolder<T>(
  kinds: Kinds,
  request: AuditRequest,
  out: string,
  compute: (work: AuditWork, folder: ResultsFolder) => Promise<T>,
): Promise<T> {
  const folder = openResultsFolder(out);
  try {
    const files = await takeSnapshot(request, kinds, folder.files);
    const found = await compute({ request, files, work: folder.work, results: folder.results }, folder);
    await folder.publish();
    return found;
  } catch (error) {
    // Who asked what would be done, or is to go on later, has not failed.
    folder.discard(!(error instanceof DryRunDone || error instanceof FetchStopped || (error instanceof AuditRefused && error.later)));
    throw error;
  }
}
