import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Section } from '../../../contracts/report-data.ts';
import { grouped } from '../../../core/verdict/figure-text.ts';
import type { Assessed } from '../../../kit/plain/plain-kind.ts';
import { hidesCell, nameCell } from '../attack/expose.ts';
import { placesClaims } from '../check/check.ts';
import { across, boxOf } from '../core/grid.ts';
import type { RegionUnit, WholePlaces } from '../read/cut.ts';
import { findPlaces, type OriginalPlaces } from './findings.ts';
import { placeFindings } from './place-findings.ts';

export function assessPlaces(whole: WholePlaces, original: OriginalPlaces | null, { claim }: AuditRequest): Assessed {
  const { header, regions, knows } = whole;
  const trials = findPlaces(whole, original);
  const counted = regions.map(({ time, region, people }, at) => ({
    time,
    cell: region,
    publishers: people.length,
    inside: original?.inside[at] ?? null,
  }));
  const k = claim.k ?? header.k;
  const thin = regions.filter(({ people }) => k !== null && people.length < k);
  const fewest = regions.reduce((least, { people }) => Math.min(least, people.length), Infinity);
  const bare = countOf(regions.filter((unit) => !hidesCell(unit)));
  const times = [...Map.groupBy(regions, ({ time }) => time)];
  return {
    trials,
    findings: placeFindings(whole, original),
    claims: placesClaims(header, k, counted),
    obstacles: knows.density || knows.everybody > 0 ? [] : [NOTHING_KNOWN],
    nothingHidden: regions.every((unit) => !hidesCell(unit)),
    facts: [
      { label: 'Snapshots', value: grouped(times.length) },
      { label: 'Method', value: header.method ?? 'not said' },
      { label: 'k', value: k === null ? 'not said' : grouped(k) },
      { label: 'Least publishers of a region', value: grouped(fewest) },
      { label: 'Positions published to the cell', value: `${grouped(bare)} of ${grouped(countOf(regions))}` },
      { label: 'Pseudonyms', value: regions[0]?.ids[0] == null ? 'none' : 'kept over time' },
    ],
    sections: [snapshotsSection(times, k)],
    revealing: times.slice(0, 1).map(([time, units]) => mapOf(time, units, knows.density)),
    notices:
      header.method === 'adaptive' && thin.length > 0
        ? [
            {
              code: 'not-reciprocal',
              message: `${grouped(thin.length)} of ${grouped(regions.length)} regions are published by fewer than ${k} users, as adaptive cloaking allows: who knows the method finds them`,
            },
          ]
        : [],
    singlingOut: {
      figure: Number.isFinite(fewest) ? `the region with the fewest publishers has ${grouped(fewest)}` : 'none',
      answers: 'Among how many people of the release each region is published.',
      not: 'Who else was in the region and published nothing, or another region.',
    },
    linking: {
      figure: trials.find(({ attack }) => attack === 'regions over time')?.reason ?? 'none',
      answers: 'Whether the regions of one pseudonym lead to one person, for who knows where everybody was.',
      not: 'Somebody who knows a person’s positions only in part, or habits such as home and work.',
    },
  };
}

const countOf = (units: readonly RegionUnit[]): number => units.reduce((total, { people }) => total + people.length, 0);

const NOTHING_KNOWN = {
  way: 'learned',
  why: 'regions were looked at by somebody who knows nothing else, neither how many people are where nor where anybody was',
  remedy: 'give what an attacker may know: a density, or positions of everybody (--external; docs/places.md)',
} as const;

const snapshotsSection = (times: readonly (readonly [number, readonly RegionUnit[]])[], k: number | null): Section => ({
  kind: 'table',
  title: 'Snapshots',
  conclude: 'A region hides a person among those who publish it, and only if all of its places are equally likely.',
  folded: times.length > 12,
  head: ['Time', 'People', 'Regions', 'Least publishers', ...(k === null ? [] : [`Regions below ${k}`]), 'Mean side'],
  rows: times.map(([time, units]) => {
    const people = countOf(units);
    const sides = units.reduce((total, unit) => total + (unit.people.length * unit.square.side) / across(unit.region.level), 0);
    return [
      time,
      people,
      units.length,
      units.reduce((least, unit) => Math.min(least, unit.people.length), Infinity),
      ...(k === null ? [] : [units.filter((unit) => unit.people.length < k).length]),
      Number((sides / people).toPrecision(4)),
    ];
  }),
});

/** More cannot be told apart on a page. */
const DRAWN = 600;

/** The first snapshot: how surely one cell of each region is named. */
function mapOf(time: number, units: readonly RegionUnit[], knowsDensity: boolean): Section {
  const shown = units
    .toSorted((a, b) => b.people.length - a.people.length || a.region.level - b.region.level)
    .slice(0, DRAWN)
    .toSorted((a, b) => a.region.level - b.region.level || a.region.row - b.region.row || a.region.column - b.region.column);
  return {
    kind: 'map',
    title: `Regions at time ${time}`,
    conclude: knowsDensity
      ? 'The stronger the shade of a region, the surer who knows where people live is of one cell in it.'
      : 'The stronger the shade of a region, the fewer cells it has: nothing is known of where people live.',
    ...(units.length > DRAWN ? { note: `The ${DRAWN} regions with the most people of ${grouped(units.length)}.` } : {}),
    light: 'any cell of the region',
    dark: 'one cell is sure',
    cells: shown.map((unit) => {
      const { square, region, people } = unit;
      const box = boxOf(square, region);
      const { column, row, probability } = nameCell(unit);
      const within = hidesCell(unit) ? `cell ${column},${row} with ${Math.round(100 * probability)} %` : 'the cell itself is published';
      return {
        x: (box.west - square.x) / square.side,
        y: (box.south - square.y) / square.side,
        side: 1 / across(region.level),
        shade: probability,
        about: `region ${region.column},${region.row} of level ${region.level}: ${people.length} people; ${within}`,
      };
    }),
  };
}
