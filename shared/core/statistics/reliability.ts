/** Probabilities are stored as integers with this many steps, so sums do not depend on order. */
const STEPS = 10_000;

/** Cells by stated probability: its step, how many cells, how many of them were so. */
export type StatedCounts = readonly (readonly [step: number, cells: number, held: number])[];

/** Collects what was said and what was so. */
export class Stated {
  readonly #counts = new Map<number, [cells: number, held: number]>();

  add(said: number, was: 0 | 1): void {
    this.#put(Math.floor(said * STEPS + 0.5), 1, was);
  }

  merge(counts: StatedCounts): void {
    for (const [step, cells, held] of counts) this.#put(step, cells, held);
  }

  counts(): StatedCounts {
    return Array.from(this.#counts, ([step, [cells, held]]) => [step, cells, held] as const).sort((a, b) => a[0] - b[0]);
  }

  #put(step: number, cells: number, held: number): void {
    const known = this.#counts.get(step);
    if (known === undefined) this.#counts.set(step, [cells, held]);
    else {
      known[0] += cells;
      known[1] += held;
    }
  }
}

export interface ReliabilityBin {
  readonly cells: number;
  /** Mean stated probability, and the observed share. */
  readonly said: number;
  readonly was: number;
}

export interface Reliability {
  readonly cells: number;
  readonly bins: readonly ReliabilityBin[];
  /** Mean distance between stated and observed, weighted by cells. */
  readonly error: number;
  /** Expected error of a perfectly calibrated model by chance alone. */
  readonly floor: number;
}

const BINS = 10;
/** The mean of |x| of a standard normal: sqrt(2 / pi). */
const MEAN_DEVIATION = 0.7978845608028654;

/** Calibration over 10 bins of equal count. Cells of equal probability stay together, so bins may be unequal. Null without cells. */
export function reliability(counts: StatedCounts): Reliability | null {
  const all = counts.reduce((total, [, cells]) => total + cells, 0);
  if (all === 0) return null;
  const bins: (ReliabilityBin & { readonly variance: number })[] = [];
  let [cells, said, was, variance, passed] = [0, 0, 0, 0, 0];
  let full = all / BINS;
  for (const [at, [step, count, held]] of counts.entries()) {
    const p = step / STEPS;
    cells += count;
    said += count * p;
    was += held;
    variance += count * p * (1 - p);
    passed += count;
    if (passed < full && at < counts.length - 1) continue;
    bins.push({ cells, said: said / cells, was: was / cells, variance });
    [cells, said, was, variance] = [0, 0, 0, 0];
    full = ((Math.floor((passed * BINS) / all) + 1) * all) / BINS;
  }
  return {
    cells: all,
    bins: bins.map(({ variance: _, ...bin }) => bin),
    error: bins.reduce((total, bin) => total + bin.cells * Math.abs(bin.said - bin.was), 0) / all,
    floor: bins.reduce((total, bin) => total + MEAN_DEVIATION * Math.sqrt(bin.variance), 0) / all,
  };
}
