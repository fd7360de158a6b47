import { type Parameters, parametersHash } from '../../../app/audit/attack/attack-identity.ts';
import { inSimplerForms } from '../../../app/audit/score/count-in-simpler-forms.ts';
import { isLocal } from '../../../app/fetch/is-local.ts';
import type { MadeOnce } from '../../../app/made-once.ts';
import type { AttackName, AuditRequest } from '../../../contracts/audit-request.ts';
import type { GroupRecord, StoredVerdict } from '../../../contracts/work.ts';
import { type DecisionKind, decide } from '../../../core/attack/calibrated/decide.ts';
import type { EvidenceKind } from '../../../core/attack/calibrated/evidence.ts';
import { outlook } from '../../../core/attack/calibrated/outlook.ts';
import { scoreTable } from '../../../core/attack/calibrated/train.ts';
import { groupKey } from '../../../core/model/group.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import type { Progress } from '../../../ports/log.ts';
import {
  ALL_KINDS,
  type CalibratedInput,
  type Knowing,
  type Learned,
  learn,
  type NotComputable,
  prepare,
  type StoredScores,
  WITHOUT_ORDER,
} from './calibrated/learn.ts';
import { openStudy, type RealTable, tablesBeyond } from './calibrated/open-release.ts';
import { studiedGroups, studyName, transactionsOf } from './calibrated/study.ts';
import type { AttackDetails, ReleaseAttack, ReleaseView } from './release-attack.ts';

type Model = Learned | NotComputable;

interface Kind {
  readonly name: AttackName;
  readonly kinds: readonly EvidenceKind[];
  readonly decision: DecisionKind;
}

const VERSION = 5;

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

function calibratedAttack({ name, kinds, decision }: Kind, request: AuditRequest, scoring: Parameters): ReleaseAttack {
  // A gate speaks of recall at a precision of its own: that is then the one to decide at.
  const { gate } = request;
  const precision = gate !== undefined && 'precision' in gate ? gate.precision : request.precision;
  const parameters = { ...scoring, seed: request.seed, ...(decision === 'precise' ? { precision } : {}) };
  return {
    name,
    version: VERSION,
    parameters,
    parametersHash: parametersHash(parameters),
    baseline: CONTROLS.includes(name),
    async fit(view, progress): Promise<Model> {
      const input = await inputOf(view, precision);
      if (input.sources.length === 0 && input.embeddings === null)
        return { reason: 'needs a corpus on this machine, WordNet or word vectors' };
      return modelFor(view.made, input, kinds, progress);
    },
    decide: (model, groups, view) => decideGroups(model as Model, groups, decision, view),
    details: (model) => detailsOf(model as Model, decision),
  };
}

async function inputOf(view: ReleaseView, asked: number): Promise<CalibratedInput> {
  const studied = await studiedGroups(view.groups());
  if (studied === null) return { ...knowing(view, asked), release: await allOf(view) };
  return { ...knowing(view, asked), release: transactionsOf(studied), study: studyName(studied) };
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

/** Evidence is the same for all of these attacks of an audit, and a model for all decisions on the same kinds of it. */
function modelFor({ of }: MadeOnce, input: CalibratedInput, asked: readonly EvidenceKind[], progress: Progress): Promise<Model> {
  const kinds = input.ordered ? asked : asked.filter((kind) => kind !== 'near');
  return of(`model of ${kinds.join()}`, async (): Promise<Model> => {
    const prepared = await of('evidence', () => prepare(input, progress));
    return 'reason' in prepared ? prepared : learn(prepared, input, kinds, progress);
  });
}

/** The tables of a model by the key of their group: looked up in every batch of groups, so made once for a model. */
const TABLES = new WeakMap<Learned, ReadonlyMap<string, StoredScores>>();

function tablesOf(model: Learned): ReadonlyMap<string, StoredScores> {
  const made = TABLES.get(model) ?? new Map(model.tables.map((table) => [table.key, table]));
  TABLES.set(model, made);
  return made;
}

/** Tables of a batch of groups of a large release: the same for all of these attacks. */
const BEYOND = new WeakMap<readonly GroupRecord[], Promise<readonly RealTable[]>>();

function beyond(study: string, groups: readonly GroupRecord[], view: ReleaseView): Promise<readonly RealTable[]> {
  const known = BEYOND.get(groups);
  if (known !== undefined) return known;
  const input = knowing(view, 0);
  const load = async (): Promise<Transaction[]> => transactionsOf((await studiedGroups(view.groups())) ?? []);
  const made = openStudy(study, input, load).then((opened) => tablesBeyond(opened, groups, input));
  BEYOND.set(groups, made);
  return made;
}

/** What the model says of each group: what it said when it was learned, or where it was learned from a part of the release, what it says now. */
async function scoresOf(
  model: Learned,
  groups: readonly GroupRecord[],
  view: ReleaseView,
): Promise<readonly ((Omit<StoredScores, 's'> & { readonly s: Float64Array }) | undefined)[]> {
  if (model.study === null) {
    const tables = tablesOf(model);
    return groups.map(({ members }) => {
      const table = tables.get(groupKey(members));
      return table && { ...table, s: Float64Array.from(table.s) };
    });
  }
  return (await beyond(model.study, groups, view)).map(({ evidence, betrayedBy }) => {
    const s = scoreTable(model.model, evidence);
    const { key, rows, columns } = evidence;
    return { key, rows, columns, s, betrayedBy: model.model.kinds.includes('outside') ? betrayedBy(s) : null };
  });
}

async function decideGroups(
  model: Model,
  groups: readonly GroupRecord[],
  decision: DecisionKind,
  view: ReleaseView,
): Promise<StoredVerdict[]> {
  if ('reason' in model) return groups.map(() => ({ kind: 'not computable', reason: model.reason }));
  const scores = await scoresOf(model, groups, view);
  return groups.map(({ rows }, at): StoredVerdict => {
    if (rows.length < 2) return { kind: 'not computable', reason: 'one transaction only' };
    const table = scores[at];
    if (table === undefined) return { kind: 'errored', error: 'a group that the model was not shown' };
    const { cells, added } = decide(model.model, model.baseRate.shift, table, decision);
    return {
      kind: 'decided',
      delta: null,
      cells: Int32Array.from(cells),
      why: Float64Array.from(cells, (cell) => added[cell] as number),
      confidence: Float64Array.from(added),
      ...(table.betrayedBy === null ? {} : { betrayedBy: table.betrayedBy }),
    };
  });
}

function detailsOf(model: Model, decision: DecisionKind): AttackDetails {
  if ('reason' in model) return { reason: model.reason };
  const { model: trained, baseRate, sharing, raised, practice, logOddsError } = model;
  const training = model.training[decision];
  const tables = model.tables.map((table) => ({ ...table, s: Float64Array.from(table.s) }));
  return {
    practiceTables: trained.practiceTables,
    practiceDensity: trained.practiceDensity,
    sharing,
    raised,
    shift: baseRate.shift,
    estimatedDensity: baseRate.density,
    penalties: trained.strengths,
    constrained: trained.constrained,
    practised: trained.practised,
    practice,
    logOddsError,
    training,
    ...(decision === 'precise' ? { cut: trained.cut } : {}),
    ...outlook(trained, baseRate.shift, tables, decision, { logOdds: logOddsError, training }),
  };
}
