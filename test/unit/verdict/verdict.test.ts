// One verdict from findings, claims and obstacles: what leads, what is listed under it, and what is never said.
import type { Claim } from '../../../shared/core/verdict/claim.ts';
import { claimsHold } from '../../../shared/core/verdict/claim.ts';
import { byAttack, type Finding, proved, type Way, withoutFigure } from '../../../shared/core/verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../../../shared/core/verdict/guesses.ts';
import { type Evidence, type Verdict, verdictOf } from '../../../shared/core/verdict/verdict.ts';

const by = (way: Way, attack: string) => byAttack(way, attack, 'The attacker knows something.');
const READING = { baseline: 'guessing', reason: 'found' };

/** Independent people; the first ones are named rightly where the baseline is wrong. */
const naming = (of: number, exposed: number, confidence = 0.9): TargetGuess[] =>
  Array.from({ length: of }, (_, cluster) => ({
    cluster,
    confidence: cluster < exposed ? confidence : null,
    right: 1,
    baselineConfidence: 0.1,
    baselineRight: 0,
  }));
const leak = (way: Way, attack: string, exposed = 100, of = 400): Finding[] => findingsOf(by(way, attack), naming(of, exposed), READING);
const clean = (way: Way, attack: string, of = 2000): Finding[] =>
  findingsOf(
    by(way, attack),
    naming(of, of, 0.4).map((each, at) => ({ ...each, right: at % 5 === 0 ? 1 : 0, baselineConfidence: 0.2, baselineRight: 0.2 })),
    READING,
  );
const claim = (state: Claim['state']): Claim => ({
  text: 'k = 5, m = 2',
  scope: 'of all published items',
  state,
  checked: 10,
  violations: state === 'broken' ? 3 : 0,
  example: null,
});
const conclude = (findings: readonly Finding[], more: Partial<Evidence> = {}): Verdict =>
  verdictOf({ findings, claims: [], obstacles: [], nothingHidden: false, ...more });
const wayOf = (verdict: Verdict, way: Way) => verdict.ways.find((each) => each.way === way);

describe('the headline', () => {
  it('is a broken guarantee before every leak, which stays listed under it', () => {
    const verdict = conclude(leak('learned', 'calibrated'), { claims: [claim('broken')] });
    expect(verdict).toMatchObject({ level: 'guarantee broken', way: null });
    expect(wayOf(verdict, 'learned')).toMatchObject({ level: 'leaks', lead: { attack: 'calibrated' } });
  });

  it.each(['held', 'nothing to check', 'not checked'] as const)('follows the findings where a claim is "%s"', (state) => {
    expect(conclude(leak('learned', 'calibrated'), { claims: [claim(state)] })).toMatchObject({ level: 'leaks', way: 'learned' });
  });

  it('is the worse of linked and learned, in whichever order and whatever leads each', () => {
    const levels = {
      leaks: (way: Way) => leak(way, 'strong'),
      'cannot tell': (way: Way) => [withoutFigure(by(way, 'failing'), 'errored', 'it failed', { lost: 1 })],
      'no leak found': (way: Way) => clean(way, 'quiet'),
      'not tried': (way: Way) => [withoutFigure(by(way, 'register'), 'not tried', 'no register was given')],
    };
    const order = Object.keys(levels) as (keyof typeof levels)[];
    for (const [rank, linked] of order.entries())
      for (const [other, learned] of order.entries()) {
        if (linked === 'not tried' && learned === 'not tried') continue;
        const verdict = conclude([...levels[linked]('linked'), ...levels[learned]('learned')]);
        const expected = rank <= other ? linked : learned;
        expect([linked, learned, verdict.level]).toEqual([linked, learned, expected]);
        if (linked !== learned) expect(verdict.way).toBe(rank <= other ? 'linked' : 'learned');
      }
  });

  it('of two leaks is the one with the greater lower bound', () => {
    const both = [...leak('linked', 'weak', 40), ...leak('learned', 'strong', 200)];
    expect(conclude(both)).toMatchObject({ level: 'leaks', way: 'learned' });
    expect(conclude([...leak('linked', 'strong', 200), ...leak('learned', 'weak', 40)])).toMatchObject({ level: 'leaks', way: 'linked' });
  });

  it('is not what singles people out, where something is hidden: that keeps its own line', () => {
    const verdict = conclude([...leak('singled out', 'known items'), ...clean('learned', 'quiet')]);
    expect(verdict).toMatchObject({ level: 'no leak found', way: 'learned' });
    expect(wayOf(verdict, 'singled out')?.level).toBe('leaks');
  });

  it('is what singles people out where nothing is hidden', () => {
    const verdict = conclude([...leak('singled out', 'known items'), ...clean('learned', 'quiet')], { nothingHidden: true });
    expect(verdict).toMatchObject({ level: 'leaks', way: 'singled out' });
  });

  it('cannot tell where nothing was tried at all', () => {
    expect(conclude([])).toMatchObject({ level: 'cannot tell', way: null });
  });
});

