import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { checked } from '../../../contracts/work-blob.ts';
import { encodeColumns, joined } from '../../../core/format/columns.ts';
import { groupKey, type Transaction } from '../../../core/model/transaction.ts';
import { heldTo, readColumns } from '../../../kit/blobs/columns.ts';
import { jsonLines, readAllJsonLines, readBytes } from '../../../kit/blobs/json-lines.ts';
import { once } from '../../../kit/once.ts';
import { sliceName } from '../../../kit/plan/units.ts';
import { inSimplerForms, isLocal } from '../../../kit/score/count-in-simpler-forms.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Progress } from '../../../ports/progress.ts';
import { valuesAt } from '../attack/attack-units.ts';
import { LEARNED_ATTACKS, type LearnedAttack } from '../attacks.ts';
import { BETRAYALS, LEARNED, OUTCOME_TEXTS, TRANSACTIONS } from '../blobs.ts';
import type { StoredVerdict } from '../contracts.ts';
import { type DecisionKind, decideBy, saidOf, type TableSaid } from '../core/calibrated/decide.ts';
import type { EvidenceKind } from '../core/calibrated/evidence.ts';
import { outlook } from '../core/calibrated/outlook.ts';
import { scoreTable, type TrainedModel } from '../core/calibrated/train.ts';
import type { StoredTransaction } from '../read/store-release.ts';
import { LeftCounts, leftOf } from './asked-once.ts';
import { useTablesBeyond } from './calibrated/beyond.ts';
import {
  type CalibratedInput,
  joinedTables,
  type Knowing,
  type Learned,
  learnModels,
  type NotComputable,
  prepare,
  type ScoredGroup,
} from './calibrated/learn.ts';
import { type LeftStudy, openRelease, openStudy } from './calibrated/open-release.ts';
import { studiedGroups, studyName, studyOf } from './calibrated/study.ts';
import { readStudyCounts, storeStudyCounts } from './calibrated/study-counts.ts';
import type { ReleaseView, SliceUnits } from './release-view.ts';

/** Small, whatever the release. The log-odds of each group are stored separately or computed again. */
interface Fitted {
  readonly model: TrainedModel;
  readonly shift: number;
  /** Under which name the log-odds of the release are stored, which were made when it was learned. */
  readonly scores: string;
  /** Where it was learned from a part of the release: its name. No log-odds are stored then. */
  readonly study: string | null;
}

export type Model = Fitted | NotComputable;

/** The studied part of a large release, written once for all decisions. */
const STUDY = 'study.jsonl';

/** The precision that `calibrated-precise` decides at: that of the first limit on recall, if there is one. */
export const precisionOf = ({ gate, precision }: Pick<AuditRequest, 'gate' | 'precision'>): number =>
  gate?.find((limit) => 'recall' in limit)?.precision ?? precision;

/** For the report and the column `details` of the table `attacks`. No items. */
export type AttackDetails = Readonly<Record<string, unknown>>;

export interface FittedAttack {
  /** Plain JSON, and small: each batch of units reads it. Data that grows with the release goes to the store, slice by slice. */
  readonly model: Model;
  readonly details: AttackDetails;
}

/**
 * Fits all attacks of the audit that learn, at once: they share their evidence, and those that decide by the same kinds of it share a model. So
 * the release is read once.
 */
export async function fitCalibrated(
  names: readonly string[],
  view: ReleaseView,
  precision: number,
  progress: Progress,
): Promise<ReadonlyMap<string, FittedAttack>> {
  const asked = LEARNED_ATTACKS.filter(({ name }) => names.includes(name));
  const without = (reason: string): ReadonlyMap<string, FittedAttack> =>
    new Map(asked.map(({ name }) => [name, { model: { reason } satisfies Model, details: { reason } }]));
  const input = await inputOf(view, precision);
  if (input.sources.length === 0 && input.embeddings === null && view.judge === null)
    return without('needs a corpus on this machine, WordNet, word vectors or a language model');
  const prepared = await prepare(input, progress);
  if ('reason' in prepared) return without(prepared.reason);
  const kindsOf = ({ evidence }: LearnedAttack): readonly EvidenceKind[] =>
    input.ordered ? evidence : evidence.filter((kind) => kind !== 'near');
  // A model is named by the first attack that decides by it.
  const modelOf = (kind: LearnedAttack): LearnedAttack =>
    asked.find((other) => kindsOf(other).join() === kindsOf(kind).join()) as LearnedAttack;
  const models = asked.filter((kind) => modelOf(kind) === kind);
  const precise = (model: LearnedAttack): boolean => asked.some((kind) => kind.decision === 'precise' && modelOf(kind) === model);
  const wanted = models.map((model) => ({ kinds: kindsOf(model), asked: precise(model) ? input.asked : null }));
  const learned = await learnModels(prepared, input, wanted, progress);
  view.judge?.learned?.();
  if (input.study !== undefined) await storeStudyCounts(view.store, await openRelease(input));
  const scores = models.flatMap(({ name }, at) => {
    const own = learned[at];
    return 'reason' in own || own.study !== null ? [] : [[name, own.tables] as const];
  });
  if (scores.length > 0) await storeScores(view.store, scores, view.slices());
  const fitted = (kind: LearnedAttack): FittedAttack => {
    const own = modelOf(kind);
    const of = learned[models.findIndex(({ name }) => name === own.name)];
    if ('reason' in of) return { model: of, details: { ...of } };
    const model: Fitted = { model: of.model, shift: of.raised, scores: own.name, study: of.study };
    return { model, details: detailsOf(of, kind.decision) };
  };
  return new Map(asked.map((kind) => [kind.name, fitted(kind)]));
}

