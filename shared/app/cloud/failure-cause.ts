import { openMessage } from '../../core/findings/failure.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { failuresOf } from './map-run.ts';

const OF_A_MAP = 'States.ExceedToleratedFailureThreshold';

/** What each map does, by its label, in their order: where several ran, the last one failed. */
const MAPS: Readonly<Record<string, string>> = {
  spread: 'reading the release in parts',
  gather: 'making the units',
  attack: 'scoring and attacking the units',
  decide: 'deciding on the units',
  measure: 'measuring',
  finish: 'writing the attacked release in parts',
};

const DIED = 'a function died, mostly of its memory: raise its unveil.memoryMb in cdk.json';
const LATE = 'a step ran out of its time';
const BUSY = 'the account was too busy';

/** Errors by name, in words for who dropped the file. */
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

/** Causes that one answer names: the most frequent ones. */
const NAMED = 3;

/** Why an execution failed. Of a map the error says only that too many children failed: why they did is in its result files, in `runs`. */
export async function causeOf(error: string, runs: string, work: BlobStore): Promise<string> {
  const [name = '', ...said] = error.split(': ');
  if (name !== OF_A_MAP) return WORDS[name] ?? (said.length > 0 ? said.join(': ') : fault(name));
  const labels = new Set<string>();
  for await (const { key } of work.list(runs)) labels.add(key.slice(runs.length).split('/', 1)[0] as string);
  const order = Object.keys(MAPS);
  const last = [...labels].toSorted((a, b) => order.indexOf(b) - order.indexOf(a))[0];
  if (last === undefined) return 'too many parts of a step failed; the log of its function says why';
  const causes = await failuresOf(work, `${runs}${last}/`, '', (child, cause) => WORDS[child] ?? openMessage(child, cause) ?? fault(child));
  const most = [...causes].toSorted(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1)).slice(0, NAMED);
  return `${MAPS[last] ?? last}: ${most.map(([cause]) => cause).join('; ')}`;
}

const fault = (name: string): string => `a fault in unveil (${name}), and not in what it was given; the log of the function says where`;
