// The verdict in words: the answer first, then one number, then what to do next.

import { type Claim, claimSentence } from '../../../shared/core/verdict/claim.ts';
import { byAttack, type Finding, proved, type Way, withoutFigure } from '../../../shared/core/verdict/finding.ts';
import { findingsOf } from '../../../shared/core/verdict/guesses.ts';
import { type Evidence, verdictOf } from '../../../shared/core/verdict/verdict.ts';
import type { Conclusion } from '../../../shared/kit/publish/conclude.ts';
import { conclusionForMachines, verdictLines, verdictText } from '../../../shared/kit/publish/verdict-text.ts';

const WORDS = { person: 'patient', people: 'patients', target: 'value', targets: 'values' };
const by = (way: Way, attack: string, about: string | null = null) => byAttack(way, attack, 'The attacker knows something.', { about });
const conclude = (findings: readonly Finding[], more: Partial<Evidence> = {}): Conclusion => {
  const found: Evidence = { findings, claims: [], obstacles: [], nothingHidden: false, ...more };
  return { ...found, verdict: verdictOf(found), gate: null };
};
const said = (findings: readonly Finding[], more: Partial<Evidence> = {}) => verdictText(conclude(findings, more), WORDS);
const naming = (
  way: Way,
  attack: string,
  { of, exposed, truth = true, confidence = 0.9 }: { of: number; exposed: number; truth?: boolean; confidence?: number },
): Finding[] =>
  findingsOf(
    by(way, attack),
    Array.from({ length: of }, (_, cluster) => ({
      cluster,
      confidence: cluster < exposed ? confidence : null,
      right: truth ? 1 : null,
      baselineConfidence: cluster < exposed ? 0.1 : 0,
      baselineRight: truth ? 0.25 : null,
    })),
    { baseline: 'guessing by frequency', reason: 'found', ...(truth ? {} : { doubt: 0.01 }) },
  );
const quiet = (way: Way, attack: string): Finding[] => naming(way, attack, { of: 2000, exposed: 0 });
const claim = (more: Partial<Claim> = {}): Claim => ({
  text: 'k = 5, m = 2',
  scope: 'of all published items',
  state: 'broken',
  checked: 100,
  violations: 1084,
  example: 'transaction 7',
  ...more,
});

test('a leak: who learns what of how many, how often rightly next to the baseline, and at least how many are exposed', () => {
  const { headline, next, ways } = said(naming('learned', 'minimality', { of: 360, exposed: 120 }));
  expect(headline).toMatch(
    /^The attack minimality learns a hidden value of 120 of 360 patients with at least 90 % confidence\. It is right in 100\.0 %, guessing by frequency in 25\.0 %\. At least 2\d\.\d % are exposed beyond that\.$/,
  );
  expect(next).toBe('Do not publish this release.');
  expect(ways).toEqual([]);
});

test('a leak without the original says that figures are expected', () => {
  expect(said(naming('learned', 'calibrated', { of: 400, exposed: 200, truth: false })).headline).toContain(
    'It is expected to be right in 90.0 %',
  );
});

test('a leak that is proved says so, and about what', () => {
  const alike = proved(by('learned', 'homogeneity', 'disease'), {
    people: 720,
    of: 720,
    baseline: { name: 'guessing', right: 144 },
    reason: 'alike',
  });
  expect(said([alike]).headline).toBe(
    'The attack homogeneity (disease) learns a hidden value of 720 of 720 patients. It is right in 100.0 %, guessing in 20.0 %. This follows from the release itself.',
  );
});

test.each([
  ['linked', 'Linked (register): 50 of 400.'],
  ['singled out', 'Register singles out 50 of 400 patients.'],
] as const)('%s: %s', (way, sentence) => {
  const alone = proved(by(way, 'register'), { people: 50, of: 400, baseline: { name: 'guessing', right: 0 }, reason: 'alone' });
  expect(said([alone], { nothingHidden: true }).ways.join(' ') + said([alone], { nothingHidden: true }).headline).toContain(sentence);
});

test('at a confidence of 1 it is said with certainty, and a count of this release is told from one of all people', () => {
  expect(said(naming('learned', 'minimality', { of: 360, exposed: 120, confidence: 1 })).headline).toContain(
    'of 120 of 360 patients with certainty.',
  );
  const figures = { people: 331, of: 400, baseline: { name: 'no item', right: 0 }, reason: 'alone' };
  const brief = (attack: string) => said([proved(by('singled out', attack), figures)], { claims: [claim()] }).ways.join(' ');
  expect(brief('quasi-identifiers')).toContain('Singled out (quasi-identifiers): 331 of 400 patients within the release.');
  expect(brief('population-uniqueness')).toContain('331 of 400 patients among all people.');
});

