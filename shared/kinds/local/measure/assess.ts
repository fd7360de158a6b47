import type { Assessed } from '../../../app/audit/plain/plain-kind.ts';
import { distancesOf, type RelatedPairs } from '../../../app/audit/plain/relate-pairs.ts';
import { plural } from '../../../app/audit/publish/text.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Hierarchy } from '../../../core/anonymise/km/hierarchy.ts';
import { grouped, percent } from '../../../core/findings/figure-text.ts';
import type { Trial } from '../../../core/findings/finding.ts';
import { leading } from '../../../core/findings/leading.ts';
import { leafClasses } from '../../../core/local/leaf-odds.ts';
import { localFindings } from '../../../core/local/local-findings.ts';
import { checkClasses } from '../../../core/local/local-generalisation.ts';
import { LEAST_KNOWN, type Obstacle } from '../../../core/verdict/verdict.ts';

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
  readonly related: RelatedPairs | null;
  readonly request: AuditRequest;
}

/** All attacks on the release, with what the page says of them. */
export function assessLocal({ tree, transactions, known, related, request }: LocalEvidence): Assessed {
  const findings = localFindings({
    tree,
    transactions,
    original: known?.leaves ?? null,
    distance: distancesOf(related),
    seed: request.seed,
  });
  const { k } = request.claim;
  const broken = k === undefined ? [] : checkClasses(transactions, k);
  const inexact = known?.inexact ?? 0;
  const lead = leadOf(findings);
  const links = findings.filter(({ attack, status }) => attack === 'link' && status === 'decided');
  const classes = leafClasses(transactions);
  return {
    findings,
    lead,
    obstacles: obstaclesOf(known, findings, lead),
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

const leadOf = (findings: readonly Trial[]): number | null =>
  leading(findings, (attack) => attack === 'frequency' || attack.startsWith('semantic-'));

/** Where nothing is told without outside knowledge, and no source has any, that says nothing of who has some. */
function obstaclesOf(known: Known | null, findings: readonly Trial[], lead: number | null): Obstacle[] {
  if (known === null)
    return [{ why: 'nobody can say how much of what is hidden is told rightly', remedy: 'give the original (--original)' }];
  const found = lead === null ? null : findings[lead];
  if (found === null || found === undefined)
    return [{ why: 'nothing in it is generalised', remedy: 'audit a release that publishes nodes above items' }];
  const semantic = findings.filter(({ attack }) => attack.startsWith('semantic'));
  const knows = semantic.reduce((most, { coverage }) => Math.max(most, coverage ?? 0), 0);
  return (found.overBaseline?.low ?? 0) > 0 || knows >= LEAST_KNOWN ? [] : [unknown(semantic[0]?.reason ?? null, knows)];
}

const unknown = (reason: string | null, knows: number): Obstacle => ({
  why: `how common items are tells nothing of what its nodes hide, and ${knows === 0 ? (reason ?? 'nothing is known of what goes with what') : `of ${percent(1 - knows)} of the cells nothing stands beside them that a source knows`}`,
  remedy: 'give sources that know its items (--source), and terms for codes (--labels)',
});
