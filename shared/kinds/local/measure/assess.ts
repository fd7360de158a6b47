import type { Assessed } from '../../../app/audit/plain/plain-kind.ts';
import { distancesOf, type RelatedPairs } from '../../../app/audit/plain/relate-pairs.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Hierarchy } from '../../../core/anonymise/km/hierarchy.ts';
import { grouped, percent } from '../../../core/findings/figure-text.ts';
import type { Trial } from '../../../core/findings/finding.ts';
import { leafClasses } from '../../../core/local/leaf-odds.ts';
import { localFindings } from '../../../core/local/local-findings.ts';
import { type Evidence, LEAST_KNOWN } from '../../../core/verdict/verdict.ts';
import { checkLocalClaims } from '../check/claims.ts';

/** What the original says: measures alone read it. */
export interface Known {
  /** The leaves that each row holds, ascending. */
  readonly leaves: readonly (readonly number[])[];
  /** Rows whose nodes are not what these generalise to. */
  readonly inexact: readonly number[];
}

interface LocalEvidence {
  readonly tree: Hierarchy;
  readonly transactions: readonly (readonly number[])[];
  readonly known: Known | null;
  readonly related: RelatedPairs | null;
  readonly request: AuditRequest;
}

/** All attacks on the release, with what the page says of them. */
export function assessLocal({ tree, transactions, known, related, request }: LocalEvidence): Assessed {
  const { trials, findings } = localFindings({
    tree,
    transactions,
    original: known?.leaves ?? null,
    distance: distancesOf(related),
    seed: request.seed,
  });
  const { k } = request.claim;
  const links = trials.filter(({ attack, status }) => attack === 'link' && status === 'decided');
  const classes = leafClasses(transactions);
  return {
    trials,
    findings,
    claims: checkLocalClaims(transactions, k ?? null, known?.inexact ?? null).claims,
    obstacles: obstaclesOf(trials),
    nothingHidden: classes.every(({ nodes }) => nodes.every((node) => node < tree.leaves)),
    facts: [
      { label: 'Items in the tree', value: grouped(tree.leaves) },
      { label: 'Smallest class', value: grouped(classes.reduce((least, { rows }) => Math.min(least, rows.length), Infinity)) },
    ],
    sections: [],
    revealing: [],
    notices: [],
    singlingOut: {
      figure:
        links.length === 0
          ? 'none: it needs the original (--original)'
          : links.map(({ about, reason }) => `${about}: ${reason}`).join('; '),
      answers: 'How often somebody finds the right row who knows some items of a person.',
      not: 'Somebody who knows what a person does not have, or other things than items.',
    },
    linking: {
      figure: 'none',
      answers: 'Nothing: no further data is linked to this kind of release.',
      not: 'All joining with other data.',
    },
  };
}

/** How common items are is little to know: where no source knows more, that nothing was found says nothing of who does. */
function obstaclesOf(trials: readonly Trial[]): Evidence['obstacles'] {
  const semantic = trials.filter(({ attack }) => attack.startsWith('semantic'));
  const knows = semantic.reduce((most, { coverage }) => Math.max(most, coverage ?? 0), 0);
  if (knows >= LEAST_KNOWN || knows === 0) return [];
  return [
    {
      way: 'learned',
      why: `of ${percent(1 - knows)} of the cells no source knows anything that is published next to them`,
      remedy: 'give sources that know its items (--source), and terms for codes (--labels)',
    },
  ];
}
