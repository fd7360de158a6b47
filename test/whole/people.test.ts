import { itemRisk, joinRisks, RISK } from '../../shared/core/people/examples.ts';
import { CERTAINTIES, type Exposure, VIEWS, type View } from '../../shared/core/people/exposure.ts';
import type { Figure } from '../../shared/core/people/tally.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { addCluster, clusteredShareInterval, noClusters } from '../../shared/core/statistics/cluster-sums.ts';
import type { Interval } from '../../shared/core/statistics/intervals.ts';
import { auditInMemory, rowsOf } from '../helpers/audits.ts';
import { calibratedOver } from '../helpers/calibrated-release.ts';
import { countsOver } from '../helpers/counts-over.ts';
import { type Kind, simulated, tallied } from '../oracle/twins/simulated-people.ts';

const KIND: Kind = { units: 24, people: 200, most: 3, between: 0.7, own: 0.5, centre: 1.5, off: 0, measured: true };

test('what the tally says is what a plain recount of the exposures says', () => {
  const random = seeded('recount');
  for (let round = 0; round < 20; round += 1) {
    const exposures = simulated({ ...KIND, measured: round % 2 === 0 }, random).exposures.flat();
    const figures = tallied(simulatedUnits(exposures)).figures(250);
    expect(figures.people).toBe(250);
    expect(figures.hidden).toBe(new Set(exposures.map(({ person }) => person)).size);
    for (const view of VIEWS) {
      for (const [at, certainty] of CERTAINTIES.entries()) {
        const seen = exposures
          .filter(({ isProtected }) => isProtected || !view.startsWith('protected'))
          .map((each) => ({ ...each, p: view.endsWith('without') ? (each.without ?? 0) : each.probability }));
        const named = seen.filter(({ p }) => p >= certainty);
        const surest = new Map<number, (typeof named)[number]>();
        for (const each of named) if (each.p > (surest.get(each.person)?.p ?? 0)) surest.set(each.person, each);
        const found = figures.views[view as View][at];
        const right = (all: readonly (typeof named)[number][]): number | null =>
          all.length === 0 ? null : all.reduce((sum, { truth, p }) => sum + (truth === null ? p : Number(truth)), 0) / all.length;
        expect([found?.certainty, found?.people, found?.targets]).toEqual([certainty, surest.size, named.length]);
        expect(found?.share.value).toBeCloseTo(surest.size / 250, 12);
        close(found?.surestRight, right([...surest.values()]));
        close(found?.targetsRight, right(named));
      }
    }
  }
});

const simulatedUnits = <T extends { readonly unit: number }>(exposures: readonly T[]): T[][] =>
  [...new Set(exposures.map(({ unit }) => unit))].map((unit) => exposures.filter((each) => each.unit === unit));

function close(figure: Figure | undefined, value: number | null): void {
  if (value === null) expect(figure?.value).toBeNull();
  else expect(figure?.value).toBeCloseTo(value, 5);
}

test('intervals hold what they are of; without the original they hold what is right. The bench people counts 1,000 releases a kind', () => {
  const RUNS = 120;
  const random = seeded('coverage');
  const measured = Array.from({ length: RUNS }, () => tallied(simulated(KIND, random).exposures).figures(KIND.people));
  const middle = measured.reduce((sum, { views }) => sum + (views.all[0]?.share.value ?? 0), 0) / RUNS;
  const holds = ({ low, high }: Figure, value: number): boolean => low !== null && high !== null && low <= value && value <= high;
  expect(measured.filter(({ views }) => holds(views.all[0]?.share as Figure, middle)).length).toBeGreaterThanOrEqual(0.9 * RUNS);
  const unmeasured = Array.from({ length: RUNS }, (_, run) => {
    const { exposures, truths } = simulated({ ...KIND, measured: false, off: run % 2 === 0 ? 0.3 : -0.3 }, random);
    const named = exposures.flatMap((unit, at) =>
      unit.flatMap(({ probability }, place) => (probability >= 0.8 ? [Number(truths[at]?.[place])] : [])),
    );
    const was = named.reduce((sum, each) => sum + each, 0) / named.length;
    return holds(tallied(exposures).figures(KIND.people).views.all[0]?.targetsRight as Figure, was);
  });
  expect(unmeasured.filter(Boolean).length).toBeGreaterThanOrEqual(0.9 * RUNS);
});

test('too few units say nothing of how sure: figures without ends', () => {
  const { exposures } = simulated({ ...KIND, units: 2 }, seeded('few'));
  const figures = tallied(exposures).figures(KIND.people);
  expect(figures.views.all[0]).toMatchObject({ share: { low: null, high: null }, surestRight: { low: null, high: null } });
});

