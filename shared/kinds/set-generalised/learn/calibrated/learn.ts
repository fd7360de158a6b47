import { type BaseRate, baseRate, precaution } from '../../../../core/attack/calibrated/base-rate.ts';
import type { Betrayal } from '../../../../core/attack/calibrated/betrayal.ts';
import type { DecisionKind } from '../../../../core/attack/calibrated/decide.ts';
import {
  type Evidence,
  type EvidenceColumn,
  type EvidenceInput,
  type EvidenceKind,
  evidenceColumns,
} from '../../../../core/attack/calibrated/evidence.ts';
import { TopicFolds } from '../../../../core/attack/calibrated/folds.ts';
import { frequencyClasses } from '../../../../core/attack/calibrated/frequency-class.ts';
import type { IndexedGroup } from '../../../../core/attack/calibrated/indexed-release.ts';
import type { ScoredTable } from '../../../../core/attack/calibrated/marginals.ts';
import { type PracticeVerdict, practiceVerdict } from '../../../../core/attack/calibrated/practice-verdict.ts';
import { scoreTable, type TrainedModel, train } from '../../../../core/attack/calibrated/train.ts';
import { type TrainingError, trainingError } from '../../../../core/attack/calibrated/training-error.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';

import type { Transaction } from '../../../../core/model/transaction.ts';
import type { Embeddings } from '../../../../ports/embeddings.ts';
import type { HitCounter } from '../../../../ports/hit-counter.ts';
import type { Progress } from '../../../../ports/log.ts';
import type { AskedSource } from './gather.ts';
import { evidenceInput, openRelease, type RealTable, realTables } from './open-release.ts';
import { LEAST, PRACTISED, type Practised, practiseLike } from './practise-like.ts';

/** All that the attack is given. There is no field for the original. */
export interface CalibratedInput {
  readonly release: readonly Transaction[];
  /** Names the part of a large release that stands for it; left out where `release` is all of it. */
  readonly study?: string;
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly labels?: ReadonlyMap<string, string> | undefined;
  /** The order of items carries something. */
  readonly ordered: boolean;
  /** All rows of each group are there, so every row and every column keeps an original item. */
  readonly constrained: boolean;
  readonly seed: string;
  /** The precision to decide at. */
  readonly asked: number;
}

/** All of it but the release. */
export type Knowing = Omit<CalibratedInput, 'release' | 'study'>;

/** The model, and the log-odds it gives the release: all that decisions need. Plain JSON. */
export interface Learned {
  readonly model: TrainedModel;
  readonly baseRate: BaseRate;
  /** Share of partners from one transaction, as the release resembles practice; null where there was too little to tell. */
  readonly sharing: number | null;
  /** Part of the shift: the release looks denser than practice. */
  readonly raised: number;
  readonly practice: PracticeVerdict;
  /** How unsure the log-odds of all its cells are, together: by density, and by how unlike practice the release is. */
  readonly logOddsError: number;
  /** By decision. */
  readonly training: Readonly<Record<DecisionKind, TrainingError>>;
  /** Of the release, or of its study. */
  readonly tables: readonly StoredScores[];
  readonly study: string | null;
}

export interface StoredScores {
  readonly key: string;
  readonly rows: number;
  readonly columns: number;
  readonly s: readonly number[];
  /** The context item that gives it away; null for models that do not look outside. */
  readonly betrayedBy: Betrayal | null;
}

export interface NotComputable {
  readonly reason: string;
}

/** Everything but what the order of items adds. */
export const WITHOUT_ORDER: readonly EvidenceKind[] = ['outside', 'likeness', 'frequency', 'shape'];
export const ALL_KINDS: readonly EvidenceKind[] = ['near', ...WITHOUT_ORDER];

/** Tables of the release that the jackknife decides again. */
const JUDGED_BY_JACKKNIFE = 300;
/** Groups of the release whose evidence is made at once, and numbers of evidence, 8 bytes each, that are kept. */
const REAL_AT_ONCE = 1000;
const MOST_KEPT = 10_000_000;

/** Evidence, practice and release alike, before any model: several models may be trained on it. */
export interface Prepared extends Practised {
  readonly columns: readonly EvidenceColumn[];
  readonly real: AsyncIterable<readonly RealTable[]>;
  /** What the release's evidence is made from. */
  readonly input: EvidenceInput;
  readonly asked: readonly AskedSource[];
  readonly texts: readonly string[];
}

