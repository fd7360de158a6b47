import { SHARE_UNIT } from '../../shared/kinds/set-generalised/measure/guess-rows.ts';
import { learnedFindings } from '../../shared/kinds/set-generalised/publish/learned-findings.ts';
import { PeopleGuesses } from '../../shared/kinds/set-generalised/publish/people-guesses.ts';
import { concludeAudit } from '../../shared/kit/publish/conclude.ts';

const PEOPLE = 60;

/** Each person's guess is one of three members, stated with certainty, and right. */
function guesses(): PeopleGuesses {
  const all = new PeopleGuesses(PEOPLE, 1);
  all.add({
    transaction: Int32Array.from({ length: PEOPLE }, (_, at) => at),
    unit: Int32Array.from({ length: PEOPLE }, (_, at) => at % 20),
    sure: new Uint16Array(PEOPLE).fill(SHARE_UNIT),
    member: new Uint16Array(PEOPLE),
    right: new Uint16Array(PEOPLE).fill(SHARE_UNIT),
    less: new Uint16Array(PEOPLE).fill(SHARE_UNIT / 3),
    doubt: new Uint16Array(PEOPLE).fill(SHARE_UNIT / 10),
  });
  return all;
}

const result = (parts: object) =>
  [
    {
      attack: { name: 'calibrated', parameters: {} },
      status: 'decided',
      reason: null,
      hasOriginal: true,
      tally: { groups: 20, erroredGroups: 0 },
      details: null,
      ...parts,
    },
  ] as never;

const learnedBy = (parts: object) => learnedFindings(result(parts), guesses()).filter(({ attack }) => attack === 'calibrated');

test('with the original each confidence is measured', () => {
  const found = learnedBy({});
  expect(found).toHaveLength(6);
  for (const finding of found) expect(finding).toMatchObject({ state: 'measured', people: PEOPLE, of: PEOPLE, right: PEOPLE });
});

test('without it calibrated probabilities are expected, with a doubt; where practice promises nothing they are not computable', () => {
  const practice = (cannotPromise: string | null) => ({ hasOriginal: false, details: { practice: { cannotPromise, limit: 0.9 } } });
  const [first] = learnedBy(practice(null));
  expect(first).toMatchObject({ state: 'expected', right: null, expectedRight: PEOPLE });
  expect(first?.uncertainty?.error).toBeGreaterThan(0.1 / 2);
  for (const finding of learnedBy(practice('unlike')))
    expect(finding).toMatchObject({
      state: 'not computable',
      people: PEOPLE,
      exposed: null,
      reason: expect.stringContaining('too unlike'),
    });
  for (const finding of learnedBy({ hasOriginal: false }))
    expect(finding).toMatchObject({ state: 'not computable', reason: expect.stringContaining('without the original') });
});

test('an attack that fails on some generalised items is errored next to what it found on the others: the gate is closed, and nothing is called safe', () => {
  const failed = { status: 'errored', reason: 'it failed on 40 of 100 generalised items', tally: { groups: 100, erroredGroups: 40 } };
  const findings = learnedBy(failed);
  expect(findings[0]).toMatchObject({ state: 'errored', lost: 40, of: PEOPLE });
  expect(findings.slice(1).map(({ state }) => state)).toEqual(Array(6).fill('measured'));
  const limit = { way: 'learned', limit: 1, confidence: 0.8, knows: null, claimed: false } as const;
  const found = { findings: findings.slice(0, 1), claims: [], obstacles: [], nothingHidden: false };
  const { verdict, gate } = concludeAudit({ gate: [limit] }, found, 0);
  expect(verdict.level).toBe('cannot tell');
  expect(gate).toMatchObject({ open: false, by: 'calibrated', message: expect.stringContaining('failed on 40 of 100') });
});

test('what the request leaves out is said to be left out, and chance and nested attacks are none', () => {
  const names = learnedFindings(result({}), guesses()).map(({ attack, state }) => `${attack} ${state}`);
  expect(names).toContain('rba not tried');
  expect(names.filter((name) => /^(?:random|blind|calibrated-precise|without-order) /.test(name))).toEqual([]);
});

test('a release without a generalised item has nothing to learn', () => {
  expect(learnedBy({ status: 'not computable', tally: { groups: 0, erroredGroups: 0 } })).toMatchObject([{ state: 'not tried' }]);
});
