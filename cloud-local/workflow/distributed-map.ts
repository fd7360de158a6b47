import type { S3Client } from '@aws-sdk/client-s3';
import type { DistributedMap, Json } from './definition.ts';
import { inBatches } from './item-batcher.ts';
import { readItems } from './item-reader.ts';
import { fill, withinLimit } from './payload.ts';
import { type ChildResult, ResultWriter } from './result-writer.ts';

/** Has the service's name, so that Retry and Catch recognise it. */
class ExceedToleratedFailureThreshold extends Error {
  override readonly name = 'States.ExceedToleratedFailureThreshold';
}

/** The service's own calls to S3, by the names that it gives their failures: a map is retried for these. */
class ItemReaderFailed extends Error {
  override readonly name = 'States.ItemReaderFailed';
}
class ResultWriterFailed extends Error {
  override readonly name = 'States.ResultWriterFailed';
}

const written = <T>(writing: Promise<T>): Promise<T> =>
  writing.catch((cause: Error) => {
    throw new ResultWriterFailed(cause.message, { cause });
  });

async function* readBy<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (cause) {
    throw new ItemReaderFailed((cause as Error).message, { cause });
  }
}

export interface MapRun {
  readonly s3: S3Client;
  /** Maximum concurrent children, within the definition's limit. */
  readonly concurrency: number;
  /** Children in one result file. */
  readonly childrenAFile: number;
  /** Replaces the definition's batch size: results must not depend on it. */
  readonly batchSize: number | undefined;
  /** Reorders the children: results must not depend on their order either. Reads the whole manifest first. */
  readonly shuffle: (<T>(values: T[]) => T[]) | undefined;
  readonly runChild: (input: Json, name: string) => Promise<ChildResult['outcome']>;
  /** State of an earlier run of the map, which this one continues. */
  readonly memory: MapMemory | undefined;
}

/** Children of a map run, for a redrive. */
export interface MapMemory {
  children: { readonly input: Json; outcome: ChildResult['outcome'] | null }[];
  /** True if all items were read and the next run is a redrive, which does not read them again. A retry by the machine is a new run of all. */
  resumes: boolean;
}

/** One map run: read, batch, run the children, write their results, compare the failures with the tolerance. */
export async function runDistributedMap(map: DistributedMap, input: Json, context: Json, mapRunArn: string, run: MapRun): Promise<Json> {
  if (map.ItemSelector !== undefined) throw new Error('the local engine has no ItemSelector for distributed maps');
  if (map.ResultWriter === undefined) throw new Error('a distributed map without a ResultWriter fails above 256 KiB: give it one');
  const place = (await fill(map.ResultWriter.Parameters, input, context)) as { readonly Bucket: string; readonly Prefix: string };
  const writer = new ResultWriter(run.s3, place, mapRunArn, run.childrenAFile);
  const tally = { items: 0, failed: 0, errors: new Map<string, number>() };

  const { memory = { children: [], resumes: false } } = run;
  const earlier = memory.resumes ? memory.children : [];
  const inputs = memory.resumes ? iterated(earlier.map((child) => child.input)) : children(map, input, context, run);
  memory.children = [];
  memory.resumes = false;
  const most = map.MaxConcurrency ?? (await at(map.MaxConcurrencyPath, input, context));
  if (!(most >= 1)) throw new Error(`${map.Label}: ${map.MaxConcurrencyPath} is no number of children`);
  await bounded(inputs, Math.min(run.concurrency, most), async (child, at) => {
    const name = `child-${at}`;
    const weight = sizeOf(child);
    tally.items += weight;
    const kept = earlier[at]?.outcome ?? null;
    const again = kept === null || 'error' in kept;
    const outcome = again ? await run.runChild(withinLimit(child, `the input of a child of ${map.Label ?? 'a map'}`), name) : kept;
    memory.children[at] = { input: child, outcome };
    if ('error' in outcome) {
      tally.failed += weight;
      tally.errors.set(outcome.error, (tally.errors.get(outcome.error) ?? 0) + 1);
    } else withinLimit(outcome.output, `the output of a child of ${map.Label ?? 'a map'}`);
    await written(writer.add({ name, input: child, outcome }));
  });

  const result = await written(writer.end());
  const { ToleratedFailureCount = 0, ToleratedFailurePercentage = 0 } = map;
  const tolerated = Math.max(ToleratedFailureCount, (tally.items * ToleratedFailurePercentage) / 100);
  if (tally.failed > tolerated) {
    const errors = [...tally.errors].map(([name, times]) => `${name} ${times}`).join(', ');
    throw new ExceedToleratedFailureThreshold(`${tally.failed} of ${tally.items} items failed: ${errors}`);
  }
  return result;
}

async function* iterated<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

/** Tolerated failures are counted in items, not in children. */
function sizeOf(child: Json): number {
  const items = (child as { readonly Items?: readonly Json[] }).Items;
  return Array.isArray(items) ? items.length : 1;
}

async function* children(map: DistributedMap, input: Json, context: Json, run: MapRun): AsyncGenerator<Json> {
  const items = readBy(readItems(map, input, context, run.s3));
  const batcher = map.ItemBatcher;
  const batches =
    batcher === undefined
      ? items
      : inBatches(items, {
          most: run.batchSize ?? batcher.MaxItemsPerBatch ?? (await at(batcher.MaxItemsPerBatchPath, input, context)),
          bytes: batcher.MaxInputBytesPerBatch ?? Number.POSITIVE_INFINITY,
          batchInput: batcher.BatchInput === undefined ? undefined : await fill(batcher.BatchInput, input, context),
        });
  if (run.shuffle === undefined) yield* batches;
  else yield* run.shuffle(await Array.fromAsync(batches));
}

/** The number at a path of the input; no limit without a path. */
async function at(path: string | undefined, input: Json, context: Json): Promise<number> {
  if (path === undefined) return Number.POSITIVE_INFINITY;
  return Number(((await fill({ 'value.$': path }, input, context)) as { readonly value: Json }).value);
}

/** Takes the next value only when one of `width` workers is free, so that a long stream is never in memory as a whole. */
async function bounded<T>(values: AsyncGenerator<T>, width: number, work: (value: T, at: number) => Promise<void>): Promise<void> {
  let taken = 0;
  const worker = async (): Promise<void> => {
    for (let next = await values.next(); next.done !== true; next = await values.next()) {
      taken += 1;
      await work(next.value, taken - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, worker));
}
