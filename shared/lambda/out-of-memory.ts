import { OpenFault } from '../core/findings/failure.ts';

/** Of the function's memory: what the runtime itself and the last allocations take. Beyond it Lambda ends the process without a word. */
const SHARE = 0.95;
const EVERY_MS = 200;

/** Names the setting. */
export class OutOfMemory extends OpenFault {
  override readonly name = 'OutOfMemory';

  constructor(step: string, mb: number, needs = 'more') {
    super(`${step} has ${mb} MB, and needs ${needs}: raise unveil.memoryMb.${step} in cdk.json, deploy, and redrive`);
  }
}

/** Of what its formula says it takes, before it begins. */
export function mustFit(step: string, mb: number, bytes: number): void {
  const needs = Math.ceil(bytes / SHARE / (1024 * 1024));
  if (needs > mb) throw new OutOfMemory(step, mb, `${needs} MB`);
}

/** Lets the work go on until it is done, or until the memory is nearly gone: then it fails while it still can say why. */
export async function withinMemory<T>(
  step: string,
  mb: number,
  work: Promise<T>,
  used = (): number => process.memoryUsage.rss(),
): Promise<T> {
  const full = Promise.withResolvers<never>();
  const watch = setInterval(() => {
    if (used() > SHARE * mb * 1024 * 1024) full.reject(new OutOfMemory(step, mb));
  }, EVERY_MS);
  try {
    return await Promise.race([work, full.promise]);
  } finally {
    clearInterval(watch);
  }
}
