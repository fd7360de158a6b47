import { type CountedTable, compared, type EvidenceInput, tableEvidence } from '../../../../core/attack/calibrated/evidence.ts';
import type { TopicFolds } from '../../../../core/attack/calibrated/folds.ts';
import { holdersOf, type IndexedGroup, type IndexedRelease } from '../../../../core/attack/calibrated/indexed-release.ts';
import { supportsAreMissing } from '../../../../core/attack/calibrated/missing-supports.ts';
import { practiceRelease } from '../../../../core/attack/calibrated/practice.ts';
import type { PracticeTable } from '../../../../core/attack/calibrated/train.ts';
import { type AskedSource, countTables } from './gather.ts';

/** What practice is made of. */
export interface PracticePlan {
  readonly release: IndexedRelease;
  /** The release's own tables: what practice is to resemble. */
  readonly targets: readonly IndexedGroup[];
  readonly asked: readonly AskedSource[];
  readonly texts: readonly string[];
  readonly frequencyClass: Int32Array;
  readonly folds: TopicFolds;
  readonly seed: string;
  readonly inputFor: (release: IndexedRelease) => EvidenceInput;
  /** Where no items are as frequent as the members, those that are nearest serve. */
  readonly anyFrequency: boolean;
  /** Called with each table: how far it has come. */
  readonly made?: (() => void) | undefined;
}

/** One draw of practice: each item serves once in it, in the fold that it is of. */
class PracticeDraw {
  readonly number: number;
  readonly fold: Uint8Array;
  readonly taken = new Set<number>();

  constructor(number: number, folds: TopicFolds) {
    this.number = number;
    this.fold = folds.fold(number);
  }
}

/** Practice tables of one draw and one kind: their partners at random (0) or from one transaction (1). */
interface PracticePool {
  readonly draw: PracticeDraw;
  readonly sharing: 0 | 1;
  readonly tables: PracticeTable[];
  /** The last round found no items for any shape. */
  empty: boolean;
  rounds: number;
  /** Most tables of the first round. */
  readonly first: number;
}

export const emptyPool = (draw: PracticeDraw, sharing: 0 | 1, first = ROUND): PracticePool => ({
  draw,
  sharing,
  tables: [],
  empty: false,
  rounds: 0,
  first,
});

/** The first round may be small, so that pools share what a small release has; later ones are large, since each is a release of its own. */
const ROUND = 80;

/** Makes practice tables. */
export class Practice {
  readonly #plan: PracticePlan;
  readonly #holders: readonly (readonly number[])[];

  constructor(plan: PracticePlan) {
    this.#plan = plan;
    this.#holders = holdersOf(plan.release);
  }

  get supportsMissing(): boolean {
    return supportsAreMissing(this.#plan.release);
  }

  draw(number: number): PracticeDraw {
    return new PracticeDraw(number, this.#plan.folds);
  }

  /** Fills the pools in turn up to the numbers wanted, or until no items are left for the shapes of the release. */
  async fill(wanted: readonly { readonly pool: PracticePool; readonly most: number }[]): Promise<void> {
    for (;;) {
      const open = wanted.filter(({ pool, most }) => pool.tables.length < most && !pool.empty);
      if (open.length === 0) return;
      for (const { pool, most } of open) await this.#round(pool, most - pool.tables.length);
    }
  }

  async #round(pool: PracticePool, left: number): Promise<void> {
    const { release, targets, asked, texts, frequencyClass, seed, inputFor, anyFrequency } = this.#plan;
    const { number, fold, taken } = pool.draw;
    const most = Math.min(left, pool.rounds === 0 ? pool.first : ROUND);
    const kind = pool.sharing === 0 ? 'apart' : 'beside';
    const own = { seed: `${seed}|${kind}|${number}|${pool.rounds}`, sharing: pool.sharing, fold, most };
    const options = { ...own, targets, holders: this.#holders, frequencyClass, anyFrequency };
    const made = practiceRelease(release, options, taken);
    pool.rounds += 1;
    pool.empty = made.tables.length === 0;
    if (pool.empty) return;
    const groups = made.tables.map(({ group }) => made.release.groups[group] as IndexedGroup);
    const counted = await countTables(asked, texts, made.release, groups);
    const input = inputFor(made.release);
    for (const [at, { original, fold: own }] of made.tables.entries()) {
      const group = groups[at] as IndexedGroup;
      pool.tables.push({
        evidence: tableEvidence(input, group, compared(input, group, counted[at] as CountedTable)),
        original,
        part: { draw: number, fold: own },
        items: group.members,
      });
      this.#plan.made?.();
    }
  }
}
