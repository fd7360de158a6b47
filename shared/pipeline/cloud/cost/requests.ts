import type { AuditSize } from './audit-cost.ts';
import { learnsFromPart, MOST_STUDIED } from './step-work.ts';
import { childrenOf, measuredTogether, piecesOf, plannedIn, sliceCount } from './units.ts';

/** Requests to S3 as they are priced: PUT with LIST and POST, and GET with HEAD. */
type Counted = readonly [puts: number, gets: number];

/** Bytes of a full run, which is uploaded in parts. Rows on their way to their buckets take three times the bytes of the release. */
const RUN_BYTES = 16 * 1024 * 1024;
const LOOSE = 3;
/** Of an upload in parts, beyond one PUT: its begin, its second part, its end. */
const MORE_PUTS = 3;
const PEOPLE_OF_A_PART = 10_000;
/** People are searched for by known items in releases of up to so many. */
const SEARCHED = 50_000;

/**
 * Of an audit of a set-generalised release with the default attacks, step by step, as test/workflow/requests.test.ts counts them. Without what a
 * function reads of an index when it is new, which others find read: some 30 requests for WordNet's.
 */
function stepRequests(size: AuditSize): Readonly<Record<string, Counted>> {
  const { bytes, blocks, people, units, rows } = size;
  const files = rows > 0 ? 2 : 1;
  const { parts, buckets, gathers } = plannedIn(size);
  const [children, slices, measured, studied] = [childrenOf(size), sliceCount(size), measuredTogether(size), learnsFromPart(size)];
  const isMapped = parts > 1;
  const [learns, practises] = [size.learns, size.learns && size.practises].map(Number) as [number, number];
  const pieces = piecesOf(size);
  // A unit is in one bucket.
  const crossed = Math.min(units, pieces + buckets - 1);
  const readAtOnce = Math.min(units, pieces - slices + buckets);
  const runs = Math.max(1, Math.ceil((LOOSE * bytes) / parts / RUN_BYTES));
  const sentInParts = MORE_PUTS * Math.floor((LOOSE * bytes) / parts / RUN_BYTES);
  const left = learns * Math.max(measured, Math.ceil((LOOSE * bytes) / RUN_BYTES));
  const again = size.inferred ? blocks : 0;
  const maps = isMapped ? 6 : 3;
  const tables = Math.ceil(people / PEOPLE_OF_A_PART);
  const searched = people <= SEARCHED ? 1 : 0;
  const finish: Counted = [parts * 4 + tables, blocks + parts * (2 * measured + left * (1 + practises))];
  return {
    // Starting, telling of the start and the end, reading; of each map its manifest and its end.
    read: [8 + files * blocks + 2 * maps + again, 16 + 3 * files + maps + again],
    spread: [parts * (1 + runs + sentInParts), (isMapped ? 3 * parts : 0) + files * blocks],
    gather: [(1 + files) * buckets, 3 * gathers + gathers * parts * (1 + runs)],
    // Where there is nothing to learn, planning says so to those who attack.
    plan: [9 - 3 * learns, 8 - learns + buckets],
    score: [pieces, 5 * children + readAtOnce],
    learn: studied
      ? [learns * (4 + practises), learns * (9 + (units < MOST_STUDIED ? blocks : 0))]
      : [learns * (3 + slices * (1 + practises)), learns * (7 + blocks + pieces + (2 + practises) * (1 + slices))],
    // A function reads the part that was learned from once.
    attack: [2 * pieces, 6 * children + crossed + pieces + practises * (studied ? 2 : pieces)],
    // The tables' parts, figures and guesses of a slice; of slices together, their runs.
    measure: [8 * slices + 2 * measured + left * (1 + practises), 5 * measured + 2 * slices + 2 * pieces + (files - 1) * buckets],
    // Attacked blocks, people and their sums; of each run where what is wanted stands, and that.
    finish: isMapped ? [finish[0], 5 * parts + finish[1]] : finish,
    publish: [
      10 + 3 * slices + (practises === 1 ? slices + tables : 2) + searched,
      10 +
        2 * parts +
        5 * slices +
        practises * (slices + tables) +
        searched * (files * blocks + blocks + measured + left) +
        (isMapped ? 0 : 1),
    ],
  };
}

export function requestsOf(size: AuditSize): Readonly<Record<'puts' | 'gets', number>> {
  const steps = Object.values(stepRequests(size));
  const [puts, gets] = [0, 1].map((at) => Math.round(steps.reduce((sum, step) => sum + step[at as 0 | 1], 0))) as [number, number];
  return { puts, gets };
}
