import { sum } from '../../../core/numeric/numeric.ts';
import { type Box, cellsIn, factsOf, type Known, keyOf, labelOf } from './boxes.ts';
import type { Cells } from './cells.ts';
import { type CountsFile, hasOpenNoise } from './counts-file.ts';
import type { AttackedCounts } from './leaks.ts';
import { tablesBehindNoise } from './tables-behind-noise.ts';

// An attacker who knows the size of the noise: how probable each true count is, after the counts and their differences.

/** A group of which an attacker guesses that it is one person, or that all have one value. */
export interface NoisyGuess {
  readonly sort: 'alone' | 'same';
  readonly facts: number;
  readonly confidence: number;
  /** Guessed number of people. */
  readonly people: number;
  readonly column: string | null;
  readonly value: string | null;
  /** The same without the counts of this group: how many groups are one person; how many of all have the value. */
  readonly share: number;
  readonly group: string;
  readonly box: Box;
  /** It rests on a difference. */
  readonly differenced: boolean;
}

/** What all counts together leave probable. */
interface NoisyGuesses {
  readonly guesses: readonly NoisyGuess[];
  /** False: there are too many cells and counts. */
  readonly done: boolean;
}

/** An attacker does not act on less. */
const LEAST_SURE = 0.5;
/** Groups that look larger are not looked at: small ones expose people. */
const SMALL = 30;
/** Cells of all groups that are looked at, the smallest first. */
const MOST_INSIDE = 1_000_000;

/** A small group over all drawn tables. */
interface Watched {
  readonly known: Known;
  readonly inside: Int32Array;
  alone: number;
  /** By sensitive column and piece: tables in which all of at least one person have it, and their people. */
  readonly same: Map<number, { readonly column: number; readonly piece: number; tables: number; people: number }>;
}

export function guessThroughNoise(file: CountsFile, { cells, known, people: all }: AttackedCounts): NoisyGuesses {
  if (file.made.noise === null || !hasOpenNoise(file)) return { guesses: [], done: true };
  const { size: epsilon } = file.made.noise;
  const most = SMALL + Math.ceil(8 / epsilon);
  const looksLike = ({ attack, printed }: Known): number => (attack === 'published' ? printed[0] : printed[0] - printed[1]);
  const small = [...known.values()]
    .filter((each) => each.printed.length >= (each.attack === 'published' ? 1 : 2) && looksLike(each) <= most)
    .map((each) => ({ each, size: each.box.reduce((size, own, at) => size * (own?.length ?? cells.columns[at].pieces.length), 1) }))
    .sort((a, b) => a.size - b.size || (keyOf(a.each.box) < keyOf(b.each.box) ? -1 : 1));
  const watched: Watched[] = [];
  let inside = 0;
  for (const { each, size } of small) {
    inside += size;
    if (inside > MOST_INSIDE) break;
    const classes = new Set(cellsIn(cells, each.box).map((cell) => cells.cells[cell].class));
    watched.push({ known: each, inside: Int32Array.from(classes), alone: 0, same: new Map() });
  }
  const asked = file.columns.flatMap((name, column) => (file.made.sensitive.includes(name) ? [column] : []));
  const pieces = piecesOf(cells, asked);
  const having = asked.map((column) => new Float64Array(cells.columns[column].pieces.length));
  let tables = 0;
  const done = tablesBehindNoise(file, cells, epsilon, (people) => {
    tables += 1;
    for (const [at, own] of pieces.entries())
      for (const [cell, count] of people.entries()) if (own[cell] >= 0) (having[at] as Float64Array)[own[cell]] += count;
    for (const each of watched) look(each, people, asked, pieces);
  });
  if (!done) return { guesses: [], done };
  const alone = watched.reduce((sum, each) => sum + each.alone, 0) / Math.max(1, watched.length * tables);
  const guesses = watched.flatMap(({ known: { box, attack }, alone: times, same }): NoisyGuess[] => {
    const said = { facts: factsOf(box), group: labelOf(cells, box), box, differenced: attack !== 'published' };
    // Never certain: one table more might differ.
    const confidence = times / (tables + 1);
    return [
      ...(confidence < LEAST_SURE
        ? []
        : [{ ...said, sort: 'alone' as const, confidence, people: 1, column: null, value: null, share: alone }]),
      ...[...same.values()].flatMap(({ column, piece, tables: often, people }): NoisyGuess[] => {
        if (often / (tables + 1) < LEAST_SURE || box[column] !== null) return [];
        const totals = having[asked.indexOf(column)] as Float64Array;
        return [
          {
            ...said,
            sort: 'same',
            confidence: often / (tables + 1),
            people: Math.max(1, Math.round(people / often)),
            column: file.columns[column],
            value: cells.columns[column].pieces[piece].label,
            share: Math.min(0.99, Math.max(0.01, totals[piece] / Math.max(1, sum(totals)))),
          },
        ];
      }),
    ];
  });
  const taken = new Map<string, Set<number>>();
  const apart = guesses
    .toSorted((a, b) => b.confidence - a.confidence || a.facts - b.facts || (a.group < b.group ? -1 : 1))
    .filter(({ sort, column, box, people }) => {
      const key = `${sort} ${column}`;
      const own = taken.get(key) ?? new Set();
      taken.set(key, own);
      const covered = cellsIn(cells, box);
      if (people > all || covered.some((at) => own.has(at))) return false;
      for (const at of covered) own.add(at);
      return true;
    });
  return { guesses: apart, done };
}

function look(each: Watched, people: Int32Array, asked: readonly number[], pieces: readonly Int32Array[]): void {
  let total = 0;
  for (const cell of each.inside) total += people[cell];
  if (total === 0) return;
  if (total === 1) each.alone += 1;
  for (const [at, own] of pieces.entries()) {
    let piece = -2;
    for (const cell of each.inside) if (people[cell] > 0) piece = piece === -2 || piece === own[cell] ? own[cell] : -1;
    if (piece < 0) continue;
    const column = asked[at];
    const found = each.same.get(column * MOST_PIECES + piece) ?? { column, piece, tables: 0, people: 0 };
    found.tables += 1;
    found.people += total;
    each.same.set(column * MOST_PIECES + piece, found);
  }
}

const MOST_PIECES = 1_000_000;

/** By column that is asked for: the piece that all cells of a class have; -1: several, or one without a name. */
const piecesOf = ({ cells, classes, columns }: Cells, asked: readonly number[]): Int32Array[] =>
  asked.map((column) => {
    const found = new Int32Array(classes).fill(-2);
    for (const { pieces, class: own } of cells) {
      const piece = columns[column].pieces[pieces[column]].holds.size === 0 ? -1 : pieces[column];
      found[own] = found[own] === -2 || found[own] === piece ? piece : -1;
    }
    return found;
  });
