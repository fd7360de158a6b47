import { type EvidenceRow, type FigureEvidence, figureOf } from '../../shared/app/compare/compare-audits.ts';
import type { ComparedMeasure } from '../../shared/contracts/audit-comparison.ts';
import type { Estimate } from '../../shared/contracts/report-data.ts';
import { EXPOSURES } from '../../shared/contracts/tables/exposures.ts';
import { PEOPLE } from '../../shared/contracts/tables/people.ts';
import { sharesOf } from '../../shared/core/measure/clusters.ts';
import { shareInterval } from '../../shared/core/measure/intervals.ts';
import { CERTAINTIES } from '../../shared/core/people/exposure.ts';
import { joinPeople, type Person, personOf } from '../../shared/core/people/person.ts';
import { PeopleTally } from '../../shared/core/people/tally.ts';
import { tableRows } from '../results/audit-folders.ts';

interface FoundEvidence {
  readonly figures: Readonly<Partial<Record<ComparedMeasure, Estimate>>>;
  readonly rows: Readonly<Partial<Record<ComparedMeasure, FigureEvidence>>>;
}

const LEVELS = ['named_80', 'named_90', 'named_95'] as const;

/** Of how many people something hidden is named, as the audit itself adds it up. Empty where the attack states no probability. */
export async function peopleEvidence(folder: string, attack: string): Promise<FoundEvidence> {
  let all = 0;
  for await (const row of tableRows(folder, PEOPLE, ['attack'])) if (row.attack === attack) all += 1;
  const known = new Map<number, Person>();
  for await (const row of tableRows(folder, EXPOSURES, ['attack', 'person', 'person_id', 'unit', 'target', 'probability', 'decision'])) {
    if (row.attack !== attack) continue;
    const person = personOf({
      person: Number(row.person),
      id: row.person_id === null ? null : String(row.person_id),
      unit: Number(row.unit),
      target: String(row.target),
      probability: Number(row.probability),
      without: null,
      decision: String(row.decision),
      truth: null,
      betrayedBy: null,
      isProtected: false,
    });
    const before = known.get(person.t);
    known.set(person.t, before === undefined ? person : joinPeople(before, person));
  }
  if (known.size === 0) return { figures: {}, rows: {} };
  const tally = new PeopleTally();
  for (const person of known.values()) tally.addPerson(person);
  const { views } = tally.figures(all);
  const figures: Partial<Record<ComparedMeasure, Estimate>> = {};
  const rows: Partial<Record<ComparedMeasure, FigureEvidence>> = {};
  for (const [at, level] of LEVELS.entries()) {
    const certainty = CERTAINTIES[at] as number;
    const share = views.all[at]?.share;
    if (share !== undefined) figures[level] = { ...share };
    rows[level] = { rows: Array.from(known.values(), (person) => rowOf(person, (p) => (p >= certainty ? 1 : 0))), scale: known.size / all };
  }
  const surest = { rows: Array.from(known.values(), (person) => rowOf(person, (p) => p)), scale: known.size / all };
  const interval = shareInterval(sharesOf(surest.rows));
  figures.surest = {
    value: figureOf(surest),
    low: interval === null ? null : interval.low * surest.scale,
    high: interval === null ? null : interval.high * surest.scale,
  };
  rows.surest = surest;
  return { figures, rows };
}

/** A person stands in the group of what is named of them most surely. */
function rowOf({ t, id, views }: Person, part: (probability: number) => number): EvidenceRow {
  const [named] = views;
  return { group: named?.unit ?? -1, transaction: t, id, part: part(named?.p ?? 0), whole: 1 };
}
