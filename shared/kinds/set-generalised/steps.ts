import type { Parameters } from '../../app/audit/attack/attack-identity.ts';
import { figuresKey, MANIFEST, readUnits } from '../../app/audit/plan/units.ts';
import { lostNotice } from '../../app/audit/publish/lost-notice.ts';
import { openQuestion } from '../../app/audit/score/score-groups.ts';
import { readAllJsonLines, readJson, readJsonAhead, writeJson } from '../../app/blobs/json-lines.ts';
import { madeOnce } from '../../app/made-once.ts';
import { once } from '../../app/once.ts';
import type { AuditRequest } from '../../contracts/audit-request.ts';
import { GROUP_RECORDS, UNIT_POINTERS } from '../../contracts/work.ts';
import type { ContextRule } from '../../core/model/context.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { SourceVersion } from '../../ports/hit-counter.ts';
import type { Audit, Ending, Knowledge, ResultPorts, Steps } from '../kind.ts';
import { type AttackSet, attackSet } from './attack/attack-set.ts';
import { processUnits } from './attack/process-units.ts';
import { FIGURES, LEAD, PREPARED } from './blobs.ts';
import { learningBytes } from './learn/calibrated/study.ts';
import { decideUnits, fitRelease, Models, type ViewInput, watched, withLead } from './learn/release-attack.ts';
import { measureSlice, type SliceFigures } from './measure/measure-slice.ts';
import type { PreparedAudit } from './plan/prepare-audit.ts';
import { addFigures } from './publish/attack-results.ts';
import { finishAudit, measureOptions, type PlannedAudit, storedPlans } from './publish/finish-audit.ts';
import { finishParts } from './publish/finish-parts.ts';
import type { SetGeneralisedOutcome } from './publish/outcome.ts';
import { GENERALISED_ITEMS } from './words.ts';

export const READ_KEY = 'read.json';
export const PREPARED_KEY = 'prepared.json';
/** Which attack leads after the fits: one that could not be computed leads no more. */
const LEAD_KEY = 'lead.json';

/** The steps on generalised items. */
export async function setGeneralisedSteps(audit: Audit, known: Knowledge): Promise<Steps<SetGeneralisedOutcome>> {
  const { work, request, labels, progress } = audit;
  const { smoothing } = request;
  const prepared = await readJson(work, PREPARED_KEY, PREPARED);
  const asked = attackSet(request, scoringParameters(request, prepared.context, known.sources));
  const models = new Models(work);
  const view = once(() => viewInput(audit, prepared, asked, known));
  const fitted = once(async () => (asked.release.length === 0 ? asked : { ...asked, leading: await readJson(work, LEAD_KEY, LEAD) }));
  const planned = async (): Promise<PlannedAudit> => ({
    request,
    prepared,
    attacks: await fitted(),
    sources: await known.sized(),
    models,
  });
  return {
    needs: async (pointers, earlier) => openQuestion(await readUnits(work, pointers, GROUP_RECORDS), earlier, { smoothing, labels }),
    attack: (pointers, sources) =>
      processUnits(work, pointers, { sources, attacks: asked.tables, smoothing, labels, failed: audit.failed }),
    learningBytes: () => learningBytes(prepared.release, prepared.plan.largest),
    async learn() {
      const input = await view();
      for (const attack of asked.release) await fitRelease(attack, input, progress);
      await writeJson(work, LEAD_KEY, (await withLead(asked, models)).leading);
    },
    decide: async (pointers) => decideUnits(asked.release, pointers, await view(), models),
    async measure({ slice, start, end }, encoders) {
      const own = await planned();
      const pointers = await readAllJsonLines(work, MANIFEST, UNIT_POINTERS, { start, end });
      const input = { slice, pointers, plans: storedPlans(own.attacks), hasOriginal: prepared.release.hasOriginal };
      await measureSlice(work, input, measureOptions(own, encoders));
    },
    finish: async (parts, encoders) => finishParts(work, await planned(), parts, encoders),
    publish: async (ending, ports) => publish(await planned(), audit, ending, ports),
  };
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

/** What an attack on the whole release is shown. */
const viewInput = async (
  { work, request, labels, failed }: Audit,
  { release, context }: Pick<PreparedAudit, 'release' | 'context'>,
  asked: AttackSet,
  known: Knowledge,
): Promise<ViewInput> =>
  watched({
    work,
    attacks: asked.release.map(({ name }) => name),
    blocks: release.blocks,
    sources: await known.counters(),
    made: madeOnce(),
    embeddings: await known.embeddings(),
    labels,
    context,
    inferred: release.inferred !== null,
    smoothing: request.smoothing,
    seed: request.seed,
    failed,
  });

/** What the distances depend on: part of every attack's parameters. */
const scoringParameters = ({ smoothing }: AuditRequest, context: ContextRule, sources: readonly SourceVersion[]): Parameters => ({
  context: context.kind === 'nearest' ? `nearest ${context.w}` : context.kind,
  smoothing,
  sources: sources.map(({ id, version }) => `${id}@${version}`).join(', '),
});