export async function prepare(input: CalibratedInput, progress?: Progress): Promise<Prepared | NotComputable> {
  const opened = await openRelease(input);
  const { release, asked, texts } = opened;
  const groups = release.groups.filter(({ rows }) => rows.length > 1).sort((a, b) => compareCodePoints(a.key, b.key));
  if (groups.length === 0) return { reason: 'no generalised item is carried by two transactions' };
  const inputFor = evidenceInput(opened, input.ordered);
  const whole = inputFor(release);
  const frequencyClass = frequencyClasses(
    texts.length,
    asked.map(({ single }) => single),
  );
  const columns = evidenceColumns(whole);
  const real = realEvidence(whole, groups, asked, texts);
  const folds = new TopicFolds(release, whole.knowledge.vectors, input.seed);
  let tables = 0;
  progress?.part?.('practise', PRACTISED);
  const told = (): void => {
    tables += 1;
    progress?.advance(tables);
  };
  const plan = { release, asked, texts, frequencyClass, folds, seed: input.seed, inputFor, made: told };
  const made = await practiseLike(plan, columns, await someOf(real));
  if (made.practice.length < LEAST) {
    return {
      reason: `too few items are published alone to practise on: ${folds.alone.size}, which make ${made.practice.length} of the ${LEAST} practice tables that are needed`,
    };
  }
  return { columns, real, input: whole, asked, texts, ...made };
}

/** The first part of the release's own tables: enough to judge by. */
async function someOf(real: AsyncIterable<readonly RealTable[]>): Promise<readonly Evidence[]> {
  for await (const part of real) return part.map(({ evidence }) => evidence);
  return [];
}

/** The evidence of the release's own tables, part after part. Where all of it is small it is kept, since each model asks for it again. */
function realEvidence(
  input: EvidenceInput,
  groups: readonly IndexedGroup[],
  asked: readonly AskedSource[],
  texts: readonly string[],
): AsyncIterable<readonly RealTable[]> {
  const kept: RealTable[][] = [];
  const cells = groups.reduce((total, { rows, members }) => total + rows.length * members.length, 0);
  const keeps = cells * evidenceColumns(input).length <= MOST_KEPT;
  return {
    async *[Symbol.asyncIterator]() {
      for (let from = 0; from < groups.length; from += REAL_AT_ONCE) {
        let part = kept[from / REAL_AT_ONCE];
        if (part === undefined) {
          const own = groups.slice(from, from + REAL_AT_ONCE);
          part = await realTables(input, own, asked, texts);
          if (keeps) kept.push(part);
        }
        yield part;
      }
    },
  };
}

/** Trains on what was prepared, and scores the release. */
export async function learn(
  prepared: Prepared,
  input: CalibratedInput,
  kinds: readonly EvidenceKind[] = ALL_KINDS,
  progress?: Progress,
): Promise<Learned> {
  const { columns, practice, sharing, denser, distance, otherFrequencies, scaling } = prepared;
  const draws = new Set(practice.map(({ part }) => part.draw)).size;
  const verdict = practiceVerdict(practice.length, draws, distance, otherFrequencies);
  progress?.part?.('train', 2 * draws);
  const { model, heldOut, without } = train(practice, {
    columns,
    scaling,
    kinds,
    asked: input.asked,
    constrained: input.constrained,
    seed: input.seed,
    logOddsError: (density) => together(precaution(denser, density).error, verdict.widened),
    weights: distance?.weights ?? practice.map(() => 1),
    fitted: (done) => progress?.advance(done),
  });
  const raised = input.constrained ? precaution(denser, model.practiceDensity).value : 0;
  const tables: (ScoredTable & Pick<StoredScores, 'betrayedBy'>)[] = [];
  const lessOne = without.map(({ cut }) => ({ cut, tables: [] as ScoredTable[] }));
  for await (const part of prepared.real) {
    for (const { evidence, betrayedBy } of part) {
      const s = scoreTable(model, evidence);
      const { key, rows, columns: width } = evidence;
      if (tables.length < JUDGED_BY_JACKKNIFE) {
        for (const [at, less] of without.entries()) lessOne[at]?.tables.push({ key, rows, columns: width, s: scoreTable(less, evidence) });
      }
      tables.push({ key, rows, columns: width, s, betrayedBy: kinds.includes('outside') ? betrayedBy(s) : null });
    }
  }
  const rate = input.constrained
    ? baseRate(tables, heldOut, model.practiceDensity, input.seed, raised)
    : { shift: 0, density: model.practiceDensity };
  const judged = tables.slice(0, JUDGED_BY_JACKKNIFE);
  return {
    model,
    sharing,
    raised,
    baseRate: rate,
    practice: verdict,
    logOddsError: together(precaution(denser, model.practiceDensity).error, verdict.widened),
    training: {
      cover: trainingError(model, rate.shift, judged, lessOne, 'cover'),
      precise: trainingError(model, rate.shift, judged, lessOne, 'precise'),
    },
    tables: tables.map(({ s, ...table }) => ({ ...table, s: [...s] })),
    study: input.study ?? null,
  };
}

/** Two errors of their own. */
const together = (a: number, b: number): number => Math.sqrt(a * a + b * b);
