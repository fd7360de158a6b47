import { type BaseRate, baseRate } from '../../core/attack/calibrated/base-rate.ts';
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
import { type PracticeRelease, practiceRelease } from '../../core/attack/calibrated/practice.ts';
import { energyDistance, SHARINGS, sharingPoints } from '../../core/attack/calibrated/sharing.ts';
import { type PracticeTable, scoreTable, type TrainedModel, train } from '../../core/attack/calibrated/train.ts';
import { compareCodePoints } from '../../core/model/code-points.ts';
import { groupKey } from '../../core/model/group.ts';
import { isGeneralised, type Transaction } from '../../core/model/transaction.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { type AskedSource, askSingles, countTables, embedTerms, profileTerms } from './gather.ts';

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
  /** Share of partners from one transaction, as practice came nearest to the release. */
  readonly sharing: number;
  readonly tables: readonly StoredScores[];
}

export interface StoredScores {
  readonly key: string;
  readonly rows: number;
  readonly columns: number;
  readonly s: readonly number[];
}

export interface NotComputable {
  readonly reason: string;
}

export const ALL_KINDS: readonly EvidenceKind[] = ['outside', 'likeness', 'frequency', 'shape'];

/** Practice tables to fit on, and to hold out: enough that neither decides the outcome. */
const FITTED = 240;
const HELD_OUT = 120;
const LEAST = 12;
/** Groups of the release whose evidence is made at once, and numbers of evidence, 8 bytes each, that are kept. */
const REAL_AT_ONCE = 1000;
const MOST_KEPT = 10_000_000;

/** Evidence, practice and release alike, before any model: several models may be trained on it. */
export interface Prepared {
  readonly columns: readonly EvidenceColumn[];
  readonly fitted: readonly PracticeTable[];
  readonly heldOut: readonly PracticeTable[];
  readonly sharing: number;
  readonly real: AsyncIterable<readonly Evidence[]>;
}

/** Where order carries nothing it must not even decide a draw or a last bit: shuffled items are then the same release. */
export const inOneOrder = (release: readonly Transaction[]): Transaction[] =>
  release.map(({ items }) => {
    const alone = items.filter((entry) => typeof entry === 'string').toSorted(compareCodePoints);
    const together = items.filter(isGeneralised).map((entry) => ({ entry, key: groupKey(entry) }));
    return { items: [...alone, ...together.sort((a, b) => compareCodePoints(a.key, b.key)).map(({ entry }) => entry)] };
  });

export async function prepare(input: CalibratedInput): Promise<Prepared | NotComputable> {
  const release = indexRelease(input.release);
  const groups = release.groups.filter(({ rows }) => rows.length > 1);
  if (groups.length === 0) return { reason: 'no generalised item is carried by two transactions' };
  const texts = release.terms.map((term) => input.labels?.get(term) ?? term);
  const asked = await askSingles(input.sources, texts);
  const vectors: TermVectors[] = input.embeddings === null ? [] : [await embedTerms(input.embeddings, texts)];
  for (const source of asked) vectors.push(await profileTerms(source, texts, release));
  const frequencyClass = frequencyClasses(
    texts.length,
    asked.map(({ single }) => single),
  );
  const sharing = nearestSharing(release, groups, vectors, { seed: input.seed, frequencyClass });
  const { fitted, heldOut } = practise(release, groups.length, { seed: input.seed, sharing, frequencyClass });
  const tablesIn = (rounds: readonly PracticeRelease[]) =>
    rounds.flatMap((round) =>
      round.tables.map(({ group }) => ({ release: round.release, group: round.release.groups[group] as IndexedGroup })),
    );
  if (tablesIn(fitted).length < LEAST || tablesIn(heldOut).length < LEAST) {
    return { reason: 'too few items are published alone to practise on' };
  }
  const knowledge: Knowledge = { counts: asked.map(({ counter, size, single }) => ({ name: counter.source.id, size, single })), vectors };
  const inputFor = (indexed: IndexedRelease): EvidenceInput => ({
    release: indexed,
    knowledge,
    likeness: new ContextLikeness(indexed, vectors),
    ordered: input.ordered,
  });
  const both = await countTables(asked, texts, tablesIn([...heldOut, ...fitted]));
  const evidenceIn = (rounds: readonly PracticeRelease[], from: number): PracticeTable[] => {
    let at = from;
    return rounds.flatMap((round) => {
      const own = inputFor(round.release);
      return round.tables.map(({ group, original }) => {
        const counts = both[at] as Float64Array[];
        at += 1;
        return { evidence: evidenceOf(own, round.release.groups[group] as IndexedGroup, counts), original };
      });
    });
  };
  return {
    columns: evidenceColumns(inputFor(release)),
    heldOut: evidenceIn(heldOut, 0),
    fitted: evidenceIn(fitted, tablesIn(heldOut).length),
    sharing,
    real: realEvidence(inputFor(release), groups, asked, texts),
  };
}

/** The evidence of the release's own tables, part after part. Where all of it is small it is kept, since each model asks for it again. */
function realEvidence(
  input: EvidenceInput,
  groups: readonly IndexedGroup[],
  asked: readonly AskedSource[],
  texts: readonly string[],
): AsyncIterable<readonly Evidence[]> {
  const kept: Evidence[][] = [];
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
          part = own.map((group, at) => evidenceOf(input, group, both[at] as Float64Array[]));
          if (keeps) kept.push(part);
        }
        yield part;
      }
    },
  };
}

interface PracticePlan {
  readonly seed: string;
  readonly sharing: number;
  readonly frequencyClass: Int32Array;
}

/** Rounds of practice until there are enough tables, or a round finds no items any more. */
function practise(release: EvidenceInput['release'], groups: number, plan: PracticePlan) {
  const taken = new Set<number>();
  const rounds = (wanted: number, name: string): PracticeRelease[] => {
    const made: PracticeRelease[] = [];
    let left = wanted;
    for (let round = 0; left > 0 && round < Math.ceil((2 * wanted) / groups); round += 1) {
      const one = practiceRelease(release, { ...plan, seed: `${plan.seed}|${name}|${round}`, most: left }, taken);
      if (one.tables.length === 0) break;
      made.push(one);
      left -= one.tables.length;
    }
    return made;
  };
  const heldOut = rounds(HELD_OUT, 'held out');
  return { heldOut, fitted: rounds(FITTED, 'fitted') };
}

function nearestSharing(
  release: EvidenceInput['release'],
  groups: readonly IndexedGroup[],
  vectors: readonly TermVectors[],
  plan: Omit<PracticePlan, 'sharing'>,
): number {
  const [first] = vectors;
  if (first === undefined) return 0;
  const own = sharingPoints(release, groups.slice(0, HELD_OUT), [first]);
  let best = { sharing: 0, distance: Number.POSITIVE_INFINITY };
  for (const sharing of SHARINGS) {
    const trial = practiceRelease(release, { ...plan, seed: `${plan.seed}|sharing`, sharing, most: HELD_OUT }, new Set());
    const made = trial.tables.map(({ group }) => trial.release.groups[group] as IndexedGroup);
    const distance = energyDistance(own, sharingPoints(trial.release, made, [first]));
    if (distance < best.distance) best = { sharing, distance };
  }
  return best.sharing;
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
  const tables: ScoredTable[] = [];
  for await (const part of prepared.real) {
    for (const evidence of part)
      tables.push({ key: evidence.key, rows: evidence.rows, columns: evidence.columns, s: scoreTable(model, evidence) });
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