describe('a way of exposure', () => {
  it('is led by the attack that found most, whichever it is: a silent lead attack is no safe release', () => {
    const silent = findingsOf(by('learned', 'calibrated'), naming(400, 0), READING);
    const verdict = conclude([...silent, ...leak('learned', 'minimality', 133)]);
    const learned = wayOf(verdict, 'learned');
    expect(learned).toMatchObject({ level: 'leaks', lead: { attack: 'minimality', people: 133, of: 400 } });
    expect(learned?.atLeast).toBeGreaterThan(0.2);
    expect(learned?.atLeast).toBeLessThan(133 / 400);
  });

  it('counts an overconfident attack by how often it is right', () => {
    const wrong = naming(400, 370).map((each, at) => ({ ...each, right: at < 8 ? 1 : 0, baselineConfidence: 0.1, baselineRight: 0.02 }));
    const verdict = conclude(findingsOf(by('learned', 'overconfident'), wrong, READING));
    expect(wayOf(verdict, 'learned')?.level).not.toBe('leaks');
  });

  it('leaks by what is proved, however few, without a test', () => {
    const one = proved(by('learned', 'homogeneity'), { people: 1, of: 5000, baseline: { name: 'guessing', right: 0.5 }, reason: 'alike' });
    expect(conclude([one, ...clean('learned', 'quiet')])).toMatchObject({ level: 'leaks', way: 'learned' });
    const none = proved(by('learned', 'homogeneity'), { people: 0, of: 5000, baseline: { name: 'guessing', right: 0 }, reason: 'none' });
    expect(conclude([none, ...clean('learned', 'quiet')]).level).toBe('no leak found');
  });

  it('needs more evidence the more is tried', () => {
    const said = naming(60, 60).map((each, at) => ({ ...each, right: at < 30 ? 1 : 0, baselineRight: at % 4 === 0 ? 1 : 0 }));
    const small = findingsOf(by('learned', 'weak'), said, READING).slice(0, 1);
    const others = Array.from({ length: 60 }, (_, at) =>
      findingsOf(by('learned', `other ${at}`), naming(60, 0), READING).slice(0, 1),
    ).flat();
    const acting = others.map((finding): Finding => ({ ...finding, people: 1 }));
    expect(conclude(small).level).toBe('leaks');
    expect(conclude([...small, ...acting]).level).not.toBe('leaks');
  });

  it.each([
    [
      'errored',
      withoutFigure(by('learned', 'failing'), 'errored', 'it ran out of memory', { lost: 4 }),
      'failing failed: it ran out of memory',
    ],
    ['not computable', withoutFigure(by('learned', 'other'), 'not computable', 'no original was given'), 'other cannot be computed'],
    ['lost', { ...clean('learned', 'lossy')[0], lost: 40 }, 'lossy failed on 40 units'],
  ])('cannot be told where an attack is %s, and says so', (_, finding, why) => {
    const learned = wayOf(conclude([...clean('learned', 'quiet'), finding]), 'learned');
    expect(learned?.level).toBe('cannot tell');
    expect(learned?.obstacles.map((each) => each.why).join()).toContain(why);
    expect(learned?.obstacles.every(({ remedy }) => remedy !== '')).toBe(true);
  });

  it('asks for the original where that is what is missing', () => {
    const missing = withoutFigure(by('learned', 'other'), 'not computable', 'no original was given');
    expect(wayOf(conclude([missing]), 'learned')?.obstacles[0]?.remedy).toContain('--original');
  });

  it('is a leak although another attack failed, and lists the failure', () => {
    const failed = withoutFigure(by('learned', 'failing'), 'errored', 'it failed', { lost: 1 });
    const learned = wayOf(conclude([...leak('learned', 'strong'), failed]), 'learned');
    expect(learned).toMatchObject({ level: 'leaks', obstacles: [{ why: expect.stringContaining('failing') }] });
  });

  it('cannot be told where a leak of a tenth of the people could hide, and the limit is an option', () => {
    const few = clean('learned', 'quiet', 15);
    expect(wayOf(conclude(few), 'learned')).toMatchObject({
      level: 'cannot tell',
      obstacles: [{ why: expect.stringMatching(/a leak below \d+ % of the people could go unnoticed/) }],
    });
    const found = { findings: few, claims: [], obstacles: [], nothingHidden: false };
    expect(wayOf(verdictOf(found, 1), 'learned')?.level).toBe('no leak found');
  });

  it('says what would have been noticed where nothing was found, by the weakest of its attacks', () => {
    const [sharp, coarse] = [clean('learned', 'sharp', 4000), clean('learned', 'coarse', 1000)];
    const power = (findings: readonly Finding[]): number => wayOf(conclude(findings), 'learned')?.power as number;
    expect(wayOf(conclude([...sharp, ...coarse]), 'learned')).toMatchObject({ level: 'no leak found', tried: ['sharp', 'coarse'] });
    expect(power([...sharp, ...coarse])).toBeGreaterThanOrEqual(power(coarse));
    expect(power(coarse)).toBeGreaterThan(power(sharp));
  });

  it('was not tried where every attack lacks what it would need to know', () => {
    const verdict = conclude([withoutFigure(by('linked', 'register'), 'not tried', 'no register was given'), ...clean('learned', 'quiet')]);
    expect(wayOf(verdict, 'linked')?.level).toBe('not tried');
    expect(verdict).toMatchObject({ level: 'no leak found', way: 'learned' });
  });

  it('cannot be told where an obstacle of the kind stands in the way, and puts it first', () => {
    const obstacles = [{ way: 'learned', why: 'no source knows the items', remedy: 'build a corpus' }] as const;
    const verdict = conclude(clean('learned', 'quiet'), { obstacles });
    expect(verdict.level).toBe('cannot tell');
    expect(wayOf(verdict, 'learned')?.obstacles[0]).toEqual({ why: 'no source knows the items', remedy: 'build a corpus' });
  });
});

test.each([
  [[], null],
  [['held'], true],
  [['held', 'held'], true],
  [['held', 'not checked'], null],
  [['nothing to check'], null],
  [['held', 'nothing to check'], null],
  [['held', 'broken'], false],
  [['not checked', 'broken'], false],
] as const)('claims that are %j hold: %s', (states, holds) => {
  expect(claimsHold(states.map(claim))).toBe(holds);
});
