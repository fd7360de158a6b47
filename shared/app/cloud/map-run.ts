import type { BlobStore } from '../../ports/blob-store.ts';
import { readJson } from '../blobs/json-lines.ts';

interface RunManifest {
  readonly ResultFiles: Readonly<Record<'FAILED' | 'PENDING' | 'SUCCEEDED', readonly { readonly Key: string }[]>>;
}

interface FailedChild {
  readonly Error?: string;
}

/**
 * Why children of a map failed, by the name of the error, over every run of the map and every result file of it: a run may have been
 * redriven, and files are cut at will. `prefix` is the audit's own in the bucket, which the manifest's keys begin with.
 */
export async function failuresOf(store: BlobStore, folder: string, prefix: string): Promise<ReadonlyMap<string, number>> {
  const errors = new Map<string, number>();
  for await (const { key } of store.list(folder)) {
    if (!key.endsWith('/manifest.json')) continue;
    const { ResultFiles } = await readJson<RunManifest>(store, key);
    for (const { Key } of [...ResultFiles.FAILED, ...ResultFiles.PENDING]) {
      for (const { Error: name = 'not started' } of await readJson<FailedChild[]>(store, Key.slice(prefix.length))) {
        errors.set(name, (errors.get(name) ?? 0) + 1);
      }
    }
  }
  return errors;
}