async function inputOf(view: ReleaseView, asked: number): Promise<CalibratedInput> {
  const studied = await studiedGroups(view.slices());
  if (studied === null) return { ...knowing(view, asked, await leftOf(view.slices(), view)), release: await allOf(view) };
  const known = knowing(view, asked, new LeftCounts(view.sources.length));
  const release = await studyOf(studied, view.transactions(), known.ordered, known.seed);
  await view.store.write(STUDY, jsonLines(release.map((transaction, t): StoredTransaction => ({ t, ...transaction }))));
  return { ...known, release, study: studyName(release) };
}

function knowing(view: ReleaseView, asked: number, left: LeftCounts): Knowing {
  const local = view.sources.flatMap((counter, place) =>
    isLocal(counter) ? [{ place, counter: inSimplerForms(counter.backedOff ?? counter) }] : [],
  );
  return {
    sources: local.map(({ place, counter }) => left.askedOnce(place, counter)),
    direct: local.map(({ counter }) => counter),
    embeddings: view.embeddings,
    judge: view.judge,
    labels: view.labels,
    ordered: view.context.kind === 'nearest',
    constrained: !view.inferred,
    seed: view.seed,
    asked,
  };
}

const allOf = (view: ReleaseView): Promise<Transaction[]> =>
  Array.fromAsync(view.transactions(), ({ t: _, ...transaction }) => transaction);

/**
 * Decides the same units by one model after another. What needs the evidence of the units is made once for all models, table by table: evidence is
 * much, and what models say of it is little.
 */
export function verdictsBy(
  models: readonly Model[],
  units: SliceUnits,
  view: ReleaseView,
): (model: Model, decision: DecisionKind) => Promise<StoredVerdict[]> {
  const fitted = new Map(models.flatMap((model) => ('reason' in model ? [] : [[model.scores, model] as const])));
  const stored = once(() => readScores(view.store, units.slice));
  const beyond = once(() => scoresBeyond([...fitted.values()], units, view));
  const said = new Map<string, (TableSaid | undefined)[]>();
  return async (model, decision) => {
    if ('reason' in model) return units.groups.map(() => ({ kind: 'not computable', reason: model.reason }));
    const { scores: name, study } = model;
    const own = said.get(name) ?? [];
    said.set(name, own);
    const learned = study === null ? (await stored()).get(name) : undefined;
    const scores = study === null ? units.units.map((unit) => learned?.get(unit)) : (await beyond()).get(name);
    return decideUnits(model, units, decision, scores ?? [], own);
  };
}

/** Made now, where the models were learned from a part of the release: by model, in the order of the units. */
async function scoresBeyond(
  models: readonly Fitted[],
  units: SliceUnits,
  view: ReleaseView,
): Promise<ReadonlyMap<string, readonly LearnedScores[]>> {
  const input = knowing(view, 0, await leftOf([units], view));
  const load = async (): Promise<LeftStudy> => ({
    release: await readAllJsonLines(view.store, STUDY, TRANSACTIONS),
    counts: await readStudyCounts(view.store, input.sources.length),
  });
  const all = models.map((): ScoredGroup[] => []);
  await useTablesBeyond(await openStudy(models[0]?.study as string, input, load), units.groups, input, ({ evidence, betrayedBy }) => {
    const { key, rows, columns } = evidence;
    for (const [at, { model }] of models.entries()) {
      const s = scoreTable(model, evidence);
      all[at].push({ key, rows, columns, s, betrayedBy: model.kinds.includes('outside') ? betrayedBy(s) : null });
    }
  });
  return new Map(models.map(({ scores }, at) => [scores, joinedTables(all[at])]));
}

