import { Worker } from 'node:worker_threads';
import type { PlantedWish } from '../../test/oracle/twins/planted-leak.ts';
import type { PlantedAudit, PlantedRun } from './worker.ts';

const CORES = 2;

/** All wishes, on two cores; the answers in their order. */
export function runPlanted(wishes: readonly PlantedWish[], withOriginal = true): Promise<PlantedRun[]> {
  const answers = new Array<PlantedRun>(wishes.length);
  let [next, left] = [0, wishes.length];
  return new Promise((resolve, reject) => {
    for (let core = 0; core < Math.min(CORES, wishes.length); core += 1) {
      const worker = new Worker(new URL('./worker.ts', import.meta.url));
      let own = -1;
      const ask = (): void => {
        own = next;
        next += 1;
        if (own < wishes.length) worker.postMessage({ wish: wishes[own], withOriginal } as PlantedAudit);
        else void worker.terminate();
      };
      worker.on('error', reject);
      worker.on('message', (run: PlantedRun) => {
        answers[own] = run;
        left -= 1;
        if (left === 0) resolve(answers);
        ask();
      });
      ask();
    }
  });
}
