import { type BaseRate, baseRate, precaution } from '../../../../core/attack/calibrated/base-rate.ts';
import { type Betrayal, betrayalOf } from '../../../../core/attack/calibrated/betrayal.ts';
import type { Estimate } from '../../../../core/attack/calibrated/by-shape.ts';
import type { KnownScores } from '../../../../core/attack/calibrated/density.ts';
import {
  type Evidence,
  type EvidenceColumn,
  type EvidenceInput,
  type EvidenceKind,
  evidenceColumns,
  evidenceOf,
} from '../../../../core/attack/calibrated/evidence.ts';
import { frequencyClasses } from '../../../../core/attack/calibrated/frequency-class.ts';
import { type IndexedGroup, type IndexedRelease, indexRelease } from '../../../../core/attack/calibrated/indexed-release.ts';
import type { Knowledge, TermVectors } from '../../../../core/attack/calibrated/knowledge.ts';
import { ContextLikeness } from '../../../../core/attack/calibrated/likeness.ts';
import type { ScoredTable } from '../../../../core/attack/calibrated/marginals.ts';
import { likelyShare, sharingByDensity } from '../../../../core/attack/calibrated/sharing.ts';
import { sharingByKind } from '../../../../core/attack/calibrated/table-kind.ts';
import { type PracticeTable, scoreBy, scoreTable, type TrainedModel, train } from '../../../../core/attack/calibrated/train.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';

import type { Transaction } from '../../../../core/model/transaction.ts';
import type { Embeddings } from '../../../../ports/embeddings.ts';
import type { HitCounter } from '../../../../ports/hit-counter.ts';
import { type AskedSource, askSingles, countTables, embedTerms, profileTerms } from './gather.ts';
import { emptyPool, Practice } from './practise.ts';

