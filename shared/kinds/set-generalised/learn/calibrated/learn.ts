import { joined } from '../../../../core/format/columns.ts';
import type { Transaction } from '../../../../core/model/transaction.ts';
import type { ContextJudge } from '../../../../ports/context-judge.ts';
import type { Embeddings } from '../../../../ports/embeddings.ts';
import type { HitCounter } from '../../../../ports/hit-counter.ts';
import type { Progress } from '../../../../ports/progress.ts';
import { ALL_EVIDENCE } from '../../attacks.ts';
import { expectedDensity, lessDense, precaution } from '../../core/calibrated/base-rate.ts';
import { type Betrayal, joinedBetrayal } from '../../core/calibrated/betrayal.ts';
import { logitOf, type Probed, unlikeness, varianceAt } from '../../core/calibrated/between-worlds.ts';
import { sampleOf } from '../../core/calibrated/cut-rows.ts';
import type { DecisionKind } from '../../core/calibrated/decide.ts';
import { type EvidenceColumn, type EvidenceInput, type EvidenceKind, evidenceColumns } from '../../core/calibrated/evidence.ts';
import { TopicFolds } from '../../core/calibrated/folds.ts';
import { marginalsOf, type ScoredTable, sumsOf } from '../../core/calibrated/marginals.ts';
import { frequencyClasses } from '../../core/calibrated/practice.ts';
import { type PracticeVerdict, practiceVerdict, WHERE_SUPPORTS_ARE_MISSING } from '../../core/calibrated/practice-verdict.ts';
import { denserThan } from '../../core/calibrated/sharing.ts';
import { scoresOf, type Trained, type TrainedModel, train } from '../../core/calibrated/train.ts';
import { type TrainingError, trainingErrors } from '../../core/calibrated/training-error.ts';
import { Neighbourhood, type World } from '../../core/calibrated/worlds.ts';
import type { AskedSource } from './gather.ts';
import { evidenceInput, openRelease, type RealTable } from './open-release.ts';
import { LEAST, PRACTISED, type Practised, practiseLike, type WorldShares } from './practise.ts';
import { realEvidence, someOf, targetsOf } from './real-evidence.ts';

/** The attack's whole input. There is no field for the original. */
export interface CalibratedInput {
  readonly release: readonly Transaction[];
  /** Names the part of a large release that stands for it; left out where `release` is all of it. */
  readonly study?: string;
  readonly sources: readonly HitCounter[];
  /** The same for pairs that are asked for once and are too many to remember; left out: the sources themselves. */
  readonly direct?: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  /** A language model that is asked which members fit their rows. */
  readonly judge?: ContextJudge | null;
  readonly labels?: ReadonlyMap<string, string> | undefined;
  /** The order of items carries something. */
  readonly ordered: boolean;
  /** All rows of each group are there, so every row and every column keeps an original item. */
  readonly constrained: boolean;
  readonly seed: string;
  /** The precision to decide at. */
  readonly asked: number;
  /** The worlds of practice, if not all; nothing in an audit asks for it. */
  readonly worlds?: readonly World[] | undefined;
}

export type Knowing = Omit<CalibratedInput, 'release' | 'study'>;

/** The model, and the log-odds it gives the release: all that decisions need. */
export interface Learned {
  readonly model: TrainedModel;
  /** By how much all log-odds are raised, since the release looks denser than practice; and the density expected then. */
  readonly raised: number;
  readonly density: number;
  /** Share of each world of practice in what the release is like; null where there was too little to tell. */
  readonly shares: WorldShares | null;
  readonly practice: PracticeVerdict;
  readonly probed: readonly Probed[];
  /** How unsure the log-odds of all its cells are, together: by density, and by how unlike practice the release is. */
  readonly logOddsError: number;
  readonly training: Readonly<Record<DecisionKind, TrainingError>>;
  /** Of the release, or of its study. */
  readonly tables: readonly ScoredGroup[];
  readonly study: string | null;
}

export interface ScoredGroup extends ScoredTable {
  /** The context item that gives it away; null for models that do not look outside. */
  readonly betrayedBy: Betrayal | null;
}

export interface NotComputable {
  readonly reason: string;
}

/** Tables of the release, and about as many cells, that the jackknife decides again. */
const JUDGED_BY_JACKKNIFE = 300;
const JUDGED_CELLS = 100_000;

