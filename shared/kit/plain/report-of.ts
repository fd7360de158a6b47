import type { Against, ReportData, Section } from '../../contracts/report-data.ts';
import { capitalised, grouped } from '../../core/verdict/figure-text.ts';
import type { Trial } from '../../core/verdict/trial.ts';
import { guidanceOf, peopleReport } from '../people/people-report.ts';
import type { Conclusion } from '../publish/conclude.ts';
import { provenanceOf, reportFrame } from '../publish/report-frame.ts';
import type { PlainKind } from './plain-kind.ts';
import type { PlainAudit, PlainOutcome } from './publish.ts';

type Plain = Pick<PlainKind<unknown, unknown, unknown, unknown>, 'name' | 'words' | 'units' | 'glossary' | 'mend' | 'attack'>;

const NO_ENDS = { low: null, high: null };

/** The report of a plain release. Redacted: figures, no values. */
export function reportOf(plain: Plain, audit: PlainAudit, outcome: PlainOutcome): ReportData {
  const { words } = plain;
  const { assessed, people, conclusion } = outcome;
  const lead = leadingTrial(assessed.trials, conclusion);
  const { redact } = audit.request.output;
  const told = peopleReport(people, words, redact);
  return {
    ...reportFrame(plain.name, audit, outcome),
    facts: [
      { label: capitalised(words.people), value: grouped(people.figures.people) },
      ...(plain.units.arePeople ? [] : [{ label: capitalised(plain.units.many), value: grouped(outcome.units) }]),
      ...assessed.facts,
    ],
    against: lead === null ? null : againstOf(lead),
    people: told,
    guidance: guidanceOf(people, words, assessed.singlingOut, assessed.linking),
    sections: [...trialSections(assessed.trials, redact), ...assessed.sections, ...(redact ? [] : assessed.revealing)],
    next: nextSteps(plain, outcome),
    glossary: [...plain.glossary],
    asked: [{ label: 'Left this machine', value: 'nothing' }],
    provenance: provenanceOf(audit.request, audit.identity, [audit.attack]),
  };
}

/** The table of attacks has the reason in words. */
function againstOf({ attack, about, figure, value, interval, baseline, overBaseline }: Trial): Against {
  const title = `${capitalised(figure)}${about === null ? '' : `: ${about}`}`;
  const rows: Against['rows'] = [
    { name: attack, technical: null, value: { value, low: interval?.low ?? null, high: interval?.high ?? null }, lift: null },
  ];
  if (baseline !== null && baseline.value !== null) {
    const lift = overBaseline === null ? null : { value: overBaseline.lift, low: overBaseline.low, high: overBaseline.high };
    rows.push({ name: baseline.name, technical: null, value: { value: baseline.value, ...NO_ENDS }, lift });
  }
  return { title, conclude: baseline === null ? 'It has no baseline.' : `The baseline is ${baseline.name}.`, rows };
}

/** Every attack with its figure and baseline; reasons of not computable ones on request. A reason may quote a value. */
function trialSections(trials: readonly Trial[], redact: boolean): Section[] {
  const said = trials.filter(({ status }) => status === 'decided');
  const silent = trials.filter(({ status }) => status !== 'decided');
  const name = ({ attack, about }: Trial): string => (about === null ? attack : `${attack}: ${about}`);
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

/** The figure of the attack that leads the headline, for the picture; of the first that has one where it has none. */
function leadingTrial(trials: readonly Trial[], { verdict }: Conclusion): Trial | null {
  const lead = verdict.ways.find(({ way }) => way === verdict.way)?.lead ?? null;
  const decided = trials.filter(({ status }) => status === 'decided');
  return decided.find(({ attack, about }) => attack === lead?.attack && about === lead.about) ?? decided[0] ?? null;
}

const nextSteps = ({ mend }: Plain, { conclusion: { verdict }, text }: PlainOutcome): string[] =>
  verdict.level === 'leaks' && verdict.way !== 'singled out' ? [text.next, ...mend.slice(1)] : [text.next];
