import type { CodedRecords } from './coded-records.ts';
import { type Cover, type Edit, Suppressible } from './suppressible.ts';
import { type DividedCluster, termsNeeded } from './verpart.ts';

export interface SafeCluster extends DividedCluster {
  /** Occurrences left out of the record chunks: `record * terms + term`. */
  readonly suppressed: readonly number[];
}

/**
 * Partial suppression: leaves out as few occurrences as it can find until the cluster has no cover problem, and stays
 * k^m-anonymous while it does. A covered set is opened by leaving one of its items out of a row that holds all of them, by
 * letting an item fall below the one it covers, or by letting the later item fall until a further one belongs to the set.
 * Where nothing of this kind is allowed, a term moves to the term chunk, whole.
 *
 * Greedy: of all single steps, the one with the fewest occurrences for each problem that it ends. A cluster holds some
 * tens of terms, so every step is tried and counted. The rest satisfies Lemma 2 even for attackers who know the method, if any way there
 * was found.
 */
export function makeClusterSafe(data: CodedRecords, cluster: DividedCluster, k: number, m: number): SafeCluster {
  return suppressedIn(data, cluster, { k, m, strict: true }) ?? (suppressedIn(data, cluster, { k, m, strict: false }) as SafeCluster);
}

interface Rules {
  readonly k: number;
  readonly m: number;
  /** Lemma 2 must hold against an attacker who knows that a term of the term chunk is in at most k - 1 transactions. */
  readonly strict: boolean;
}

/** Null where the strict rule cannot be met: no term is left to move. */
function suppressedIn(data: CodedRecords, cluster: DividedCluster, rules: Rules): SafeCluster | null {
  const { k, m, strict } = rules;
  const state = new Suppressible(cluster.recordChunks.map((terms) => holdersOf(data, cluster.records, terms)));
  const moved: number[] = [];
  const left: Edit[] = [];
  const enough = (more: number): boolean => {
    const { subRecords, chunks } = state.filled();
    const terms = cluster.termChunk.length + moved.length + more;
    return (!strict && terms > 0) || terms >= termsNeeded(cluster.records.length, chunks, subRecords, k, m);
  };
  for (let covers = state.covers(); covers.length > 0 || !enough(0); covers = state.covers()) {
    const step: readonly Edit[] | null =
      covers.length > 0 ? (bestStep(state, covers, rules, enough) ?? lastResort(state, covers)) : rarestMoves(state);
    if (step === null) return null;
    state.apply(step);
    for (const edit of step) {
      if (edit.row === null) moved.push(edit.term);
      else left.push(edit);
    }
  }
  if (left.length === 0 && moved.length === 0) return { ...cluster, suppressed: [] };
  const gone = new Set(moved);
  return {
    records: cluster.records,
    recordChunks: state.chunks.filter((terms) => terms.size > 0).map((terms) => Int32Array.from(terms.keys()).sort()),
    termChunk: Int32Array.from([...cluster.termChunk, ...moved]).sort(),
    filled: state.filled().subRecords,
    // Suppressed occurrences of a term that then moved are restored: a term chunk has no counts.
    suppressed: left
      .filter(({ term }) => !gone.has(term))
      .map(({ term, row }) => cluster.records[row as number] * data.terms.length + term),
  };
}

function holdersOf({ starts, items }: CodedRecords, records: Int32Array, terms: Int32Array): Map<number, Set<number>> {
  const holders = new Map(Array.from(terms, (term) => [term, new Set<number>()]));
  records.forEach((record, row) => {
    for (let at = starts[record]; at < starts[record + 1]; at += 1) holders.get(items[at])?.add(row);
  });
  return holders;
}

function bestStep(
  state: Suppressible,
  covers: readonly Cover[],
  { k, m }: Rules,
  enough: (movedTerms: number) => boolean,
): readonly Edit[] | null {
  let best: readonly Edit[] | null = null;
  let bestCost = Infinity;
  const tried = new Set<string>();
  for (const cover of covers) {
    for (const step of stepsAgainst(state, cover, k, m)) {
      const name = step.map(({ chunk, term, row }) => `${chunk} ${term} ${row}`).join();
      if (tried.has(name)) continue;
      tried.add(name);
      const cost = costOf(state, step);
      // No step ends more than all of them.
      if (cost / covers.length >= bestCost) continue;
      const takeBack = state.apply(step);
      const ended = covers.length - state.covers().length;
      if (ended > 0 && cost / ended < bestCost && isAllowed(state, step, k, m, enough)) {
        best = step;
        bestCost = cost / ended;
      }
      takeBack();
    }
  }
  return best;
}

