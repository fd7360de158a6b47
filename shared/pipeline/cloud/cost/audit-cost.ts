import { PRICE } from './prices.ts';
import { stepWork } from './step-work.ts';
import { childrenOf, plannedIn, sliceCount } from './units.ts';

/** Size of an audit, for its cost. */
export interface AuditSize {
  /** Bytes of the release; the blocks that reading cuts it into, by bytes and by rows; and the characters of its items. */
  readonly bytes: number;
  readonly blocks: number;
  readonly characters: number;
  /** Generalised items. */
  readonly units: number;
  readonly cells: number;
  /** Pairs of a member and a context item, over all units: what is counted. */
  readonly pairs: number;
  /** Cells of the largest unit. */
  readonly largest: number;
  /** Learned attacks have something to learn from; without `--labels` codes say nothing. */
  readonly learns: boolean;
  /** Rows that intervals are stated over; none without an original. */
  readonly rows: number;
  /** Share of the pairs that the score cache holds already. */
  readonly cached: number;
  /** Limit for storing rows of the score cache that are cheaper to count anew. */
  readonly keepUsd: number;
}

interface CostLine {
  readonly service: string;
  readonly dollars: number;
  readonly how: string;
}

const EXPRESS_GB = 0.0625;
/** States of the parent that are entered in an audit without faults. */
const TRANSITIONS = 22;
/** Of a call: what Lambda and an Express execution say of themselves in logs, without data. */
const LOG_BYTES = 8_000;
const TRACES = 2;
/** Events, messages, and rows of the ledger and of the line: of a drop, its start and its end. */
const MESSAGES = 6;
const LEDGER_WRITES = 10;
/** Partners in a row of the score cache, on average, and what a row costs to read and to write. */
const PAIRS_A_ROW = 6;

/** Cost of one audit of a set-generalised release, by service. */
export function auditCost(size: AuditSize): CostLine[] {
  const { pairs, cached, keepUsd } = size;
  const rows = pairs / PAIRS_A_ROW;
  const [read, write] = [(rows * PRICE.readUnit) / 2, rows * PRICE.writeUnit];
  // Whether rows are kept is decided without knowing what they hold, as the counting functions decide it.
  const kept = read + write <= keepUsd;
  const work = stepWork({ ...size, pairs: kept ? pairs * (1 - cached) : pairs });
  const inMaps = work.filter(({ isMap }) => isMap);
  const runs = inMaps.reduce((total, { calls: each }) => total + each, 0);
  const { puts, gets } = requestsOf(size);
  const mapSeconds = inMaps.reduce((total, { seconds }) => total + seconds, 0);
  const calls = work.reduce((total, each) => total + each.calls, 0);
  const gb = work.reduce((total, { seconds, mb }) => total + (seconds * mb) / 1024, 0);
  return [
    {
      service: 'Step Functions',
      dollars:
        runs * (PRICE.expressRequest + PRICE.standardTransition) +
        mapSeconds * EXPRESS_GB * PRICE.expressGbSecond +
        TRANSITIONS * PRICE.standardTransition,
      how: `${runs} children`,
    },
    { service: 'Lambda', dollars: calls * PRICE.invocation + gb * PRICE.lambdaGbSecond, how: `${Math.ceil(gb)} GB-seconds` },
    {
      service: 'DynamoDB',
      dollars: kept ? read + write * (1 - cached) : 0,
      how: kept ? `${Math.ceil(rows)} rows of counts` : 'counted anew: rows would cost more',
    },
    { service: 'S3', dollars: puts * PRICE.put + gets * PRICE.get, how: `${puts + gets} requests` },
    {
      service: 'Queue, ledger, keys',
      dollars: MESSAGES * PRICE.message + LEDGER_WRITES * PRICE.writeUnit + calls * PRICE.keyRequest,
      how: `${MESSAGES} messages`,
    },
    {
      service: 'Logs, traces',
      dollars: (calls * LOG_BYTES * PRICE.logGb) / 1e9 + calls * TRACES * PRICE.trace,
      how: `${((calls * LOG_BYTES) / 1e6).toFixed(1)} MB, ${calls * TRACES} traces`,
    },
  ];
}

/** Cost of a stack in a month without audits, line by line. */
export const idleLines = ({
  keys,
  alarmMetrics,
  dashboards,
  metrics,
  storedGb,
  canaries,
  looks,
  copies,
}: Readonly<Record<'keys' | 'alarmMetrics' | 'dashboards' | 'metrics' | 'storedGb' | 'canaries' | 'looks' | 'copies', number>>): Readonly<
  Record<string, number>
> => ({
  keys: keys * PRICE.keyMonth,
  alarms: alarmMetrics * PRICE.alarmMonth,
  dashboard: dashboards * PRICE.dashboardMonth,
  metrics: metrics * PRICE.metricMonth,
  storage: storedGb * PRICE.storedGbMonth,
  canary: canaries * auditCost(CANARY_SIZE).reduce((sum, { dollars }) => sum + dollars, 0),
  line: looks * (clockCall(LOOK_SECONDS) + PRICE.message + PRICE.readUnit),
  copies: copies * (clockCall(COPY_SECONDS) + COPY_LISTS * PRICE.put),
});

/** Of what goes by the clock and finds nothing to do: functions of 1 GB. The copies list what was published and what was copied, of two tables. */
const LOOK_SECONDS = 0.1;
const COPY_SECONDS = 0.5;
const COPY_LISTS = 4;
const clockCall = (seconds: number): number =>
  PRICE.invocation + seconds * PRICE.lambdaGbSecond + (LOG_BYTES * PRICE.logGb) / 1e9 + TRACES * PRICE.trace;

/** Four lines, two generalised items. */
const CANARY_SIZE: AuditSize = {
  bytes: 110,
  blocks: 1,
  characters: 170,
  units: 2,
  cells: 8,
  pairs: 16,
  largest: 4,
  learns: true,
  rows: 0,
  cached: 0,
  keepUsd: 0,
};

export const idleCost = (of: Parameters<typeof idleLines>[0]): number => Object.values(idleLines(of)).reduce((sum, each) => sum + each, 0);

/** Requests to S3 of an audit of a set-generalised release with the default attacks: PUT with LIST, and GET with HEAD, as they are priced. */
interface Requests {
  readonly puts: number;
  readonly gets: number;
}

/** Cells that are scored and attacked at once (kit/plan/batches), which is what a child writes at once. */
const BATCH_CELLS = 50_000;
/** Attacks that learn and decide by default: a blob of each, for each slice that a child decides. */
const LEARNED = 5;
/** Of each slice, to finish a part: what it found of the part's blocks and people, and where these are. */
const RANGES = 4;
/**
 * As test/workflow/requests.test.ts counts them: of each call so much, and of what grows with a release. Without what a function reads of an index
 * when
 * it is new, which others find read: some 30 requests for WordNet's.
 */
function requestsOf(size: AuditSize): Requests {
  const { blocks, cells, units, rows, learns } = size;
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
    ? 8 + 5 * parts + files * blocks + 5 * gathers + parts * (gathers + buckets) + buckets + parts * (6.5 + RANGES * slices)
    : 6 + files * blocks;
  const attacked = counted * (7 * children + batches + (learns ? 13 : 3) + 2 * files + slices + (12 + 2 * files) * children);
  const gets = single + planned + attacked + (16 + files) * slices;
  return { puts: Math.round(puts), gets: Math.round(gets) };
}
