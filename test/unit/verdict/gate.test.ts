// The gate by worked numbers: closed unless proven open, and each message says what closes it.

import { gatePolicy } from '../../../shared/contracts/gate-policy.ts';
import type { Claim } from '../../../shared/core/verdict/claim.ts';
import { byAttack, type Finding, LEFT_OUT, proved, type Way, withoutFigure } from '../../../shared/core/verdict/finding.ts';
import { judgeLimits } from '../../../shared/core/verdict/gate.ts';
import { findingsOf, type TargetGuess } from '../../../shared/core/verdict/guesses.ts';
import { parseWayLimits } from '../../../shared/core/verdict/policy.ts';
import { concludeAudit } from '../../../shared/kit/publish/conclude.ts';

const by = (way: Way, attack: string, facts: number | null = null) => byAttack(way, attack, 'The attacker knows something.', { facts });
const READING = { baseline: 'guessing', reason: 'found' };
const one = (cluster: number, more: Partial<TargetGuess> = {}): TargetGuess => ({
  cluster,
  confidence: 0.9,
  right: 1,
  baselineConfidence: 0.1,
  baselineRight: 0,
  ...more,
});
/** Number of a thousand people named rightly at this confidence. */
const naming = (way: Way, attack: string, exposed: number, confidence = 0.9): Finding[] =>
  findingsOf(
    by(way, attack),
    Array.from({ length: 1000 }, (_, at) => one(at, { confidence: at < exposed ? confidence : null })),
    READING,
  );
const alone = (facts: number, people: number): Finding =>
  proved(by('singled out', 'known items', facts), { people, of: 1000, baseline: { name: 'no item', right: 0 }, reason: 'alone' });
const judge = (policy: string, findings: readonly Finding[], { claims = [], lost = 0 }: { claims?: Claim[]; lost?: number } = {}) =>
  judgeLimits(parseWayLimits(policy), { findings, claims, lost });
const broken: Claim = { text: 'k = 5', scope: 'of the hidden items', state: 'broken', checked: 4, violations: 1, example: null };

test('of 1,000 people 20 are exposed: open at 5 %, closed at 2 %, for the upper end of the interval decides', () => {
  const findings = naming('learned', 'calibrated', 20);
  expect(judge('learned=0.05@confidence=0.8', findings)).toMatchObject({
    open: true,
    message: expect.stringMatching(/^gate open: learned at most 3\.\d %, the limit is 5\.0 %$/),
    by: null,
  });
  expect(judge('learned=0.02@confidence=0.8', findings)).toEqual({
    open: false,
    by: 'calibrated',
    message: expect.stringMatching(
      /^gate closed: calibrated leaves learned some of the 1,000 people \(acting on 20 at confidence 0\.8\): up to 3\.\d %, and the limit is 2\.0 %$/,
    ),
  });
});

test('what is said with less confidence than the limit names does not count, unless it is right that often', () => {
  expect(judge('learned=0.01@confidence=0.95', naming('learned', 'calibrated', 100, 0.6))).toMatchObject({ open: false });
  const said = Array.from({ length: 1000 }, (_, at) => one(at, { confidence: at < 200 ? 0.6 : null, right: 0.5 }));
  expect(judge('learned=0.01@confidence=0.95', findingsOf(by('learned', 'unsure'), said, READING))).toMatchObject({ open: true });
});

test('an attacker who is wrong closes it only if the policy counts whom it acts on', () => {
  const said = Array.from({ length: 1000 }, (_, at) => one(at, { right: at < 10 ? 1 : 0, baselineRight: at < 10 ? 1 : 0 }));
  const findings = findingsOf(by('learned', 'overconfident'), said, READING);
  expect(judge('learned=0.1@confidence=0.8', findings)).toMatchObject({ open: true });
  expect(judge('learned=0.1@confidence=0.8@claimed', findings)).toMatchObject({
    open: false,
    message: expect.stringContaining('acts on some of the 1,000 people'),
  });
});

test('singled-out counts attackers who know at most so much', () => {
  const findings = [alone(1, 10), alone(2, 150), alone(3, 800)];
  expect(judge('singled-out=0.2@knows=1', findings)).toMatchObject({ open: true });
  expect(judge('singled-out=0.2@knows=2', findings)).toMatchObject({ open: true });
  expect(judge('singled-out=0.2@knows=3', findings)).toMatchObject({ open: false, by: 'known items' });
  expect(judge('singled-out=0.2', findings)).toMatchObject({ open: false });
});

