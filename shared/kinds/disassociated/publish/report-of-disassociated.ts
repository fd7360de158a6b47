import { type AnsweredGuidance, guidanceOf, peopleReport } from '../../../app/audit/people/people-report.ts';
import { provenanceOf } from '../../../app/audit/publish/provenance.ts';
import { leftThisMachine, reportFrame } from '../../../app/audit/publish/report-frame.ts';
import type { ReportData, Section } from '../../../contracts/report-data.ts';
import { grouped, percent } from '../../../core/findings/figure-text.ts';
import type { DisassociatedAudit, DisassociatedOutcome } from './finish-disassociated.ts';
import {
  againstOf,
  attackSections,
  breachSections,
  unmatchedSection,
  violationSection,
  workedSection,
  worldsSection,
} from './report-sections.ts';
import { GLOSSARY, named, nextSteps, WORDS } from './report-words.ts';

/** What the page shows of a disassociated release. Redacted: all figures, and no item. */
export function reportOfDisassociated(audit: DisassociatedAudit, outcome: DisassociatedOutcome): ReportData {
  const { release, claim, violations, verdict } = outcome;
  const { redact } = audit.request.output;
  const people = peopleReport(outcome.people, WORDS, redact);
  const items = (sections: readonly Section[]): readonly Section[] => (redact ? [] : sections);
  return {
    ...reportFrame('disassociated', audit, outcome),
    facts: [
      { label: 'Transactions', value: grouped(outcome.transactions) },
      { label: 'Clusters', value: grouped(release.clusters.length) },
      { label: 'Joint clusters', value: grouped(release.jointClusters.length) },
      { label: 'Separated pieces', value: grouped(outcome.pieces) },
      { label: 'Claim', value: claim === null ? 'none given' : `k = ${claim.k}, m = ${claim.m}` },
      {
        label: 'Claim holds',
        value: violations === null ? 'not checked' : violations.length === 0 ? 'yes' : `no: ${grouped(violations.length)} violations`,
      },
    ],
    against: againstOf(outcome.attacks),
    people,
    guidance: guidanceOf(outcome.people, WORDS, singlingOut(outcome), linking(outcome)),
    sections: [
      ...workedSection(people),
      ...violationSection(outcome, redact),
      ...attackSections(outcome),
      ...breachSections(outcome, redact),
      ...items(worldsSection(outcome)),
      ...items(unmatchedSection(outcome)),
    ],
    next: nextSteps(verdict, { claimFalse: outcome.claimHolds === false }),
    glossary: GLOSSARY,
    asked: [
      ...audit.sources.map((value) => ({ label: 'Source', value: `${value}: how often terms stand alone and together` })),
      leftThisMachine(audit.request),
    ],
    provenance: provenanceOf(
      audit.request,
      audit.identity,
      outcome.attacks.map(({ attack }) => attack),
      named,
    ),
  };
}

const singlingOut = ({ claim, violations }: DisassociatedOutcome): AnsweredGuidance => ({
  figure:
    violations === null
      ? 'none: no claim was checked (--k and --m)'
      : violations.length === 0
        ? `the claim holds: every combination of at most ${claim?.m} items fits at least ${claim?.k} transactions`
        : `the claim does not hold: ${grouped(violations.length)} violations`,
  answers: 'Whether somebody who knows a few items of a person finds fewer transactions than the release promises.',
  not: 'Somebody who knows more items than m, or who puts the pieces back together first.',
});

function linking({ attacks }: DisassociatedOutcome): AnsweredGuidance {
  const [lead] = attacks;
  const rates = lead?.rates.recall;
  return {
    figure:
      rates === undefined || rates.value === null
        ? 'none: it needs the original (--original)'
        : `${percent(rates.value)} of the separated pieces are put back to their transaction, at random ${percent(rates.random)}`,
    answers: 'How much of what belongs to one person, and was taken apart, is joined again within this release.',
    not: 'Whether rows of two releases, or of a register, are of one person.',
  };
}
