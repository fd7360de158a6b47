import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import { grouped, percent } from '../../../core/verdict/figure-text.ts';
import type { Trial } from '../../../core/verdict/trial.ts';
import { type Evidence, LEAST_KNOWN } from '../../../core/verdict/verdict.ts';
import type { Assessed } from '../../../kit/plain/plain-kind.ts';
import { distancesOf, type RelatedPairs } from '../../../kit/plain/relate-pairs.ts';
import { checkLocalClaims } from '../check/check.ts';
import { leafClasses } from '../core/leaf-odds.ts';
import { localFindings } from '../core/local-findings.ts';

/** The truth from the original. Only measures read it. */
export interface Known {
  readonly leaves: readonly (readonly number[])[];
  /** Rows whose nodes are not what these generalise to. */
  readonly inexact: readonly number[];
}

export function assessLocal(
  tree: Hierarchy,
  transactions: readonly (readonly number[])[],
  known: Known | null,
  related: RelatedPairs | null,
  { claim: { k }, seed }: AuditRequest,
): Assessed {
  const original = known?.leaves ?? null;
  const { trials, findings } = localFindings({ tree, transactions, original, distance: distancesOf(related), seed });
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
