import { type EvidenceInput, evidenceOf } from '../../../../core/attack/calibrated/evidence.ts';
import type { IndexedGroup, IndexedRelease } from '../../../../core/attack/calibrated/indexed-release.ts';
import { practiceRelease } from '../../../../core/attack/calibrated/practice.ts';
import type { PracticeTable } from '../../../../core/attack/calibrated/train.ts';
import { type AskedSource, countTables } from './gather.ts';

/** What practice is made of. */
export interface PracticePlan {
  readonly release: IndexedRelease;
  readonly asked: readonly AskedSource[];
  readonly texts: readonly string[];
  readonly frequencyClass: Int32Array;
  readonly seed: string;
  readonly inputFor: (release: IndexedRelease) => EvidenceInput;
}

/** Practice tables of one kind: their partners at random (0) or from one transaction (1). */
export interface PracticePool {
  readonly name: string;
  readonly sharing: 0 | 1;
  readonly tables: PracticeTable[];
  /** Rounds so far that found no items for any shape. */
  empty: number;
  rounds: number;
  /** Most tables of the first round. */
  readonly first: number;
}

export const emptyPool = (name: string, sharing: 0 | 1, first: number): PracticePool => ({
  name,
  sharing,
  tables: [],
  empty: 0,
  rounds: 0,
  first,
});

/** The first round is small, so that pools share what a small release has; later ones are large, since each is a release of its own. */
const ROUND = 80;
const MOST_EMPTY = 2;

/** Makes practice tables, each item serving once in all of them. */
export class Practice {
  readonly #plan: PracticePlan;
  readonly #taken = new Set<number>();

  constructor(plan: PracticePlan) {
    this.#plan = plan;
  }

  /** Fills the pools in turn up to the numbers wanted, or until no items are left for the shapes of the release. */
  async fill(wanted: readonly { readonly pool: PracticePool; readonly most: number }[]): Promise<void> {
    for (;;) {
      const open = wanted.filter(({ pool, most }) => pool.tables.length < most && pool.empty < MOST_EMPTY);
      if (open.length === 0) return;
      for (const { pool, most } of open) await this.#round(pool, most - pool.tables.length);
    }
  }

  async #round(pool: PracticePool, left: number): Promise<void> {
    const { release, asked, texts, frequencyClass, seed, inputFor } = this.#plan;
    const most = Math.min(left, pool.rounds === 0 ? pool.first : ROUND);
    const options = { seed: `${seed}|${pool.name}|${pool.rounds}`, sharing: pool.sharing, frequencyClass, most };
    const made = practiceRelease(release, options, this.#taken);
    pool.rounds += 1;
    pool.empty = made.tables.length === 0 ? pool.empty + 1 : 0;
    if (made.tables.length === 0) return;
    const groups = made.tables.map(({ group }) => made.release.groups[group] as IndexedGroup);
    const both = await countTables(
      asked,
      texts,
      groups.map((group) => ({ release: made.release, group })),
    );
    const input = inputFor(made.release);
    for (const [at, { original }] of made.tables.entries()) {
      pool.tables.push({ evidence: evidenceOf(input, groups[at] as IndexedGroup, both[at] as Float64Array[]), original });
    }
  }
}
