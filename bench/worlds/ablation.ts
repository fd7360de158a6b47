import { ALL_EVIDENCE } from '../../shared/kinds/set-generalised/attacks.ts';
import { eliminated } from '../../shared/kinds/set-generalised/core/calibrated/decide.ts';
import { evidenceColumns, type TableEvidence } from '../../shared/kinds/set-generalised/core/calibrated/evidence.ts';
import { marginalsOf, type ScoredTable } from '../../shared/kinds/set-generalised/core/calibrated/marginals.ts';
import { eliminationOrder } from '../../shared/kinds/set-generalised/core/calibrated/precise-decision.ts';
import { scalingOf } from '../../shared/kinds/set-generalised/core/calibrated/scaling.ts';
import { type PracticeTable, scoreTable, train } from '../../shared/kinds/set-generalised/core/calibrated/train.ts';
import { WORLDS, type World } from '../../shared/kinds/set-generalised/core/calibrated/worlds.ts';
import {
  type CalibratedInput,
  type Learned,
  learn,
  type Prepared,
  prepare,
} from '../../shared/kinds/set-generalised/learn/calibrated/learn.ts';
import { evidenceInput, openRelease } from '../../shared/kinds/set-generalised/learn/calibrated/open-release.ts';
import { keptTables } from '../../shared/kinds/set-generalised/learn/calibrated/real-evidence.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import type { MadeRelease } from '../calibrated/make-release.ts';
import { truthsOf } from './attempt.ts';

/** F1 of what an attack would reach that knew more than it can. */
export interface Ablation {
  readonly cells: number;
  readonly density: number;
  /** With the mechanism left out of practice; as it is; with the mechanism alone in practice. */
  readonly leftOut: number;
  readonly asItIs: number;
  readonly trueMechanism: number;
  /** Practice is tables of other releases of the same mechanism, with their truth: its partners, supports and density. */
  readonly practice: number;
  /** All log-odds moved so that as many cells are original as really are; so that F1 is greatest. */
  readonly trueDensity: number;
  readonly shift: number;
  /** The best number of cells in the order of their probabilities. */
  readonly order: number;
  /** Of practice on other releases with the best shift, or the best number: the greater. */
  readonly ceiling: number;
  /** As it is, on generalised items whose members the sources all know, and on the others; and how many cells these have. */
  readonly known: number;
  readonly unknown: number;
  readonly knownCells: number;
}

interface Judged extends ScoredTable {
  readonly original: Uint8Array;
}

interface Knowing {
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly seed: string;
}

export async function ablation(
  made: MadeRelease,
  others: readonly MadeRelease[],
  knowing: Knowing,
  like: World | null,
): Promise<Ablation | null> {
  const input: CalibratedInput = { ...knowing, release: made.release, ordered: true, constrained: true, asked: 0.9 };
  const truths = truthsOf(made, knowing.seed);
  const prepared = await prepare(input);
  if ('reason' in prepared) return null;
  const learned = await learn(prepared, input);
  if ('reason' in learned) return null;
  const judged = (tables: readonly ScoredTable[]): Judged[] => tables.map((table) => ({ ...table, original: truths(table.key).original }));
  const own = judged(learned.tables);
  const { raised: shift } = learned;
  const inWorlds = async (worlds: readonly World[]): Promise<number> => {
    const found = await learnedIn({ ...input, worlds });
    return found === null ? Number.NaN : f1Of(judged(found.tables), found.raised);
  };
  const ideal = judged(await byOthers(prepared, others, knowing));
  const density = densityOf(own);
  const known = new Set(await knownTables(prepared));
  const [ofKnown, ofUnknown] = [own.filter(({ key }) => known.has(key)), own.filter(({ key }) => !known.has(key))];
  return {
    cells: own.reduce((total, { s }) => total + s.length, 0),
    density,
    leftOut: await inWorlds(WORLDS.filter((world) => world !== like)),
    asItIs: f1Of(own, shift),
    trueMechanism: like === null ? Number.NaN : await inWorlds([like]),
    practice: f1Of(ideal, 0),
    trueDensity: f1Of(own, shiftTo(own, density, knowing.seed)),
    shift: bestShift(own),
    order: bestOrder(own, knowing.seed),
    ceiling: Math.max(bestShift(ideal), bestOrder(ideal, knowing.seed)),
    known: f1Of(ofKnown, shift),
    unknown: f1Of(ofUnknown, shift),
    knownCells: ofKnown.reduce((total, { s }) => total + s.length, 0),
  };
}

async function learnedIn(input: CalibratedInput): Promise<Learned | null> {
  const prepared = await prepare(input);
  if ('reason' in prepared) return null;
  const learned = await learn(prepared, input);
  return 'reason' in learned ? null : learned;
}

