import { percent } from '../../../core/findings/figure-text.ts';
import { attempt, decided, notComputable, type Trial } from '../../../core/findings/finding.ts';
import { type RowShare, sharesOf } from '../../../core/measure/clusters.ts';
import { liftInterval, shareInterval, shareOf } from '../../../core/measure/intervals.ts';
import { centre, isolation, type Point } from '../../../core/places/place-attacks.ts';
import { sampled } from '../../../core/random/sampled.ts';
import { hidesCell, type NamedCell } from '../attack/expose.ts';
import type { RegionUnit, WholePlaces } from '../read/cut.ts';
import type { OriginalPlaces } from './findings.ts';

/** A guess that is twice as near to somebody as to the others of a group of t has found them; the method's authors ask c of at least 2. */
const WITHIN = 2;
/** Positions that are tried: each is held against all of its snapshot. */
const TARGETS = 300;
/** Without a k: who is closer than anybody else. */
const LEAST = 2;

/**
 * (c,t)-isolation: whether the likeliest cell stands so near to where a person was that a ball about it, twice as wide as it is off, holds fewer
 * than t people. Beside it the middle of the region, which needs no knowledge.
 */
export function isolationFindings(
  { header, regions, knows }: WholePlaces,
  named: readonly NamedCell[],
  original: OriginalPlaces | null,
): Trial[] {
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
    const { unit, at } = hidden[target] as (typeof hidden)[number];
    return `${unit.time} ${at[0]} ${at[1]}`;
  };
  const of: RowShare[] = [];
  const over: RowShare[] = [];
  for (const target of sampled(hidden.length, TARGETS, unitSeed(regions), contentOf)) {
    const { unit, region, at } = hidden[target] as (typeof hidden)[number];
    const { column, row } = named[region] as NamedCell;
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
