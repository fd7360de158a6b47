// Audits planted releases, one wish after another, on a core of its own.
import { parentPort } from 'node:worker_threads';
import type { PlantedWish } from '../../test/oracle/twins/planted-leak.ts';
import { auditPlanted } from './audit-planted.ts';

/** What a bench needs of one audit: plain data. */
export interface PlantedRun {
  readonly wish: PlantedWish;
  /** Seconds of this thread's processor. */
  readonly seconds: number;
  readonly f1: Figure;
  readonly baseline: Figure;
  readonly expected: { readonly precision: number | null; readonly recall: number | null };
  readonly lifts: readonly {
    readonly over: string;
    readonly measure: string;
    readonly lift: number | null;
    readonly low: number | null;
    readonly high: number | null;
  }[];
  readonly calibration: { readonly error: number; readonly floor: number } | null;
}

interface Figure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

parentPort?.on('message', async (wish: PlantedWish) => {
  const started = process.threadCpuUsage();
  const attacks = await auditPlanted(wish);
  const used = process.threadCpuUsage(started);
  const named = (name: string) => attacks.find(({ attack }) => attack.name === name);
  const figure = (name: string): Figure => {
    const found = named(name);
    return { value: found?.f1 ?? null, low: found?.intervals.f1?.low ?? null, high: found?.intervals.f1?.high ?? null };
  };
  const calibrated = named('calibrated');
  const run: PlantedRun = {
    wish,
    seconds: (used.user + used.system) / 1e6,
    f1: figure('calibrated'),
    baseline: figure('frequency-only'),
    expected: (calibrated?.details?.['expected'] as PlantedRun['expected'] | undefined) ?? { precision: null, recall: null },
    lifts: (calibrated?.lifts ?? []).map(({ over, measure, lift, low, high }) => ({ over, measure, lift, low, high })),
    calibration: calibrated?.calibration ?? null,
  };
  parentPort?.postMessage(run);
});
