import { addOverChance, noOverChance, type OverChance, overChanceInterval } from '../../shared/core/measure/disassociated/over-chance.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { verdictOf } from '../../shared/core/verdict/verdict.ts';
import { disassociatedStatement, evidenceOfDisassociated } from '../../shared/kinds/disassociated/publish/conclusion.ts';
import { rowsOf } from '../helpers/audits.ts';
import { disassociatedOver } from '../helpers/reports.ts';

type Found = Parameters<typeof evidenceOfDisassociated>[0];

/** Clusters with ten places each, so many of them right where three are at random. */
function clusters(right: readonly number[]): OverChance {
  const sums = noOverChance();
  for (const correct of right) addOverChance(sums, { correct, expected: 3, places: 10 });
  return sums;
}

function found(right: readonly number[], over: Partial<Found> & { readonly errored?: number; readonly recall?: number } = {}): Found {
  const precision = right.reduce((sum, each) => sum + each, 0) / (10 * right.length);
  const rate = (value: number, random: number) => ({ value, random, best: 1 });
  const lead = {
    attack: { name: 'calibrated' },
    errored: over.errored ?? 0,
    clusters: right.length,
    counts: { overChance: clusters(right) },
    rates: { hitRate: rate(0.5, 0.4), precision: rate(precision, 0.3), recall: rate(over.recall ?? 0.5, 0.2) },
  };
  return { attacks: [lead], pieces: 100, scored: 100, violations: null, claim: null, ...over } as unknown as Found;
}

const many = (mean: number): number[] => Array.from({ length: 30 }, (_, at) => mean + (at % 3) - 1);

/** What the first sentences say, by what was found: one line a case. */
test.each<readonly [name: string, Found, starts: string, holds: string]>([
  [
    'nothing separated',
    found(many(5), { pieces: 0, scored: 0 }),
    'This audit cannot judge the release: it separates nothing',
    'no sign of safety',
  ],
  [
    'sources know little',
    found(many(5), { scored: 20 }),
    'This audit cannot judge the release: the sources know something of 20.0 %',
    'the least there is',
  ],
  [
    'an attack failed',
    found(many(5), { errored: 2 }),
    'This audit cannot judge the release: the attack calibrated failed on 2 of 30',
    'run the audit again',
  ],
  ['few clusters', found([5, 6, 4]), 'This audit cannot judge the release: there is too little', 'no sign of safety'],
  [
    'as chance',
    found(many(3)),
    'The attack calibrated puts back no more than chance does.',
    'the difference of 0.0 points (-3.2 to 3.2) may be chance',
  ],
  ['below chance', found(many(2)), 'The attack calibrated puts back no more than chance does.', '10.0 points fewer (6.8 to 13.2)'],
  ['above chance', found(many(5)), 'Some of what was separated can be put back together.', '20.0 points more (95 % interval 16.8 to 23.2)'],
  ['much', found(many(9), { recall: 0.6 }), 'Much of what was separated can be put back together.', 'as many at random reach 30.0 %'],
  [
    'a false claim comes first',
    found(many(5), { violations: [{} as never, {} as never], claim: { k: 3, m: 2 } }),
    'The release is not what it claims to be: 2 places break 3^2-anonymity. Some of',
    'points more',
  ],
])('%s', (_, given, starts, holds) => {
  const statement = disassociatedStatement(given, verdictOf(evidenceOfDisassociated(given)));
  expect(statement.startsWith(starts) ? starts : statement).toBe(starts);
  expect(statement).toContain(holds);
  expect(statement).not.toMatch(/-\d[\d.]* points (?:more|fewer)/);
});

test('the interval over chance holds in at least 925 of 1,000 simulated releases, of few clusters and unlike sizes too', () => {
  const random = seeded('over chance');
  for (const count of [6, 12, 40]) {
    const runs = 1000;
    let [held, said] = [0, 0];
    for (let run = 0; run < runs; run += 1) {
      const sums = noOverChance();
      for (let at = 0; at < count; at += 1) {
        const places = 4 + random.below(30);
        const share = 0.4 + 0.3 * (random.unit() - 0.5);
        let correct = 0;
        for (let place = 0; place < places; place += 1) correct += random.unit() < share ? 1 : 0;
        addOverChance(sums, { correct, expected: 0.25 * places, places });
      }
      const ends = overChanceInterval(sums);
      if (ends === null) continue;
      said += 1;
      if (ends.low <= 0.15 && 0.15 <= ends.high) held += 1;
    }
    expect(said).toBeGreaterThan(0.3 * runs);
    expect((1000 * held) / said).toBeGreaterThanOrEqual(925);
  }
});

test('people and exposures of a disassociated release equal a recount of its places', async () => {
  const { files } = await disassociatedOver('people');
  const placements = rowsOf({ files }, 'placements').filter(({ attack }) => attack === 'calibrated');
  const exposures = rowsOf({ files }, 'exposures');
  const people = rowsOf({ files }, 'people');
  // Places at empty sub-records name nobody; all others are exposures with the same probability.
  expect(exposures.length).toBeGreaterThan(100);
  expect(exposures.length).toBeLessThanOrEqual(placements.length);
  const said = (rows: readonly Record<string, unknown>[], unit: string, target: (row: Record<string, unknown>) => string): string[] =>
    rows.map((row) => `${row[unit]} ${target(row)} ${row['probability']}`).toSorted();
  const ofPlaces = new Set(said(placements, 'cluster', ({ items }) => (JSON.parse(String(items)) as string[]).join(' + ')));
  for (const each of said(exposures, 'unit', ({ target }) => String(target))) expect(ofPlaces.has(each)).toBe(true);
  expect(people).toHaveLength(160);
  for (const certainty of [0.8, 0.9, 0.95]) {
    const named = exposures.filter(({ probability }) => (probability as number) >= certainty);
    const column = `${Math.round(certainty * 100)}`;
    expect(people.filter((row) => (row[`named_${column}`] as number) > 0)).toHaveLength(new Set(named.map(({ person }) => person)).size);
    expect(people.reduce((sum, row) => sum + ((row[`right_${column}`] as number | null) ?? 0), 0)).toBe(
      named.filter(({ right }) => right === true).length,
    );
  }
});

test.each<readonly [gate: Record<string, unknown>, open: boolean, message: string]>([
  [{ people: 0, certainty: 0.5 }, false, 'above 0.0 % at 50.0 % certainty'],
  [{ people: 1, certainty: 0.9 }, true, 'not above 100.0 % at 90.0 % certainty'],
])('a gate may ask for people of a disassociated release: %j', async (gate, open, message) => {
  const { files } = await disassociatedOver('gate', { gate });
  expect(JSON.parse(files['gate.json'] ?? '')).toEqual({ open, message: expect.stringContaining(message) });
});

test('a gate on recall is refused there, before anything is attacked', async () => {
  await expect(disassociatedOver('gate', { gate: { recall: 0.3, precision: 0.8 } })).rejects.toThrow('ask for people');
});
