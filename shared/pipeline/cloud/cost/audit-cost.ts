import { PRICE } from './prices.ts';
import { learnsFromPart, MOST_STUDIED, stepWork } from './step-work.ts';
import { childrenOf, measuredTogether, plannedIn, sliceCount } from './units.ts';

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
  /** Transactions. */
  readonly people: number;
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
const TRANSITIONS = 23;
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
  people: 4,
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

/** Of a step: PUT with LIST and POST, and GET with HEAD. */
type Counted = readonly [puts: number, gets: number];

/** Cells and units that are scored and attacked at once (kit/plan/batches): what a child writes at once. */
const BATCH = { cells: 50_000, units: 2_048 };
/** A run of rows, or of what slices found, has so many bytes; rows on their way to their buckets take three times the release's. */
const RUN_BYTES = 16 * 1024 * 1024;
const LOOSE = 3;
const PEOPLE_OF_A_PART = 10_000;
/** People are searched for by known items in releases of up to so many. */
const SEARCHED = 50_000;

/**
 * As test/workflow/requests.test.ts counts them, step by step. Without what a function reads of an index when it is new, which others find read: some
 * 30 requests for WordNet's.
 */
function requestsOf(size: AuditSize): Requests {
  const { bytes, blocks, people, cells, units, rows, learns } = size;
  const files = rows > 0 ? 2 : 1;
  const { parts, buckets, gathers } = plannedIn(size);
  const [children, slices, measured, studied] = [childrenOf(size), sliceCount(size), measuredTogether(size), learnsFromPart(size)];
  const [isMapped, hasUnits] = [parts > 0, units > 0 ? 1 : 0];
  const batches = hasUnits * Math.max(children, slices, Math.min(units, Math.ceil(cells / BATCH.cells)), Math.ceil(units / BATCH.units));
  const crossed = batches + buckets - 1;
  const own = Math.max(1, parts);
  const runs = Math.max(1, Math.ceil((LOOSE * bytes) / own / RUN_BYTES));
  const left = Math.max(measured, Math.ceil((LOOSE * bytes) / RUN_BYTES));
  const maps = isMapped ? 6 : 3;
  const tables = Math.ceil(people / PEOPLE_OF_A_PART);
  const searched = people <= SEARCHED ? 1 : 0;
  const spread: Counted = [own * (1 + runs), files * blocks];
  const gather: Counted = [(1 + files) * buckets, gathers * own * (1 + runs)];
  // Attacked blocks, people and their sums; of each run where what is wanted stands, and that.
  const finish: Counted = [own * 4 + tables, blocks + own * 2 * (measured + left)];
  const steps: readonly Counted[] = [
    // Starting, telling of the start and the end, reading; of each map its manifest and its end.
    [8 + files * blocks + 2 * maps, 16 + 3 * files + maps],
    isMapped ? [spread[0], 3 * parts + spread[1]] : spread,
    isMapped ? [gather[0], 3 * gathers + gather[1]] : [gather[0], 5 + gather[1]],
    // Planning.
    [6, 7 + buckets],
    // Scoring.
    [batches, 5 * children + crossed],
    // Learning.
    learns
      ? [studied ? 5 : 3 + 2 * slices, 6 + (studied ? 3 + (units < MOST_STUDIED ? blocks : 0) : 3 + blocks + 3 * slices + batches)]
      : [0, 0],
    // Attacking.
    [2 * batches, 6 * children + crossed + batches + (learns ? (studied ? 2 : batches) : 0)],
    // Measuring: the tables' parts, figures and guesses of a slice; of slices together, their runs.
    [8 * slices + 2 * measured + 2 * left * hasUnits, 5 * measured + 2 * slices + 2 * batches + (files - 1) * buckets],
    isMapped ? [finish[0], 5 * parts + finish[1]] : finish,
    // Publishing.
    [10 + 4 * slices + tables + searched, 10 + 2 * own + 6 * slices + tables + searched * (files * blocks + blocks + 2 * measured)],
  ];
  return { puts: sum(steps.map(([puts]) => puts)), gets: sum(steps.map(([, gets]) => gets)) };
}

const sum = (values: readonly number[]): number => Math.round(values.reduce((total, each) => total + each, 0));
