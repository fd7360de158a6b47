import type { Exposure } from '../../../core/people/exposure.ts';
import type { Decided, StoredVerdict } from '../contracts.ts';
import type { FinishedUnit } from './finished-units.ts';

/** Index of the attack whose probabilities make the exposures. */
export interface ExposedBy {
  readonly attack: number;
  /** The attack without outside knowledge; -1 where it was not run. */
  readonly without: number;
  readonly protectedItems: readonly string[];
}

/** Every member of a generalised item, for every transaction that carries it: unit after unit. */
export function* exposuresIn(
  units: readonly FinishedUnit[],
  { attack, without, protectedItems }: ExposedBy,
): Generator<readonly Exposure[]> {
  const isProtected = new Set(protectedItems);
  for (const { unit, group, verdicts, original } of units) {
    const said = decidedBy(verdicts[attack]);
    if (said === null) continue;
    const plain = decidedBy(verdicts[without]);
    const out = new Set(said.verdict.cells);
    const { betrayedBy } = said.verdict;
    const width = group.members.length;
    yield Array.from(said.confidence, (added, cell): Exposure => {
      const row = Math.floor(cell / width);
      const { t, id } = group.rows[row];
      const target = group.members[cell - row * width];
      return {
        person: t,
        id: id ?? null,
        unit,
        target,
        probability: 1 - added,
        without: plain === null ? null : 1 - plain.confidence[cell],
        decision: out.has(cell) ? 'taken out' : 'kept',
        truth: original === null ? null : original[cell] === 1,
        betrayedBy: betrayedBy?.items[betrayedBy.of[cell] ?? -1] ?? null,
        isProtected: isProtected.has(target),
      };
    });
  }
}

function decidedBy(verdict: StoredVerdict | undefined): { readonly verdict: Decided; readonly confidence: Float64Array } | null {
  if (verdict?.kind !== 'decided' || verdict.confidence === undefined) return null;
  return { verdict, confidence: verdict.cautious ?? verdict.confidence };
}
