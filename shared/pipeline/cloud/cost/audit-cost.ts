import { PRICE } from './prices.ts';
import { requestsOf } from './requests.ts';
import { stepWork } from './step-work.ts';

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
  /** Generalised items are not marked: reading infers them, and stores the blocks again. */
  readonly inferred: boolean;
  /** Learned attacks have something to learn from; without `--labels` codes say nothing. */
  readonly learns: boolean;
  /** They find enough to practise on: else they learn nothing and name nobody. */
  readonly practises: boolean;
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
  inferred: false,
  learns: true,
  practises: false,
  rows: 0,
  cached: 0,
  keepUsd: 0,
};

export const idleCost = (of: Parameters<typeof idleLines>[0]): number => Object.values(idleLines(of)).reduce((sum, each) => sum + each, 0);
