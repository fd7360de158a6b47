// One function of the stack in a process of its own, as Lambda has it: node function.ts NAME BUNDLE MB. Says what loading took, and then of each call
// what the handler answered and what it took.
import { pathToFileURL } from 'node:url';

/** Messages of a process when loaded and after each call. */
export interface Told {
  readonly answer?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
  /** Of the call, or of loading. */
  readonly seconds: number;
  /** Most memory that the process ever held, bytes. */
  readonly peak: number;
}

const [name = '', bundle = '', mb = ''] = process.argv.slice(2);
const used = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const tell = (from: number, said: Pick<Told, 'answer' | 'error'> = {}): void => {
  process.send?.({ ...said, seconds: used() - from, peak: process.resourceUsage().maxRSS * 1024 } satisfies Told);
};

const { handler } = (await import(pathToFileURL(bundle).href)) as {
  readonly handler: (event: unknown, context: object) => Promise<unknown>;
};
const context = {
  functionName: name,
  functionVersion: '1',
  invokedFunctionArn: `arn:local:${name}`,
  memoryLimitInMB: mb,
  getRemainingTimeInMillis: () => 240_000,
};
process.on('disconnect', () => process.exit(0));
process.on('message', async ({ call, payload }: { readonly call: number; readonly payload: unknown }) => {
  const from = used();
  try {
    tell(from, { answer: (await handler(payload, { ...context, awsRequestId: `${name}-${call}` })) ?? null });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    tell(from, { error: { name, message } });
  }
});
tell(0);
