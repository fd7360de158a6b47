import { mean } from '../../../core/numeric/numeric.ts';
import { sampled } from '../../../core/random/random.ts';
import { type RowShare, sharesOf } from '../../../core/statistics/clusters.ts';
import { liftInterval, shareInterval, shareOf } from '../../../core/statistics/intervals.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import { attempt, decided, notComputable, type Trial } from '../../../core/verdict/trial.ts';
import { hidesCell, type NamedCell, nameCell } from '../attack/expose.ts';
import type { GridCell } from '../core/grid.ts';
import { centre, type Density, isolation, type Point, reachAttack, sizeAttack } from '../core/place-attacks.ts';
import { cellTarget, type RegionUnit, type WholePlaces } from '../read/cut.ts';

/** The truth for measures: positions by region, identity by person. */
export interface OriginalPlaces {
  readonly targets: readonly (readonly string[])[];
  readonly positions: readonly (readonly (readonly [x: number, y: number])[])[];
  readonly users: readonly (readonly [person: number, user: string])[];
  /** By region, how many of everybody were inside. */
  readonly inside: readonly number[];
}

const REGION_ALONE = 'a cell of the region at random';

export function findPlaces(whole: WholePlaces, original: OriginalPlaces | null): readonly Trial[] {
  const named = whole.regions.map(nameCell);
  return [
    density(whole, named, original),
    ...isolationFindings(whole, named, original),
    continuous(whole, original),
    size(whole),
    reach(whole),
  ];
}

function density({ regions, knows }: WholePlaces, named: readonly NamedCell[], original: OriginalPlaces | null): Trial {
  if (!knows.density)
    return notComputable('density', null, 'it needs to know how many people are where: {"cell":[column,row],"people":N} in --external');
  const rows = regions.flatMap((unit, group) => {
    if (!hidesCell(unit)) return [];
    const { people, time, levels } = unit;
    const { column, row, probability, uniform } = named[group];
    const target = cellTarget(time, levels, column, row);
    return people.map((person, at) => ({
      group,
      transaction: person,
      whole: 1,
      part: original === null ? probability : Number(original.targets[group]?.[at] === target),
      uniform,
    }));
  });
  if (rows.length === 0) return notComputable('density', null, 'every region is a cell of the deepest level: none hides anything');
  const under = rows.map((row) => ({ ...row, part: row.uniform }));
  const value = mean(rows.map(({ part }) => part));
  const baseline = { name: REGION_ALONE, value: mean(under.map(({ part }) => part)) };
  const known = rows.flatMap(({ group }) => named[group]?.posterior ?? []);
  return decided(
    'density',
    null,
    `who knows how many people are where names the cell of ${percent(value)} of the positions that regions hide rightly`,
    {
      people: rows.length,
      coverage: known.length / rows.length,
      figure: original === null ? 'cells named rightly, as expected' : 'cells named rightly',
      value,
      interval: shareInterval(sharesOf(rows)),
      baseline,
      overBaseline: liftInterval(sharesOf(rows), sharesOf(under)),
      details: {
        knowsMethod: regions.some(({ adaptive }) => adaptive !== null),
        meanEntropy: known.length === 0 ? null : mean(known.map(({ entropy }) => entropy)),
        meanExpectedError: known.length === 0 ? null : mean(known.map(({ expectedError }) => expectedError)),
      },
    },
  );
}

function continuous({ pseudonyms, knows }: WholePlaces, original: OriginalPlaces | null): Trial {
  if (pseudonyms.length === 0)
    return notComputable('regions over time', null, 'it needs the positions of everybody at the times of the release, in --external');
  const users = new Map(original?.users);
  const one = (count: 'first' | 'left'): number => pseudonyms.filter((each) => each[count] === 1).length / pseudonyms.length;
  const alone = pseudonyms.filter(({ left }) => left === 1);
  const right = alone.filter(({ person, guess }) => users.get(person) === guess).length;
  const value = one('left');
  const baseline = { name: 'the first region alone', value: one('first') };
  const lift = value - baseline.value;
  const nobody = pseudonyms.filter(({ left }) => left === 0).length;
  return decided(
    'regions over time',
    null,
    `who knows where everybody was is left with one person for ${alone.length} of ${pseudonyms.length} pseudonyms${original === null || alone.length === 0 ? '' : `, ${right} of them rightly`}`,
    {
      people: pseudonyms.length,
      coverage: 1 - nobody / pseudonyms.length,
      figure: 'pseudonyms that one person is left for',
      value,
      baseline,
      overBaseline: { lift, low: lift, high: lift },
      details: {
        everybody: knows.everybody,
        right: original === null || alone.length === 0 ? null : right / alone.length,
        meanChance: mean(pseudonyms.map(({ left }) => (left === 0 ? 0 : 1 / left))),
        nobodyLeft: nobody,
      },
    },
  );
}

function size({ header, knows, regions }: WholePlaces): Trial {
  if (knows.side === null && !knows.density)
    return notComputable(
      'size',
      null,
      'it needs the side below which a region is one place ("side"), or how many people are where, in --external',
    );
  const people = regions.flatMap((unit) => unit.people.map(() => unit.region));
  const { below, onePlace } = sizeAttack(
    header.square,
    people,
    knows.side ?? 0,
    knows.density ? densityIn(regions, header.levels) : undefined,
  );
  const told = knows.side === null ? onePlace : below;
  return decided(
    'size',
    null,
    knows.side === null
      ? `the regions of ${onePlace} of ${people.length} positions hold a single cell where anybody is`
      : `the regions of ${below} of ${people.length} positions are narrower than ${knows.side}`,
    {
      people: people.length,
      coverage: 1,
      figure: knows.side === null ? 'positions with one possible cell' : 'positions in regions that are too small',
      value: told / people.length,
      details: { onePlace: knows.density ? onePlace / people.length : null },
    },
  );
}

