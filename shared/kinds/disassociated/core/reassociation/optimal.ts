import { ranking } from '../../../../core/closeness/closeness.ts';
import { type Random, shuffle } from '../../../../core/random/random.ts';
import { FlowNetwork } from '../flow-network.ts';
import { type Piece, type Puzzle, pieceKey } from './pieces.ts';
import type { Placement } from './reconstruct.ts';

/** Cost of putting a piece to a row; equal for equal anchoring sub-records unless rows are distinguished. */
type PlacementCosts = (piece: number) => readonly number[];

interface OptimalOptions {
  /** Breaks ties between rows. By position all pieces would go to the first row, and no transaction holds them all. */
  readonly random: Random;
  /** Costs tell rows with equal anchoring sub-records apart: each is a node of its own, and the network larger. */
  readonly rowsApart?: boolean;
}

/**
 * All pieces of a cluster at once, at least total cost, within what the release makes possible: every sub-record of a chunk
 * lies in a transaction of its own; a term in as many as it is given; and without a term chunk no transaction is empty, so
 * every empty anchoring sub-record gets a piece.
 *
 * Chunks meet only in that last rule. They make one network: equal sub-records and equal anchoring sub-records are one node
 * each, and the first piece of every empty row earns more than any placement costs. Terms are free of each other, and are in
 * the cluster only where that rule does not hold.
 */
export function placeOptimally(puzzle: Puzzle, costsOf: PlacementCosts, options: OptimalOptions): Placement[] {
  if (puzzle.anchors.length === 0) return [];
  const costs = puzzle.pieces.map((_, piece) => costsOf(piece));
  const { random } = options;
  const classes = options.rowsApart === true ? singleRows(puzzle.anchors) : anchorClasses(puzzle.anchors);
  const placements = placeSubRecords(puzzle, costs, classes, random);
  puzzle.pieces.forEach(({ chunk, places }, piece) => {
    if (chunk !== null) return;
    const own = costs[piece];
    // Empty rows tell nothing, and come last among equals.
    const isEmpty = (row: number): boolean => puzzle.anchors[row].length === 0;
    const order = shuffle([...own.keys()], random).sort((a, b) => Number(isEmpty(a)) - Number(isEmpty(b)));
    const rows = ranking(order.map((row) => -own[row])).map((at) => order[at]);
    placements.push({ piece, rows: rows.slice(0, places), values: [] });
  });
  return placements
    .toSorted((a, b) => a.piece - b.piece)
    .map(({ piece, rows }) => ({ piece, rows, values: rows.map((row) => -costs[piece][row]) }));
}

function placeSubRecords(
  { anchors, pieces, hasTermChunk }: Puzzle,
  costs: readonly (readonly number[])[],
  classes: readonly (readonly number[])[],
  random: Random,
): Placement[] {
  const chunks = [...new Set(pieces.flatMap(({ chunk }) => (chunk === null ? [] : [chunk])))];
  if (chunks.length === 0) return [];
  const empty = hasTermChunk ? -1 : classes.findIndex(([row]) => anchors[row as number].length === 0);
  // Nodes: source, sink, what fills empty rows, the pieces, and each class of rows once for each chunk.
  const network = new FlowNetwork(3 + pieces.length + chunks.length * classes.length);
  const [source, sink, fills] = [0, 1, 2];
  const pieceNode = (piece: number): number => 3 + piece;
  const classNode = (chunk: number, at: number): number => 3 + pieces.length + chunk * classes.length + at;
  const arcs = new Map<number, readonly number[]>();
  pieces.forEach(({ chunk, places }, piece) => {
    if (chunk === null) return;
    network.arc(source, pieceNode(piece), places, 0);
    const own = classes.map((rows, at) => {
      const cost = costs[piece][rows[0]];
      return network.arc(pieceNode(piece), classNode(chunks.indexOf(chunk), at), Math.min(places, rows.length), cost);
    });
    arcs.set(piece, own);
  });
  chunks.forEach((_, chunk) => {
    classes.forEach((rows, at) => {
      network.arc(classNode(chunk, at), at === empty ? fills : sink, rows.length, 0);
    });
  });
  if (empty !== -1) {
    const rows = classes[empty].length;
    const worthMore = 1 + pieces.reduce((sum, { places }, piece) => sum + places * Math.max(0, ...costs[piece]), 0);
    network.arc(fills, sink, rows, -worthMore);
    network.arc(fills, sink, rows * chunks.length, 0);
  }
  network.send(source, sink);
  return dealt(pieces, classes, arcs, network, empty, random);
}

/**
 * Turns flows to classes into rows: one after the other, in an order of its own for each chunk; through empty rows all chunks in one round, so that
 * none stays empty.
 */
function dealt(
  pieces: readonly Piece[],
  classes: readonly (readonly number[])[],
  arcs: ReadonlyMap<number, readonly number[]>,
  network: FlowNetwork,
  empty: number,
  random: Random,
): Placement[] {
  const next = new Map<string, number>();
  const orders = new Map<string, readonly number[]>();
  return [...arcs].map(([piece, own]) => {
    const rows = own.flatMap((arc, at) => {
      const counter = at === empty ? 'empty' : `${pieces[piece]?.chunk} ${at}`;
      const of = orders.get(counter) ?? shuffle([...classes[at]], random);
      orders.set(counter, of);
      return Array.from({ length: network.flowOf(arc) }, () => {
        const place = next.get(counter) ?? 0;
        next.set(counter, place + 1);
        return of[place % of.length];
      });
    });
    return { piece, rows, values: [] };
  });
}

/** Every row by itself; the empty ones together, since only their number matters. */
function singleRows(anchors: readonly (readonly string[])[]): number[][] {
  const empty = anchors.flatMap((anchor, row) => (anchor.length === 0 ? [row] : []));
  const filled = anchors.flatMap((anchor, row) => (anchor.length > 0 ? [[row]] : []));
  return empty.length > 0 ? [...filled, empty] : filled;
}

/** Rows with equal anchoring sub-records, by position. */
export const anchorClasses = (anchors: readonly (readonly string[])[]): number[][] => [
  ...Map.groupBy(anchors.keys(), (row) => pieceKey(anchors[row])).values(),
];

/**
 * Costs from closeness: 1 - closeness, scaled to 0..1 over the cluster. A row without a score, or never together with the
 * piece, costs as much as the furthest one, since nothing speaks for it.
 */
export function costsFromCloseness(values: readonly (readonly number[])[]): PlacementCosts {
  const all = values.flat().filter(Number.isFinite);
  const least = all.reduce((a, b) => Math.min(a, b), Infinity);
  const spread = all.reduce((a, b) => Math.max(a, b), -Infinity) - least;
  return (piece) => values[piece].map((value) => (!Number.isFinite(value) ? 1 : spread > 0 ? 1 - (value - least) / spread : 0));
}
