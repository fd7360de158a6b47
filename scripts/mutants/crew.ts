import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Answer, Shared, Work } from './work.ts';

/** A test that takes TIMES as long as before, plus BESIDE milliseconds, counts as endless. */
const TIMES = 8;
const BESIDE = 6_000;
/** Counted by the thread's own processor time, which other processes do not change; one that only waits has WAITING times as long. */
const WAITING = 8;

type Outcome = Exclude<Answer, { readonly what: 'begins' }> | 'no end';

/** Threads that do one piece of work after another, and are replaced when one does not end or has grown. */
export async function crew(
  shared: Shared,
  queue: readonly Work[],
  {
    expected,
    ended,
    until,
  }: {
    readonly expected: (file: string, place: number) => number;
    readonly ended: (work: Work, outcome: Outcome) => void;
    /** Nothing is begun after this time. */
    readonly until: number;
  },
): Promise<void> {
  const left = [...queue].reverse();
  const next = (): Work | undefined => (Date.now() < until ? left.pop() : undefined);
  const hand = async (): Promise<void> => {
    let worker: Worker | null = null;
    for (let work = next(); work !== undefined; work = next()) {
      worker ??= new Worker(new URL('./worker.ts', import.meta.url), {
        workerData: shared,
        execArgv: ['--disable-warning=ExperimentalWarning'],
        resourceLimits: { maxOldGenerationSizeMb: 2000 },
      });
      const outcome = await done(worker, work, expected);
      ended(work, outcome);
      if (outcome === 'no end' || (outcome.what === 'tried' && outcome.spent)) {
        await worker.terminate();
        worker = null;
      }
    }
    await worker?.terminate();
  };
  const hands = Number(process.env['UNVEIL_WORKERS'] ?? availableParallelism());
  await Promise.all(Array.from({ length: hands }, hand));
}

function done(worker: Worker, work: Work, expected: (file: string, place: number) => number): Promise<Outcome> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (outcome: Outcome): void => {
      turn = -1;
      clearTimeout(timer);
      worker.off('message', hear);
      worker.off('error', fall);
      resolve(outcome);
    };
    let turn = 0;
    const wait = (milliseconds: number): void => {
      turn += 1;
      void watch(turn, milliseconds);
    };
    const watch = async (own: number, milliseconds: number): Promise<void> => {
      clearTimeout(timer);
      const before = await worker.cpuUsage().catch(() => null);
      const look = async (left: number): Promise<void> => {
        const spent = await worker.cpuUsage(before ?? undefined).catch(() => null);
        if (own !== turn) return;
        const isSpent = spent === null || (spent.user + spent.system) / 1000 >= milliseconds;
        if (left === 0 || isSpent) end('no end');
        else timer = setTimeout(() => void look(left - 1), milliseconds);
      };
      if (own === turn) timer = setTimeout(() => void look(WAITING), milliseconds);
    };
    const hear = (answer: Answer): void => {
      if (answer.what === 'begins') wait(BESIDE + TIMES * expected(answer.file, answer.place));
      else end(answer);
    };
    // Out of memory, or an error outside of a promise that is awaited: it did not end well.
    const fall = (): void => end('no end');
    worker.on('message', hear);
    worker.on('error', fall);
    wait(10 * BESIDE);
    worker.postMessage(work);
  });
}
