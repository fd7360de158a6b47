import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { grouped } from '../../../core/verdict/figure-text.ts';
import type { Finding } from '../../../core/verdict/finding.ts';
import type { Evidence } from '../../../core/verdict/verdict.ts';
import type { Assessed } from '../../../kit/plain/plain-kind.ts';
import { distancesOf, type RelatedPairs } from '../../../kit/plain/relate-pairs.ts';
import { logCheck } from '../check/check.ts';
import { logExposed } from '../core/log-exposed.ts';
import type { PublishedLog } from '../core/log-file.ts';
import { logFindings, type RealUser } from '../core/log-findings.ts';

interface LogEvidence {
  readonly real: readonly (readonly [user: string, real: RealUser])[] | null;
  readonly related: RelatedPairs | null;
  readonly request: AuditRequest;
}

const FORMS = { strings: 'own or drawn queries', name: 'one query of the cluster', set: 'all queries of the cluster' } as const;

export function assessLog(log: PublishedLog, { real, related, request }: LogEvidence): Assessed {
  const { users, form } = log;
  const k = request.claim.k ?? log.k;
  const clusters = [...Map.groupBy(users, ({ cluster }) => cluster).values()];
  const evidence = { real: real === null ? null : new Map(real), distance: distancesOf(related), seed: request.seed };
  const trials = logFindings(log, evidence);
  const findings = logExposed(log, evidence);
  const links = trials.filter(({ attack, status }) => (attack === 'scoring' || attack === 'one query known') && status === 'decided');
  return {
    trials,
    findings,
    claims: k === null ? [] : logCheck(log, k).claims,
    obstacles: obstaclesOf(log, findings),
    nothingHidden: false,
    facts: [
      { label: 'An intent is published as', value: FORMS[form] },
      { label: 'k', value: k === null ? 'not said' : grouped(k) },
      { label: 'Least users of a cluster', value: grouped(clusters.reduce((least, own) => Math.min(least, own.length), users.length)) },
    ],
    sections: [],
    revealing: [],
    notices: [],
    singlingOut: {
      figure: links.length === 0 ? 'none' : links.map(({ about, reason }) => (about === null ? reason : `${about}: ${reason}`)).join('; '),
      answers: 'How many users somebody finds who knows some queries of theirs.',
      not: 'Somebody who knows what a person wants, and not in which words.',
    },
    linking: { figure: 'none: times are not published', answers: 'Nothing.', not: 'Another log of the same people.' },
  };
}

/** Obstacles to relating queries, and what would help on this log. */
function obstaclesOf({ users }: PublishedLog, findings: readonly Finding[]): Evidence['obstacles'] {
  if (users.every(({ queries }) => queries.length === 0))
    return [{ way: 'learned', why: 'it publishes no intent of anybody', remedy: 'audit a log that publishes some: ask for a smaller k' }];
  const silent = findings.find(({ way, state }) => way === 'learned' && state === 'not computable');
  return silent === undefined
    ? []
    : [
        {
          way: 'learned',
          why: `what goes with what could not be tried: ${silent.reason}`,
          remedy: 'give the original (--original), and sources that know its queries (--source)',
        },
      ];
}
