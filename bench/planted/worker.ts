// Audits planted releases, one wish after another, on a core of its own.
import { parentPort } from 'node:worker_threads';
import type { PlantedWish } from '../../test/oracle/twins/planted-leak.ts';
import { auditPlanted } from './audit-planted.ts';

/** One audit that a bench asks for. */
export interface PlantedAudit {
  readonly wish: PlantedWish;
  readonly withOriginal: boolean;
}

/** Plain data of one audit for a bench. */
export interface PlantedRun {
  readonly wish: PlantedWish;
  /** Its conclusion on *learned*. */
  readonly learned: string;
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

parentPort?.on('message', async ({ wish, withOriginal }: PlantedAudit) => {
  const started = process.threadCpuUsage();
  const { attacks, conclusion } = await auditPlanted(wish, withOriginal);
  const used = process.threadCpuUsage(started);
  const named = (name: string) => attacks.find(({ attack }) => attack.name === name);
  const figure = (name: string): Figure => {
    const found = named(name);
    return { value: found?.f1 ?? null, low: found?.intervals.f1?.low ?? null, high: found?.intervals.f1?.high ?? null };
  };
  const calibrated = named('calibrated');
  const run: PlantedRun = {
    wish,
    learned: conclusion.verdict.ways.find(({ way }) => way === 'learned')?.level ?? '',
    seconds: (used.user + used.system) / 1e6,
    f1: figure('calibrated'),
    baseline: figure('frequency-only'),
    expected: (calibrated?.details?.['expected'] as PlantedRun['expected'] | undefined) ?? { precision: null, recall: null },
    lifts: (calibrated?.lifts ?? []).map(({ over, measure, lift, low, high }) => ({ over, measure, lift, low, high })),
    calibration: calibrated?.calibration ?? null,
  };
  parentPort?.postMessage(run);
});
