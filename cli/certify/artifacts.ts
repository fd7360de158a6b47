import { join } from 'node:path';
import { mustBeUnchanged, SUCCESS } from '../../shared/adapters/local/manifest.ts';
import type { Statement } from '../../shared/contracts/statement.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { fileDigest } from '../file-digest.ts';

/** Files that a statement is held against. */
export interface Artifacts {
  readonly release: string | undefined;
  readonly original: string | undefined;
  /** The folder of the audit's results. */
  readonly results: string | undefined;
}

/** Why they are not what the statement is about; null: those that were given are. */
export async function notAsStated({ inputs, results }: Statement, given: Artifacts): Promise<string | null> {
  for (const role of ['release', 'original'] as const) {
    const file = given[role];
    if (file === undefined) continue;
    const stated = inputs.find((each) => each.role === role)?.sha256;
    if (stated === undefined) return `it is about no ${role}`;
    if ((await fileDigest(file)) !== stated) return `${file} is not the ${role} that was audited`;
  }
  if (given.results === undefined) return null;
  try {
    await mustBeUnchanged(given.results, undefined, results);
    return null;
  } catch (error) {
    if (error instanceof BadInput) return error.describe().replace('; run the audit again', '');
    throw error;
  }
}

/** What was looked at beside the signature. */
export function lookedAt({ release, original, results }: Artifacts): string {
  const seen = [release && 'the release', original && 'the original', results && 'every file of the results'].filter(Boolean);
  return seen.length === 0
    ? 'signature only: no release and no results were looked at (--release FILE --results DIR)'
    : `${seen.join(', ')}: as they were when it was signed${release === undefined || results === undefined ? '; the rest was not looked at' : ''}`;
}

export const manifestDigest = (folder: string): Promise<string> => fileDigest(join(folder, SUCCESS));
