import { type Parameters, parametersHash } from '../../../app/audit/attack/attack-identity.ts';
import { inSimplerForms } from '../../../app/audit/score/count-in-simpler-forms.ts';
import { jsonLines, readAllJsonLines } from '../../../app/blobs/json-lines.ts';
import { isLocal } from '../../../app/fetch/is-local.ts';
import type { AttackName, AuditRequest } from '../../../contracts/audit-request.ts';
import type { GroupRecord, StoredVerdict } from '../../../contracts/work.ts';
import { type DecisionKind, decide } from '../../../core/attack/calibrated/decide.ts';
import type { EvidenceKind } from '../../../core/attack/calibrated/evidence.ts';
import { outlook } from '../../../core/attack/calibrated/outlook.ts';
import { scoreTable, type TrainedModel } from '../../../core/attack/calibrated/train.ts';
import { groupKey } from '../../../core/model/group.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import type { Progress } from '../../../ports/progress.ts';
import { TRANSACTIONS } from '../blobs.ts';
import type { StoredTransaction } from '../read/store-release.ts';
import { tablesBeyond } from './calibrated/beyond.ts';
import {
  ALL_KINDS,
  type CalibratedInput,
  joinedTables,
  type Knowing,
  type Learned,
  learnModels,
  type NotComputable,
  prepare,
  WITHOUT_ORDER,
} from './calibrated/learn.ts';
import { openStudy, type RealTable } from './calibrated/open-release.ts';
import { type LearnedScores, readScores, storeScores } from './calibrated/stored-scores.ts';
import { studiedGroups, studyName, studyOf } from './calibrated/study.ts';
import type { AttackDetails, FittedAttack, ReleaseAttack, ReleaseView, SliceUnits } from './release-attack.ts';

/** What decisions need: small, whatever the release. What it says of each group is stored apart, or made anew. */
interface Fitted {
  readonly model: TrainedModel;
  readonly shift: number;
  /** Under which name the log-odds of the release are stored, which were made when it was learned. */
  readonly scores: string;
  /** Where it was learned from a part of the release: its name. No log-odds are stored then. */
  readonly study: string | null;
}

type Model = Fitted | NotComputable;

interface Kind {
  readonly name: AttackName;
  readonly kinds: readonly EvidenceKind[];
  readonly decision: DecisionKind;
}

const VERSION = 8;
/** What a large release is learned from: written once, for all who decide by it. */
const STUDY = 'study.jsonl';

/**
 * The calibrated attack, in two decisions; its baselines: the same model on the frequencies, or on the release's contexts, alone; and what
 * is left of it when the order of items plays no part.
 */
const KINDS: readonly Kind[] = [
  { name: 'calibrated', kinds: ALL_KINDS, decision: 'cover' },
  { name: 'calibrated-precise', kinds: ALL_KINDS, decision: 'precise' },
  { name: 'frequency-only', kinds: ['frequency', 'shape'], decision: 'cover' },
  { name: 'context-only', kinds: ['likeness', 'shape'], decision: 'cover' },
  { name: 'without-order', kinds: WITHOUT_ORDER, decision: 'cover' },
];

export const CALIBRATED_ATTACKS = Object.fromEntries(
  KINDS.map((kind) => [kind.name, (request: AuditRequest, scoring: Parameters): ReleaseAttack => calibratedAttack(kind, request, scoring)]),
);

/** What stands beside the calibrated attack whenever it is run: what it would reach without what it knows. */
export const CONTROLS: readonly AttackName[] = ['frequency-only', 'context-only', 'without-order'];

/** The precision that `calibrated-precise` decides at: that of the first limit on recall, if there is one. */
export const precisionOf = ({ gate, precision }: Pick<AuditRequest, 'gate' | 'precision'>): number =>
  gate?.find((limit) => 'recall' in limit)?.precision ?? precision;

function calibratedAttack({ name, decision }: Kind, request: AuditRequest, scoring: Parameters): ReleaseAttack {
  const precision = precisionOf(request);
  const parameters = { ...scoring, seed: request.seed, ...(decision === 'precise' ? { precision } : {}) };
  return {
    name,
    version: VERSION,
    parameters,
    parametersHash: parametersHash(parameters),
    baseline: CONTROLS.includes(name),
    fit: async (view, progress) =>
      (await view.made.of('calibrated attacks', () => fitAll(view, precision, progress))).get(name) as FittedAttack,
    decide: (model, units, view) => decideUnits(model as Model, units, decision, view),
  };
}

/**
 * All attacks of this family that the audit has, at once: evidence is the same for all of them, and a model for all decisions on the same kinds of
 * it, so the release is looked at once.
 */
