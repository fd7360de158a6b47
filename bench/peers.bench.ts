// Co-occurrence counts by what others would take for them, in one run over the same postings: SQLite's FTS5, DuckDB, and Sets in plain
// JavaScript. WordNet's glosses from the install; one thread, processor time. Every answer is compared with the Sets'.
import { DuckDBInstance } from '@duckdb/node-api';
import { buildInMemory } from '../shared/adapters/local/index-file.ts';
import { wordnetDocuments } from '../shared/adapters/local/wordnet.ts';
import { seeded, shuffle } from '../shared/core/random/random.ts';
import { EXACT, tokensOf } from '../shared/core/text/tokens.ts';
import { memorySource } from '../shared/corpus/byte-source.ts';
import { CorpusIndex } from '../shared/corpus/corpus-index.ts';
import { TermCounter } from '../shared/corpus/term-counter.ts';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { ftsOver } from './fts.ts';

/** Terms of a side of the table, by number of pieces; pairs asked separately. */
const SIDE = 300;
const HELD = { least: 20, most: 2_000 };
const LONE = 2_000;
/** Milliseconds of processor time for each. */
const TURNS = 2_000;
const cpu = (): number => process.cpuUsage().user / 1000;
/** How many times what is fastest of the others: a table from decoded lists, lone pairs from the index. */
const TIMES = { table: 2, lone: 3 };

type Count = (pairs: Uint32Array) => Promise<ArrayLike<number>> | ArrayLike<number>;

export const bench: Bench = async () => {
  const pieces = [...wordnetDocuments()].map((text) => tokensOf(text));
  const postings = postingsOf(pieces);
  const random = seeded('peers');
  const fit = [...postings].filter(([term, held]) => /^[a-z]+$/.test(term) && held.length >= HELD.least && held.length <= HELD.most);
  const terms = shuffle(fit, random).slice(0, 2 * SIDE);
  const { keeping, fresh } = await ours(pieces, terms);
  const peers: readonly (readonly [string, Count])[] = [
    ['unveil, its lists decoded', keeping],
    ['unveil, from its index', fresh],
    ['DuckDB, all joined', await duckdb(terms, JOINED[0])],
    ['DuckDB, pair by pair', await duckdb(terms, JOINED[1])],
    ['SQLite FTS5', fts5(pieces, terms)],
    ['Sets', sets(terms)],
  ];
  const lone = Uint32Array.from({ length: 2 * LONE }, (_, at) => random.below(SIDE) + (at % 2) * SIDE);
  const table = Uint32Array.from({ length: 2 * SIDE * SIDE }, (_, at) =>
    at % 2 === 0 ? Math.floor(at / 2 / SIDE) : SIDE + ((at >> 1) % SIDE),
  );
  const rows: string[][] = [];
  const bars: Bar[] = [];
  for (const [what, pairs, from, least] of [
    [`table of ${SIDE} × ${SIDE}`, table, 0, TIMES.table],
    [`${LONE.toLocaleString('en')} pairs alone`, lone, 1, TIMES.lone],
  ] as const) {
    const expected = await (peers.at(-1) as (typeof peers)[number])[1](pairs);
    const rates: number[] = [];
    for (const [name, count] of peers) rates.push((1000 * (pairs.length / 2)) / (await mean(name, () => count(pairs), expected)));
    rows.push([what, ...rates.map((rate) => Math.round(rate).toLocaleString('en'))]);
    const times = rates[from] / Math.max(...rates.slice(2));
    bars.push({
      what: `${what}, ${peers[from][0]}, times the fastest of the others`,
      figure: times.toFixed(1),
      bar: `at least ${least}`,
      met: times >= least,
    });
  }
  writeFigures(
    'peers',
    ['pairs counted in a second of a processor', ...peers.map(([name]) => name)],
    rows,
    `How many of ${pieces.length.toLocaleString('en')} glosses of WordNet hold both words of a pair, words in ${HELD.least} to ${HELD.most} of them. unveil answers with the lists of the terms decoded, as for the second batch of an audit, or from its compressed index, nothing decoded; DuckDB joins a table of postings with itself, all of them or those of each pair, on one thread; FTS5 is asked pair by pair; Sets stand ready. Building is not counted (corpus-build has it), and all answers are equal.`,
  );
  return bars;
};

