// What a second release adds, worked out by hand on tables of a few records.

import type { OtherRelease, Relation } from '../../../shared/kinds/relational/core/assess/link-findings.ts';
import { orderOf, otherFindings } from '../../../shared/kinds/relational/core/assess/other-findings.ts';
import { trialsOf } from '../../../shared/kinds/relational/core/assess/told.ts';
import { tableOf } from '../../../shared/kinds/relational/core/model/table.ts';
import { knownFrom } from '../../helpers/relational.ts';

const ZIPS = ['11;1*;*', '12;1*;*', '21;2*;*', '22;2*;*', '55;5*;*', '33;3*;*'];
const known = (rows: readonly (readonly string[])[]) =>
  knownFrom({ columns: ['zip', 'disease'], rows, quasi: ['zip'], sensitive: 'disease', hierarchies: { zip: ZIPS } });
const other = (relation: Relation, rows: readonly (readonly string[])[]): OtherRelease => ({
  relation,
  table: tableOf(['zip', 'disease'], rows),
});
const people = (zips: readonly string[], recordOf: readonly number[] | null = null) => ({
  table: tableOf(
    ['zip'],
    zips.map((zip) => [zip]),
  ),
  recordOf: recordOf === null ? null : Int32Array.from(recordOf),
});
type Given = Parameters<typeof otherFindings>;
const trials = (release: Given[0], second: Given[1], external: Given[2], seed: string) =>
  trialsOf(otherFindings(release, second, external, orderOf(release, second, seed)));
const finding = (attack: string, ...given: Parameters<typeof trials>) => trials(...given).find((each) => each.attack === attack);

const OWN = [
  ['1*', 'flu'],
  ['1*', 'cold'],
  ['2*', 'flu'],
  ['2*', 'hiv'],
  ['5*', 'flu'],
  ['5*', 'flu'],
];
const THEIRS = [
  ['{11, 21}', 'cold'],
  ['{11, 21}', 'hiv'],
  ['{12, 22}', 'flu'],
  ['{12, 22}', 'flu'],
  ['55', 'cold'],
];

test('two holders: what both allow, what one allows alone, and where they contradict each other', () => {
  const found = finding('composition', known(OWN), other('other-holder', THEIRS), people(['11', '12', '21', '22', '55', '33']), 's');
  // Cold, flu, hiv and flu are named by the two together, the second and fourth by the other holder alone; of 55 they say different things, of 33 nothing.
  expect(found).toMatchObject({
    status: 'decided',
    about: 'disease',
    people: 5,
    coverage: 5 / 6,
    value: 4 / 5,
    details: { contradictions: 1 },
  });
  expect(found?.baseline).toEqual({ name: 'the surer release alone', value: 3 / 5 });
  expect(found?.reason).toBe(
    'of 5 persons in both releases 4 are named with nine in ten certainty by the two together, 3 by one of them alone',
  );
});

test('two holders of nobody in common, or without the column, or without anybody to look for', () => {
  const of = (release: OtherRelease, external: Parameters<typeof otherFindings>[2]) =>
    finding('composition', known(OWN), release, external, 's');
  expect(of(other('other-holder', THEIRS), people(['33']))).toMatchObject({
    status: 'not computable',
    reason: 'nobody of the external table is in both releases',
  });
  expect(of(other('other-holder', THEIRS), null)?.reason).toMatch(/^persons who are in both are needed/);
  const without: OtherRelease = { relation: 'other-holder', table: tableOf(['zip'], [['11']]) };
  expect(of(without, people(['11']))?.reason).toBe('the other release does not have the column');
});

const SAME = [
  ['1*', 'flu'],
  ['1*', 'cold'],
  ['2*', 'hiv'],
  ['2*', 'flu'],
];
const AGAIN = [
  ['{11, 21}', 'flu'],
  ['{12, 22}', 'cold'],
  ['{11, 21}', 'hiv'],
  ['{12, 22}', 'flu'],
];

test('the same people generalised otherwise: rows with one partner, and what joined rows come to', () => {
  const found = finding('complementary-release', known(SAME), other('same-people', AGAIN), null, 's');
  // Cold and hiv have one partner each; each flu may be either.
  expect(found).toMatchObject({ value: 3 / 4, details: { pairs: 6, rowsWithOnePartner: 2, uniqueJoined: 2 } });
  expect(found?.baseline).toEqual({ name: 'this release alone', value: 2 / 4 });
  // 11 and 22 have one row left, 12 and 21 two.
  const linked = finding(
    'complementary-release',
    known(SAME),
    other('same-people', AGAIN),
    people(['11', '12', '21', '22'], [0, 1, 2, 3]),
    's',
  );
  expect(linked).toMatchObject({ value: (1 + 0.5 + 0.5 + 1) / 4, figure: 'linked right by joined rows' });
  const wrong = finding('complementary-release', known(SAME), other('same-people', AGAIN), people(['11', '12'], [2, -1]), 's');
  expect(wrong?.value).toBe(0);
});

test('the same people: other people, other numbers of them, no column in common', () => {
  const of = (attack: string, rows: readonly (readonly string[])[]) => finding(attack, known(SAME), other('same-people', rows), null, 's');
  expect(of('complementary-release', [...AGAIN.slice(0, 3), ['{12, 22}', 'gout']])).toMatchObject({
    status: 'not computable',
    reason: 'only 3 of 4 rows can be paired: the two releases are not of the same people',
  });
  expect(of('unsorted-matching', AGAIN.slice(1))?.reason).toBe('the other release has 3 records, this one 4: they cannot be in one order');
  const nothing: OtherRelease = { relation: 'same-people', table: tableOf(['age'], [['1'], ['2'], ['3'], ['4']]) };
  expect(trials(known(SAME), nothing, null, 's').map(({ reason }) => reason)).toEqual([
    'the two releases share no quasi-identifier',
    'the two releases share no column',
    'an earlier or later release is needed',
    "another holder's release is needed",
  ]);
});

test('an earlier release: who joined since has one of the rows that are new', () => {
  const rows = [
    ['11', 'flu'],
    ['11', 'cold'],
    ['21', 'hiv'],
    ['21', 'hiv'],
    ['21', 'flu'],
  ];
  const joined = finding('temporal', known(rows), other('earlier', rows.slice(0, 2)), null, 's');
  expect(joined).toMatchObject({
    about: null,
    value: 1 / 3,
    figure: 'found among those that joined',
    baseline: { name: 'this release alone', value: 1 / 3 },
    details: { matched: 2, free: 3, freeInOther: 0, surestValue: 2 / 3, marginal: 2 / 5 },
  });
  const left = finding('temporal', known(rows.slice(0, 3)), other('later', [...rows.slice(0, 3), ['22', 'flu']]), null, 's');
  expect(left).toMatchObject({ value: null, figure: 'found among those that left', details: { matched: 3, free: 0, freeInOther: 1 } });
});
