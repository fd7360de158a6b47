import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Dropped, dropAt } from '../../shared/pipeline/cloud/drop.ts';

/** Folders below the watched one. */
const DEPTH = 8;

/** A file in the watched folder under the key that it would have in the cloud's bucket: the same files start the same audits. */
export interface InboxFile {
  readonly key: string;
  readonly path: string;
  readonly dropped: Dropped;
  /** Changes with the file, and with any file in the folder of a request or campaign: then it is another drop. */
  readonly stamp: string;
}

interface Listed {
  readonly key: string;
  readonly path: string;
  readonly stamp: string;
}

/** Everything that lies in the folder. Hidden files are of those who copy; links are not followed, since they lead out of it. */
export function inboxFiles(root: string): InboxFile[] {
  const files: Listed[] = [];
  const list = (folder: string, key: string, depth: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue;
      const [path, own] = [join(folder, entry.name), `${key}${entry.name}`];
      if (entry.isDirectory() && depth > 0) list(path, `${own}/`, depth - 1);
      if (!entry.isFile()) continue;
      // A file may go between the two looks. Whoever writes another content of the same size and time cannot set the time of that change.
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found !== undefined) files.push({ key: own, path, stamp: `${own} ${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}` });
    }
  };
  list(root, 'inbox/', DEPTH);
  return files.map(({ key, path, stamp }) => {
    const dropped = dropAt(key);
    const folder = dropped.kind === 'drop' && dropped.drop.kind !== 'release' ? dropped.drop.folder : null;
    const all = folder === null ? [stamp] : files.filter((other) => other.key.startsWith(folder)).map((other) => other.stamp);
    return { key, path, dropped, stamp: createHash('sha256').update(all.join('\n')).digest('hex') };
  });
}
