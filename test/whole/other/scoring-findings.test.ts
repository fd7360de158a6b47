// People found by a few known items: findings, and the audit of a set-generalised release.

import { seeded, shuffle } from '../../../shared/core/random/random.ts';
import { MOST_RECORDS, scoringFindings, tooMany } from '../../../shared/core/scoring/scoring-findings.ts';
import { ScoringRecords } from '../../../shared/core/scoring/scoring-index.ts';
import { auditInMemory, rowsOf } from '../../helpers/audits.ts';
import { countsOver } from '../../helpers/counts-over.ts';

const sets = (size: number): string[][] => {
  const random = seeded('scoring findings', size);
  return Array.from({ length: size }, (_, at) => [`own ${at}`, ...Array.from({ length: 6 }, (_, slot) => `${slot}-${random.below(4)}`)]);
};
const findingsOf = (records: readonly (readonly string[])[]) =>
  scoringFindings({
    records: ScoringRecords.of(records.map((items) => new Map(items.map((item) => [item, 1])))),
    itemsOf: (record) => records[record],
    when: 'as published',
    seed: 's',
  });

test('neither the order of records nor that of items changes a figure', () => {
  const records = sets(120);
  const other = shuffle(
    records.map((items) => items.toReversed()),
    seeded('other order'),
  );
  expect(findingsOf(other)).toEqual(findingsOf(records));
});

test('the figures add up, and stand beside what knows less', () => {
  const [right, wrong] = findingsOf(sets(200));
  expect(right).toMatchObject({ attack: 'scoring', about: '3 known items, as published', status: 'decided', people: 200, coverage: 1 });
  expect(right?.baseline?.name).toBe('exact matching');
  expect(wrong?.baseline).toEqual({ name: 'a record at random', value: 1 / 200 });
  for (const finding of [right, wrong]) {
    const { right: found, falseClaims, none } = (finding as NonNullable<typeof finding>).details as Record<string, number>;
    expect((found as number) + (falseClaims as number) + (none as number)).toBe(200);
    expect(finding?.value).toBe((found as number) / 200);
    expect(finding?.interval?.low).toBeLessThan(finding?.value as number);
  }
});

test('of who has too few items, and of too many records, nothing is said', () => {
  expect(findingsOf([['a'], ['b', 'c']]).map(({ status, value }) => [status, value])).toEqual([
    ['not computable', null],
    ['not computable', null],
  ]);
  expect(tooMany(MOST_RECORDS + 1)).toMatchObject({ status: 'not computable', value: null });
});

test('an audit says who is found before and after its attack, by items of the original', async () => {
  const original = Array.from({ length: 40 }, (_, at) => [
    `p${at % 5}`,
    `q${at % 7}`,
    `r${at % 3}`,
    `s${at % 4}`,
    at % 2 === 0 ? 'gout' : 'ulcer',
  ]);
  const release = original.map((items) => [...items.slice(0, 4), ['gout', 'ulcer']]);
  const audited = await auditInMemory({
    release,
    original,
    source: countsOver(original.map((items) => items.join(' '))),
    request: { attacks: ['rba'] },
  });
  const rows = rowsOf(audited, 'findings').filter(({ way }) => way === 'singled out');
  expect(rows.map(({ attack, about, facts, state, figure }) => [attack, about, facts, state, figure])).toEqual([
    ['known items', '1 known item', 1, 'measured', null],
    ['known items', '2 known items', 2, 'measured', null],
    ['known items', '3 known items', 3, 'measured', null],
    ['scoring', '3 known items, as published', 3, 'measured', 'records found'],
    ['scoring', '5 known items, 1 of them wrong, as published', 5, 'measured', 'records found'],
    ['scoring', '3 known items, after the leading attack', 3, 'measured', 'records found'],
    ['scoring', '5 known items, 1 of them wrong, after the leading attack', 5, 'measured', 'records found'],
  ]);
  expect(audited.files['report.html']).toContain('Who is found by a few known items');
});