/** `saids`: what the model said of the units, where another decision asked before. */
function decideUnits(
  model: Fitted,
  units: SliceUnits,
  decision: DecisionKind,
  scores: readonly (LearnedScores | undefined)[],
  saids: (TableSaid | undefined)[],
): StoredVerdict[] {
  return units.groups.map(({ members, rows }, at): StoredVerdict => {
    if (rows.length < 2) return { kind: 'not computable', reason: 'one transaction only' };
    const own = scores[at];
    if (own?.s.length !== rows.length * members.length) return { kind: 'errored', error: 'a group that the model was not shown' };
    const table = { key: groupKey(members), rows: rows.length, columns: members.length, s: own.s };
    const said = saids[at] ?? saidOf(model.model, model.shift, table);
    saids[at] = said;
    const { cells, added, cautious } = decideBy(said, model.model, model.shift, table, decision);
    return {
      kind: 'decided',
      delta: null,
      cells: new Int32Array(cells),
      why: valuesAt(added, cells),
      confidence: added,
      cautious,
      ...(own.betrayedBy === null ? {} : { betrayedBy: own.betrayedBy }),
    };
  });
}

function detailsOf({ model, density, shares, raised, practice, logOddsError, ...learned }: Learned, decision: DecisionKind): AttackDetails {
  const training = learned.training[decision];
  return {
    practiceTables: model.practiceTables,
    practiceDensity: model.practiceDensity,
    sharing: shares?.transaction ?? null,
    worlds: shares,
    raised,
    estimatedDensity: density,
    penalties: model.strengths,
    constrained: model.constrained,
    practised: model.practised,
    practice,
    logOddsError,
    training,
    ...(decision === 'precise' ? { cut: model.cut } : {}),
    ...outlook(model, raised, learned.tables, decision, { logOdds: logOddsError, training }),
  };
}

/** A model's statement about a group when it was learned. */
type LearnedScores = Pick<ScoredGroup, 's' | 'betrayedBy'>;

const keyOf = (slice: number): string => `scores/${sliceName(slice)}.columns`;

/** Log-odds of a model, in the order of its tables. */
type ScoresOf<Scores> = readonly (readonly [model: string, scores: Scores])[];

/** Stores the log-odds that models gave the release, a blob a slice: who decides some units reads no others but those of their slice. */
export async function storeScores(
  store: BlobStore,
  models: ScoresOf<readonly ScoredGroup[]>,
  slices: AsyncIterable<SliceUnits>,
): Promise<void> {
  const byKey = models.map(([model, tables]) => [model, new Map(tables.map((table) => [table.key, table]))] as const);
  for await (const { slice, units, groups } of slices) {
    const own = byKey.map(([model, tables]) => {
      const found = groups.flatMap(({ members }, at) => {
        const table = tables.get(groupKey(members));
        return table === undefined ? [] : [{ unit: units[at], table }];
      });
      return [model, found] as const;
    });
    await store.write(keyOf(slice), encodeScores(own));
  }
}

/** By model and unit. Groups of one transaction have none. */
export async function readScores(store: BlobStore, slice: number): Promise<ReadonlyMap<string, ReadonlyMap<number, LearnedScores>>> {
  return decodeScores(await readBytes(store, keyOf(slice)));
}

function encodeScores(own: ScoresOf<readonly { readonly unit: number; readonly table: LearnedScores }[]>): Uint8Array {
  const all = own.flatMap(([, found]) => found);
  const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  return encodeColumns([
    text(own.map(([model]) => model)),
    Int32Array.from(own, ([, found]) => found.length),
    Int32Array.from(all, ({ unit }) => unit),
    Int32Array.from(all, ({ table }) => table.s.length),
    joined(Float64Array, all.map(({ table }) => table.s)), // biome-ignore format: a line a column
    text(all.map(({ table }) => table.betrayedBy)),
  ]);
}

function decodeScores(bytes: Uint8Array): Map<string, Map<number, LearnedScores>> {
  const kinds = [Uint8Array, Int32Array, Int32Array, Int32Array, Float64Array, Uint8Array] as const;
  const [names, counts, units, cells, s, json] = readColumns(LEARNED.name, bytes, kinds);
  heldTo(LEARNED.name, units, counts);
  heldTo(LEARNED.name, cells, counts);
  heldTo(LEARNED.name, s, cells);
  const [models, betrayals] = [checked(OUTCOME_TEXTS, JSON.parse(decoded(names))), checked(BETRAYALS, JSON.parse(decoded(json)))];
  let [at, from] = [0, 0];
  const next = (): [number, LearnedScores] => {
    const to = from + cells[at];
    const scores = { s: s.subarray(from, to), betrayedBy: betrayals[at] ?? null };
    from = to;
    at += 1;
    return [units[at - 1], scores];
  };
  return new Map(models.map((model, own) => [model, new Map(Array.from({ length: counts[own] }, next))]));
}

const decoded = (text: Uint8Array): string => new TextDecoder().decode(text);
