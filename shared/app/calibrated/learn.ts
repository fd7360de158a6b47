import { type BaseRate, baseRate } from '../../core/attack/calibrated/base-rate.ts';
import { type Betrayal, betrayalOf } from '../../core/attack/calibrated/betrayal.ts';
import {
  type Evidence,
  type EvidenceColumn,
  type EvidenceInput,
  type EvidenceKind,
  evidenceColumns,
  evidenceOf,
} from '../../core/attack/calibrated/evidence.ts';
import { frequencyClasses } from '../../core/attack/calibrated/frequency-class.ts';
import { type IndexedGroup, type IndexedRelease, indexRelease } from '../../core/attack/calibrated/indexed-release.ts';
import type { Knowledge, TermVectors } from '../../core/attack/calibrated/knowledge.ts';
import { ContextLikeness } from '../../core/attack/calibrated/likeness.ts';
import type { ScoredTable } from '../../core/attack/calibrated/marginals.ts';
import { type KnownScores, sharingOf } from '../../core/attack/calibrated/sharing.ts';
import { type PracticeTable, scoreBy, scoreTable, type TrainedModel, train } from '../../core/attack/calibrated/train.ts';
import { compareCodePoints } from '../../core/model/code-points.ts';

import type { Transaction } from '../../core/model/transaction.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { type AskedSource, askSingles, countTables, embedTerms, profileTerms } from './gather.ts';
import { emptyPool, Practice, type PracticePool } from './practise.ts';

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

/** Practice tables to fit on, and to hold out: enough that neither decides the outcome; with fewer than the least there is no telling. */
const FITTED = 240;
const HELD_OUT = 160;
const LEAST = 8;
/** Practice tables of either kind that the share of partners from one transaction is judged by; with fewer than the least it is not. */
const JUDGED = 80;
const LEAST_JUDGED = 30;
/** The penalty of the model that judges it: it is fitted on few tables. */
const JUDGING_STRENGTH = 400;
/** Groups of the release whose evidence is made at once, and numbers of evidence, 8 bytes each, that are kept. */
const REAL_AT_ONCE = 1000;
const MOST_KEPT = 10_000_000;

/** Evidence, practice and release alike, before any model: several models may be trained on it. */
export interface Prepared {
  readonly columns: readonly EvidenceColumn[];
  readonly fitted: readonly PracticeTable[];
  readonly heldOut: readonly PracticeTable[];
  readonly sharing: number | null;
  readonly real: AsyncIterable<readonly RealTable[]>;
}

export async function prepare(input: CalibratedInput): Promise<Prepared | NotComputable> {
  const release = indexRelease(input.release);
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
  if (made.fitted.length < LEAST || made.heldOut.length < LEAST) {
    return {
      reason: `too few items are published alone to practise on: they make ${made.fitted.length + made.heldOut.length} practice tables, and ${2 * LEAST} are needed`,
    };
  }
  return { columns, real, ...made };
}

/** Practice tables as the release's own are likely to be: first some of either kind, to see which they resemble; then the rest. */
async function practise(
  practice: Practice,
  columns: readonly EvidenceColumn[],
  real: AsyncIterable<readonly RealTable[]>,
): Promise<Pick<Prepared, 'fitted' | 'heldOut' | 'sharing'>> {
  const apart = { fitted: emptyPool('apart, fitted', 0), heldOut: emptyPool('apart, held out', 0) };
  const beside = { fitted: emptyPool('beside, fitted', 1), heldOut: emptyPool('beside, held out', 1) };
  await practice.fill([apart.fitted, apart.heldOut, beside.heldOut].map((pool) => ({ pool, most: JUDGED })));
  const sharing = await judgeSharing(apart.fitted.tables, apart.heldOut.tables, beside.heldOut.tables, columns, real);
  const share = sharing ?? 0;
  const wanted = (all: number): [number, number] => [all - Math.round(share * all), Math.round(share * all)];
  const [fittedApart, fittedBeside] = wanted(FITTED);
  const [heldApart, heldBeside] = wanted(HELD_OUT);
  await practice.fill([
    { pool: apart.fitted, most: fittedApart },
    { pool: apart.heldOut, most: heldApart },
    { pool: beside.fitted, most: fittedBeside },
    { pool: beside.heldOut, most: heldBeside },
  ]);
  const mixed = (
    pools: { readonly fitted: PracticePool; readonly heldOut: PracticePool }[],
    kind: 'fitted' | 'heldOut',
    most: number[],
  ) => {
    const chosen = pools.flatMap((pool, at) => pool[kind].tables.slice(0, most[at]));
    // A small release has no items left for more of the right kind: the others are better than none.
    return chosen.length < LEAST ? pools.flatMap((pool) => pool[kind].tables) : chosen;
  };
  return {
    sharing,
    fitted: mixed([apart, beside], 'fitted', [fittedApart, fittedBeside]),
    heldOut: mixed([apart, beside], 'heldOut', [heldApart, heldBeside]),
  };
}

/** The share of partners from one transaction, by a model of its own; null where there is too little practice to tell. */
async function judgeSharing(
  fitted: readonly PracticeTable[],
  apart: readonly PracticeTable[],
  beside: readonly PracticeTable[],
  columns: readonly EvidenceColumn[],
  real: AsyncIterable<readonly RealTable[]>,
): Promise<number | null> {
  if (Math.min(fitted.length, apart.length, beside.length) < LEAST_JUDGED) return null;
  const score = scoreBy(fitted, columns, JUDGING_STRENGTH);
  const known = ({ evidence, original }: PracticeTable): KnownScores => ({ ...score(evidence), original });
  for await (const part of real) {
    return sharingOf(
      part.map(({ evidence }) => score(evidence)),
      apart.map(known),
      beside.map(known),
    );
  }
  return null;
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
  const { columns, fitted, heldOut, sharing } = prepared;
  const { model, heldOut: practised } = train(fitted, heldOut, {
    columns,
    kinds,
    asked: input.asked,
    constrained: input.constrained,
    seed: input.seed,
  });
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
    baseRate: input.constrained
      ? baseRate(tables, practised, model.practiceDensity, input.seed)
      : { shift: 0, density: model.practiceDensity },
    tables: tables.map(({ s, ...table }) => ({ ...table, s: [...s] })),
  };
}
