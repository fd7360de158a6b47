import { seeded } from '../../shared/core/random/random.ts';
import { addCluster, differenceInterval, noClusters } from '../../shared/core/statistics/cluster-sums.ts';
import { rowsOf } from '../helpers/audits.ts';
import { disassociatedOver } from '../helpers/reports.ts';

test('the interval over chance holds in at least 925 of 1,000 simulated releases, of few clusters and unlike sizes too', () => {
  const random = seeded('over chance');
  for (const count of [6, 12, 40]) {
    const runs = 1000;
    let [held, said] = [0, 0];
    for (let run = 0; run < runs; run += 1) {
      const sums = noClusters();
      for (let at = 0; at < count; at += 1) {
        const places = 4 + random.below(30);
        const share = 0.4 + 0.3 * (random.unit() - 0.5);
        let correct = 0;
        for (let place = 0; place < places; place += 1) correct += random.unit() < share ? 1 : 0;
        addCluster(sums, correct - 0.25 * places, places);
      }
      const ends = differenceInterval(sums);
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
  // Placements at empty sub-records name nobody; all others are exposures with equal probability.
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
  [{ people: 0, certainty: 0.5 }, false, 'and the limit is 0.0 %'],
  [{ people: 1, certainty: 0.9 }, true, 'the limit is 100.0 %'],
])('a gate may ask for people of a disassociated release: %j', async (gate, open, message) => {
  const { files } = await disassociatedOver('gate', { gate });
  expect(JSON.parse(files['gate.json'] ?? '')).toMatchObject({ open, message: expect.stringContaining(message) });
});

test('a gate on recall is refused there, before anything is attacked', async () => {
  await expect(disassociatedOver('gate', { gate: { recall: 0.3, precision: 0.8 } })).rejects.toThrow('limit what is learned');
});
