// Disassociated releases: each worth from all documents, the pairing by every way to pair, cover problems by their definition.
import { countsOver } from '../../../helpers/counts-over.ts';
import { mean, orders, some, sum, WORTH } from './by-hand.ts';
import { distanceIn } from './counts.ts';
import { type Check, rowsOf, type Wanted, type WholeTwin, wrongIn } from './twin.ts';

const CHUNKS = [
  ['milk', 'bread', 'tea'],
  ['flu', 'cold', 'cough'],
  ['rome', 'oslo'],
] as const;
const TERMS = ['lamp', 'rope'];

interface Cluster {
  readonly originals: readonly (readonly string[])[];
  /** Terms of each record chunk. */
  readonly chunks: readonly (readonly string[])[];
}

const textOf = (items: readonly string[]): string => items.toSorted().join(' ');

/** A transaction's sub-record in a chunk. */
const partOf = (items: readonly string[], terms: readonly string[]): string[] => items.filter((item) => terms.includes(item));

const subRecords = ({ originals, chunks }: Cluster, chunk: number): string[][] =>
  originals.map((items) => partOf(items, chunks[chunk])).filter(({ length }) => length > 0);

export const disassociatedTwin: WholeTwin = {
  kind: 'disassociated',
  tables: ['placements', 'attacks'],
  draw(random) {
    const k = 2 + random.below(2);
    const clusters = Array.from({ length: 1 + random.below(3) }, (): Cluster => {
      const originals = Array.from({ length: 3 + random.below(3) }, () => {
        const items = some(random, [...CHUNKS.flat(), ...TERMS], 0.4);
        return items.length > 0 ? items : ['milk'];
      });
      return { originals, chunks: CHUNKS.filter((terms) => originals.some((items) => partOf(items, terms).length > 0)) };
    });
    const documents = Array.from({ length: 50 }, () => some(random, [...CHUNKS.flat(), ...TERMS, 'other'], 0.3).join(' '));
    return {
      audit: {
        release: JSON.stringify({
          clusters: clusters.map((cluster) => ({
            size: cluster.originals.length,
            recordChunks: cluster.chunks.map((_, chunk) => subRecords(cluster, chunk)),
            termChunk: TERMS.filter((term) => cluster.originals.flat().includes(term)),
          })),
        }),
        original: clusters
          .flatMap(({ originals }, cluster) => originals.map((items) => `${JSON.stringify({ cluster, items })}\n`))
          .join(''),
        request: { kind: 'disassociated', attacks: Object.keys(WORTH), claim: { k, m: 2 }, sources: ['corpus'] },
        sources: [countsOver(documents)],
      },
      checks: [placementsOf(clusters, documents, k), breachesOf(clusters, k)],
    };
  },
};

interface Piece {
  /** Null: a term. */
  readonly chunk: number | null;
  readonly items: readonly string[];
  readonly places: number;
}

function piecesOf(cluster: Cluster, k: number): Piece[] {
  const records = cluster.chunks.slice(1).flatMap((_, at) =>
    [...Map.groupBy(subRecords(cluster, at + 1), textOf).values()].map((same) => ({
      chunk: at + 1,
      items: same[0],
      places: same.length,
    })),
  );
  const terms = TERMS.filter((term) => cluster.originals.flat().includes(term));
  return [
    ...records,
    ...terms.map((term) => ({ chunk: null, items: [term], places: Math.min(cluster.originals.length, Math.max(1, k - 1)) })),
  ];
}

const holds = ({ chunks }: Cluster, items: readonly string[], { chunk, items: own }: Piece): boolean =>
  chunk === null ? items.includes(own[0]) : textOf(partOf(items, chunks[chunk])) === textOf(own);