test.each([
  ['a broken claim', {}, { claims: [broken] }, 'gate closed: the release breaks its guarantee k = 5 of the hidden items', null],
  ['lost units', {}, { lost: 2 }, 'gate closed: 2 units were lost', null],
  [
    'an attack on another way that failed',
    { more: withoutFigure(by('linked', 'register'), 'errored', 'it failed', { lost: 1 }) },
    {},
    'the attack register failed: it failed',
    'register',
  ],
  [
    'an attack of the way that lacks an input',
    { more: withoutFigure(by('learned', 'other'), 'not computable', 'no original was given') },
    {},
    'other cannot be computed: no original was given',
    'other',
  ],
])('%s closes it', (_, { more }: { more?: Finding }, judged, message, attack) => {
  const findings = [...naming('learned', 'quiet', 0), ...(more === undefined ? [] : [more])];
  expect(judge('learned=0.05', findings, judged)).toMatchObject({ open: false, message: expect.stringContaining(message), by: attack });
});

test('a way of which nothing was tried is closed, and the reason is told', () => {
  const untried = withoutFigure(by('linked', 'register'), 'not tried', 'no register was given');
  expect(judge('linked=0.05', [untried])).toMatchObject({
    open: false,
    message: 'gate closed: linked was not tried: no register was given',
  });
  expect(judge('linked=0.05', [])).toMatchObject({ open: false, message: 'gate closed: linked was not tried' });
});

test('an attack of the list that the request leaves out closes it: nothing says what it would have found', () => {
  const findings = [...naming('learned', 'mda', 0), withoutFigure(by('learned', 'calibrated'), 'not tried', LEFT_OUT)];
  expect(judge('learned=0.05', findings)).toMatchObject({
    open: false,
    by: 'calibrated',
    message: 'gate closed: calibrated was not tried: the request leaves it out (attacks)',
  });
  const other = withoutFigure(by('learned', 'composition'), 'not tried', 'no other release was given');
  expect(judge('learned=0.05', [...naming('learned', 'mda', 0), other])).toMatchObject({ open: true });
});

describe('several limits', () => {
  const gateOf = (gate: unknown, findings: readonly Finding[], recall?: { open: boolean; message: string }) =>
    concludeAudit(
      { gate: gatePolicy.parse(gate) },
      { findings, claims: [], obstacles: [], nothingHidden: false },
      0,
      recall === undefined ? undefined : () => recall,
    ).gate;
  const findings = [...naming('learned', 'calibrated', 20), alone(2, 150)];

  it('must all be kept; the first that is not answers', () => {
    expect(gateOf(['learned=0.05', 'singled-out=0.2@knows=2'], findings)).toMatchObject({
      open: true,
      message: expect.stringMatching(/^gate open: learned at most .*; singled out at most 15\.0 %, the limit is 20\.0 %$/),
    });
    expect(gateOf(['learned=0.05', 'singled-out=0.1@knows=2'], findings)).toMatchObject({ open: false, by: 'known items' });
    expect(gateOf(['learned=0.01', 'singled-out=0.1@knows=2'], findings)).toMatchObject({ open: false, by: 'calibrated' });
  });

  it('may include recall, where the kind has attacks that eliminate items', () => {
    expect(gateOf(['learned=0.05', 'recall=0.3@precision=0.8'], findings)).toMatchObject({
      open: false,
      message: 'gate closed: recall cannot be judged on this kind of release',
    });
    expect(gateOf(['learned=0.05', 'recall=0.3@precision=0.8'], findings, { open: true, message: 'recall 10 %' })).toMatchObject({
      open: true,
      message: expect.stringMatching(/learned at most .*; recall 10 %$/),
    });
  });

  it('are not judged where the audit has no policy', () => {
    expect(concludeAudit({}, { findings, claims: [], obstacles: [], nothingHidden: false }, 0).gate).toBeNull();
  });

  it('"people" means linked and learned: it closes on either, and on a kind without links it is about what is learned', () => {
    expect(gateOf('people=0.05@certainty=0.8', naming('learned', 'calibrated', 20))).toMatchObject({ open: true });
    expect(gateOf('people=0.05@certainty=0.8', [...naming('learned', 'quiet', 0), ...naming('linked', 'register', 400)])).toMatchObject({
      open: false,
      by: 'register',
    });
    expect(gateOf('linked=0.05', naming('learned', 'calibrated', 20))).toMatchObject({ open: false });
  });
});
