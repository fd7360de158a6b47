import type { AuditSize } from './audit-cost.ts';
import { childrenOf, plannedIn, sliceCount } from './units.ts';

/** Requests to S3 of an audit of a set-generalised release with the default attacks: PUT with LIST, and GET with HEAD, as they are priced. */
interface Requests {
  readonly puts: number;
  readonly gets: number;
}

/** Cells that are scored and attacked at once (app/audit/plan/batches), which is what a child writes at once. */
const BATCH_CELLS = 50_000;
/** Attacks that learn and decide by default: a blob of each, for each slice that a child decides. */
const LEARNED = 5;
/** Of each slice, to finish a part: what it found of the part's blocks and people, and where these are. */
const RANGES = 4;
/**
 * As test/workflow/requests.test.ts counts them: of each call so much, and of what grows with a release. Without what a function reads of an index when
 * it is new, which others find read: some 30 requests for WordNet's.
 */
export function requestsOf(size: AuditSize): Requests {
  const { blocks, cells, units, rows } = size;
  const files = rows > 0 ? 2 : 1;
  const { parts, buckets, gathers } = plannedIn(size);
  const [children, slices, isMapped] = [childrenOf(size), sliceCount(size), parts > 0];
  const batches = Math.max(children, Math.ceil(cells / BATCH_CELLS));
  const maps = isMapped ? 6 : 3;
  const counted = units === 0 ? 0 : 1;
  const puts =
    // Starting, telling of the end twice, reading, planning, publishing; and of each map its end.
    4 +
    (4 + files * blocks) +
    6 +
    20 +
    2 * maps +
    (isMapped ? 2 * parts + (1 + files) * buckets + 2 * parts : 2 + 1 + files) +
    counted * (2 * batches + 15 + LEARNED * Math.max(children, slices)) +
    16 * slices;
  // Starting and telling of the end, reading, planning, publishing, the manifests of maps; what parts ask of each other; and each child.
  const single = 10 + 2 * files + (6 + files) + 8 + (31 + 4 * files) + maps;
  const planned = isMapped
    ? 5 * parts + files * blocks + 5 * gathers + parts * (gathers + buckets) + buckets + parts * (6.5 + RANGES * slices)
    : 6 + files * blocks;
  const attacked = counted * (7 * children + batches + 13 + 2 * files + slices + (12 + 2 * files) * children);
  const gets = single + planned + attacked + (16 + files) * slices;
  return { puts: Math.round(puts), gets: Math.round(gets) };
}