test('a raw file gets an answer and a next step', () => {
  const alone = proved(by('singled out', '3 known items'), {
    people: 331,
    of: 400,
    baseline: { name: 'no item', right: 0 },
    reason: 'alone',
  });
  const { headline, next } = said([alone], { nothingHidden: true });
  expect(headline).toContain('3 known items singles out 331 of 400 patients.');
  expect(next).toContain('unveil anonymise');
});

test('a broken guarantee comes first, with its violations and one of them; what leaks comes after it', () => {
  const { headline, ways, next } = said(naming('learned', 'minimality', { of: 360, exposed: 120 }), { claims: [claim()] });
  expect(headline).toBe('The release breaks its guarantee k = 5, m = 2 of all published items: 1,084 violations, such as transaction 7.');
  expect(ways.join(' ')).toContain('Learned (minimality): 120 of 360, 100.0 % rightly.');
  expect(next).toContain('Mend the release first');
  const both = said([], { claims: [claim({ violations: 1 }), claim({ text: 'l = 3', violations: null, example: null })] }).headline;
  expect(both).toBe(
    'The release breaks its guarantee k = 5, m = 2 of all published items: 1 violation, such as transaction 7. The release breaks its guarantee l = 3 of all published items.',
  );
});

test.each([
  [claim({ state: 'held', violations: 0, example: null, scope: 'of the hidden items' }), 'k = 5, m = 2 holds of the hidden items.'],
  [
    claim({ state: 'nothing to check', example: null, scope: 'of the hidden items' }),
    'k = 5, m = 2 of the hidden items: nothing to check.',
  ],
  [
    claim({ state: 'not checked', example: 'no exact check exists' }),
    'k = 5, m = 2 of all published items was not checked: no exact check exists.',
  ],
  [claim({ state: 'not checked', example: null }), 'k = 5, m = 2 of all published items was not checked.'],
])('a claim in words, case %#', (given, sentence) => {
  expect(claimSentence(given)).toBe(sentence);
  if (given.state !== 'held') expect(sentence).not.toMatch(/holds/);
});

test('what cannot be told says why, what would help, and that it is no sign of safety', () => {
  const failed = withoutFigure(by('learned', 'composition'), 'errored', 'it failed on 40 of 100 groups', { lost: 40 });
  const { headline, next } = said([failed]);
  expect(headline).toBe(
    'This audit cannot tell whether a hidden value can be learned: the attack composition failed: it failed on 40 of 100 groups.',
  );
  expect(next).toBe('Run the audit again; if it fails again, report it. Until then this is no sign of safety.');
  expect(said([]).headline).toContain('nothing was tried');
});

test('no leak found says how many attacks were tried and what they would have noticed', () => {
  const one = said(quiet('learned', 'naive-bayes'));
  expect(one.headline).toMatch(
    /^Learned: the attack naive-bayes found nothing beyond guessing; a leak of at least 0\.\d % of the patients would have been noticed\.$/,
  );
  expect(one.next).toContain('A stronger attacker may learn more');
  const two = said([...quiet('learned', 'naive-bayes'), ...quiet('learned', 'homogeneity')]);
  expect(two.headline).toContain('2 attacks found nothing beyond guessing');
});

test('the terminal shows the headline first, then claims that are kept, the other ways, and what to do next', () => {
  const conclusion = conclude(quiet('learned', 'naive-bayes'), { claims: [claim({ state: 'held', violations: 0, example: null })] });
  const text = verdictText(conclusion, WORDS);
  const lines = verdictLines(conclusion, text).join(' ').replaceAll(/\s+/g, ' ');
  const order = [text.headline, 'k = 5, m = 2 holds of all published items.', ...text.ways, text.next];
  expect(order.map((each) => lines.indexOf(each))).toEqual(order.map((each) => lines.indexOf(each)).toSorted((a, b) => a - b));
  expect(lines.startsWith(text.headline)).toBe(true);
});

test('scripts get the verdict, its claims and findings, and whether all claims hold', () => {
  const conclusion = conclude(quiet('learned', 'naive-bayes'), { claims: [claim()] });
  expect(conclusionForMachines(conclusion, verdictText(conclusion, WORDS))).toMatchObject({
    verdict: { level: 'guarantee broken' },
    claim_holds: false,
    headline: expect.stringContaining('1,084 violations'),
    findings: conclusion.findings,
    gate: null,
  });
});