describe('the interval of a share over units', () => {
  const one = (units: readonly (readonly [part: number, whole: number])[]) => {
    const [byUnit, byRow] = [noClusters(), noClusters()];
    for (const [part, whole] of units) {
      addCluster(byUnit, part, whole);
      for (let row = 0; row < whole; row += 1) addCluster(byRow, row < part ? 1 : 0, 1);
    }
    return clusteredShareInterval(byUnit, byRow, byRow);
  };

  test('one wrong of many is known about as well as one wrong unit of as many units is', () => {
    const units = Array.from({ length: 60 }, (_, at): [number, number] => [at === 0 ? 3 : 4, 4]);
    // Of 60 units on their own, and of 240 rows on their own, after Clopper and Pearson.
    const { low, high } = one(units) as Interval;
    expect(low).toBeGreaterThan(0.91);
    expect(low).toBeLessThan(0.977);
    expect(high).toBeLessThan(1);
    expect(one(units.map(([, whole]) => [whole, whole]))).toEqual({ low: expect.closeTo(0.9404, 4), high: 1 });
    expect(one(units.map(() => [0, 4]))).toEqual({ low: 0, high: expect.closeTo(0.0596, 4) });
  });

  test('holds a share near 1 of units that are unlike in size and in how often they are wrong, and is no wider than they ask', () => {
    const random = seeded('near one');
    const RUNS = 300;
    // One unit in six is wrong in a fifth of its rows, the others in one of a hundred: 0.9583 in the mean.
    const truth = 1 - (0.2 / 6 + (0.01 * 5) / 6);
    const found = Array.from({ length: RUNS }, () =>
      one(
        Array.from({ length: 35 }, () => {
          const [wrong, whole] = [random.unit() < 1 / 6 ? 0.2 : 0.01, 1 + random.below(12)];
          return [Array.from({ length: whole }, () => (random.unit() < wrong ? 0 : 1)).filter(Boolean).length, whole] as const;
        }),
      ),
    ) as Interval[];
    expect(found.filter(({ low, high }) => low <= truth && truth <= high).length).toBeGreaterThanOrEqual(0.925 * RUNS);
    expect(found.reduce((sum, { low, high }) => sum + high - low, 0) / RUNS).toBeLessThan(0.13);
  });
});

describe('an audit', () => {
  const { release, original, embeddings } = calibratedOver('calibrated audit');
  const source = countsOver(['nothing of it']);
  const attacks = ['calibrated'];

  test('its tables, summary and gate say the same of people, and equal a recount of its decisions', async () => {
    const results = await auditInMemory({
      release,
      original,
      source,
      embeddings,
      request: { attacks, gate: { people: 0, certainty: 0.8 } },
    });
    const decisions = rowsOf(results, 'decisions').filter(({ attack }) => attack === 'calibrated');
    const named = decisions.filter(({ confidence }) => 1 - (confidence as number) >= 0.8);
    const people = new Set(named.map(({ transaction }) => transaction));
    const figures = results.outcome.people?.figures;
    expect(named.length).toBeGreaterThan(0);
    expect(figures?.views.all[0]).toMatchObject({ people: people.size, targets: named.length });
    const rows = rowsOf(results, 'people');
    expect(rows).toHaveLength(release.length);
    expect(rows.filter((row) => (row['named_80'] as number) > 0)).toHaveLength(people.size);
    expect(rowsOf(results, 'exposures')).toHaveLength(decisions.length);
    // A cell that is rightly decided is original and kept, or added and taken out.
    const isOriginal = ({ decided, correct }: Record<string, unknown>): boolean => (decided === true) !== (correct === true);
    const right = named.filter(isOriginal).length;
    expect(figures?.views.all[0]?.targetsRight.value).toBeCloseTo(right / named.length, 12);
    expect(rows.reduce((sum, row) => sum + (row['right_80'] as number), 0)).toBe(right);
    expect(results.outcome.conclusion.gate).toMatchObject({ open: false });
  });

  test('items of the privacy constraints are counted apart, and people without anything hidden have a row', async () => {
    const generalised = release.flat().filter((entry) => typeof entry !== 'string');
    const shared = generalised.find((entry) => generalised.filter((other) => other === entry).length > 2) ?? [];
    const item = shared[0];
    const request = { attacks, claim: { k: 2, privacyConstraints: [[item]] } };
    const results = await auditInMemory({
      release: [...release, ['nothing hidden']],
      original: [...original, ['nothing hidden']],
      source,
      embeddings,
      request,
    });
    const exposures = rowsOf(results, 'exposures');
    const own = exposures.filter(({ target }) => target === item);
    expect(exposures.filter((row) => row['protected'] === true)).toEqual(own);
    const sure = new Set(own.filter(({ probability }) => (probability as number) >= 0.8).map(({ person }) => person));
    expect(results.outcome.people?.figures.views.protected[0]?.people).toBe(sure.size);
    expect(rowsOf(results, 'people').at(-1)).toMatchObject({ targets: 0, named_80: 0, surest: null });
  });

  test('without an attack that states probabilities nobody is said to be named, which is not 0', async () => {
    const { outcome, files } = await auditInMemory({ release, original, source, request: { attacks: ['mda'] } });
    expect(outcome.people).toBeNull();
    expect(files['people.jsonl']).toBe('');
  });
});

test('a target that lies in several units is one line, as a recount of all of them says', () => {
  const random = seeded('risks');
  const units = Array.from({ length: 12 }, (_, unit) =>
    Array.from({ length: 1 + random.below(6) }, (__, person): Exposure => {
      const probability = random.unit();
      return {
        unit,
        person,
        id: null,
        target: `item ${random.below(4)}`,
        probability,
        without: probability / 2,
        decision: 'named',
        truth: random.unit() < 0.5,
        betrayedBy: null,
        isProtected: false,
      };
    }),
  );
  const joined = joinRisks(units.flatMap(itemRisk));
  const again = joinRisks(units.toReversed().flatMap(itemRisk));
  const all = units.flat();
  expect(new Set(joined.map(({ item }) => item)).size).toBe(joined.length);
  for (const { item, people, named, right, mean, without } of joined) {
    const own = all.filter(({ target }) => target === item);
    const sure = own.filter(({ probability }) => probability >= RISK);
    expect([people, named, right]).toEqual([own.length, sure.length, sure.filter(({ truth }) => truth).length]);
    expect(mean).toBeCloseTo(own.reduce((total, { probability }) => total + probability, 0) / own.length, 12);
    expect(without).toBeCloseTo(mean / 2, 12);
    expect(again.find((other) => other.item === item)?.mean).toBeCloseTo(mean, 12);
  }
});
