import { addExposureCluster, type ExposureSums, noExposure, type TargetActs } from '../../../core/verdict/exposed.ts';
import { CONFIDENCES } from '../../../core/verdict/finding.ts';
import { type Guesses, type GuessRows, noGuesses, SHARE_UNIT } from '../measure/guess-rows.ts';

/** Exposure by one attack at one confidence, with the summed error of its guesses. */
interface ExposedAt {
  readonly confidence: number;
  readonly sums: ExposureSums;
  /** Targets' worth. */
  readonly doubt: number;
}

/**
 * The surest guess of each attack for each person: several generalised items of one transaction are one target. Memory: 14 bytes for each
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
    this.#surest = Array.from({ length: attacks }, () => ({ ...noGuesses(people), unit: new Int32Array(people) }));
  }

  /** Slices come in their order: of two guesses that are equally sure the first counts. */
  add({ transaction, unit, sure, member, right, less, doubt }: GuessRows): void {
    const rows = transaction.length;
    for (let row = 0; row < rows; row += 1) {
      const person = transaction[row];
      if (this.#home[person] === -1) this.#home[person] = unit[row];
    }
    for (let attack = 0, at = 0; attack < this.#surest.length; attack += 1) {
      const own = this.#surest[attack];
      for (let row = 0; row < rows; row += 1, at += 1) {
        const person = transaction[row];
        if (own.sure[person] >= sure[at]) continue;
        own.sure[person] = sure[at];
        own.member[person] = member[at];
        own.right[person] = right[at];
        own.less[person] = less[at];
        own.doubt[person] = doubt[at];
        own.unit[person] = unit[row];
      }
    }
  }

  /** People of whom something is hidden. */
  get hidden(): number {
    return this.#home.reduce((sum, unit) => sum + (unit === -1 ? 0 : 1), 0);
  }

  /** At each confidence. Guesses of one member of one generalised item are right or wrong together. */
  exposedBy(attack: number): ExposedAt[] {
    const own = this.#surest[attack];
    const clusters = this.#clustersOf(own);
    return CONFIDENCES.map((confidence) => {
      const least = Math.max(1, Math.round(confidence * SHARE_UNIT));
      const sums = noExposure();
      let doubt = 0;
      const actsOf = (person: number): TargetActs => {
        const acts = own.sure[person] >= least;
        if (acts) doubt += own.doubt[person];
        const [right, baselineRight] = [own.right[person] / SHARE_UNIT, own.less[person] / SHARE_UNIT];
        return { weight: 1, acts, right, baselineActs: acts ? 1 : 0, baselineRight };
      };
      for (const people of clusters) addExposureCluster(sums, people.map(actsOf));
      return { confidence, sums, doubt: doubt / SHARE_UNIT };
    });
  }

  /** People by item and member; in an order that that of the lines does not change, since sums are rounded. */
  #clustersOf(own: Surest): readonly (readonly number[])[] {
    const itemOf = (person: number): number => (own.sure[person] === 0 ? this.#home[person] : own.unit[person]);
    const { order, starts } = byItem(this.#people, itemOf);
    const clusters: number[][] = [];
    for (let item = 0; item + 1 < starts.length; item += 1) {
      const among = order.subarray(starts[item], starts[item + 1]);
      const byMember = Map.groupBy(among, (person) => (own.sure[person] === 0 ? -1 : own.member[person]));
      const columns = [own.sure, own.right, own.less] as const;
      const alike = (a: number, b: number): number => {
        for (const column of columns) if (column[a] !== column[b]) return column[a] - column[b];
        return 0;
      };
      for (const [, people] of [...byMember].sort(([a], [b]) => a - b)) clusters.push(people.sort(alike));
    }
    return clusters;
  }
}

type Surest = Guesses & Pick<GuessRows, 'unit'>;

/** People by generalised item, those of none left out: counted, not compared. */
function byItem(people: number, itemOf: (person: number) => number): { readonly order: Int32Array; readonly starts: Int32Array } {
  let items = 0;
  for (let person = 0; person < people; person += 1) items = Math.max(items, itemOf(person) + 1);
  const starts = new Int32Array(items + 1);
  for (let person = 0; person < people; person += 1) {
    const item = itemOf(person);
    if (item >= 0) starts[item + 1] += 1;
  }
  for (let item = 0; item < items; item += 1) starts[item + 1] += starts[item];
  const free = starts.slice();
  const order = new Int32Array(starts[items]);
  for (let person = 0; person < people; person += 1) {
    const item = itemOf(person);
    if (item < 0) continue;
    const to = free[item];
    free[item] = to + 1;
    order[to] = person;
  }
  return { order, starts };
}
