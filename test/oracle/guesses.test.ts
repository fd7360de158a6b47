// Findings from what an attacker says of each target, next to a slow and obvious count: every target by itself, one after another.

import { seeded } from '../../shared/core/random/random.ts';
import { byAttack, CONFIDENCES } from '../../shared/core/verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../../shared/core/verdict/guesses.ts';

interface Single {
  readonly cluster: number;
  readonly confidence: number | null;
  readonly right: number;
  readonly baselineConfidence: number;
  readonly baselineRight: number;
}

/** Every target by itself: equal ones are repeated by weight. */
const single = (said: readonly TargetGuess[], measured: boolean): Single[] =>
  said.flatMap(({ weight = 1, cluster, confidence, right, baselineConfidence, baselineRight }) =>
    Array.from({ length: weight }, () => ({
      cluster,
      confidence,
      baselineConfidence,
      right: (measured ? right : confidence) ?? 0,
      baselineRight: (measured ? baselineRight : baselineConfidence) ?? 0,
    })),
  );

/** Targets of a baseline that may act on `many`: the most confident ones; ties are shared evenly. */
function sharesOf(all: readonly Single[], many: number): number[] {
  return all.map(({ baselineConfidence }) => {
    const surer = all.filter((other) => other.baselineConfidence > baselineConfidence).length;
    const tied = all.filter((other) => other.baselineConfidence === baselineConfidence).length;
    return Math.min(1, Math.max(0, (many - surer) / tied));
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

function twin(said: readonly TargetGuess[], confidence: number, measured: boolean) {
  const all = single(said, measured);
  const acts = all.map((each) => each.confidence !== null && each.confidence >= confidence);
  const many = acts.filter(Boolean).length;
  const shares = sharesOf(all, many);
  const own = all.map(({ right }, at) => (acts[at] === true ? right : 0));
  const less = all.map(({ baselineRight }, at) => shares[at] * baselineRight);
  const gains = all.map((_, at) => own[at] - less[at]);
  const clusters = [...new Set(all.map(({ cluster }) => cluster))].map((cluster) =>
    all.flatMap((each, at) => (each.cluster === cluster ? [at] : [])),
  );
  const actedIn = clusters.map((places) => sum(places.map((at) => Math.max(acts[at] === true ? 1 : 0, shares[at]))));
  const acting = actedIn.filter((acted) => acted > 0);
  const [of, groups] = [all.length, acting.length];
  const exposed = sum(gains) / of;
  const gained = clusters.map((places) => ({ gain: sum(places.map((at) => gains[at])), size: places.length }));
  const chance = sum(less.map((hit) => hit * (1 - hit)));
  const together = sum(gained.map(({ gain }) => gain ** 2));
  const singly = sum(gains.map((gain) => gain ** 2));
  const squares = Math.max(together, singly, chance);
  const about = Math.max(sum(gained.map(({ gain, size }) => (gain - exposed * size) ** 2)), chance);
  const errorOf = (sumOfSquares: number): number => Math.sqrt((sumOfSquares * groups) / Math.max(1, groups - 1)) / of;
  return {
    people: many,
    of,
    right: sum(own),
    baseline: sum(less),
    exposed,
    uncertainty:
      groups === 0
        ? { error: 0, spread: 0, tested: 0, degrees: 1, unseen: 0, clusters: of ** 2 / sum(clusters.map((places) => places.length ** 2)) }
        : {
            error: errorOf(squares),
            spread: errorOf(about),
            tested: errorOf(Math.max(squares, singly === 0 ? chance : (chance * Math.max(singly, together)) / singly)),
            degrees: Math.max(1, sum(acting) ** 2 / sum(acting.map((acted) => acted ** 2)) - 1),
            unseen: sum(less) / groups / of,
            clusters: of ** 2 / sum(clusters.map((places) => places.length ** 2)),
          },
  };
}

function madeSaid(seed: number): TargetGuess[] {
  const random = seeded('said', seed);
  const among = <T>(values: readonly T[]): T => values[random.below(values.length)];
  return Array.from({ length: 1 + random.below(60) }, () => ({
    cluster: random.below(1 + random.below(20)),
    ...(random.below(3) === 0 ? { weight: 1 + random.below(4) } : {}),
    confidence: among([null, 0, 0.3, 0.5, 0.79, 0.8, 0.93, 0.95, 1]),
    right: among([0, 0.5, 1]),
    baselineConfidence: among([0, 0.1, 0.25, 0.6, 1]),
    baselineRight: among([0, 0.2, 1]),
  }));
}

const BY = byAttack('learned', 'attack', 'knows');
const close = (value: number): unknown => expect.closeTo(value, 9);

test.each(Array.from({ length: 400 }, (_, seed) => seed))('made targets %d: figures equal those of every target by itself', (seed) => {
  const said = madeSaid(seed);
  const measured = seed % 4 !== 0;
  const given = measured ? said : said.map((each) => ({ ...each, right: null, baselineRight: null }));
  const findings = findingsOf(BY, given, { baseline: 'less', reason: 'found', ...(measured ? {} : { doubt: 0 }) });
  expect(findings.map(({ confidence }) => confidence)).toEqual([...CONFIDENCES]);
  for (const { confidence, people, of, right, expectedRight, baseline, exposed, uncertainty, state } of findings) {
    const slow = twin(given, confidence, measured);
    expect({ people, of, state, right: right ?? expectedRight, baseline: baseline?.right, exposed }).toEqual({
      people: slow.people,
      of: slow.of,
      state: measured ? 'measured' : 'expected',
      right: close(slow.right),
      baseline: close(slow.baseline),
      exposed: close(slow.exposed),
    });
    expect([right === null, expectedRight === null]).toEqual([!measured, measured]);
    // Where all clusters gain alike a spread of 0 is a root of rounding.
    const rounding = (value: number): unknown => expect.closeTo(value, 6);
    const { error, spread, tested, degrees, unseen, clusters } = slow.uncertainty;
    expect(uncertainty).toEqual({
      error: close(error),
      spread: rounding(spread),
      tested: close(tested),
      degrees: close(degrees),
      unseen: close(unseen),
      clusters: close(clusters),
    });
  }
});

test('the order of targets does not matter', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const said = madeSaid(seed);
    const ofAll = (all: readonly TargetGuess[]) => findingsOf(BY, all, { baseline: 'less', reason: 'found' });
    const [there, back] = [ofAll(said), ofAll(said.toReversed())];
    for (const [at, finding] of there.entries()) {
      expect(back[at]?.exposed).toBeCloseTo(finding.exposed as number, 12);
      expect(back[at]?.uncertainty?.error).toBeCloseTo(finding.uncertainty?.error as number, 12);
    }
  }
});
