import type { Bar } from '../bench.ts';

/** Processor milliseconds of a step at three sizes along an axis. */
export interface Grown {
  readonly axis: string;
  readonly step: string;
  readonly sizes: readonly [number, number, number];
  readonly costs: readonly [number, number, number];
}

/** Room for noise above n log n, and the milliseconds below which a step at its largest is nothing. */
const NOISE = 1.4;
const NOTHING = 500;

const TIED = 'GBA and RBA look again at rows that are tied at the top after each elimination; beyond a limit they are not computable';
/** Steps that grow faster along an axis, each with its reason. */
const NAMED = new Map<string, string>([
  ['members of each of 20 groups: learn calibrated', 'sums over sets of options double with each, up to a limit; sampled beyond'],
  ['rows of one group with distances: attack', TIED],
  ['rows of one group with distances: all', TIED],
]);

const nLogN = (n: number): number => n * Math.log2(Math.max(2, n));

/** How many times as much the last size took as the one before, and may have taken. */
export function growthOf({ sizes, costs }: Grown): { readonly times: number; readonly most: number } {
  return { times: costs[2] / Math.max(1, costs[1]), most: NOISE * (nLogN(sizes[2]) / nLogN(sizes[1])) };
}

/** A bar for each step that takes any time. */
export function barOf(grown: Grown): Bar[] {
  if (grown.costs[2] < NOTHING) return [];
  const { times, most } = growthOf(grown);
  const reason = NAMED.get(`${grown.axis}: ${grown.step}`);
  return [
    {
      what: `${grown.axis}: ${grown.step}, from ${grown.sizes[1].toLocaleString('en')} to ${grown.sizes[2].toLocaleString('en')}`,
      figure: `${times.toFixed(1)} times`,
      bar: reason ?? `at most ${most.toFixed(1)}: n log n`,
      met: reason !== undefined || times <= most,
    },
  ];
}
