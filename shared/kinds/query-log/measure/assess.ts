import type { Assessed } from '../../../app/audit/plain/plain-kind.ts';
import { distancesOf, type RelatedPairs } from '../../../app/audit/plain/relate-pairs.ts';
import { plural } from '../../../app/audit/publish/text.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { grouped } from '../../../core/findings/figure-text.ts';
import type { Trial } from '../../../core/findings/finding.ts';
import { leading } from '../../../core/findings/leading.ts';
import type { PublishedLog } from '../../../core/query-log/log-file.ts';
import { logFindings, NOTHING_OPEN, type RealUser } from '../../../core/query-log/log-findings.ts';
import type { Obstacle } from '../../../core/verdict/verdict.ts';

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
  const thin = k === null ? [] : clusters.filter((own) => own.length < k);
  const findings = logFindings(log, {
    real: real === null ? null : new Map(real),
    distance: distancesOf(related),
    seed: request.seed,
  });
  const lead = leadOf(findings);
  const links = findings.filter(({ attack, status }) => (attack === 'scoring' || attack === 'one query known') && status === 'decided');
  return {
    findings,
    lead,
    obstacles: obstaclesOf(log, findings, lead),
    claim: {
      checked: k !== null,
      broken: thin.length === 0 ? [] : [`${plural(thin.length, 'cluster')} have fewer than ${k} users`],
    },
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

/** Who is who is told apart (scoring). */
const leadOf = (findings: readonly Trial[]): number | null =>
  leading(findings, (attack) => attack !== 'scoring' && attack !== 'one query known');

/** The attack that asks what goes with what. */
const BY_MEANING: Readonly<Record<PublishedLog['form'], string | null>> = { strings: 'related', name: null, set: 'semantic' };

/** Where nothing is told, and no source knows the queries, that says nothing of who knows them. */
function obstaclesOf({ users, form }: PublishedLog, findings: readonly Trial[], lead: number | null): Obstacle[] {
  if (users.every(({ queries }) => queries.length === 0))
    return [{ why: 'it publishes no intent of anybody', remedy: 'audit a log that publishes some: ask for a smaller k' }];
  const found = lead === null ? null : findings[lead];
  const silent = findings.find(
    ({ attack, status, reason }) => attack === BY_MEANING[form] && status === 'not computable' && reason !== NOTHING_OPEN,
  );
  if (silent === undefined || (found?.overBaseline?.low ?? 0) > 0) return [];
  return [
    {
      why: `what goes with what could not be tried: ${silent.reason}`,
      remedy: 'give the original, and sources that know its queries (--source)',
    },
  ];
}
