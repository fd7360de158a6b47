// Releases with a planted leak, from no association to total: what the audit reports must follow what was planted. Writes the chart of
// docs/calibrated.md. UNVEIL_RUNS takes more or fewer runs a strength.
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Bar, writeFigures } from './bench.ts';
import { plantedChart, type Strength } from './planted/chart.ts';
import { runPlanted } from './planted/run-planted.ts';
import type { PlantedRun } from './planted/worker.ts';

const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 20);
const GROUPS = 40;
const STRENGTHS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

const meanOf = (values: readonly (number | null)[]): number => {
  const known = values.filter((value) => value !== null);
  return known.reduce((total, value) => total + value, 0) / known.length;
};
const three = (value: number): string => value.toFixed(3);

export async function bench(): Promise<readonly Bar[]> {
  const wishes = STRENGTHS.flatMap((association) =>
    Array.from({ length: RUNS }, (_, run) => ({ association, groups: GROUPS, seed: `planted ${association} ${run}` })),
  );
  const runs = await runPlanted(wishes);
  const strengths = STRENGTHS.map((association, at) => strengthOf(association, runs.slice(at * RUNS, (at + 1) * RUNS)));
  mkdirSync('docs/figures', { recursive: true });
  writeFileSync('docs/figures/planted-leak.svg', `${plantedChart(strengths)}\n`);
  writeFigures(
    'planted-leak',
    [
      'association',
      'F1',
      'F1 as the model expects it',
      'best baseline',
      'lift',
      'interval holds the mean',
      'calibration error',
      'its floor',
    ],
    strengths.map((each) => [
      each.association.toFixed(1),
      `${three(each.f1)} (${three(each.low)} to ${three(each.high)})`,
      three(each.expected),
      three(each.baseline),
      `${three(each.lift)} (${three(each.liftLow)} to ${three(each.liftHigh)})`,
      `${Math.round(100 * each.held)} %`,
      three(each.error),
      three(each.floor),
    ]),
    `Means of ${RUNS} audits a strength, releases of ${GROUPS} generalised items; intervals are the mean ends of the audits' own.`,
  );
  const [none, total] = [strengths[0], strengths.at(-1) as Strength];
  const falls = strengths.filter((each, at) => at > 0 && each.f1 < strengths[at - 1].f1 - 0.005);
  const apart = Math.max(...strengths.map(({ f1, expected }) => Math.abs(f1 - expected)));
  const least = Math.min(...strengths.map(({ held }) => held));
  return [
    { what: 'steps at which the reported F1 falls', figure: String(falls.length), bar: '0', met: falls.length === 0 },
    {
      what: 'no association: F1 within the baseline’s interval',
      figure: `${three(none.f1)} in ${three(none.baselineLow)} to ${three(none.baselineHigh)}`,
      bar: 'not above it',
      met: none.f1 <= none.baselineHigh,
    },
    { what: 'no association: lift over the best baseline', figure: three(none.lift), bar: '<= 0.01', met: none.lift <= 0.01 },
    verdictFollows(strengths.at(-1) as Strength, 'total association', 1),
    verdictFollows(strengths.find(({ association }) => association === 0.5) as Strength, 'half', 0.9),
    { what: 'total association: F1', figure: three(total.f1), bar: '>= 0.95', met: total.f1 >= 0.95 },
    { what: 'F1 as expected without the original, furthest from the truth', figure: three(apart), bar: '<= 0.05', met: apart <= 0.05 },
    { what: 'intervals that hold the mean of the runs, least', figure: three(least), bar: '>= 0.8', met: least >= 0.8 },
  ];
}

const verdictFollows = ({ leaks }: Strength, name: string, least: number): Bar => ({
  what: `${name}: audits whose verdict is that a hidden item is learned`,
  figure: `${Math.round(100 * leaks)} %`,
  bar: `>= ${100 * least} %`,
  met: leaks >= least,
});

function strengthOf(association: number, runs: readonly PlantedRun[]): Strength {
  const lifts = runs.map((run) => run.lifts.find(({ over }) => over === 'best baseline') ?? null);
  const f1 = meanOf(runs.map((run) => run.f1.value));
  return {
    association,
    leaks: runs.filter(({ learned }) => learned === 'leaks').length / runs.length,
    f1,
    low: meanOf(runs.map((run) => run.f1.low)),
    high: meanOf(runs.map((run) => run.f1.high)),
    expected: meanOf(runs.map(({ expected: { precision: p, recall: r } }) => (p === null || r === null ? null : (2 * p * r) / (p + r)))),
    baseline: meanOf(runs.map((run, at) => (run.f1.value === null ? null : run.f1.value - (lifts[at]?.lift ?? 0)))),
    baselineLow: meanOf(runs.map((run) => run.baseline.low)),
    baselineHigh: meanOf(runs.map((run) => run.baseline.high)),
    lift: meanOf(lifts.map((lift) => lift?.lift ?? null)),
    liftLow: meanOf(lifts.map((lift) => lift?.low ?? null)),
    liftHigh: meanOf(lifts.map((lift) => lift?.high ?? null)),
    held: runs.filter((run) => (run.f1.low ?? 1) <= f1 && f1 <= (run.f1.high ?? 0)).length / runs.length,
    error: meanOf(runs.map((run) => run.calibration?.error ?? null)),
    floor: meanOf(runs.map((run) => run.calibration?.floor ?? null)),
  };
}
