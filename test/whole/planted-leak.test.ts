import { Worker } from 'node:worker_threads';
import type { Expected } from '../../shared/kinds/set-generalised/core/calibrated/outlook.ts';
import { type AttackLift, liftOver } from '../../shared/kinds/set-generalised/publish/lifts.ts';
import type { PlantedAnswer, PlantedAsk } from '../fixtures/planted-worker.ts';

const worker = new Worker(new URL('../fixtures/planted-worker.ts', import.meta.url), { execArgv: [] });
afterAll(() => worker.terminate());

let before: Promise<unknown> = Promise.resolve();
function audit(ask: PlantedAsk): Promise<PlantedAnswer> {
  const asked = before.then(
    () =>
      new Promise<PlantedAnswer>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage(ask);
      }),
  );
  before = asked;
  return asked;
}

type Result = PlantedAnswer['attacks'][string];
const calibrated = ({ attacks }: PlantedAnswer): Result => attacks['calibrated'];
const overBaseline = (answer: PlantedAnswer): AttackLift => liftOver(calibrated(answer), 'best baseline', 'f1') as AttackLift;

const [none, half, total] = [0, 0.5, 1].map((association) => audit({ association, original: 'true' })) as [
  Promise<PlantedAnswer>,
  Promise<PlantedAnswer>,
  Promise<PlantedAnswer>,
];

test('the reported risk follows the planted leak, from the baseline to nearly all', async () => {
  expect(overBaseline(await none).low).toBeLessThanOrEqual(0);
  expect(overBaseline(await half).low).toBeGreaterThan(0.05);
  expect(overBaseline(await total).low).toBeGreaterThan(0.15);
  const found = [none, half, total].map(async (each) => calibrated(await each));
  const [first, second, third] = (await Promise.all(found)) as [Result, Result, Result];
  expect(first.intervals.f1?.high).toBeLessThan(second.intervals.f1?.low ?? 0);
  expect(second.intervals.f1?.high).toBeLessThan(third.intervals.f1?.low ?? 0);
  expect(third.f1).toBeGreaterThan(0.95);
  // Three audits: more than a minute beside much else.
}, 300_000);

test('with no association the risk stays within the intervals of the baselines, with the original or without', async () => {
  const { attacks } = await none;
  const highest = Math.max(...['random', 'blind', 'frequency-only', 'context-only'].map((name) => attacks[name]?.intervals.f1?.high ?? 0));
  const { details, precision, recall, f1 } = calibrated(await none);
  expect(f1).toBeLessThan(highest);
  const expected = details?.['expected'] as Expected;
  expect(Math.abs((expected.precision ?? 1) - (precision ?? 0))).toBeLessThan(0.1);
  expect(Math.abs((expected.recall ?? 1) - (recall ?? 0))).toBeLessThan(0.1);
});

test('the original replaced by noise, or left out, changes no byte of what the attacks decide', async () => {
  const real = await half;
  for (const original of ['noise', 'none'] as const) {
    const other = await audit({ association: 0.5, original });
    expect(other.attacked).toBe(real.attacked);
    expect(other.decisions).toBe(real.decisions);
    expect(calibrated(other).details).toEqual(calibrated(real).details);
    if (original === 'noise') expect(calibrated(other).f1).toBeLessThan(calibrated(real).f1 ?? 0);
    else expect(calibrated(other).calibration?.on).toBe('practice');
  }
});

test('where order means nothing, shuffled items change no decision, and the report says so with a figure', async () => {
  const real = await half;
  const other = await audit({ association: 0.5, original: 'true', shuffled: true });
  expect(other.decisions).toBe(real.decisions);
  expect(liftOver(calibrated(real), 'without-order', 'f1')).toMatchObject({ lift: 0, low: 0, high: 0 });
  expect(real.notices['order']).toMatch(/^the order of items was not used: .* F1 moves from (\d+\.\d) % to \1 %, by 0\.0 /);
});
