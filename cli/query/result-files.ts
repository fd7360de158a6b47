import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SUCCESS } from '../../shared/adapters/local/manifest.ts';
import { isStale } from '../../shared/adapters/local/stale.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';

/** Maximum depth of finished audits below the named folder: a campaign's audits are in a folder of their own. */
const DEPTH = 3;

/** The folders at or below `root` with complete results. Drafts and foreign folders are left out. */
export function resultFolders(root: string): readonly string[] {
  if (!existsSync(root))
    throw new BadInput('there are no results here; "unveil audit" writes them, --results names another folder', { file: root });
  const found: string[] = [];
  const look = (folder: string, depth: number): void => {
    if (existsSync(join(folder, SUCCESS))) {
      found.push(folder);
      return;
    }
    if (depth === 0) return;
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      if (entry.isDirectory() && !entry.name.startsWith('.')) look(join(folder, entry.name), depth - 1);
  };
  look(root, DEPTH);
  return found;
}

/** True if a file of the results is a part of a table. */
export const isPartOf =
  (table: string) =>
  (key: string): boolean =>
    key.startsWith(`table=${table}/`) && key.endsWith('.parquet');

/** Note on results after a later run failed. */
export const staleNote = (folder: string): string | null =>
  isStale(folder) ? `${folder}: a later run of this audit failed; these results are of the run before` : null;

/** The parts of a table of these audits. */
export const tableParts = (folders: readonly string[], table: string): readonly string[] =>
  folders.flatMap((folder) => {
    const under = join(folder, `table=${table}`);
    return existsSync(under) ? globSync('dt=*/*/*.parquet', { cwd: under }).map((file) => join(under, file)) : [];
  });
