import fc from 'fast-check';
import { byAttack, type Finding, proved, WAYS, type Way, withoutFigure } from '../../shared/core/verdict/finding.ts';
import { judgeLimits } from '../../shared/core/verdict/gate.ts';
import { findingsOf, type TargetGuess } from '../../shared/core/verdict/guesses.ts';
import type { WayLimit } from '../../shared/core/verdict/policy.ts';

/** Made once for all laws. UNVEIL_CASES=10000 tries more. */
const CASES = Number(process.env['UNVEIL_CASES'] ?? 2_000);
const CONFIDENT = [null, 0.1, 0.4, 0.5, 0.8, 0.9, 1];
const RIGHT = [0, 0.5, 1];
const LESS = [0.1, 0.3, 0.6];
const LESS_RIGHT = [0, 0.2, 1];
const CLUSTERS = 61;

const share = fc.constantFrom(0, 0.02, 0.05, 0.1, 0.3, 0.5, 0.8, 0.9, 1);
/** Drawn as one number, whose digits are its fields: five draws would take most of the time. */
const said = fc.nat(CLUSTERS * CONFIDENT.length * RIGHT.length * LESS.length * LESS_RIGHT.length - 1).map((drawn): TargetGuess => {
  let left = drawn;
  const digit = (of: number): number => {
    const value = left % of;
    left = (left - value) / of;
    return value;
  };
  const among = <T>(values: readonly T[]): T => values[digit(values.length)];
  return {
    cluster: digit(CLUSTERS),
    confidence: among(CONFIDENT),
    right: among(RIGHT),
    baselineConfidence: among(LESS),
    baselineRight: among(LESS_RIGHT),
  };
});
const way = fc.constantFrom<Way>(...WAYS);
const limit: fc.Arbitrary<WayLimit> = fc.record({
  way,
  limit: share,
  confidence: fc.constantFrom(0.5, 0.8, 0.9, 1),
  knows: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  claimed: fc.boolean(),
});
/** One attack: its way, whether its guesses are proved, and what it says target by target. */
const attack = fc.record({ way, isProved: fc.boolean(), said: fc.array(said, { minLength: 1, maxLength: 120, size: 'max' }) });
type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never;

const by = (of: Way, name: string) => byAttack(of, name, 'knows something');
const findingsBy = ({ way: of, isProved, said: all }: Attack, at: number): Finding[] =>
  findingsOf(by(of, `attack-${at}`), all, { baseline: 'guessing', reason: 'found', proved: isProved });
const findingsIn = (attacks: readonly Attack[]): Finding[] => attacks.flatMap(findingsBy);
const isOpen = (limits: readonly WayLimit[], findings: readonly Finding[], lost = 0): boolean =>
  judgeLimits(limits, { findings, claims: [], lost }).open;

interface Case {
  readonly attacks: readonly Attack[];
  readonly limits: readonly WayLimit[];
  /** An attack more. */
  readonly more: Attack;
  readonly doubt: number;
  readonly findings: readonly Finding[];
  readonly open: boolean;
}

const made: readonly Case[] = fc
  .sample(
    fc.record({
      attacks: fc.array(attack, { minLength: 1, maxLength: 3 }),
      limits: fc.array(limit, { minLength: 1, maxLength: 3 }),
      more: attack,
      doubt: fc.double({ min: 0, max: 0.2, noNaN: true }),
    }),
    { numRuns: CASES, seed: 29 },
  )
  .map((each) => {
    const findings = findingsIn(each.attacks);
    return { ...each, findings, open: isOpen(each.limits, findings) };
  });

/** The law holds in every case; one in which it does not is shown. Null: it says nothing of this case, which most cases are not. */
function holds(law: (one: Case) => boolean | null): void {
  let said = 0;
  const broken = made.find((one) => {
    const answer = law(one);
    if (answer !== null) said += 1;
    return answer === false;
  });
  expect(broken).toBeUndefined();
  expect(said).toBeGreaterThan(CASES / 10);
}

/** A target whom every attack names rightly and surely, and no baseline does; alone in a cluster of its own. */
const EXPOSED: TargetGuess = { cluster: 99, confidence: 1, right: 1, baselineConfidence: 0, baselineRight: 0 };

/** With fewer independent groups of people one more is data that were lacking. */
const ENOUGH = 10;