function postingsOf(pieces: readonly (readonly string[])[]): Map<string, number[]> {
  const postings = new Map<string, number[]>();
  for (const [piece, tokens] of pieces.entries()) {
    for (const token of new Set(tokens)) {
      const held = postings.get(token);
      if (held === undefined) postings.set(token, [piece]);
      else held.push(piece);
    }
  }
  return postings;
}

type Terms = readonly (readonly [term: string, pieces: readonly number[]])[];

/** Milliseconds of processor time, the mean of turns over two seconds of it after one that warms up: the system counts it in ticks. */
async function mean(name: string, run: () => ReturnType<Count>, expected: ArrayLike<number>): Promise<number> {
  const counts = await run();
  for (let at = 0; at < expected.length; at += 1) if (counts[at] !== expected[at]) throw new Error(`${name} counts otherwise`);
  const started = cpu();
  let turns = 0;
  for (; cpu() < started + TURNS; turns += 1) await run();
  return (cpu() - started) / turns;
}

async function ours(pieces: readonly (readonly string[])[], terms: Terms): Promise<{ readonly keeping: Count; readonly fresh: Count }> {
  const built = await buildInMemory([pieces.map((tokens) => tokens.join(' '))], { normalisation: EXACT });
  const index = await CorpusIndex.open(memorySource('peers', built));
  const names = terms.map(([term]) => term);
  const counter = (): TermCounter => new TermCounter(index, { normalisation: EXACT });
  const kept = counter();
  return {
    keeping: async (pairs) => (await kept.countAll({ terms: names, pairs })).pairs,
    fresh: async (pairs) => (await counter().countAll({ terms: names, pairs })).pairs,
  };
}

async function duckdb(terms: Terms, sql: string): Promise<Count> {
  const database = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  await database.run('CREATE TABLE posting(term INTEGER, piece INTEGER); CREATE TABLE pair(place INTEGER, x INTEGER, y INTEGER)');
  const posting = await database.createAppender('posting');
  for (const [term, [, held]] of terms.entries()) {
    for (const piece of held) {
      posting.appendInteger(term);
      posting.appendInteger(piece);
      posting.endRow();
    }
  }
  posting.closeSync();
  let laid: Uint32Array | null = null;
  return async (pairs) => {
    if (laid !== pairs) await layOut(pairs);
    laid = pairs;
    const found = await database.runAndReadAll(sql);
    const counts = new Float64Array(pairs.length / 2);
    const [places, numbers] = found.getColumns() as [number[], bigint[]];
    for (let row = 0; row < places.length; row += 1) counts[places[row]] = Number(numbers[row]);
    return counts;
  };

  /** Its part of the first turn, which is not the least. */
  async function layOut(pairs: Uint32Array): Promise<void> {
    await database.run('DELETE FROM pair');
    const rows = await database.createAppender('pair');
    for (let at = 0; at < pairs.length / 2; at += 1) {
      for (const value of [at, pairs[2 * at], pairs[2 * at + 1]]) rows.appendInteger(value);
      rows.endRow();
    }
    rows.closeSync();
  }
}

/** By a join of all postings, or of those of each pair. Pairs that share no piece have no row. */
const JOINED = [
  `WITH counted AS (
     SELECT a.term AS x, b.term AS y, count(*) AS n FROM posting a JOIN posting b USING (piece)
     WHERE a.term < ${SIDE} AND b.term >= ${SIDE} GROUP BY ALL
   )
   SELECT place, n FROM pair JOIN counted USING (x, y)`,
  `SELECT place, count(*) FROM pair JOIN posting a ON a.term = x JOIN posting b ON b.term = y AND b.piece = a.piece GROUP BY place`,
] as const;

function fts5(pieces: readonly (readonly string[])[], terms: Terms): Count {
  const asked = ftsOver(
    pieces.map((tokens) => tokens.join(' ')),
    true,
  );
  const name = (at: number): string => `"${terms[at]?.[0]}"`;
  return (pairs) =>
    Float64Array.from({ length: pairs.length / 2 }, (_, at) => asked(`${name(pairs[2 * at])} AND ${name(pairs[2 * at + 1])}`));
}

function sets(terms: Terms): Count {
  const held = terms.map(([, pieces]) => new Set(pieces));
  return (pairs) =>
    Float64Array.from({ length: pairs.length / 2 }, (_, at) => {
      const [x, y] = [held[pairs[2 * at]], held[pairs[2 * at + 1]]];
      const [few, many] = x.size < y.size ? [x, y] : [y, x];
      let both = 0;
      for (const piece of few) if (many.has(piece)) both += 1;
      return both;
    });
}
