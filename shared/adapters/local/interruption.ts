const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Until the answer is called, a signal that ends this process runs `cleanUp` first. */
export function onInterrupt(cleanUp: () => void): () => void {
  const interrupted = (signal: NodeJS.Signals): void => {
    cleanUp();
    done();
    process.kill(process.pid, signal);
  };
  const done = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupted);
  };
  for (const signal of SIGNALS) process.on(signal, interrupted);
  return done;
}
