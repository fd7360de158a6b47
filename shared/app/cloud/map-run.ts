import * as z from 'zod';
import { parseContract } from '../../contracts/parse.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { readAnyJson } from '../blobs/json-lines.ts';

// As Step Functions writes them, with more than is read here.
const files = z.array(z.object({ Key: z.string() }));
const runManifest = z.object({ ResultFiles: z.object({ FAILED: files, PENDING: files }) });
const failedChildren = z.array(z.object({ Error: z.string().optional(), Cause: z.string().optional() }));

/**
 * Why children of a map failed, by the name of the error or what `told` makes of it, over every run of the map and every result file of it: a run
 * may have been redriven, and files are cut at will. `prefix` is the audit's own in the bucket, which the manifest's keys begin with.
 */
export async function failuresOf(
  store: BlobStore,
  folder: string,
  prefix: string,
  told: (name: string, cause?: string) => string = (name) => name,
): Promise<ReadonlyMap<string, number>> {
  const errors = new Map<string, number>();
  for await (const { key } of store.list(folder)) {
    if (!key.endsWith('/manifest.json')) continue;
    const { ResultFiles } = parseContract(runManifest, await readAnyJson(store, key));
    for (const { Key } of [...ResultFiles.FAILED, ...ResultFiles.PENDING]) {
      const children = parseContract(failedChildren, await readAnyJson(store, Key.slice(prefix.length)));
      for (const { Error: name = 'not started', Cause } of children) {
        const why = told(name, Cause);
        errors.set(why, (errors.get(why) ?? 0) + 1);
      }
    }
  }
  return errors;
}
