import { PRICE } from './prices.ts';

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
  /** Share of the units whose counts the score cache holds already. */
  readonly cached: number;
}

export interface CostLine {
  readonly service: string;
  readonly dollars: number;
  readonly how: string;
}

/** What a child does in a second: cells attacked with the default attacks, pairs counted. Conservative; docs/figures has what was measured. */
const CELLS_A_SECOND = 200_000;
const PAIRS_A_SECOND = 500_000;
/** Start, connections, reading the folder of the audit. */
const CHILD_SECONDS = 2;
const CHILD_GB = 1769 / 1024;
const WHOLE_GB = 3008 / 1024;
const EXPRESS_GB = 0.0625;
const BYTES_A_SECOND = 10e6;
/** A count and its share of the frame, in a block of the score cache. */
const BYTES_A_COUNT = 2;
/** States of the parent that are entered in an audit without faults. */
const TRANSITIONS = 14;

/**
 * Pointers to a child: as many as keep it far below five minutes even if each were the largest. 4 million cells at 200,000 a second take
 * 20 s; so do 2,000 small units at 100 a second, a hundredth of what was measured. Fewer of them, and a child's dozen requests to S3 would
 * cost more than its work. `shared`: units that a pointer has on average.
 */
const UNITS_PER_BATCH = 2_000;
const CELLS_PER_BATCH = 4_000_000;
export const unitsPerBatch = (largest: number, shared = 1): number =>
  Math.max(1, Math.min(Math.floor(UNITS_PER_BATCH / shared), Math.floor(CELLS_PER_BATCH / Math.max(1, largest))));

/** Slices of the results: at most so many units or cells (shared/kinds/set-generalised/plan/plan-groups). */
const sliceCount = ({ units, cells }: AuditSize): number => Math.max(Math.ceil(units / 4096), Math.ceil(cells / 250_000));
/** Units that share a pointer and a block of counts, on average (shared/kinds/set-generalised/plan/plan-groups). */
const sharedBy = ({ bytes, units, cells }: AuditSize): number =>
  bytes < 1_000_000 || cells === 0 ? 1 : Math.max(1, Math.min(16, (2_048 * units) / cells));

export function auditCost(size: AuditSize): CostLine[] {
  const { units, cells, pairs, largest, cached, bytes } = size;
  const shared = sharedBy(size);
  const pointers = Math.ceil(units / shared);
  const children = Math.ceil(pointers / unitsPerBatch(largest, shared));
  const slices = sliceCount(size);
  const counting = children * CHILD_SECONDS + ((1 - cached) * pairs) / PAIRS_A_SECOND;
  const attacking = children * CHILD_SECONDS + cells / CELLS_A_SECOND;
  const measuring = slices * CHILD_SECONDS + cells / CELLS_A_SECOND;
  const whole = 4 * CHILD_SECONDS + (3 * bytes) / BYTES_A_SECOND;
  const runs = 2 * children + slices;
  const blockBytes = units === 0 ? 0 : 80 + (BYTES_A_COUNT * pairs * shared) / units;
  const reads = 2 * pointers * Math.ceil(blockBytes / 4096);
  const writes = (1 - cached) * pointers * Math.ceil(blockBytes / 1024);
  const gb = counting * CHILD_GB + attacking * CHILD_GB + measuring * WHOLE_GB + whole * WHOLE_GB;
  return [
    {
      service: 'Step Functions',
      dollars:
        runs * (PRICE.expressRequest + PRICE.standardTransition) +
        (counting + attacking + measuring) * EXPRESS_GB * PRICE.expressGbSecond +
        TRANSITIONS * PRICE.standardTransition,
      how: `${runs} children`,
    },
    { service: 'Lambda', dollars: (runs + 6) * PRICE.invocation + gb * PRICE.lambdaGbSecond, how: `${Math.ceil(gb)} GB-seconds` },
    { service: 'DynamoDB', dollars: reads * PRICE.readUnit + writes * PRICE.writeUnit, how: `${reads} reads, ${Math.ceil(writes)} writes` },
    { service: 'S3', dollars: 6 * runs * PRICE.put + 12 * runs * PRICE.get, how: `${18 * runs} requests` },
  ];
}
