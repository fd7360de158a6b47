import { OpenFault } from '../core/verdict/failure.ts';

/** Usable share of the function's memory. Beyond it Lambda ends the process without a word. */
const SHARE = 0.95;
const EVERY_MS = 200;

export class OutOfMemory extends OpenFault {
  override readonly name = 'OutOfMemory';

  constructor(step: string, mb: number, needs = 'more') {
    super(`${step} has ${mb} MB, and needs ${needs}: raise unveil.memoryMb.${step} in cdk.json, deploy, and redrive`);
  }
}

/** Fails before the work begins if the estimate exceeds the memory. */
export function mustFit(step: string, mb: number, bytes: number): void {
  const needs = Math.ceil(bytes / SHARE / (1024 * 1024));
  if (needs > mb) throw new OutOfMemory(step, mb, `${needs} MB`);
}

/** Fails while it still can say why, if the memory is nearly full before the work is done. */
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
