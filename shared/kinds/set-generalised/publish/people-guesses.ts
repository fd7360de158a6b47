import { addExposureCluster, type ExposureSums, noExposure, type TargetActs } from '../../../core/verdict/exposed.ts';
import { CONFIDENCES } from '../../../core/verdict/finding.ts';
import { type GuessRows, SHARE_UNIT } from '../measure/guess-rows.ts';

/** What one attack at one confidence exposes, with the sum of the doubt of those it acts on. */
interface ExposedAt {
  readonly confidence: number;
  readonly sums: ExposureSums;
  /** Targets' worth. */
  readonly doubt: number;
}

/**
 * The surest guess of each attack for each person: several generalised items of one transaction are one target. Memory: 12 bytes for each
 * person and attack.
 */
export class PeopleGuesses {
  readonly #people: number;
  /** A generalised item of each person; -1: nothing of the person is hidden. */
  readonly #home: Int32Array;
  readonly #surest: readonly Surest[];

  constructor(people: number, attacks: number) {
    this.#people = people;
    this.#home = new Int32Array(people).fill(-1);
    this.#surest = Array.from({ length: attacks }, () => surestOf(people));
  }

  /** Slices come in their order: of two guesses that are equally sure the first counts. */
  add({ transaction, unit, sure, right, less, doubt }: GuessRows): void {
    const rows = transaction.length;
    for (let row = 0; row < rows; row += 1) {
      const person = transaction[row] as number;
      if (this.#home[person] === -1) this.#home[person] = unit[row] as number;
    }
    for (let attack = 0, at = 0; attack < this.#surest.length; attack += 1) {
      const own = this.#surest[attack] as Surest;
      for (let row = 0; row < rows; row += 1, at += 1) {
        const person = transaction[row] as number;
        if ((own.sure[person] as number) >= (sure[at] as number)) continue;
        own.sure[person] = sure[at] as number;
        own.right[person] = right[at] as number;
        own.less[person] = less[at] as number;
        own.doubt[person] = doubt[at] as number;
        own.unit[person] = unit[row] as number;
      }
    }
  }

  /** People of whom something is hidden. */
  get hidden(): number {
    return this.#home.reduce((sum, unit) => sum + (unit === -1 ? 0 : 1), 0);
  }

  /** At each confidence, by generalised item: those of whom one item is guessed are right or wrong together. */
  exposedBy(attack: number): ExposedAt[] {
    const own = this.#surest[attack] as Surest;
    const clusterOf = (person: number): number => (own.sure[person] === 0 ? (this.#home[person] as number) : (own.unit[person] as number));
    const { order, starts } = byCluster(this.#people, clusterOf);
    return CONFIDENCES.map((confidence) => {
      const least = Math.max(1, Math.round(confidence * SHARE_UNIT));
      const sums = noExposure();
      let doubt = 0;
      for (let cluster = 0; cluster + 1 < starts.length; cluster += 1) {
        const [from, to] = [starts[cluster] as number, starts[cluster + 1] as number];
        if (from === to) continue;
        const targets: TargetActs[] = [];
        for (let at = from; at < to; at += 1) {
          const person = order[at] as number;
          const acts = (own.sure[person] as number) >= least;
          if (acts) doubt += own.doubt[person] as number;
          targets.push({
            weight: 1,
            acts,
            right: (own.right[person] as number) / SHARE_UNIT,
            lessActs: acts ? 1 : 0,
            lessRight: (own.less[person] as number) / SHARE_UNIT,
          });
        }
        addExposureCluster(sums, targets);
      }
      return { confidence, sums, doubt: doubt / SHARE_UNIT };
    });
  }
}

interface Surest {
  readonly sure: Uint16Array;
  readonly right: Uint16Array;
  readonly less: Uint16Array;
  readonly doubt: Uint16Array;
  readonly unit: Int32Array;
}

const surestOf = (people: number): Surest => ({
  sure: new Uint16Array(people),
  right: new Uint16Array(people),
  less: new Uint16Array(people),
  doubt: new Uint16Array(people),
  unit: new Int32Array(people),
});

/** People by their clusters, those of none left out: counted, not compared. */
function byCluster(people: number, clusterOf: (person: number) => number): { readonly order: Int32Array; readonly starts: Int32Array } {
  let clusters = 0;
  for (let person = 0; person < people; person += 1) clusters = Math.max(clusters, clusterOf(person) + 1);
  const starts = new Int32Array(clusters + 1);
  for (let person = 0; person < people; person += 1) {
    const cluster = clusterOf(person);
    if (cluster >= 0) starts[cluster + 1] = (starts[cluster + 1] as number) + 1;
  }
  for (let cluster = 0; cluster < clusters; cluster += 1)
    starts[cluster + 1] = (starts[cluster + 1] as number) + (starts[cluster] as number);
  const free = starts.slice();
  const order = new Int32Array(starts[clusters] as number);
  for (let person = 0; person < people; person += 1) {
    const cluster = clusterOf(person);
    if (cluster < 0) continue;
    const to = free[cluster] as number;
    free[cluster] = to + 1;
    order[to] = person;
  }
  return { order, starts };
}
