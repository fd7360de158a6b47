import type { ReportData, Section } from '../../../contracts/report-data.ts';
import { grouped, percent } from '../../../core/verdict/figure-text.ts';
import { type AnsweredGuidance, guidanceOf, peopleReport } from '../../../kit/people/people-report.ts';
import { leftThisMachine, provenanceOf, reportFrame } from '../../../kit/publish/report-frame.ts';
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

export function reportOfDisassociated(audit: DisassociatedAudit, outcome: DisassociatedOutcome): ReportData {
  const { release, claim } = outcome;
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
    next: nextSteps(outcome.conclusion, outcome.text),
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

function singlingOut({ conclusion: { findings } }: DisassociatedOutcome): AnsweredGuidance {
  const found = findings.filter(({ way }) => way === 'singled out');
  return {
    figure: found.map(({ facts, people, of }) => `${grouped(people)} of ${grouped(of)} by ${facts} known`).join(', '),
    answers: 'Of how many transactions fewer than were promised can hold what somebody knows of a person.',
    not: 'Somebody who puts the pieces back together first.',
  };
}

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
