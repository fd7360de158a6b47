import type { Assessed } from '../../../app/audit/plain/plain-kind.ts';
import { plural } from '../../../app/audit/publish/text.ts';
import { grouped } from '../../../app/figure-text.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Hierarchy } from '../../../core/anonymise/km/hierarchy.ts';
import type { Finding } from '../../../core/findings/finding.ts';
import { classesOf } from '../../../core/local/leaf-odds.ts';
import { localFindings } from '../../../core/local/local-findings.ts';
import { checkClasses } from '../../../core/local/local-generalisation.ts';
import type { Obstacle } from '../../../core/verdict/verdict.ts';

/** What the original says: measures alone read it. */
export interface Known {
  /** The leaves that each row holds, ascending. */
  readonly leaves: readonly (readonly number[])[];
  /** Rows whose nodes are not what these generalise to. */
  readonly inexact: number;
}

interface LocalEvidence {
  readonly tree: Hierarchy;
  readonly transactions: readonly (readonly number[])[];
  readonly known: Known | null;
  readonly request: AuditRequest;
}

/** All attacks on the release, with what the page says of them. */
export function assessLocal({ tree, transactions, known, request }: LocalEvidence): Assessed {
  const findings = localFindings({ tree, transactions, original: known?.leaves ?? null, seed: request.seed });
  const { k } = request.claim;
  const broken = k === undefined ? [] : checkClasses(transactions, k);
  const inexact = known?.inexact ?? 0;
  const lead = findings.findIndex(({ attack, status }) => attack === 'frequency' && status === 'decided');
  const links = findings.filter(({ attack, status }) => attack === 'link' && status === 'decided');
  const classes = classesOf(transactions);
  return {
    findings,
    lead: lead < 0 ? null : lead,
    obstacles: obstaclesOf(known, lead < 0 ? null : (findings[lead] ?? null)),
    claim: {
      checked: k !== undefined || known !== null,
      broken: [
        ...(broken.length === 0 ? [] : [`${plural(broken.length, 'published set')} stand on fewer than ${k} transactions`]),
        ...(inexact === 0 ? [] : [`${plural(inexact, 'transaction')} publish other nodes than their items generalise to`]),
      ],
    },
    facts: [
      { label: 'Items in the tree', value: grouped(tree.leaves) },
      { label: 'Smallest class', value: grouped(classes.reduce((least, { rows }) => Math.min(least, rows.length), Infinity)) },
      { label: 'Claim holds', value: k === undefined ? 'none given' : broken.length === 0 ? 'yes' : 'no' },
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

/** Outside knowledge is not tried on this kind: where nothing is told without it, that says nothing of who has it. */
function obstaclesOf(known: Known | null, lead: Finding | null): Obstacle[] {
  if (known === null)
    return [{ why: 'nobody can say how much of what is hidden is told rightly', remedy: 'give the original (--original)' }];
  if (lead === null) return [{ why: 'nothing in it is generalised', remedy: 'audit a release that publishes nodes above items' }];
  return (lead.overBaseline?.low ?? 0) > 0 ? [] : [UNTRIED];
}

const UNTRIED: Obstacle = {
  why: 'how common items are tells nothing of what its nodes hide, and what goes with what was not tried on it',
  remedy: 'audit a release of the same items by --method km, on which outside knowledge is tried',
};