/** All that the attack is given. There is no field for the original. */
export interface CalibratedInput {
  readonly release: readonly Transaction[];
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

/** The model, and the log-odds it gives the release: all that decisions need. Plain JSON. */
export interface Learned {
  readonly model: TrainedModel;
  readonly baseRate: BaseRate;
  /** Share of partners from one transaction, as the release resembles practice; null where there was too little to tell. */
  readonly sharing: number | null;
  /** Part of the shift: the release looks denser than practice. */
  readonly raised: number;
  readonly tables: readonly StoredScores[];
}

export interface StoredScores {
  readonly key: string;
  readonly rows: number;
  readonly columns: number;
  readonly s: readonly number[];
  /** The context item that gives it away; null for models that do not look outside. */
  readonly betrayedBy: Betrayal | null;
}

/** A table of the release: its evidence, and what gives it away once a model has scored it. */
interface RealTable {
  readonly evidence: Evidence;
  betrayedBy(s: Float64Array): Betrayal | null;
}

export interface NotComputable {
  readonly reason: string;
}

/** Everything but what the order of items adds. */
export const WITHOUT_ORDER: readonly EvidenceKind[] = ['outside', 'likeness', 'frequency', 'shape'];
export const ALL_KINDS: readonly EvidenceKind[] = ['near', ...WITHOUT_ORDER];

/** Practice tables: enough that the draw of them does not decide the outcome; with fewer than the least there is no telling. */
const PRACTICE = 400;
const LEAST = 16;
/**
 * Practice tables of either kind that the share of partners from one transaction is judged by. Half of those apart fit the scores that judge. With
 * fewer than the least of a kind the share is not judged.
 */
const JUDGED = { apart: 160, beside: 80 };
const LEAST_JUDGED = 30;
/** The penalty of the model that judges it: it is fitted on few tables. */
const JUDGING_STRENGTH = 400;
/** Groups of the release whose evidence is made at once, and numbers of evidence, 8 bytes each, that are kept. */
const REAL_AT_ONCE = 1000;
const MOST_KEPT = 10_000_000;

/** Evidence, practice and release alike, before any model: several models may be trained on it. */
export interface Prepared {
  readonly columns: readonly EvidenceColumn[];
  readonly practice: readonly PracticeTable[];
  readonly sharing: number | null;
  /** By how much more of their cells the release's tables look original than those of practice. */
  readonly denser: Estimate | null;
  readonly real: AsyncIterable<readonly RealTable[]>;
}

export async function prepare(input: CalibratedInput): Promise<Prepared | NotComputable> {
  const release = indexRelease(input.release, input);
  const groups = release.groups.filter(({ rows }) => rows.length > 1).sort((a, b) => compareCodePoints(a.key, b.key));
  if (groups.length === 0) return { reason: 'no generalised item is carried by two transactions' };
  const texts = release.terms.map((term) => input.labels?.get(term) ?? term);
  const asked = await askSingles(input.sources, texts);
  // Profiles say in the words of a source what vectors say better: they stand in where there are none.
  const vectors: TermVectors[] = [];
  if (input.embeddings !== null) vectors.push(await embedTerms(input.embeddings, texts));
  else for (const source of asked) vectors.push(await profileTerms(source, texts, release));
  const knowledge: Knowledge = { counts: asked.map(({ counter, size, single }) => ({ name: counter.source.id, size, single })), vectors };
  const inputFor = (indexed: IndexedRelease): EvidenceInput => ({
    release: indexed,
    knowledge,
    likeness: new ContextLikeness(indexed, vectors),
    ordered: input.ordered,
  });
  const frequencyClass = frequencyClasses(
    texts.length,
    asked.map(({ single }) => single),
  );
  const columns = evidenceColumns(inputFor(release));
  const real = realEvidence(inputFor(release), groups, asked, texts);
  const practice = new Practice({ release, asked, texts, frequencyClass, seed: input.seed, inputFor });
  const made = await practise(practice, columns, real);
  if (made.practice.length < LEAST) {
    return {
      reason: `too few items are published alone to practise on: they make ${made.practice.length} practice tables, and ${LEAST} are needed`,
    };
  }
  return { columns, real, ...made };
}

/** Practice tables as the release's own are likely to be: first some of either kind, to see which they resemble; then the rest. */
async function practise(
  practice: Practice,
  columns: readonly EvidenceColumn[],
  real: AsyncIterable<readonly RealTable[]>,
): Promise<Pick<Prepared, 'practice' | 'sharing' | 'denser'>> {
  const apart = emptyPool('apart', 0, 20);
  const beside = emptyPool('beside', 1, 10);
  await practice.fill([
    { pool: apart, most: JUDGED.apart },
    { pool: beside, most: JUDGED.beside },
  ]);
  const { sharing, denser } = await judgeSharing(apart.tables, beside.tables, columns, real);
  const most = { beside: Math.round((sharing ?? 0) * PRACTICE), apart: 0 };
  most.apart = PRACTICE - most.beside;
  await practice.fill([
    { pool: apart, most: most.apart },
    { pool: beside, most: most.beside },
  ]);
  const chosen = [...apart.tables.slice(0, most.apart), ...beside.tables.slice(0, most.beside)];
  // A small release has no items left for more of the right kind: the others are better than none.
  return { sharing, denser, practice: chosen.length < LEAST ? [...apart.tables, ...beside.tables] : chosen };
}

interface Judged {
  readonly sharing: number | null;
  readonly denser: Estimate | null;
}

/**
 * The share of partners from one transaction, by two witnesses of their own: what tables of either kind are like, and how dense they are. Null where
 * there is too little practice to tell.
 */
async function judgeSharing(
  apart: readonly PracticeTable[],
  beside: readonly PracticeTable[],
  columns: readonly EvidenceColumn[],
  real: AsyncIterable<readonly RealTable[]>,
): Promise<Judged> {
  const [fitted, judged] = [apart.filter((_, at) => at % 2 === 0), apart.filter((_, at) => at % 2 === 1)];
  if (Math.min(judged.length, beside.length) < LEAST_JUDGED) return { sharing: null, denser: null };
  const score = scoreBy(fitted, columns, JUDGING_STRENGTH);
  const known = ({ evidence, original }: PracticeTable): KnownScores => ({ ...score(evidence), original });
  for await (const part of real) {
    const release = part.map(({ evidence }) => evidence);
    const evidenceOfAll = (tables: readonly PracticeTable[]): Evidence[] => tables.map(({ evidence }) => evidence);
    const byKind = sharingByKind(release, evidenceOfAll(apart), evidenceOfAll(beside), columns);
    const byDensity = sharingByDensity(release.map(score), judged.map(known), beside.map(known));
    const sharing = likelyShare([byKind, byDensity].filter((each) => each !== null));
    if (sharing === null || byDensity === null) return { sharing, denser: null };
    const { value, error, range } = byDensity;
    // A witness that cannot tell the two kinds of practice apart says nothing of the release.
    const says = error < 1 ? value - sharing : 0;
    return { sharing, denser: { value: says * range, error: Math.min(1, error) * range } };
  }
  return { sharing: null, denser: null };
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
          const both = await countTables(
            asked,
            texts,
            own.map((group) => ({ release: input.release, group })),
          );
          part = own.map((group, at): RealTable => {
            const counts = both[at] as Float64Array[];
            return { evidence: evidenceOf(input, group, counts), betrayedBy: (s) => betrayalOf(input, group, counts, s) };
          });
          if (keeps) kept.push(part);
        }
        yield part;
      }
    },
  };
}

/** Trains on what was prepared, and scores the release. */
export async function learn(prepared: Prepared, input: CalibratedInput, kinds: readonly EvidenceKind[] = ALL_KINDS): Promise<Learned> {
  const { columns, practice, sharing, denser } = prepared;
  const { model, heldOut: practised } = train(practice, {
    columns,
    kinds,
    asked: input.asked,
    constrained: input.constrained,
    seed: input.seed,
    baseRateError: (density) => precaution(denser, density).error,
  });
  const raised = input.constrained ? precaution(denser, model.practiceDensity).value : 0;
  const tables: (ScoredTable & Pick<StoredScores, 'betrayedBy'>)[] = [];
  for await (const part of prepared.real) {
    for (const { evidence, betrayedBy } of part) {
      const s = scoreTable(model, evidence);
      const { key, rows, columns: width } = evidence;
      tables.push({ key, rows, columns: width, s, betrayedBy: kinds.includes('outside') ? betrayedBy(s) : null });
    }
  }
  return {
    model,
    sharing,
    raised,
    baseRate: input.constrained
      ? baseRate(tables, practised, model.practiceDensity, input.seed, raised)
      : { shift: 0, density: model.practiceDensity },
    tables: tables.map(({ s, ...table }) => ({ ...table, s: [...s] })),
  };
}
