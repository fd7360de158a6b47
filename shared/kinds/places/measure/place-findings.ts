import { overstated } from '../../../core/people/expected.ts';
import { NORMAL_975 } from '../../../core/statistics/student.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import { byAttack, type Finding, proved, withoutFigure } from '../../../core/verdict/finding.ts';
import { findingsOf, noGuess, type TargetGuess, uniqueByFacts } from '../../../core/verdict/guesses.ts';
import { LEAST_KNOWN } from '../../../core/verdict/verdict.ts';
import { hidesCell, nameCell } from '../attack/expose.ts';
import { across, cellName } from '../core/grid.ts';
import { cellTarget, type RegionUnit, type WholePlaces } from '../read/cut.ts';
import type { OriginalPlaces } from './findings.ts';

export function placeFindings(whole: WholePlaces, original: OriginalPlaces | null): Finding[] {
  return [...knownPositions(whole), ...registerFindings(whole, original), bareFinding(whole), ...densityFindings(whole, original)];
}

const peopleOf = ({ regions }: WholePlaces): number => new Set(regions.flatMap(({ people }) => people)).size;

/** People who are alone in the regions with 1, 2 or 3 known positions. Nested regions may both hold a position. */
function knownPositions(whole: WholePlaces): Finding[] {
  const publishers = new Map(whole.regions.map((unit) => [`${unit.time} ${cellName(unit.region)}`, unit.people]));
  const candidates = new Map<number, ReadonlySet<number>[]>();
  for (const unit of whole.regions) {
    const may = new Set(around(unit).flatMap((name) => publishers.get(`${unit.time} ${name}`) ?? []));
    for (const person of unit.people) {
      const own = candidates.get(person);
      if (own === undefined) candidates.set(person, [may]);
      else own.push(may);
    }
  }
  return uniqueByFacts([...candidates.values()], {
    attack: 'known positions',
    knows: (facts) => `${facts === 1 ? 'one position' : `${facts} positions`} of a person, with the time`,
    baseline: 'who knows no position',
    reason: 'nobody else publishes regions that hold these positions',
  });
}

/** The region, and all that hold it. */
function around({ region: { level, column, row } }: RegionUnit): string[] {
  return Array.from({ length: level + 1 }, (_, up) => cellName({ level: level - up, column: column >> up, row: row >> up }));
}

/** A register of where everybody was: who alone was in all regions of a pseudonym. */
function registerFindings(whole: WholePlaces, original: OriginalPlaces | null): Finding[] {
  const { pseudonyms, knows } = whole;
  const by = byAttack('linked', 'regions over time', 'where everybody was at the times of the release');
  const of = peopleOf(whole);
  if (knows.everybody === 0) return [withoutFigure(by, 'not tried', 'no positions of everybody are given (--external)', { of })];
  // A pseudonym without candidates is missing from the register.
  const held = pseudonyms.filter(({ left }) => left > 0).length;
  if (knows.everybody < LEAST_KNOWN * of || held < LEAST_KNOWN * of)
    return [
      withoutFigure(by, 'not computable', `the positions in --external are those of ${knows.everybody} people, for ${of} in the release`, {
        of,
      }),
    ];
  const users = new Map(original?.users);
  const random = 1 / knows.everybody;
  const said = pseudonyms.map(
    ({ person, left, guess }, cluster): TargetGuess => ({
      cluster,
      confidence: left === 1 ? 1 : null,
      right: original === null || users.get(person) === guess ? 1 : 0,
      baselineConfidence: random,
      baselineRight: random,
    }),
  );
  if (of > said.length) said.push(noGuess(said.length, of - said.length));
  const reading = {
    baseline: 'any of the register',
    reason: 'one person alone was in all regions of the pseudonym',
    proved: original === null,
  };
  return findingsOf(by, said, reading, [1]);
}

/** A region that is one cell says where its people were. */
function bareFinding(whole: WholePlaces): Finding {
  const { regions, header } = whole;
  const people = new Set(regions.filter((unit) => !hidesCell(unit)).flatMap(({ people }) => people)).size;
  return proved(byAttack('learned', 'homogeneous regions', 'the release alone'), {
    people,
    of: peopleOf(whole),
    baseline: { name: 'a cell at random', right: people / (across(header.levels) * across(header.levels)) },
    reason: 'the region is a cell of the deepest level',
  });
}

function densityFindings(whole: WholePlaces, original: OriginalPlaces | null): Finding[] {
  const { regions, knows } = whole;
  const by = byAttack('learned', 'density', 'how many people live where');
  const of = peopleOf(whole);
  if (!knows.density) return [withoutFigure(by, 'not tried', 'no density is given (--external)', { of })];
  const best = new Map<number, TargetGuess>();
  const hidden = new Set<number>();
  for (const [cluster, unit] of regions.entries()) {
    if (!hidesCell(unit)) continue;
    const { column, row, probability, uniform, posterior } = nameCell(unit);
    const target = cellTarget(unit.time, unit.levels, column, row);
    for (const [at, person] of unit.people.entries()) {
      hidden.add(person);
      const known = best.get(person)?.confidence ?? 0;
      if (posterior === null || probability <= known) continue;
      const right = original === null ? null : Number(original.targets[cluster]?.[at] === target);
      best.set(person, { cluster, confidence: probability, right, baselineConfidence: uniform, baselineRight: uniform });
    }
  }
  if (hidden.size === 0) return [withoutFigure(by, 'not tried', 'every region is a cell of the deepest level', { of })];
  if (best.size < LEAST_KNOWN * hidden.size)
    return [
      withoutFigure(by, 'not computable', `the density in --external says something of ${percent(best.size / hidden.size)} of the people`, {
        of,
      }),
    ];
  const said = [...best.values()];
  const doubt = said.reduce((sum, { confidence }) => sum + overstated(confidence ?? 0), 0) / of / NORMAL_975;
  if (of > said.length) said.push(noGuess(regions.length, of - said.length));
  const all = original === null ? said.map((each) => ({ ...each, right: null })) : said;
  return findingsOf(by, all, {
    baseline: 'a cell of the region at random',
    reason: 'the cell of the region where most people live is named',
    doubt,
  });
}
