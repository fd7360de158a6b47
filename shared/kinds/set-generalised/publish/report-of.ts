import type { ReportData, Section } from '../../../contracts/report-data.ts';
import { share } from '../../../core/statistics/share.ts';
import { grouped, percent } from '../../../core/verdict/figure-text.ts';
import { type AnsweredGuidance, guidanceOf, peopleReport } from '../../../kit/people/people-report.ts';
import { leftThisMachine, provenanceOf, reportFrame } from '../../../kit/publish/report-frame.ts';
import { betrayalSection } from '../measure/example-item.ts';
import { GLOSSARY, named, nextSteps, WORDS } from '../words.ts';
import type { AttackResult, ReleaseFigures } from './attack-results.ts';
import type { FinishedAudit, PlannedAudit, SetGeneralisedOutcome } from './finish-audit.ts';
import { choiceStatement } from './lifts.ts';
import {
  againstOf,
  attackSections,
  failureSection,
  liftSection,
  reliabilitySection,
  scoringSection,
  unmatchedSection,
  workedSection,
} from './report-sections.ts';

/** The report of a set-generalised release. Redacted: all figures, no items. */
export function reportOf(audit: FinishedAudit, outcome: SetGeneralisedOutcome, { example, betrayals }: ReleaseFigures): ReportData {
  const { release, plan, attacks } = outcome;
  const { redact } = audit.request.output;
  const lead = outcome.attacks[audit.attacks.leading];
  const people = peopleReport(outcome.people, WORDS, redact);
  const items = (sections: readonly Section[]): readonly Section[] => (redact ? [] : sections);
  return {
    ...reportFrame('set-generalised', audit, outcome),
    facts: [
      { label: 'Transactions', value: grouped(release.transactions) },
      { label: 'Generalised items', value: grouped(plan.groups) },
      { label: 'Cells', value: grouped(plan.cells) },
      { label: 'Original among the cells', value: plan.originalCells === null ? 'n/c' : percent(share(plan.originalCells, plan.cells)) },
      { label: 'Neighbours looked at', value: outcome.context.kind === 'nearest' ? `${outcome.context.w} nearest` : outcome.context.kind },
      { label: 'Claim', value: claimOf(audit) },
    ],
    against: againstOf(lead, attacks),
    people,
    guidance: guidanceOf(outcome.people, WORDS, singlingOut(audit, lead), LINKING),
    sections: [
      ...items(betrayalSection(lead?.attack.name ?? '', betrayals)),
      ...workedSection(people),
      ...items(example === null ? [] : [example.section]),
      ...failureSection(attacks),
      ...attackSections(attacks, release.hasOriginal),
      ...choiceSection(outcome),
      ...liftSection(lead),
      ...reliabilitySection(lead),
      ...scoringSection(outcome.scoring),
      ...items(unmatchedSection(outcome)),
    ],
    next: nextSteps(outcome, people !== null && people.examples.length > 0),
    glossary: GLOSSARY,
    asked: askedOf(audit),
    provenance: [
      ...provenanceOf(audit.request, outcome.identity, audit.attacks.all, named),
      { label: 'Smoothing', value: audit.request.smoothing },
    ],
  };
}

const LINKING: AnsweredGuidance = {
  figure: 'none',
  answers: 'Nothing: a set-generalised release keeps what is one person’s in one row, and unveil compares it with no other file.',
  not: 'Whether rows of two releases, or of a register, are of one person. Releases of the same people: unveil compare.',
};

/** Uniqueness by the claim's k and m. */
function singlingOut({ request: { claim } }: PlannedAudit, lead: AttackResult | undefined): AnsweredGuidance {
  const unique = lead?.measures.uniqueness ?? null;
  return {
    figure:
      unique === null || unique.before === null
        ? 'none: it needs a claim (--k and --m)'
        : `${percent(unique.before)} of the transactions share a combination of at most ${claim.m} items with fewer than ${claim.k} others or none; after the attack ${percent(unique.after)}${unique.truly === null ? '' : `, truly ${percent(unique.truly)}`}`,
    answers: 'How many transactions stand out by few items, before and after the attack, to somebody who knows those items.',
    not: 'Whether anybody knows those items of a person, and who that person is.',
  };
}

const choiceSection = ({ choice }: SetGeneralisedOutcome): Section[] =>
  choice === null
    ? []
    : [
        {
          kind: 'text',
          title: 'The best of several',
          conclude: 'The best of several looks better than it is: quote it from where it was not chosen.',
          folded: true,
          paragraphs: [choiceStatement(choice)],
        },
      ];

function claimOf({ request: { claim } }: PlannedAudit): string {
  const parts = [...(claim.k === undefined ? [] : [`k = ${claim.k}`]), ...(claim.m === undefined ? [] : [`m = ${claim.m}`])];
  return parts.length === 0 ? 'none given' : parts.join(', ');
}

const askedOf = ({ request, sources }: PlannedAudit): ReportData['asked'] => [
  ...sources.map(({ source, size }) => ({
    label: source.id,
    value: `version ${source.version}, ${grouped(size)} documents: how often terms stand alone and together`,
  })),
  ...(request.embeddings === undefined ? [] : [{ label: 'Word vectors', value: 'how alike the words of two items are' }]),
  leftThisMachine(request),
];