const placementsOf =
  (clusters: readonly Cluster[], documents: readonly string[], k: number): Check =>
  (files) => {
    const wrong: string[] = [];
    const placements = rowsOf(files, 'placements');
    const distance = distanceIn(documents);
    for (const [attack, worthOfTerm] of Object.entries(WORTH)) {
      const told = { eliminated: 0, correct: 0, added: 0, certain: true };
      for (const [number, cluster] of clusters.entries()) {
        if (cluster.chunks.length === 0) continue;
        const anchors = cluster.originals.map((items) => partOf(items, cluster.chunks[0]));
        const chosen = piecesOf(cluster, k).map((piece) => {
          const worth = piece.chunk === null ? worthOfTerm : WORTH.aba;
          const values = anchors.map((anchor) => {
            const far = anchor.flatMap((item) => {
              const known = piece.items.map((own) => distance(item, own)).filter((each) => each !== null);
              return known.length === 0 ? [] : [mean(known)];
            });
            return far.length === 0 ? Number.NEGATIVE_INFINITY : -worth(far);
          });
          const ranked = [...anchors.keys()].sort((a, b) => values[b] - values[a]);
          const rows = ranked.slice(0, piece.places);
          const name = `${attack} ${piece.items} in ${number}`;
          const found = placements.filter(
            (row) =>
              row['attack'] === attack &&
              row['cluster'] === number &&
              row['chunk'] === piece.chunk &&
              textOf(JSON.parse(row['items'] as string)) === textOf(piece.items),
          );
          if (found.length !== rows.length) wrong.push(`${name}: ${found.length} places, the twin has ${rows.length}`);
          for (const [rank, row] of rows.entries()) {
            const value = values[row];
            wrong.push(
              ...wrongIn(
                `${name}, ${rank}`,
                found.find((each) => each['rank'] === rank),
                { value: Number.isFinite(value) ? value : null },
              ),
            );
          }
          // Which of two unlike sub-records that are as close is taken is for the seed to say.
          const [last, next] = [rows.at(-1), ranked[piece.places]];
          const tied = (value: number): Set<string> =>
            new Set(anchors.filter((_, at) => values[at] === value || Math.abs(values[at] - value) < 1e-8).map(textOf));
          if (last !== undefined && next !== undefined && tied(values[last]).size > 1) {
            const [a, b] = [values[last], values[next]];
            if (a === b || a - b < 1e-8) told.certain = false;
          }
          return { piece, rows };
        });
        const figures = bestPairing(cluster, anchors, chosen);
        told.eliminated += figures.places;
        told.correct += figures.correct;
        told.added += figures.occurrences;
      }
      if (!told.certain) continue;
      const { eliminated, correct, added } = told;
      wrong.push(
        ...wrongIn(
          attack,
          rowsOf(files, 'attacks').find((row) => row['attack'] === attack),
          {
            eliminated,
            correct,
            added,
            precision: eliminated === 0 ? null : correct / eliminated,
            recall: added === 0 ? null : correct / added,
          },
        ),
      );
    }
    return wrong;
  };

/** Reconstructed transactions with their originals, so that most places are right; rows without an anchor tell nothing. */
function bestPairing(
  cluster: Cluster,
  anchors: readonly (readonly string[])[],
  chosen: readonly { readonly piece: Piece; readonly rows: readonly number[] }[],
) {
  const { originals } = cluster;
  const rows = [...anchors.keys()].filter((row) => anchors[row].length > 0);
  const counted = chosen.filter(({ piece }) => rows.some((row) => holds(cluster, originals[row], piece)));
  let correct = 0;
  for (const own of Map.groupBy(rows, (row) => textOf(anchors[row])).values()) {
    let best = 0;
    for (const order of orders(own)) {
      const right = own.map(
        (row, at) => counted.filter((each) => each.rows.includes(row) && holds(cluster, originals[order[at]], each.piece)).length,
      );
      best = Math.max(best, sum(right));
    }
    correct += best;
  }
  return {
    correct,
    places: sum(counted.map((each) => each.rows.filter((row) => rows.includes(row)).length)),
    occurrences: sum(counted.map(({ piece }) => rows.filter((row) => holds(cluster, originals[row], piece)).length)),
  };
}

/** Every cover problem, as an attacker sees it who knows of every pair that it exists. */
const breachesOf =
  (clusters: readonly Cluster[], k: number): Check =>
  (files) => {
    const found = rowsOf(files, 'breaches').filter((row) => row['attacker'] === 'strong');
    const wanted = clusters.flatMap((cluster, number) =>
      cluster.chunks.flatMap((terms, chunk) =>
        terms.flatMap((item) =>
          cluster.chunks.slice(0, chunk).flatMap((earlier, against) => {
            const support = (term: string): number => cluster.originals.filter((items) => items.includes(term)).length;
            if (support(item) === 0) return [];
            const frequent = earlier.filter((term) => support(term) >= support(item));
            const all = cluster.originals.filter((items) => frequent.every((term) => items.includes(term))).length;
            const least = Math.min(...frequent.map(support));
            if (frequent.length === 0 || all !== least) return [];
            return frequent
              .filter((term) => support(term) === least)
              .flatMap((covered) => {
                const atLeast = Math.max(0, support(item) + support(covered) - cluster.originals.length);
                if (atLeast >= k) return [];
                const most = Math.min(support(item), support(covered), k - 1);
                return [
                  [`${number} ${item} ${covered}`, { chunk, against, trivial: frequent.length === 1, least: atLeast, most }] as const,
                ];
              });
          }),
        ),
      ),
    );
    const rows = new Map<string, Wanted>(wanted);
    const key = (row: Readonly<Record<string, unknown>>): string => `${row['cluster']} ${row['item']} ${row['covered']}`;
    return [
      ...found.filter((row) => !rows.has(key(row))).map((row) => `breach ${key(row)}: nobody expects it`),
      ...[...rows].flatMap(([name, figures]) =>
        wrongIn(
          `breach ${name}`,
          found.find((row) => key(row) === name),
          figures,
        ),
      ),
    ];
  };
