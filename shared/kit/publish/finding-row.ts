import type { AuditRequest } from '../../contracts/audit-request.ts';
import { FINDINGS } from '../../contracts/audit-tables.ts';
import { type CellValue, rowOf } from '../../contracts/table.ts';
import type { Finding } from '../../core/verdict/finding.ts';
import type { Trial } from '../../core/verdict/trial.ts';
import { parametersHash } from '../attack/attack-identity.ts';

/** The rows of all findings; the first of each attack also bears the figure of its trial. */
export function findingRows(findings: readonly Finding[], trials: readonly Trial[], request: Pick<AuditRequest, 'seed'>): CellValue[][] {
  const figures = new Map(trials.map((trial) => [keyOf(trial), trial]));
  return findings.map((finding) => {
    const trial = figures.get(keyOf(finding));
    figures.delete(keyOf(finding));
    return findingRow(finding, trial, request);
  });
}

const keyOf = ({ attack, about }: Pick<Trial, 'attack' | 'about'>): string => JSON.stringify([attack, about]);

const findingRow = (finding: Finding, trial: Trial | undefined, { seed }: Pick<AuditRequest, 'seed'>): CellValue[] =>
  rowOf(FINDINGS, {
    attack: finding.attack,
    attack_version: 1,
    parameters_hash: parametersHash({ seed }),
    way: finding.way,
    about: finding.about,
    knows: finding.knows,
    facts: finding.facts,
    confidence: finding.confidence,
    people: finding.people,
    of: finding.of,
    right: finding.right,
    expected_right: finding.expectedRight,
    baseline: finding.baseline?.name ?? null,
    baseline_right: finding.baseline?.right ?? null,
    exposed: finding.exposed,
    exposed_low: finding.interval?.low ?? null,
    exposed_high: finding.interval?.high ?? null,
    state: finding.state,
    reason: finding.reason,
    lost: finding.lost,
    figure: trial === undefined || trial.figure === '' ? null : trial.figure,
    value: trial?.value ?? null,
    value_low: trial?.interval?.low ?? null,
    value_high: trial?.interval?.high ?? null,
    details: trial === undefined ? null : JSON.stringify(trial.details),
  });
