// Releases in which nothing is to be found: 1,000 seeded runs of the whole audit, 40 groups each, counts planted that have nothing to do
// with the release. How often an attack seems to beat its baselines, and how often an interval holds the mean lift of the runs.
// Over blind the true lift is a little above 0: the likeliest table keeps the fewest cells that the constraint needs, blind some more. The lift
// over the best baseline, which the report quotes, is not: the baselines decide as the attack does.
// UNVEIL_RUNS takes fewer runs, for a look.
import { type Bar, writeFigures } from './bench.ts';
import { runPlanted } from './planted/run-planted.ts';

const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 1000);
const GROUPS = 40;
const MINUTES = 10;
/** Of 1,000. */
const MOST_ABOVE = 40;
const MOST_LEAKS = 50;
const LEAST_HELD = 925;

const LIFTS = [
  { over: 'best baseline', measure: 'f1', name: 'F1 over the best baseline' },
  { over: 'blind', measure: 'f1', name: 'F1 over blind' },
  { over: 'matched', measure: 'precision', name: 'precision over matched' },
] as const;

export async function bench(): Promise<readonly Bar[]> {
  const wishes = Array.from({ length: RUNS }, (_, run) => ({ association: 0, groups: GROUPS, seed: `none ${run}` }));
  const runs = await runPlanted(wishes);
  const without = await runPlanted(wishes.slice(0, Math.ceil(RUNS / 5)), false);
  // Of the processor, shared by two cores: what others do on the machine is no part of it.
  const minutes = runs.reduce((total, { seconds }) => total + seconds, 0) / 2 / 60;
  const thousand = (count: number): number => Math.floor((count * 1000) / RUNS + 0.5);
  const bars: Bar[] = [];
  const table: string[][] = [];
  for (const [name, audited] of [
    ['with', runs],
    ['without', without],
  ] as const) {
    const leaks = Math.round((1000 * audited.filter(({ learned }) => learned === 'leaks').length) / audited.length);
    bars.push({
      what: `verdict on what is learned, ${name} the original: leaks, of 1,000`,
      figure: String(leaks),
      bar: `<= ${MOST_LEAKS}`,
      met: leaks <= MOST_LEAKS,
    });
  }
  for (const { over, measure, name } of LIFTS) {
    const lifts = runs.flatMap((run) => run.lifts.filter((lift) => lift.over === over && lift.measure === measure));
    const known = lifts.flatMap(({ lift, low, high }) => (lift === null || low === null || high === null ? [] : [{ lift, low, high }]));
    const mean = known.reduce((total, { lift }) => total + lift, 0) / known.length;
    const above = thousand(known.filter(({ low }) => low > 0).length);
    const held = thousand(known.filter(({ low, high }) => low <= mean && mean <= high).length);
    const width = known.reduce((total, { low, high }) => total + high - low, 0) / known.length;
    table.push([name, mean.toFixed(4), width.toFixed(3), String(above), String(held), String(RUNS - known.length)]);
    bars.push({ what: `${name}: lower bound above 0, of 1,000`, figure: String(above), bar: `<= ${MOST_ABOVE}`, met: above <= MOST_ABOVE });
    bars.push({
      what: `${name}: interval holds the mean, of 1,000`,
      figure: String(held),
      bar: `>= ${LEAST_HELD}`,
      met: held >= LEAST_HELD,
    });
  }
  const all = (minutes * 1000) / RUNS;
  bars.push({
    what: '1,000 runs on 2 cores',
    figure: `${all.toFixed(1)} min of processor time`,
    bar: `<= ${MINUTES} min`,
    met: all <= MINUTES,
  });
  writeFigures(
    'no-association',
    [
      'lift of',
      'mean',
      'mean width of the interval',
      'lower bound above 0, of 1,000',
      'interval holds the mean, of 1,000',
      'too few to say',
    ],
    table,
    `${RUNS.toLocaleString('en')} audits of releases of ${GROUPS} groups without any association, in ${minutes.toFixed(1)} minutes of processor time on each of 2 cores.`,
  );
  return bars;
}