async function fitAll(view: ReleaseView, precision: number, progress: Progress): Promise<ReadonlyMap<AttackName, FittedAttack>> {
  const asked = KINDS.filter(({ name }) => view.attacks.includes(name));
  const without = (reason: string): ReadonlyMap<AttackName, FittedAttack> =>
    new Map(asked.map(({ name }) => [name, { model: { reason } satisfies Model, details: { reason } }]));
  const input = await inputOf(view, precision);
  if (input.sources.length === 0 && input.embeddings === null) return without('needs a corpus on this machine, WordNet or word vectors');
  const prepared = await prepare(input, progress);
  if ('reason' in prepared) return without(prepared.reason);
  const kindsOf = ({ kinds }: Kind): readonly EvidenceKind[] => (input.ordered ? kinds : kinds.filter((kind) => kind !== 'near'));
  // A model is named by the first attack that decides by it.
  const modelOf = (kind: Kind): Kind => asked.find((other) => kindsOf(other).join() === kindsOf(kind).join()) as Kind;
  const models = asked.filter((kind) => modelOf(kind) === kind);
  const learned = await learnModels(prepared, input, models.map(kindsOf), progress);
  for (const [at, { name }] of models.entries()) {
    const own = learned[at] as Learned | NotComputable;
    if (!('reason' in own) && own.study === null) await storeScores(view.store, name, own.tables, view.slices());
  }
  const fitted = (kind: Kind): FittedAttack => {
    const own = modelOf(kind);
    const of = learned[models.indexOf(own)] as Learned | NotComputable;
    if ('reason' in of) return { model: of, details: { ...of } };
    const model: Fitted = { model: of.model, shift: of.baseRate.shift, scores: own.name, study: of.study };
    return { model, details: detailsOf(of, kind.decision) };
  };
  return new Map(asked.map((kind) => [kind.name, fitted(kind)]));
}

async function inputOf(view: ReleaseView, asked: number): Promise<CalibratedInput> {
  const studied = await studiedGroups(view.slices());
  if (studied === null) return { ...knowing(view, asked), release: await allOf(view) };
  const known = knowing(view, asked);
  const release = await studyOf(studied, view.transactions(), known.ordered, known.seed);
  await view.store.write(STUDY, jsonLines(release.map((transaction, t): StoredTransaction => ({ t, ...transaction }))));
  return { ...known, release, study: studyName(release) };
}

const knowing = (view: ReleaseView, asked: number): Knowing => ({
  sources: view.sources.filter(isLocal).map((counter) => inSimplerForms(counter.backedOff ?? counter)),
  embeddings: view.embeddings,
  labels: view.labels,
  ordered: view.context.kind === 'nearest',
  constrained: !view.inferred,
  seed: view.seed,
  asked,
});

async function allOf(view: ReleaseView): Promise<Transaction[]> {
  const release: Transaction[] = [];
  for await (const { id, items } of view.transactions()) release.push({ ...(id === undefined ? {} : { id }), items });
  return release;
}

/** What the model says of each group: what it said when it was learned, or where it was learned from a part of the release, what it says now. */
async function scoresOf(
  { model, scores, study }: Fitted,
  { slice, units, groups }: SliceUnits,
  view: ReleaseView,
): Promise<readonly (LearnedScores | undefined)[]> {
  if (study === null) {
    const stored = await readScores(view.store, scores, slice);
    return units.map((unit) => stored.get(unit));
  }
  const tables = await view.made.of('evidence', () => beyond(study, groups, view));
  return joinedTables(
    tables.map(({ evidence, betrayedBy }) => {
      const s = scoreTable(model, evidence);
      const { key, rows, columns } = evidence;
      return { key, rows, columns, s, betrayedBy: model.kinds.includes('outside') ? betrayedBy(s) : null };
    }),
  );
}

async function beyond(study: string, groups: readonly GroupRecord[], view: ReleaseView): Promise<readonly RealTable[]> {
  const input = knowing(view, 0);
  const load = (): Promise<Transaction[]> => readAllJsonLines(view.store, STUDY, TRANSACTIONS);
  return tablesBeyond(await openStudy(study, input, load), groups, input);
}

async function decideUnits(model: Model, units: SliceUnits, decision: DecisionKind, view: ReleaseView): Promise<StoredVerdict[]> {
  if ('reason' in model) return units.groups.map(() => ({ kind: 'not computable', reason: model.reason }));
  const scores = await view.made.of(`scores of ${model.scores}`, () => scoresOf(model, units, view));
  return units.groups.map(({ members, rows }, at): StoredVerdict => {
    if (rows.length < 2) return { kind: 'not computable', reason: 'one transaction only' };
    const said = scores[at];
    if (said?.s.length !== rows.length * members.length) return { kind: 'errored', error: 'a group that the model was not shown' };
    const table = { key: groupKey(members), rows: rows.length, columns: members.length, s: said.s };
    const { cells, added } = decide(model.model, model.shift, table, decision);
    return {
      kind: 'decided',
      delta: null,
      cells: new Int32Array(cells),
      why: valuesAt(added, cells),
      confidence: added,
      ...(said.betrayedBy === null ? {} : { betrayedBy: said.betrayedBy }),
    };
  });
}

/** A loop: `from` with a function takes ten times as long. */
function valuesAt(values: Float64Array, places: readonly number[]): Float64Array {
  const found = new Float64Array(places.length);
  for (let at = 0; at < places.length; at += 1) found[at] = values[places[at] as number] as number;
  return found;
}

function detailsOf(
  { model, baseRate, sharing, raised, practice, logOddsError, ...learned }: Learned,
  decision: DecisionKind,
): AttackDetails {
  const training = learned.training[decision];
  return {
    practiceTables: model.practiceTables,
    practiceDensity: model.practiceDensity,
    sharing,
    raised,
    shift: baseRate.shift,
    estimatedDensity: baseRate.density,
    penalties: model.strengths,
    constrained: model.constrained,
    practised: model.practised,
    practice,
    logOddsError,
    training,
    ...(decision === 'precise' ? { cut: model.cut } : {}),
    ...outlook(model, baseRate.shift, learned.tables, decision, { logOdds: logOddsError, training }),
  };
}
