import { encodeColumns, joined } from '../../../core/format/columns.ts';
import { DOUBT } from '../../../core/people/expected.ts';
import { heldTo, readColumns } from '../../../kit/blobs/columns.ts';
import { readBytes } from '../../../kit/blobs/json-lines.ts';
import { sliceName } from '../../../kit/plan/units.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { GUESSES } from '../blobs.ts';
import type { Decided } from '../contracts.ts';
import type { FinishedUnit } from './finished-units.ts';

/** Shares are stored as whole numbers of this: exact for up to 12 options, and for every confidence that findings are stated at. */
export const SHARE_UNIT = 55_440;

/** By attack and then by row: the attack's best guess of what a generalised item stands for in this transaction. */
export interface Guesses {
  /** Its confidence; 0: the attack says nothing of the row. */
  readonly sure: Uint16Array;
  /** The member that it names, by position: the first of several. */
  readonly member: Uint16Array;
  /** How often the guess is right; without the original by the attack's own probabilities. */
  readonly right: Uint16Array;
  /** The same of one of the options at random. */
  readonly less: Uint16Array;
  /** Without the original: how far the difference of the two moves when all odds are off by DOUBT. */
  readonly doubt: Uint16Array;
}

export interface GuessRows extends Guesses {
  readonly transaction: Int32Array;
  readonly unit: Int32Array;
}

const guessKey = (slice: number): string => `guesses/${sliceName(slice)}.columns`;

export async function writeGuesses(
  store: BlobStore,
  slice: number,
  units: readonly FinishedUnit[],
  /** By attack: whether its guesses count. */
  attacks: readonly boolean[],
): Promise<void> {
  const rows = units.reduce((sum, { group }) => sum + group.rows.length, 0);
  const [transaction, unit] = [new Int32Array(rows), new Int32Array(rows)];
  let at = 0;
  for (const { unit: number, group } of units) {
    unit.fill(number, at, at + group.rows.length);
    for (const { t } of group.rows) transaction[at++] = t;
  }
  const guessed = attacks.map((counts, attack) => guessesOf(counts ? units : [], attack, rows));
  const column = (of: (guesses: Guesses) => Uint16Array): Uint16Array => joined(Uint16Array, guessed.map(of));
  const columns = [transaction, unit, column(({ sure }) => sure), column(({ member }) => member), column(({ right }) => right), column(({ less }) => less), column(({ doubt }) => doubt)]; // biome-ignore format: a list
  await store.write(guessKey(slice), encodeColumns(columns));
}

const COLUMNS = [Int32Array, Int32Array, Uint16Array, Uint16Array, Uint16Array, Uint16Array, Uint16Array] as const;

export async function readGuesses(store: BlobStore, slice: number, attacks: number): Promise<GuessRows> {
  const [transaction, unit, sure, member, right, less, doubt] = readColumns(GUESSES.name, await readBytes(store, guessKey(slice)), COLUMNS);
  heldTo(GUESSES.name, unit, Int32Array.of(transaction.length));
  for (const column of [sure, member, right, less, doubt]) heldTo(GUESSES.name, column, Int32Array.of(attacks * transaction.length));
  return { transaction, unit, sure, member, right, less, doubt };
}

export const noGuesses = (rows: number): Guesses => ({
  sure: new Uint16Array(rows),
  member: new Uint16Array(rows),
  right: new Uint16Array(rows),
  less: new Uint16Array(rows),
  doubt: new Uint16Array(rows),
});

function guessesOf(units: readonly FinishedUnit[], attack: number, rows: number): Guesses {
  const guesses = noGuesses(rows);
  let from = 0;
  for (const unit of units) {
    const verdict = unit.verdicts[attack];
    if (verdict.kind === 'decided') guessIn(unit, verdict, guesses, from);
    from += unit.group.rows.length;
  }
  return guesses;
}

/** Floored: no rounding lifts a probability to a confidence that it does not have. */
const stored = (share: number): number => Math.floor(share * SHARE_UNIT + 1e-6);
/** Probabilities closer than this are equal. */
const TIE = 1e-9;

/** Of an attack that states probabilities the likeliest member; of one that eliminates one of the members that it leaves. */
function guessIn({ group, original }: FinishedUnit, verdict: Decided, into: Guesses, from: number): void {
  const width = group.members.length;
  const stated = verdict.cautious ?? verdict.confidence;
  const out = new Uint8Array(group.rows.length * width);
  if (stated === undefined) for (const cell of verdict.cells) out[cell] = 1;
  for (let row = 0, first = 0; row < group.rows.length; row += 1, first += width) {
    let least = 2;
    if (stated !== undefined) for (let cell = first; cell < first + width; cell += 1) least = Math.min(least, stated[cell]);
    let [named, held, all, member] = [0, 0, 0, 0];
    for (let cell = first; cell < first + width; cell += 1) {
      const own = original === null ? (stated === undefined ? 0 : 1 - stated[cell]) : original[cell];
      all += own;
      if (stated === undefined ? out[cell] === 1 : stated[cell] > least + TIE) continue;
      if (named === 0) member = cell - first;
      named += 1;
      held += own;
    }
    // Where nothing was taken out, or all of it, an attack that eliminates names nothing.
    if (stated === undefined && (named === width || named === 0)) continue;
    const at = from + row;
    into.sure[at] = stored(stated === undefined ? 1 / named : (1 - least) / named);
    into.member[at] = member;
    into.right[at] = stored(held / named);
    into.less[at] = stored(all / width);
    if (original === null && stated !== undefined)
      into.doubt[at] = stored(doubtOf(stated, first, width, (cell) => stated[cell] <= least + TIE));
  }
}

/** Half of how far guess less baseline moves between odds that are all too high and all too low. */
function doubtOf(added: Float64Array, first: number, width: number, isNamed: (cell: number) => boolean): number {
  let [named, ofNamed, ofAll] = [0, 0, 0];
  for (let cell = first; cell < first + width; cell += 1) {
    const own = 1 - added[cell];
    const moved = (own * DOUBT) / (own * DOUBT + 1 - own) - own / (own + (1 - own) * DOUBT);
    ofAll += moved;
    if (!isNamed(cell)) continue;
    named += 1;
    ofNamed += moved;
  }
  return Math.abs(ofNamed / named - ofAll / width) / 2;
}