/** Scores by a model that practised on the tables of other releases. */
async function byOthers(prepared: Prepared, others: readonly MadeRelease[], knowing: Knowing): Promise<ScoredTable[]> {
  const practice: PracticeTable[] = [];
  const numberOf = new Map<string, number>();
  const numbered = (name: string): number => {
    const number = numberOf.get(name) ?? numberOf.size;
    numberOf.set(name, number);
    return number;
  };
  for (const [draw, other] of others.entries()) {
    const truths = truthsOf(other, knowing.seed);
    const evidence = await evidenceOf(other, knowing);
    for (const [at, table] of evidence.tables.entries()) {
      const { original, members } = truths(table.key);
      const items = Int32Array.from(members, numbered);
      practice.push({ world: 'random', evidence: table, original, part: { draw, fold: at % 2 }, items });
    }
  }
  const { columns } = prepared;
  const { model } = train(practice, {
    columns,
    scaling: scalingOf(
      practice.map(({ evidence }) => evidence),
      [...columns.keys()],
    ),
    kinds: ALL_EVIDENCE,
    asked: null,
    constrained: true,
    seed: knowing.seed,
    unlike: 0,
    unsure: () => ({}),
    weights: practice.map(() => 1),
    others: [],
    probes: [],
  });
  const scored: ScoredTable[] = [];
  for await (const part of prepared.real)
    for (const { evidence } of part)
      scored.push({ key: evidence.key, rows: evidence.rows, columns: evidence.columns, s: scoreTable(model, evidence) });
  return scored;
}

async function evidenceOf({ release }: MadeRelease, knowing: Knowing): Promise<{ readonly tables: readonly TableEvidence[] }> {
  const opened = await openRelease({ ...knowing, release, ordered: true, constrained: true, asked: 0.9 });
  const input = evidenceInput(opened, true)(opened.release);
  if (evidenceColumns(input).length === 0) throw new Error('no evidence');
  const groups = opened.release.groups.filter(({ rows }) => rows.length > 1);
  const real = await keptTables({ input, ...opened }, groups);
  return { tables: real.map(({ evidence }) => evidence) };
}

/** Keys of the tables whose members are all in a source and have vectors. */
async function knownTables({ real, input, asked }: Prepared): Promise<string[]> {
  const { terms, groups } = input.release;
  const inAny = terms.map((_, term) => asked.some(({ single }) => (single[term] ?? 0) > 0));
  const keys = new Set(groups.filter(({ members }) => Array.from(members).every((member) => inAny[member])).map(({ key }) => key));
  const found: string[] = [];
  for await (const part of real) for (const { evidence } of part) if (keys.has(evidence.key)) found.push(evidence.key);
  return found;
}

const densityOf = (tables: readonly Judged[]): number => {
  const [held, cells] = tables.reduce(([a, b], { original }) => [a + original.reduce((x, y) => x + y, 0), b + original.length], [0, 0]);
  return held / cells;
};

const ratio = (right: number, out: number, added: number): number => (2 * right) / (out + added);

function f1Of(tables: readonly Judged[], shift: number): number {
  let [right, out, added] = [0, 0, 0];
  for (const table of tables) {
    const cells = eliminated(UNUSED, shift, table, 'cover');
    out += cells.length;
    for (const cell of cells) right += 1 - table.original[cell];
    for (const each of table.original) added += 1 - each;
  }
  return ratio(right, out, added);
}

/** The likeliest table needs no model beside its log-odds. */
const UNUSED = {} as Learned['model'];

function shiftTo(tables: readonly Judged[], density: number, seed: string): number {
  const expected = (by: number): number => {
    let [held, cells] = [0, 0];
    for (const table of tables) {
      for (const p of marginalsOf({ ...table, s: table.s.map((each) => each + by) }, true, seed)) held += p;
      cells += table.s.length;
    }
    return held / cells;
  };
  let [low, high] = [-4, 4];
  for (let round = 0; round < 8; round += 1) {
    const middle = (low + high) / 2;
    if (expected(middle) < density) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const bestShift = (tables: readonly Judged[]): number =>
  Math.max(...Array.from({ length: 21 }, (_, step) => f1Of(tables, (step - 10) / 5)));

/** In ascending order of the probability over all tables, each row and column keeping an item: the number of eliminations that is best. */
function bestOrder(tables: readonly Judged[], seed: string): number {
  const steps: { readonly p: number; readonly right: number }[] = [];
  let added = 0;
  for (const table of tables) {
    const probability = marginalsOf(table, true, seed);
    for (const each of table.original) added += 1 - each;
    for (const cell of eliminationOrder({ ...table, probability })) steps.push({ p: probability[cell], right: 1 - table.original[cell] });
  }
  steps.sort((a, b) => a.p - b.p);
  let [best, right] = [0, 0];
  for (const [at, step] of steps.entries()) {
    right += step.right;
    best = Math.max(best, ratio(right, at + 1, added));
  }
  return best;
}
