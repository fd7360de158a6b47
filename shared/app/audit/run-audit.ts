import type { AuditRequest } from '../../contracts/audit-request.ts';
import { SLICE_POINTERS, UNIT_POINTERS, type UnitPointer } from '../../contracts/work.ts';
import type { AttackFailed } from '../../core/findings/failure.ts';
import type { Audit, AuditIdentity, Kind, Knowledge, Outcome, ResultPorts } from '../../kinds/kind.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import type { Progress } from '../../ports/progress.ts';
import { readJsonLines } from '../blobs/json-lines.ts';
import { fetchNeeded, type LiveFetch } from '../fetch/fetch-needed.ts';
import { once } from '../once.ts';
import { type BatchLimits, batches, HOME_BATCH } from './plan/batches.ts';
import { finishInParts, planInParts } from './plan/parts.ts';
import { SLICES, writeSliceManifest } from './plan/slice-manifest.ts';
import { MANIFEST } from './plan/units.ts';
import { encodersFor } from './publish/redacted.ts';
import { type TextsHeld, textNotices } from './read/texts-held.ts';
import { stampWork } from './stamp.ts';

/** What an audit is made of. Adapters are handed in: this runs in one process, the cloud runs the same steps one by one. */
interface AuditInput<Given> {
  readonly request: AuditRequest;
  readonly name: string;
  /** The release, opened by its kind. */
  readonly given: Given;
  /** Codes to terms. */
  readonly labels?: ReadonlyMap<string, string> | undefined;
  readonly sources: readonly HitCounter[];
  /** Those of the sources that have to be asked over the network before anything is scored. */
  readonly live?: readonly LiveFetch[];
  readonly embeddings?: Embeddings | null;
  /** What distances between words are measured in, if other than `embeddings`. */
  readonly vectors?: Embeddings | null;
  /** Common nouns. */
  readonly nouns?: () => readonly string[];
  /** What the sources hold of the texts that the release was made from; left out where none are given. */
  readonly texts?: readonly TextsHeld[] | undefined;
  /** Names of content, known once the streams have been read. */
  readonly identity: () => AuditIdentity;
}

export interface AuditPorts extends ResultPorts {
  /** Intermediate blobs, removed by the caller when all is done. */
  readonly work: BlobStore;
  readonly progress: Progress;
  readonly batch?: BatchLimits;
  readonly failed?: AttackFailed;
}

/** Nothing is drawn. */
export const QUIET: Progress = { step: () => {}, advance: () => {}, end: () => {} };

/** Reads, plans, fetches, attacks, learns, decides, measures and publishes: the steps of the state machine, one after another. */
export async function runAudit<Given, Result extends Outcome>(
  kind: Kind<Given, Result>,
  input: AuditInput<Given>,
  ports: AuditPorts,
): Promise<Result> {
  const { request, name, labels } = input;
  const { work, progress } = ports;
  const encoders = encodersFor(request, ports.encoders);
  const started = ports.clock.now();
  // Asked whoever watches: an argument of a call that is left out is not evaluated.
  const stages = kind.suits(request);
  progress.plan?.(stages);
  const audit: Audit = { work, request, labels, progress, failed: ports.failed };
  const known = knowledgeOf(input);
  await stampWork(work, kind);
  await kind.read(input.given, audit);
  const vectors = await known.measuringVectors();
  const embeddings = input.embeddings?.source ?? null;
  await planInParts(kind, audit);
  const planned = await kind.plan(audit, { sources: known.sources, embeddings, measuresVectors: vectors !== null });
  const { cells, slices } = await writeSliceManifest(work);
  const steps = await kind.steps(audit, known);
  const all = (): AsyncGenerator<UnitPointer[]> => batches(readJsonLines(work, MANIFEST, UNIT_POINTERS), ports.batch ?? HOME_BATCH);
  const { needs, learn, decide } = steps;
  const counters = planned.asks ? input.sources : [];
  const asked =
    planned.asks && needs !== undefined ? await fetchNeeded(all, counters, input.live ?? [], (...some) => needs.apply(steps, some)) : [];

  await forEachBatch('attack', (batch) => steps.attack(batch, counters));
  if (planned.learns) {
    await learn?.call(steps);
    if (decide !== undefined) await forEachBatch('decide', (batch) => decide.call(steps, batch));
  }
  progress.step('measure', slices);
  for await (const slice of readJsonLines(work, SLICES, SLICE_POINTERS)) {
    await steps.measure(slice, encoders);
    progress.advance(slice.slice + 1);
  }
  progress.end();
  await finishInParts(kind, audit, steps, encoders);
  if (planned.measuresRelease) await steps.measureRelease?.();
  const texts = input.texts ?? null;
  const notices = [...textNotices(texts ?? []), ...asked];
  const failures = (): Promise<ReadonlyMap<string, number>> => Promise.resolve(new Map());
  return steps.publish({ name, identity: input.identity(), started, notices, failures, texts }, { ...ports, encoders });

  /** One batch after another. */
  async function forEachBatch(step: string, run: (pointers: readonly UnitPointer[]) => Promise<void>): Promise<void> {
    progress.step(step, cells);
    let done = 0;
    for await (const pointers of all()) {
      await run(pointers);
      done += pointers.reduce((total, pointer) => total + pointer.cells, 0);
      progress.advance(done);
    }
    progress.end();
  }
}

/** At home all is open from the beginning; how many documents a live source has is known when it has been asked. */
function knowledgeOf(input: Omit<AuditInput<unknown>, 'given'>): Knowledge {
  const { sources, embeddings = null, vectors = embeddings, nouns = () => [] } = input;
  return {
    sources: sources.map(({ source }) => source),
    sized: once(() => Promise.all(sources.map(async (counter) => ({ source: counter.source, size: await counter.size() })))),
    counters: () => Promise.resolve(sources),
    embeddings: () => Promise.resolve(embeddings),
    measuringVectors: () => Promise.resolve(vectors),
    nouns: () => Promise.resolve(nouns()),
  };
}