const failed = withoutFigure(by('learned', 'failing'), 'errored', 'it failed', { lost: 1 });

it('the cases are open and closed, proved and not', () => {
  expect(made).toHaveLength(CASES);
  const open = made.filter((one) => one.open).length;
  expect(Math.min(open, CASES - open)).toBeGreaterThan(CASES / 20);
});

describe('a closed gate', () => {
  it('stays closed when a target is added who is exposed, unless data were lacking', () => {
    holds(({ attacks, limits, findings, open }) => {
      if (open || findings.some(({ uncertainty }) => uncertainty !== null && uncertainty.clusters < ENOUGH)) return null;
      const after = findingsIn(attacks.map((each) => ({ ...each, said: [...each.said, EXPOSED] })));
      // The baseline acts on one more person and may be right: the lift is then smaller, and a proved share has no interval.
      const guessed = after.some(
        ({ state, baseline }, at) => state === 'proved' && (baseline?.right ?? 0) > (findings[at]?.baseline?.right ?? 0) + 1e-9,
      );
      return guessed ? null : !isOpen(limits, after);
    });
  });

  it('stays closed when an attack is added', () => {
    holds(({ attacks, limits, more, findings, open }) => {
      const known = limits.every((each) => findings.some((finding) => finding.way === each.way));
      return !known || open ? null : !isOpen(limits, [...findings, ...findingsBy(more, attacks.length)]);
    });
  });

  it('stays closed when an attack fails, or units are lost', () => {
    holds(({ limits, findings, open }) => (open ? null : !isOpen(limits, [...findings, failed]) && !isOpen(limits, findings, 1)));
  });

  it('is not opened by what fails, is lost, or lacks an input', () => {
    const missing = WAYS.map((each) => withoutFigure(by(each, 'lacking'), 'not computable', 'no original was given'));
    const without = withoutFigure(by('learned', 'failing'), 'errored', 'it failed');
    holds(
      ({ limits, findings }) =>
        !isOpen(limits, [...findings, ...missing]) && !isOpen(limits, findings, 1) && !isOpen(limits, [...findings, without]),
    );
  });

  it('stays closed when the original is taken away: without it the claims of an attack count in full', () => {
    holds(({ attacks, limits, doubt }) => {
      const unproved = attacks.map((each) => ({ ...each, isProved: false }));
      const without = unproved.flatMap(({ way: of, said: all }, at) =>
        findingsOf(
          by(of, `attack-${at}`),
          all.map((each) => ({ ...each, right: null, baselineRight: null })),
          { baseline: 'guessing', reason: 'found', ...(at % 2 === 0 ? {} : { doubt }) },
        ),
      );
      const tried = limits.every((each) => without.some((finding) => finding.way === each.way && finding.state === 'not computable'));
      return tried ? !isOpen(limits, without) || isOpen(limits, findingsIn(unproved)) : null;
    });
  });

  it('stays closed when a claim is broken', () => {
    const claims = [{ text: 'k = 5', scope: 'of everything', state: 'broken', checked: 1, violations: 1, example: null } as const];
    holds(({ limits, findings }) => !judgeLimits(limits, { findings, claims, lost: 0 }).open);
  });
});

it('opens where every bound is below the limit, and says so', () => {
  const clean = Array.from(
    { length: 400 },
    (_, cluster): TargetGuess => ({ cluster, confidence: 0.2, right: 0, baselineConfidence: 0.2, baselineRight: 0 }),
  );
  const findings = findingsOf(by('learned', 'guessing'), clean, { baseline: 'guessing', reason: 'found' });
  const gate = judgeLimits([{ way: 'learned', limit: 0.05, confidence: 0.8, knows: null, claimed: false }], {
    findings,
    claims: [],
    lost: 0,
  });
  expect(gate).toMatchObject({ open: true, by: null });
  expect(gate.message).toContain('the limit is 5.0 %');
});

it('closes on a proved finding above the limit, and names the attack', () => {
  const findings = [proved(by('learned', 'homogeneity'), { people: 6, of: 60, baseline: { name: 'guessing', right: 1 }, reason: 'alike' })];
  const limits: WayLimit[] = [{ way: 'learned', limit: 0.05, confidence: 0.8, knows: null, claimed: false }];
  expect(judgeLimits(limits, { findings, claims: [], lost: 0 })).toMatchObject({ open: false, by: 'homogeneity' });
});
