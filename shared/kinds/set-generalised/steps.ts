import type { AuditRequest } from '../../contracts/audit-request.ts';
import { UNIT_POINTERS, type UnitPointer } from '../../contracts/work.ts';
import type { Parameters } from '../../kit/attack/attack-identity.ts';
import { readAllJsonLines, readJson, readJsonAhead, writeJson } from '../../kit/blobs/json-lines.ts';
import type { Audit, Ending, Knowledge, ResultPorts, Steps } from '../../kit/kind.ts';
import { once } from '../../kit/once.ts';
import { eachUnit } from '../../kit/plan/batches.ts';
import { figuresKey, MANIFEST, readUnits } from '../../kit/plan/units.ts';
import { lostNotice } from '../../kit/publish/lost-notice.ts';
import { openQuestion, type ScoreOptions, scoreGroups } from '../../kit/score/score-groups.ts';
import { writeScored } from '../../kit/score/stored-scores.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { HitCounter, SourceVersion } from '../../ports/hit-counter.ts';
import { attackSet } from './attack/attack-set.ts';
import { attackUnits } from './attack/attack-units.ts';
import { FIGURES, LEAD, PREPARED } from './blobs.ts';
import { GROUP_RECORDS } from './contracts.ts';
import type { ContextRule } from './core/context.ts';
import { learningBytes } from './learn/calibrated/study.ts';
import { fitCalibrated, precisionOf } from './learn/calibrated-attack.ts';
import { leadOf, learnedVerdicts, learnRelease, nothingToLearn, readModels, storeUnlearnt } from './learn/learn-release.ts';
import { type ViewInput, watched } from './learn/release-view.ts';
import { measureRuns, measureSlice, type SliceFigures } from './measure/measure-slice.ts';
import type { PlanSummary } from './plan/plan-groups.ts';
import type { PreparedAudit } from './plan/prepare-audit.ts';
import { addFigures } from './publish/attack-results.ts';
import { finishAudit, finishParts, measureOptions, type PlannedAudit, type SetGeneralisedOutcome } from './publish/finish-audit.ts';
import { GENERALISED_ITEMS } from './words.ts';

export const READ_KEY = 'read.json';
export const PREPARED_KEY = 'prepared.json';
/** Which attack leads after the fits: one that could not be computed leads no more. */
const LEAD_KEY = 'lead.json';

export async function setGeneralisedSteps(audit: Audit, known: Knowledge): Promise<Steps<SetGeneralisedOutcome>> {
  const { work, request, labels, progress } = audit;
  const { smoothing } = request;
  const prepared = await readJson(work, PREPARED_KEY, PREPARED);
  const asked = attackSet(request, scoringParameters(request, prepared.context, known.sources));
  const names = asked.release.map(({ name }) => name);
  const models = once(() => readModels(work));
  const view = once(() => viewInput(audit, prepared, known));
  const fitted = once(async () => (asked.release.length === 0 ? asked : { ...asked, leading: await readJson(work, LEAD_KEY, LEAD) }));
  const planned = async (): Promise<PlannedAudit> => ({
    request,
    prepared,
    attacks: await fitted(),
    sources: await known.sized(),
  });
  return {
    needs: async (pointers, earlier) => openQuestion(await readUnits(work, pointers, GROUP_RECORDS), earlier, { smoothing, labels }),
    score: (pointers, sources) => scoreUnits(work, pointers, { sources, smoothing, labels }),
    learningBytes: () => learningBytes(prepared.release, prepared.plan.largest),
    async learn() {
      await learnRelease(names, await view(), progress, (release) => fitCalibrated(names, release, precisionOf(request), progress));
      await writeJson(work, LEAD_KEY, await leadOf(asked, work));
    },
    attack: (pointers) =>
      attackUnits(work, pointers, {
        attacks: asked.tables,
        learned: async (units) => (names.length === 0 ? [] : learnedVerdicts(asked.release, await models(), units, await view())),
        smoothing,
        labels,
        failed: audit.failed,
      }),
    async measure(slices, encoders) {
      const own = await planned();
      const options = measureOptions(own, encoders);
      const runs = measureRuns(work, slices, options);
      for (const { slice, start, end } of slices) {
        const pointers = await readAllJsonLines(work, MANIFEST, UNIT_POINTERS, { start, end });
        const input = { slice, pointers, attacks: own.attacks.all.length, smoothing, hasOriginal: prepared.release.hasOriginal };
        await measureSlice(work, input, options, runs);
      }
      await runs.end();
    },
    finish: async (parts, encoders) => finishParts(work, await planned(), parts, encoders),
    publish: async (ending, ports) => publish(await planned(), audit, ending, ports),
  };
}

/** Where there is nothing to learn from, planning stores what learning would, and that step is left out: it takes the largest function. */
export async function skipLearning(plan: PlanSummary, { work, request, labels, progress }: Audit): Promise<boolean> {
  const reason = nothingToLearn(plan, labels !== undefined);
  if (reason === null) return false;
  const asked = attackSet(request, {});
  progress.step('learn', null);
  await storeUnlearnt(
    asked.release.map(({ name }) => name),
    work,
    reason,
  );
  await writeJson(work, LEAD_KEY, await leadOf(asked, work));
  progress.end();
  return true;
}

async function publish(planned: PlannedAudit, audit: Audit, ending: Ending, ports: ResultPorts): Promise<SetGeneralisedOutcome> {
  const figures = await addFigures(planned.attacks.all.length, storedFigures(audit.work, planned.prepared.plan.slices));
  const notices = [...ending.notices, ...(await lostNotice(GENERALISED_ITEMS, figures.lost, ending))];
  return finishAudit({ ...planned, ...ending, notices }, figures, { ...ports, work: audit.work, progress: audit.progress });
}

const storedFigures = (work: BlobStore, slices: number): AsyncGenerator<SliceFigures> =>
  readJsonAhead(
    work,
    Array.from({ length: slices }, (_, slice) => figuresKey(slice)),
    FIGURES,
  );

const viewInput = async (
  { work, request, labels, failed }: Audit,
  { release, context }: Pick<PreparedAudit, 'release' | 'context'>,
  known: Knowledge,
): Promise<ViewInput> =>
  watched({
    work,
    blocks: release.blocks,
    sources: await known.counters(),
    embeddings: await known.embeddings(),
    judge: known.judge ?? null,
    labels,
    context,
    inferred: release.inferred !== null,
    smoothing: request.smoothing,
    seed: request.seed,
    failed,
  });

/** The distances depend on these: part of every attack's parameters. */
const scoringParameters = ({ smoothing }: AuditRequest, context: ContextRule, sources: readonly SourceVersion[]): Parameters => ({
  context: context.kind === 'nearest' ? `nearest ${context.w}` : context.kind,
  smoothing,
  sources: sources.map(({ id, version }) => `${id}@${version}`).join(', '),
});

/** Asks the sources about a batch of generalised items and stores their tables of distances, with the counts behind them. */
export async function scoreUnits(
  store: BlobStore,
  pointers: readonly UnitPointer[],
  { sources, ...options }: ScoreOptions & { readonly sources: readonly HitCounter[] },
): Promise<void> {
  const groups = await readUnits(store, pointers, GROUP_RECORDS);
  const scored = await scoreGroups(groups, sources, options);
  await writeScored(store, eachUnit(pointers), scored, await Promise.all(sources.map((source) => source.size())));
}
