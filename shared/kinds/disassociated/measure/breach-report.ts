import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { CellValue } from '../../../contracts/table.ts';
import { MODERATE_SHARE, moderate, weak } from '../../../core/breach/background.ts';
import { type Background, type BreachCount, countBreaches, STRONG } from '../../../core/breach/breaches.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { DisassociatedRelease } from '../../../core/model/disassociated.ts';
import { seeded } from '../../../core/random/random.ts';
import type { OriginalClusters } from '../read/original-clusters.ts';

type Attacker = 'strong' | 'moderate' | 'weak';

export interface AttackerBreaches {
  readonly attacker: Attacker;
  readonly knows: string;
  /** Null where it cannot be computed. */
  readonly count: Pick<BreachCount, 'breaches' | 'quantity'> | null;
}

interface BreachInput {
  readonly release: DisassociatedRelease;
  readonly originals: OriginalClusters | null;
  readonly nouns: readonly string[];
  readonly k: number;
  readonly m: number;
  readonly seed: string;
}

/** Breaches for the three attackers. The moderate one knows original records: without them it is not computable. */
export function breachReport({ release, originals, nouns, k, m, seed }: BreachInput): AttackerBreaches[] {
  const known = (background: Background | null): AttackerBreaches['count'] => {
    if (background === null) return null;
    const { breaches, quantity } = countBreaches(release, k, background);
    return { breaches, quantity };
  };
  return [
    { attacker: 'strong', knows: 'every itemset', count: known(STRONG) },
    {
      attacker: 'moderate',
      knows: `the combinations of ${m} items within ${MODERATE_SHARE * 100} % of the records`,
      count: known(originals === null ? null : moderate(originals.flat(), m, MODERATE_SHARE, seeded(seed, 'moderate'))),
    },
    {
      attacker: 'weak',
      knows: `the combinations of ${m} among 10 items of the data and 10 nouns`,
      count: known(weak(termsOfRelease(release), nouns, m, seeded(seed, 'weak'))),
    },
  ];
}

function termsOfRelease({ clusters, jointClusters }: DisassociatedRelease): string[] {
  const terms = new Set<string>();
  for (const { recordChunks, termChunk } of clusters) {
    for (const chunk of recordChunks) for (const subRecord of chunk) for (const term of subRecord) terms.add(term);
    for (const term of termChunk) terms.add(term);
  }
  for (const { sharedChunks } of jointClusters)
    for (const chunk of sharedChunks) for (const subRecord of chunk) for (const term of subRecord) terms.add(term);
  return [...terms].sort(compareCodePoints);
}

/** Cells in the order of the table `breaches`. */
export function* breachRows(attackers: readonly AttackerBreaches[]): Generator<CellValue[]> {
  for (const { attacker, count } of attackers) {
    for (const { cluster, item, chunk, covered, against, trivial, least, most } of count?.breaches ?? [])
      yield [attacker, cluster, item, chunk, covered, against, trivial, least, most];
  }
}

/** What is claimed, if enough is. */
export const claimOf = ({ claim }: AuditRequest): { readonly k: number; readonly m: number } | null =>
  claim.k === undefined ? null : { k: claim.k, m: claim.m ?? 2 };
