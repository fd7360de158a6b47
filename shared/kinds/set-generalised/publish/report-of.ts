import { type AnsweredGuidance, guidanceOf, peopleReport } from '../../../app/audit/people/people-report.ts';
import { provenanceOf } from '../../../app/audit/publish/provenance.ts';
import { leftThisMachine, reportFrame } from '../../../app/audit/publish/report-frame.ts';
import type { ReportData, Section } from '../../../contracts/report-data.ts';
import { grouped, percent } from '../../../core/findings/figure-text.ts';
import { share } from '../../../core/measure/share.ts';
import { betrayalSection } from '../measure/betrayals.ts';
import { WORDS } from '../words.ts';
import type { AttackResult, ReleaseFigures } from './attack-results.ts';
import type { FinishedAudit, PlannedAudit } from './finish-audit.ts';
import { choiceStatement } from './honest-choice.ts';
import type { SetGeneralisedOutcome } from './outcome.ts';
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
import { GLOSSARY, named, nextSteps } from './report-words.ts';

/** What the page shows of a set-generalised release. Redacted: all figures, and no item. */
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

/** Uniqueness, where the claim says of how many items and among how many. */
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
