import { PRICE } from './prices.ts';
import { stepWork } from './step-work.ts';
import { plannedIn, sliceCount } from './units.ts';

/** What an audit is made of, as far as its cost goes. */
export interface AuditSize {
  /** Bytes of the release. */
  readonly bytes: number;
  /** Generalised items. */
  readonly units: number;
  readonly cells: number;
  /** Pairs of a member and a context item, over all units: what is counted. */
  readonly pairs: number;
  /** Cells of the largest unit. */
  readonly largest: number;
  /** Rows that intervals are stated over; none without an original. */
  readonly rows: number;
  /** Share of the pairs that the score cache holds already. */
  readonly cached: number;
  /** What an audit may spend on rows of the score cache that counting would undercut. */
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
/** Of a child: what Lambda and an Express execution say of themselves in logs, without data; and requests to S3. */
const LOG_BYTES = 8_000;
const TRACES = 2;
const PUTS = 7;
const GETS = 14;
/** Reads of a part of what each slice found of its blocks, and of its people; and of where they stand. */
const RANGES = 4;
/** Partners in a row of the score cache, on average, and what a row costs to read and to write. */
const PAIRS_A_ROW = 6;

/** What one audit of a set-generalised release costs, by service. */
export function auditCost(size: AuditSize): CostLine[] {
  const { pairs, cached, keepUsd } = size;
  const rows = pairs / PAIRS_A_ROW;
  const [read, write] = [(rows * PRICE.readUnit) / 2, rows * PRICE.writeUnit];
  // Whether rows are kept is decided without knowing what they hold, as the counting functions decide it.
  const kept = read + write <= keepUsd;
  const work = stepWork({ ...size, pairs: kept ? pairs * (1 - cached) : pairs });
  const inMaps = work.filter(({ isMap }) => isMap);
  const runs = inMaps.reduce((total, { calls: each }) => total + each, 0);
  const { parts, buckets } = plannedIn(size);
  const [puts, gets] = [PUTS * runs, GETS * runs + parts * (buckets + RANGES * sliceCount(size))];
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
      service: 'Logs, traces',
      dollars: (calls * LOG_BYTES * PRICE.logGb) / 1e9 + calls * TRACES * PRICE.trace,
      how: `${((calls * LOG_BYTES) / 1e6).toFixed(1)} MB, ${calls * TRACES} traces`,
    },
  ];
}

/** What a stack costs a month in which nobody audits: keys, what alarms look at, which may be billed a metric each, a dashboard, and what was pushed and kept. */
export function idleCost({
  keys,
  alarmMetrics,
  dashboards,
  storedGb,
}: Readonly<Record<'keys' | 'alarmMetrics' | 'dashboards' | 'storedGb', number>>): number {
  return keys * PRICE.keyMonth + alarmMetrics * PRICE.alarmMonth + dashboards * PRICE.dashboardMonth + storedGb * PRICE.storedGbMonth;
}