const costOf = (state: Suppressible, step: readonly Edit[]): number =>
  step.reduce((sum, { chunk, term, row }) => sum + (row === null ? state.rows(chunk, term).size : 1), 0);

function isAllowed(state: Suppressible, step: readonly Edit[], k: number, m: number, enough: (movedTerms: number) => boolean): boolean {
  if (!enough(step.filter(({ row }) => row === null).length)) return false;
  return step.every(({ chunk, term, row }) => row === null || state.staysAnonymous(chunk, term, k, m));
}

function* stepsAgainst(state: Suppressible, cover: Cover, k: number, m: number): Generator<readonly Edit[]> {
  const { chunk, term, against, within, least } = cover;
  const support = state.rows(chunk, term).size;
  const all = within.reduce<readonly number[]>(
    (rows, other) => rows.filter((row) => state.rows(against, other).has(row)),
    [...state.rows(against, within[0])],
  );
  const rarest = within.filter((other) => state.rows(against, other).size === least);
  // Out of a row that holds the whole set goes one of its more frequent items, or two of the rarest out of two rows.
  for (const other of within) {
    if (state.rows(against, other).size > least) for (const row of all) yield [{ chunk: against, term: other, row }];
  }
  if (rarest.length > 1 && all.length > 1) {
    const [first, second] = rarest as [number, number];
    for (let at = 1; at < all.length; at += 1) {
      yield [
        { chunk: against, term: first, row: all[at - 1] },
        { chunk: against, term: second, row: all[at] },
      ];
    }
  }
  // A rarest item falls below the later one and covers it no more.
  for (const other of rarest) yield* fall(state, against, other, support - 1, k, m);
  // The later item falls until the next item of the earlier chunk is frequent enough to belong to the set.
  const next = Math.max(0, ...[...state.chunks[against]].filter(([other]) => !within.includes(other)).map(([, rows]) => rows.size));
  yield* fall(state, chunk, term, next, k, m);
  yield [{ chunk, term, row: null }];
  for (const other of rarest) yield [{ chunk: against, term: other, row: null }];
}

/** Leaves a term out of as many rows as needed to bring its support down, each of them keeping the chunk anonymous. */
function* fall(state: Suppressible, chunk: number, term: number, to: number, k: number, m: number): Generator<readonly Edit[]> {
  if (to < k) return;
  const edits: Edit[] = [];
  const undo: (() => void)[] = [];
  for (const row of state.rows(chunk, term)) {
    if (state.rows(chunk, term).size <= to) break;
    const edit = { chunk, term, row };
    const takeBack = state.apply([edit]);
    if (state.staysAnonymous(chunk, term, k, m)) {
      edits.push(edit);
      undo.push(takeBack);
    } else takeBack();
  }
  const reached = state.rows(chunk, term).size <= to;
  for (const takeBack of undo.reverse()) takeBack();
  if (reached && edits.length > 0) yield edits;
}

/** No step ends a problem by itself: the rarest item with one leaves the record chunks, so that there are ever fewer terms. */
function lastResort(state: Suppressible, covers: readonly Cover[]): readonly Edit[] {
  const rarest = covers.reduce((a, b) => (state.rows(b.chunk, b.term).size < state.rows(a.chunk, a.term).size ? b : a));
  return [{ chunk: rarest.chunk, term: rarest.term, row: null }];
}

/** The rarest term of all record chunks moves; null if none is left. */
function rarestMoves(state: Suppressible): readonly Edit[] | null {
  const terms = state.chunks.flatMap((chunk, at) => Array.from(chunk, ([term, rows]) => ({ chunk: at, term, rows: rows.size })));
  if (terms.length === 0) return null;
  const { chunk, term } = terms.reduce((a, b) => (b.rows < a.rows || (b.rows === a.rows && b.term > a.term) ? b : a));
  return [{ chunk, term, row: null }];
}