/** Cells that lie in any of the regions, each once. */
function densityIn(regions: readonly RegionUnit[], level: number): Density {
  const cells = new Map<string, Density['cells'][number]>();
  for (const { density: own } of regions)
    for (const [column, row, weight] of own?.cells ?? []) cells.set(`${column},${row}`, { cell: { level, column, row }, weight });
  return { level, cells: [...cells.values()] };
}

function reach({ header, knows, regions }: WholePlaces): Trial {
  if (knows.reach === null)
    return notComputable('reach', null, 'it needs how far one goes from one time to the next ("reach"), in --external');
  const paths = new Map<number, GridCell[]>();
  for (const { people, region } of regions)
    for (const person of people) {
      const path = paths.get(person);
      if (path === undefined) paths.set(person, [region]);
      else path.push(region);
    }
  const moved = [...paths.values()].filter((path) => path.length > 1);
  if (moved.length === 0) return notComputable('reach', null, 'no pseudonym has two regions: there is nothing to move between');
  const kept = moved.map((path) => reachAttack(header.square, path, knows.reach as number)?.share ?? null);
  const possible = kept.filter((share) => share !== null);
  const wrong = kept.length - possible.length;
  if (possible.length === 0) return notComputable('reach', null, 'nobody can have moved so: the reach is too small');
  const cut = 1 - mean(possible.map((share) => mean([...share])));
  return decided(
    'reach',
    null,
    `${percent(cut)} of the area of regions is out of reach${wrong === 0 ? '' : `; ${wrong} of ${kept.length} pseudonyms move further than that`}`,
    {
      people: moved.length,
      coverage: possible.length / kept.length,
      figure: 'area ruled out',
      value: cut,
      baseline: { name: 'each region by itself', value: 0 },
      details: { tooFar: wrong },
    },
  );
}

/** A guess that is twice as near to somebody as to the others of a group of t has found them; the method's authors ask c of at least 2. */
const WITHIN = 2;
/** Maximum number of positions tried: each is compared with its whole snapshot. */
const TARGETS = 300;
/** Without a k: who is closer than anybody else. */
const LEAST = 2;

/**
 * (c,t)-isolation: whether the likeliest cell stands so near to where a person was that a ball about it, twice as wide as it is off, holds fewer
 * than t people. Beside it the middle of the region, which needs no knowledge.
 */
function isolationFindings({ header, regions, knows }: WholePlaces, named: readonly NamedCell[], original: OriginalPlaces | null): Trial[] {
  const t = header.k ?? LEAST;
  const about = `c = ${WITHIN}, t = ${t}`;
  if (original === null) return [notComputable('isolation', about, 'it needs where people really were (--original)')];
  if (!knows.density)
    return [
      notComputable('isolation', about, 'it needs to know how many people are where: {"cell":[column,row],"people":N} in --external'),
    ];
  return [attempt('isolation', about, () => isolated(header.square, regions, named, original.positions, t, about))];
}

function isolated(
  square: WholePlaces['header']['square'],
  regions: readonly RegionUnit[],
  named: readonly NamedCell[],
  positions: OriginalPlaces['positions'],
  t: number,
  about: string,
): Trial {
  const hidden = regions.flatMap((unit, region) => (hidesCell(unit) ? (positions[region] ?? []).map((at) => ({ unit, region, at })) : []));
  if (hidden.length === 0) return notComputable('isolation', about, 'every region is a cell of the deepest level: none hides anything');
  const everybody = new Map<number, Point[]>();
  for (const [region, { time }] of regions.entries()) {
    const own = everybody.get(time) ?? [];
    for (const at of positions[region] ?? []) own.push(at);
    everybody.set(time, own);
  }
  const contentOf = (target: number): string => {
    const { unit, at } = hidden[target];
    return `${unit.time} ${at[0]} ${at[1]}`;
  };
  const of: RowShare[] = [];
  const over: RowShare[] = [];
  for (const target of sampled(hidden.length, TARGETS, unitSeed(regions), contentOf)) {
    const { unit, region, at } = hidden[target];
    const { column, row } = named[region];
    const others = everybody.get(unit.time) as readonly Point[];
    const found = (guess: Point): number => (isolation(others, at, guess, WITHIN, t).isolated ? 1 : 0);
    const cluster = { group: region, transaction: target, whole: 1 };
    of.push({ ...cluster, part: found(centre(square, { level: unit.levels, column, row })) });
    over.push({ ...cluster, part: found(centre(square, unit.region)) });
  }
  const value = shareOf(sharesOf(of)) ?? 0;
  return decided(
    'isolation',
    about,
    `of those tried ${percent(value)} are set apart from all but fewer than ${t} others by the likeliest cell`,
    {
      people: of.length,
      coverage: of.length / hidden.length,
      figure: 'positions set apart',
      value,
      interval: shareInterval(sharesOf(of)),
      baseline: { name: 'the middle of the region', value: shareOf(sharesOf(over)) },
      overBaseline: liftInterval(sharesOf(of), sharesOf(over)),
    },
  );
}

const unitSeed = (regions: readonly RegionUnit[]): string => regions[0]?.seed ?? '';
