import { percent } from '../../../core/findings/figure-text.ts';
import { decided, notComputable, type Trial } from '../../../core/findings/finding.ts';
import { sharesOf } from '../../../core/measure/clusters.ts';
import { liftInterval, shareInterval } from '../../../core/measure/intervals.ts';
import { mean } from '../../../core/numeric/numeric.ts';
import type { GridCell } from '../../../core/places/grid.ts';
import { type Density, reachAttack, sizeAttack } from '../../../core/places/place-attacks.ts';
import { hidesCell, type NamedCell, nameCell } from '../attack/expose.ts';
import { cellTarget, type RegionUnit, type WholePlaces } from '../read/cut.ts';
import { isolationFindings } from './isolation.ts';

/** What measures know: by region, who is where; by person, who it is. */
export interface OriginalPlaces {
  readonly targets: readonly (readonly string[])[];
  readonly positions: readonly (readonly (readonly [x: number, y: number])[])[];
  readonly users: readonly (readonly [person: number, user: string])[];
  /** By region, how many of everybody were inside. */
  readonly inside: readonly number[];
}

const REGION_ALONE = 'a cell of the region at random';

/** The attacks on all regions, each beside what knows less. */
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
    const { column, row, probability, uniform } = named[group] as NamedCell;
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
