import { remediesOf } from '../../../shared/kinds/set-generalised/advise/advise-on.ts';

const outcome = { certainty: 0.9, reached: null, mostLoss: 1.02, people: 0, reason: null, isAsGiven: true };
const small = { transactions: 10, k: 2 };

test('where the attack could not be made the reason stands, and what can be done without it', () => {
  const [remedy, ...more] = remediesOf({ ...outcome, people: null, reason: 'too few items are published alone' }, small);
  expect(remedy).toMatch(/^the attack could not be made: too few items are published alone\. .*--source.* larger k \(here 2\)/);
  expect(more).toEqual([]);
});

test('that nobody is named of a few transactions says little; of many it needs no remedy', () => {
  expect(remediesOf(outcome, small)).toEqual([expect.stringMatching(/^10 transactions are few .* 10\.0 % .*certainty=0\.8.* larger k/)]);
  expect(remediesOf({ ...outcome, certainty: 0.8 }, small)[0]).not.toContain('certainty=0.8');
  expect(remediesOf(outcome, { transactions: 500, k: 2 })).toEqual([]);
});

test('who stays named leaves more loss or a larger k; what was mended as asked leaves nothing to say', () => {
  expect(remediesOf({ ...outcome, people: 0.4 }, small)).toEqual([
    expect.stringMatching(/^to go further allow more loss \(--max-loss 2\)/),
  ]);
  expect(remediesOf({ ...outcome, people: 0.4, reached: false, mostLoss: null, isAsGiven: false }, small)).toEqual([
    expect.stringMatching(/^unveil anonymise with a larger k/),
  ]);
  expect(remediesOf({ ...outcome, people: 0.01, reached: true, isAsGiven: false }, small)).toEqual([]);
  expect(remediesOf({ ...outcome, people: 0.2, isAsGiven: false }, small)).toEqual([]);
});
