import { countBreaches, STRONG } from '../../../core/breach/breaches.ts';
import type { KmClaim } from '../../../core/breach/check-release.ts';
import { PossibleRows } from '../../../core/breach/possible-rows.ts';
import { rareItemsets } from '../../../core/breach/rare-itemsets.ts';
import type { Chunk, DisassociatedRelease } from '../../../core/model/disassociated.ts';
import { byAttack, type Finding, proved } from '../../../core/verdict/finding.ts';

const FACTS = [1, 2, 3];

/** Who is found by 1, 2 or 3 known items: fewer transactions than claimed, else one alone, hold them in every possible world. */
export function knownTermFindings(release: DisassociatedRelease, claimed: KmClaim | null): Finding[] {
  const of = release.clusters.reduce((sum, { size }) => sum + size, 0);
  const rows = new PossibleRows(release, claimed?.k ?? 2);
  return FACTS.map((facts) => {
    // The claim speaks of m items; who knows more must find one alone.
    const least = Math.min(facts, claimed?.m ?? 0);
    const found = release.clusters.map(({ size, recordChunks }) =>
      Math.min(size, Math.max(0, ...recordChunks.map((chunk) => foundIn(chunk, facts, least, claimed, rows)))),
    );
    if (claimed !== null && least >= 2)
      for (const { cluster, item, covered, least: together } of countBreaches(release, claimed.k, STRONG).breaches)
        if (rows.most([item, covered], claimed.k) < claimed.k) found[cluster] = Math.max(found[cluster] as number, 1, together);
    for (const { clusters, sharedChunks } of release.jointClusters) {
      const shared = Math.max(0, ...sharedChunks.map((chunk) => foundIn(chunk, facts, least, claimed, rows)));
      const [first] = clusters;
      const known = clusters.reduce((sum, cluster) => sum + (found[cluster] ?? 0), 0);
      if (first !== undefined && shared > known) found[first] = (found[first] as number) + shared - known;
    }
    const people = Math.min(
      of,
      found.reduce((sum, each) => sum + each, 0),
    );
    const few = claimed === null || least === 0 ? 'no other transaction' : `fewer than ${least === facts ? claimed.k : 2} transactions`;
    return proved(
      byAttack('singled out', 'known terms', `${facts} ${facts === 1 ? 'item' : 'items'} of a person, and how the release was made`, {
        facts,
      }),
      {
        people,
        of,
        baseline: { name: 'who knows no item', right: 0 },
        reason: `in every possible world ${few} hold what is known of these`,
      },
    );
  });
}

/** Sub-records of a chunk with an itemset that too few transactions of the release can hold. */
function foundIn(chunk: Chunk, facts: number, claimedFacts: number, claimed: KmClaim | null, possible: PossibleRows): number {
  const terms = [...new Set(chunk.flat())];
  const numberOf = new Map(terms.map((term, at) => [term, at]));
  const rows = chunk.map((subRecord) => [...new Set(subRecord)].map((term) => numberOf.get(term) as number));
  const rareBelow = (wanted: number, most: number): readonly number[][] =>
    most === 0
      ? []
      : rareItemsets(rows, terms.length, wanted, most).flatMap(({ items }) =>
          possible.most(
            items.map((item) => terms[item] as string),
            wanted,
          ) < wanted
            ? [[...items]]
            : [],
        );
  const rare = [...rareBelow(claimed?.k ?? 2, claimedFacts), ...(facts > claimedFacts ? rareBelow(2, facts) : [])];
  return rare.length === 0 ? 0 : rows.filter((row) => rare.some((items) => items.every((item) => row.includes(item)))).length;
}
