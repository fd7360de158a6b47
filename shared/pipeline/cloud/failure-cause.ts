import * as z from 'zod';
import { parseContract } from '../../contracts/parse.ts';
import { openMessage } from '../../core/verdict/failure.ts';
import { readAnyJson } from '../../kit/blobs/json-lines.ts';
import type { BlobStore } from '../../ports/blob-store.ts';

const OF_A_MAP = 'States.ExceedToleratedFailureThreshold';

/** Maps by label, in order: the last one that ran has failed. */
const MAPS: Readonly<Record<string, string>> = {
  spread: 'reading the release in parts',
  gather: 'making the units',
  score: 'scoring the units',
  attack: 'attacking the units',
  measure: 'measuring',
  finish: 'writing the attacked release in parts',
};

const DIED = 'a function died, mostly of its memory: raise its unveil.memoryMb in cdk.json';
const LATE = 'a step ran out of its time';
const BUSY = 'the account was too busy';

/** Errors by name, for the user. */
const WORDS: Readonly<Record<string, string>> = {
  TimedOut: 'the whole run was out of its time',
  Aborted: 'it was stopped by hand',
  OutOfTime: LATE,
  'States.Timeout': LATE,
  CacheThrottled: 'the score cache was too busy',
  'Lambda.TooManyRequestsException': BUSY,
  TooManyRequestsException: BUSY,
  MissingBlob: 'something that an earlier step left is missing',
  OtherVersion: 'an earlier version of unveil began it: drop it again',
  'Runtime.ExitError': DIED,
  'Runtime.OutOfMemory': DIED,
  'Lambda.Unknown': DIED,
};

/** Causes in one answer, the most frequent first. */
const NAMED = 3;

/** The error of a map only says that too many children failed; their causes are in its result files under `runs`. */
export async function causeOf(error: string, runs: string, work: BlobStore): Promise<string> {
  const [name = '', ...said] = error.split(': ');
  if (name !== OF_A_MAP) return WORDS[name] ?? (said.length > 0 ? said.join(': ') : fault(name));
  const labels = new Set<string>();
  for await (const { key } of work.list(runs)) labels.add(key.slice(runs.length).split('/', 1)[0]);
  const order = Object.keys(MAPS);
  const last = [...labels].toSorted((a, b) => order.indexOf(b) - order.indexOf(a))[0];
  if (last === undefined) return 'too many parts of a step failed; the log of its function says why';
  const causes = await failuresOf(
    work,
    [`${runs}${last}/`],
    '',
    (child, cause) => WORDS[child] ?? openMessage(child, cause) ?? fault(child),
  );
  const most = [...causes].toSorted(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1)).slice(0, NAMED);
  return `${MAPS[last] ?? last}: ${most.map(([cause]) => cause).join('; ')}`;
}

const fault = (name: string): string => `a fault in unveil (${name}), and not in what it was given; the log of the function says where`;

// Files of Step Functions: only the fields read here.
const files = z.array(z.object({ Key: z.string() }));
const runManifest = z.object({ ResultFiles: z.object({ FAILED: files, PENDING: files }) });
const failedChildren = z.array(z.object({ Error: z.string().optional(), Cause: z.string().optional() }));

/**
 * Failed children of maps, counted by the name of the error or by `told`, over all runs and result files in their folders. `prefix` is the audit's
 * folder, with which keys in the manifest begin.
 */
export async function failuresOf(
  store: BlobStore,
  folders: readonly string[],
  prefix: string,
  told: (name: string, cause?: string) => string = (name) => name,
): Promise<ReadonlyMap<string, number>> {
  const errors = new Map<string, number>();
  const listed = (await Promise.all(folders.map((folder) => Array.fromAsync(store.list(folder))))).flat();
  for (const { key } of listed.filter((blob) => blob.key.endsWith('/manifest.json'))) {
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
