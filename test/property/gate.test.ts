import fc from 'fast-check';
import { byAttack, type Finding, proved, WAYS, type Way, withoutFigure } from '../../shared/core/verdict/finding.ts';
import { judgeLimits } from '../../shared/core/verdict/gate.ts';
import type { WayLimit } from '../../shared/core/verdict/policy.ts';
import { findingsOf, type TargetGuess } from '../../shared/core/verdict/said.ts';

const RUNS = { numRuns: 10_000, seed: 29 };

const share = fc.constantFrom(0, 0.02, 0.05, 0.1, 0.3, 0.5, 0.8, 0.9, 1);
const said: fc.Arbitrary<TargetGuess> = fc.record({
  cluster: fc.integer({ min: 0, max: 60 }),
  confidence: fc.option(fc.constantFrom(0.1, 0.4, 0.5, 0.8, 0.9, 1), { nil: null }),
  right: fc.constantFrom(0, 0.5, 1),
  lessConfidence: fc.constantFrom(0.1, 0.3, 0.6),
  lessRight: fc.constantFrom(0, 0.2, 1),
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
const attack = fc.record({ way, isProved: fc.boolean(), said: fc.array(said, { minLength: 1, maxLength: 120 }) });
type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never;
const release = fc.record({
  attacks: fc.array(attack, { minLength: 1, maxLength: 3 }),
  limits: fc.array(limit, { minLength: 1, maxLength: 3 }),
});

const by = (of: Way, name: string) => byAttack(of, name, 'knows something');
const findingsBy = ({ way: of, isProved, said: all }: Attack, at: number): Finding[] =>
  findingsOf(by(of, `attack-${at}`), all, { baseline: 'guessing', reason: 'found', proved: isProved });
const findingsIn = (attacks: readonly Attack[]): Finding[] => attacks.flatMap(findingsBy);
const isOpen = (limits: readonly WayLimit[], findings: readonly Finding[], lost = 0): boolean =>
  judgeLimits(limits, { findings, claims: [], lost }).open;

/** Whatever is done to the release, a closed gate stays closed. */
const neverOpens = (change: (attacks: readonly Attack[]) => readonly Finding[], lost = 0): void =>
  fc.assert(
    fc.property(release, ({ attacks, limits }) => {
      const findings = findingsIn(attacks);
      return isOpen(limits, findings) || !isOpen(limits, change(attacks), lost);
    }),
    RUNS,
  );

/** A target whom every attack names rightly and surely, and no baseline does; alone in a cluster of its own. */
const EXPOSED: TargetGuess = { cluster: 99, confidence: 1, right: 1, lessConfidence: 0, lessRight: 0 };

/** With fewer independent groups of people one more is data that were lacking. */
const ENOUGH = 10;

describe('a closed gate', () => {
  it('stays closed when a target is added who is exposed, unless data were lacking', () => {
    fc.assert(
      fc.property(release, ({ attacks, limits }) => {
        const findings = findingsIn(attacks);
        const lacksData = findings.some(({ uncertainty }) => uncertainty !== null && uncertainty.clusters < ENOUGH);
        const more = findingsIn(attacks.map((each) => ({ ...each, said: [...each.said, EXPOSED] })));
        return lacksData || isOpen(limits, findings) || !isOpen(limits, more);
      }),
      RUNS,
    );
  });

  it('stays closed when an attack is added', () => {
    fc.assert(
      fc.property(release, attack, ({ attacks, limits }, more) => {
        const findings = findingsIn(attacks);
        const known = limits.every((each) => findings.some((finding) => finding.way === each.way));
        return !known || isOpen(limits, findings) || !isOpen(limits, [...findings, ...findingsBy(more, attacks.length)]);
      }),
      RUNS,
    );
  });

  it('stays closed when an attack fails, or units are lost', () => {
    const failed = withoutFigure(by('learned', 'failing'), 'errored', 'it failed', { lost: 1 });
    neverOpens((attacks) => [...findingsIn(attacks), failed]);
    neverOpens(findingsIn, 1);
  });

  it('is not opened by what fails, is lost, or lacks an input', () => {
    const missing = WAYS.map((each) => withoutFigure(by(each, 'lacking'), 'not computable', 'no original was given'));
    fc.assert(
      fc.property(release, ({ attacks, limits }) => {
        const findings = findingsIn(attacks);
        return (
          !isOpen(limits, [...findings, ...missing]) &&
          !isOpen(limits, findings, 1) &&
          !isOpen(limits, [...findings, withoutFigure(by('learned', 'failing'), 'errored', 'it failed')])
        );
      }),
      RUNS,
    );
  });

  it('stays closed when the original is taken away: without it the claims of an attack count in full', () => {
    fc.assert(
      fc.property(release, fc.double({ min: 0, max: 0.2, noNaN: true }), ({ attacks, limits }, doubt) => {
        const unproved = attacks.map((each) => ({ ...each, isProved: false }));
        const without = unproved.flatMap(({ way: of, said: all }, at) =>
          findingsOf(
            by(of, `attack-${at}`),
            all.map((each) => ({ ...each, right: null, lessRight: null })),
            { baseline: 'guessing', reason: 'found', ...(at % 2 === 0 ? {} : { doubt }) },
          ),
        );
        const tried = limits.every((each) => without.some((finding) => finding.way === each.way && finding.state === 'not computable'));
        return isOpen(limits, findingsIn(unproved)) || !isOpen(limits, without) || !tried;
      }),
      RUNS,
    );
  });

  it('stays closed when a claim is broken', () => {
    fc.assert(
      fc.property(release, ({ attacks, limits }) => {
        const claims = [{ text: 'k = 5', scope: 'of everything', state: 'broken', checked: 1, violations: 1, example: null } as const];
        return !judgeLimits(limits, { findings: findingsIn(attacks), claims, lost: 0 }).open;
      }),
      RUNS,
    );
  });
});

it('opens where every bound is below the limit, and says so', () => {
  const clean = Array.from(
    { length: 400 },
    (_, cluster): TargetGuess => ({ cluster, confidence: 0.2, right: 0, lessConfidence: 0.2, lessRight: 0 }),
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
