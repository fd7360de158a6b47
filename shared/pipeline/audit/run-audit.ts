import { SLICE_POINTERS, UNIT_POINTERS, type UnitPointer } from '../../contracts/work.ts';
import { readJsonLines } from '../../kit/blobs/json-lines.ts';
import type { Audit, AuditInput, AuditPorts, Kind, Knowledge, Outcome } from '../../kit/kind.ts';
import { once } from '../../kit/once.ts';
import { batches, HOME_BATCH } from '../../kit/plan/batches.ts';
import { finishInParts, planInParts } from '../../kit/plan/parts.ts';
import { SLICES, writeSliceManifest } from '../../kit/plan/slice-manifest.ts';
import { MANIFEST } from '../../kit/plan/units.ts';
import { encodersFor } from '../../kit/publish/redacted.ts';
import { textNotices } from '../../kit/publish/texts-held.ts';
import { fetchNeeded, type LiveFetch } from '../fetch/fetch-needed.ts';
import { stampWork } from './stamp.ts';

/** At home some sources are asked over the network before anything is scored. */
interface HomeInput<Given> extends AuditInput<Given> {
  readonly live?: readonly LiveFetch[];
}

/** Reads, plans, fetches, scores, learns, attacks, measures and publishes: the steps of the state machine, one after another. */
export async function runAudit<Given, Result extends Outcome>(
  kind: Kind<Given, Result>,
  input: HomeInput<Given>,
  ports: AuditPorts,
): Promise<Result> {
  const { request, name, labels } = input;
  const { work, progress } = ports;
  const encoders = encodersFor(request, ports.encoders);
  const started = ports.clock.now();
  kind.validate(request);
  progress.plan?.(kind.progressSteps(request));
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
  const { needs, score } = steps;
  const { sources, live = [] } = input;
  const asked = planned.asks && needs !== undefined ? await fetchNeeded(all, sources, live, (...some) => needs.apply(steps, some)) : [];

  if (planned.scores && score !== undefined) await forEachBatch('score', (batch) => score.call(steps, batch, sources));
  if (planned.learns) await steps.learn?.();
  await forEachBatch('attack', (batch) => steps.attack(batch));
  progress.step('measure', slices);
  let measured = 0;
  for await (const { slices } of readJsonLines(work, SLICES, SLICE_POINTERS)) {
    await steps.measure(slices, encoders);
    measured += slices.length;
    progress.advance(measured);
  }
  progress.end();
  await finishInParts(kind, audit, steps, encoders);
  if (planned.measuresRelease) await steps.measureRelease?.();
  const texts = input.texts ?? null;
  const judged = input.judge ? [input.judge.notice()] : [];
  const notices = [...textNotices(texts ?? []), ...asked, ...judged];
  const failures = (): Promise<ReadonlyMap<string, number>> => Promise.resolve(new Map());
  return steps.publish({ name, identity: input.identity(), started, notices, failures, texts }, { ...ports, encoders });

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
  const { sources, embeddings = null, vectors = embeddings, nouns = () => [], nounGraph, judge = null } = input;
  return {
    sources: sources.map(({ source }) => source),
    sized: once(() => Promise.all(sources.map(async (counter) => ({ source: counter.source, size: await counter.size() })))),
    counters: () => Promise.resolve(sources),
    embeddings: () => Promise.resolve(embeddings),
    measuringVectors: () => Promise.resolve(vectors),
    nouns: () => Promise.resolve(nouns()),
    nounGraph: () => Promise.resolve(nounGraph?.() ?? null),
    judge,
  };
}