/** Training asks for the marginals of each practice table some 30 times. If that takes longer than LONG seconds, it says so before. */
const SECONDS_A_SUM = 6e-8;
const LONG = 30;

/** Evidence before any model: several models may be trained on it. */
export interface Prepared extends Practised {
  readonly columns: readonly EvidenceColumn[];
  /** The evidence of the release's own tables, part after part. Made anew each time it is asked for, but for the first part. */
  readonly real: AsyncIterable<readonly RealTable[]>;
  /** Source of the release's evidence. */
  readonly input: EvidenceInput;
  readonly asked: readonly AskedSource[];
  readonly texts: readonly string[];
}

export async function prepare(input: CalibratedInput, progress?: Progress): Promise<Prepared | NotComputable> {
  const opened = await openRelease(input);
  const { asked, texts, judging } = opened;
  const { sample, whole: release } = sampleOf(opened.release);
  const targets = targetsOf(release);
  if (targets.length === 0) return { reason: 'no generalised item is carried by two transactions' };
  const inputFor = evidenceInput({ ...opened, release: sample }, input.ordered);
  const sampled = inputFor(sample);
  const likeness = sample === release ? sampled.likeness : sampled.likeness.beyond(release, sampled.knowledge.vectors);
  const whole = { ...sampled, release, likeness };
  const frequencyClass = frequencyClasses(
    texts.length,
    asked.map(({ single }) => single),
  );
  const columns = evidenceColumns(whole);
  const real = realEvidence({ input: whole, asked, texts, judging }, targets);
  const folds = new TopicFolds(sample, whole.knowledge.vectors, input.seed);
  let tables = 0;
  progress?.part?.('practise', PRACTISED);
  const told = (): void => {
    tables += 1;
    progress?.advance(tables);
  };
  const neighbourhood = new Neighbourhood(sample, whole.knowledge.vectors);
  const plan = {
    neighbourhood,
    worlds: input.worlds,
    release: sample,
    targets,
    asked,
    judging,
    texts,
    frequencyClass,
    folds,
    seed: input.seed,
    inputFor,
    made: told,
  };
  const made = await practiseLike(plan, columns, () => someOf(real));
  if (made.practice.length < LEAST) {
    return {
      reason: `too few items are published alone to practise on: ${folds.alone.size}, which make ${made.practice.length} of the ${LEAST} practice tables that are needed`,
    };
  }
  return { columns, real, input: whole, asked, texts, ...made };
}

export async function learn(
  prepared: Prepared,
  input: CalibratedInput,
  kinds: readonly EvidenceKind[] = ALL_EVIDENCE,
  progress?: Progress,
): Promise<Learned | NotComputable> {
  const [learned] = await learnModels(prepared, input, [{ kinds, asked: input.asked }], progress);
  return learned as Learned | NotComputable;
}

interface WantedModel {
  readonly kinds: readonly EvidenceKind[];
  /** The precision that it must keep; null: it decides nothing by precision, and no cut is sought. */
  readonly asked: number | null;
}

/**
 * Trains models, each on kinds of the evidence that was prepared, and scores the release by all of them in one pass: the evidence of a large
 * release does not fit in memory, and making it costs more than scoring it.
 */
export async function learnModels(
  prepared: Prepared,
  input: CalibratedInput,
  models: readonly WantedModel[],
  progress?: Progress,
): Promise<(Learned | NotComputable)[]> {
  const scorings = models.map((model) => new Scoring(prepared, input, model, progress));
  for await (const part of prepared.real) for (const table of part) for (const scoring of scorings) scoring.add(table);
  return scorings.map((scoring) => scoring.end());
}

class Scoring {
  readonly #prepared: Prepared;
  readonly #input: CalibratedInput;
  readonly #trained: Trained;
  readonly #tables: ScoredGroup[] = [];
  #cells = 0;
  readonly #lessOne: { readonly cut: TrainedModel['cut']; readonly tables: ScoredTable[] }[];

