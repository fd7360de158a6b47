import type { Against, ReportData, Section } from '../../../contracts/report-data.ts';
import { capitalised, grouped } from '../../../core/findings/figure-text.ts';
import type { Finding } from '../../../core/findings/finding.ts';
import { guidanceOf, peopleReport } from '../people/people-report.ts';
import { understated } from '../people/people-text.ts';
import { provenanceOf } from '../publish/provenance.ts';
import { reportFrame } from '../publish/report-frame.ts';
import type { PlainKind } from './plain-kind.ts';
import type { PlainAudit, PlainOutcome } from './publish.ts';

type Plain = Pick<PlainKind<unknown, unknown, unknown, unknown>, 'name' | 'words' | 'units' | 'glossary' | 'mend' | 'attack'>;

const NO_ENDS = { low: null, high: null };

/** What the page shows of a plain release. Redacted: figures, and no value. */
export function reportOf(plain: Plain, audit: PlainAudit, outcome: PlainOutcome): ReportData {
  const { words } = plain;
  const { assessed, people, lead } = outcome;
  const { redact } = audit.request.output;
  const said = understated(people.figures, lead?.value ?? null);
  const told = peopleReport(people, words, redact);
  return {
    ...reportFrame(plain.name, audit, outcome),
    facts: [
      { label: capitalised(words.people), value: grouped(people.figures.people) },
      ...(plain.units.arePeople ? [] : [{ label: capitalised(plain.units.many), value: grouped(outcome.units) }]),
      ...assessed.facts,
    ],
    against: lead === null ? null : againstOf(lead),
    people: told === null ? null : { ...told, statement: `${told.statement}${said}`, understated: said !== '' },
    guidance: guidanceOf(people, words, assessed.singlingOut, assessed.linking, said),
    sections: [...findingsSections(assessed.findings, redact), ...assessed.sections, ...(redact ? [] : assessed.revealing)],
    next: nextSteps(plain, outcome),
    glossary: [...plain.glossary],
    asked: [{ label: 'Left this machine', value: 'nothing' }],
    provenance: provenanceOf(audit.request, audit.identity, [audit.attack]),
  };
}

function againstOf({ attack, about, figure, value, interval, baseline, overBaseline, reason }: Finding): Against {
  const title = `${capitalised(figure)}${about === null ? '' : `: ${about}`}`;
  const rows: Against['rows'] = [
    { name: attack, technical: null, value: { value, low: interval?.low ?? null, high: interval?.high ?? null }, lift: null },
  ];
  if (baseline !== null && baseline.value !== null) {
    const lift = overBaseline === null ? null : { value: overBaseline.lift, low: overBaseline.low, high: overBaseline.high };
    rows.push({ name: baseline.name, technical: null, value: { value: baseline.value, ...NO_ENDS }, lift });
  }
  return { title, conclude: `${capitalised(reason)}.`, rows };
}

/** Every attack with its figure beside what knows less; why some cannot say, on asking. A reason may quote a value. */
function findingsSections(findings: readonly Finding[], redact: boolean): Section[] {
  const said = findings.filter(({ status }) => status === 'decided');
  const silent = findings.filter(({ status }) => status !== 'decided');
  const name = ({ attack, about }: Finding): string => (about === null ? attack : `${attack}: ${about}`);
  const sections: Section[] = [];
  if (said.length > 0)
    sections.push({
      kind: 'table',
      title: 'What each attack finds',
      note: 'A share without ends is exact for this release, or has too few people behind it for an interval.',
      head: ['Attack', 'What is measured', 'Share', 'What knows less', 'Share of that', ...(redact ? [] : ['In words'])],
      rows: said.map((each) => [
        name(each),
        each.figure,
        { value: each.value, low: each.interval?.low ?? null, high: each.interval?.high ?? null },
        each.baseline?.name ?? '',
        { value: each.baseline?.value ?? null, ...NO_ENDS },
        ...(redact ? [] : [`${capitalised(each.reason)}.`]),
      ]),
    });
  if (silent.length > 0)
    sections.push({
      kind: 'table',
      title: 'What could not be said',
      note: 'Not computable is no sign of safety: what is missing stands beside it.',
      folded: true,
      head: ['Attack', 'Status', 'Why'],
      rows: silent.map((each) => [name(each), each.status, each.reason]),
    });
  return sections;
}

function nextSteps({ mend }: Plain, { verdict: { level, obstacle }, claimHolds }: PlainOutcome): string[] {
  const first = claimHolds === false ? ['Mend the release first: it is not what it claims to be.'] : [];
  if (level === 'cannot judge')
    return [
      ...first,
      `${capitalised(obstacle?.remedy ?? 'run the audit again')}.`,
      'Until an audit can judge it, do not take this page for a sign of safety.',
    ];
  if (level === 'no more than chance') return [...first, 'Keep the page with the release: it says what was tried, and what was not.'];
  return [
    ...first,
    'Do not publish this release as it is, unless you have other reasons to think that its readers learn nothing of people.',
    ...mend,
  ];
}