  constructor(prepared: Prepared, input: CalibratedInput, { kinds, asked }: WantedModel, progress?: Progress) {
    const { columns, practice, denser, distance, supportsMissing, scaling } = prepared;
    const draws = new Set(practice.map(({ part }) => part.draw)).size;
    const seconds = SECONDS_A_SUM * practice.reduce((total, { evidence }) => total + sumsOf(evidence), 0);
    progress?.part?.(seconds < LONG ? 'train' : `train: tables of many options take about ${Math.ceil(seconds / 60)} minutes`, 2 * draws);
    this.#trained = train(practice, {
      columns,
      scaling,
      kinds,
      asked,
      constrained: input.constrained,
      seed: input.seed,
      unlike: distance === null ? 1 : unlikeness(distance),
      // A promise holds by the witness that says most, unlike what is stated.
      unsure: (density) => {
        const { value, error } = precaution(denser, density);
        const logOddsError = together(error, supportsMissing ? WHERE_SUPPORTS_ARE_MISSING : 0);
        return { logOddsError, raised: input.constrained ? value : 0 };
      },
      weights: distance?.weights ?? practice.map(() => 1),
      others: prepared.others,
      probes: kinds.includes('outside') ? prepared.probes : [],
      fitted: (done) => progress?.advance(done),
    });
    this.#lessOne = this.#trained.without.map(({ cut }) => ({ cut, tables: [] }));
    [this.#prepared, this.#input] = [prepared, input];
  }

  add({ evidence, betrayedBy }: RealTable): void {
    const { model, without } = this.#trained;
    const { key, rows, columns } = evidence;
    const judged = this.#tables.length < JUDGED_BY_JACKKNIFE && this.#cells < JUDGED_CELLS ? without : [];
    this.#cells += rows * columns;
    const [s, ...less] = scoresOf([model, ...judged], evidence) as [Float64Array, ...Float64Array[]];
    for (const [at, own] of less.entries()) this.#lessOne[at]?.tables.push({ key, rows, columns, s: own });
    this.#tables.push({ key, rows, columns, s, betrayedBy: model.kinds.includes('outside') ? betrayedBy(s) : null });
  }

  end(): Learned | NotComputable {
    const { shares, practice: practised } = this.#prepared;
    const { constrained, seed, study = null } = this.#input;
    const { model, heldOut, probed } = this.#trained;
    // Evidence without spread is left out. Where none is left there are no log-odds, of practice or of the release.
    if (model.second.scaling.columns.length === 0) return { reason: 'its evidence is the same for all items that it could practise on' };
    const tables = joinedTables(this.#tables);
    const judged = this.#tables.slice(0, this.#lessOne[0]?.tables.length ?? 0);
    // The first witness is a model of one world: tables of near members, or of one topic, look denser to it than they are.
    const said = (table: ScoredTable): ScoredTable => ({ ...table, s: marginalsOf(table, constrained, seed).map(logitOf) });
    const known = heldOut.map((table, at) => ({ ...said(table), original: practised[at].original }));
    const seen = denserThan(known, this.#tables.map(said)); // biome-ignore format: one thing
    const precautious = precaution(lessDense(this.#prepared.denser, seen), model.practiceDensity);
    const raised = constrained ? precautious.value : 0;
    const fromWorlds = Math.sqrt(varianceAt(model.between, logitOf(1 - this.#input.asked)));
    const { distance, otherFrequencies, supportsMissing, densityUntold } = this.#prepared;
    const { practiceTables, draws } = model;
    const practice = practiceVerdict(practiceTables, draws, distance, otherFrequencies, supportsMissing, densityUntold, fromWorlds);
    return {
      model,
      shares,
      raised,
      density: constrained ? expectedDensity(this.#tables, seed, raised) : model.practiceDensity,
      practice,
      probed,
      logOddsError: together(precautious.error, practice.widened),
      training: trainingErrors(model, raised, judged, this.#lessOne),
      tables,
      study,
    };
  }
}

/** Tables of whole groups, from those of their parts: log-odds know of no other rows than those of their part, the decision of all. */
export function joinedTables(tables: readonly ScoredGroup[]): ScoredGroup[] {
  return [...Map.groupBy(tables, ({ key }) => key)].map(([key, parts]): ScoredGroup => {
    const [first] = parts as [ScoredGroup];
    if (parts.length === 1) return first;
    const rows = parts.reduce((total, part) => total + part.rows, 0);
    const s = joined(Float64Array, parts.map((part) => part.s)); // biome-ignore format: a line a field
    return { key, rows, columns: first.columns, s, betrayedBy: joinedBetrayal(parts) };
  });
}

/** Two independent errors. */
const together = (a: number, b: number): number => Math.sqrt(a * a + b * b);
