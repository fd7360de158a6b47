import middy from '@middy/core';
import type * as z from 'zod';
import { parseContract } from '../contracts/parse.ts';
import { failureName, framesOf, toldOnce } from '../core/verdict/failure.ts';
import { readEnvironment } from './environment.ts';
import { mustFit, withinMemory } from './out-of-memory.ts';
import { redactErrors } from './redact-errors.ts';
import { telemetryOf } from './telemetry.ts';

/** Time to save unfinished work before Lambda ends the function: about one write to S3. */
const EARLY_MS = 2_000;

/** The used part of Lambda's context. */
interface Context {
  readonly awsRequestId: string;
  /** As Lambda writes it: a number. */
  readonly memoryLimitInMB: string;
  getRemainingTimeInMillis(): number;
}

interface Invocation<Environment> {
  readonly environment: Environment;
  /** Aborted shortly before the function's time ends. */
  readonly signal: AbortSignal;
  /** The function's own request id: the owner of what it leases. */
  readonly requestId: string;
  /** Epoch milliseconds at which Lambda ends the function. */
  readonly deadline: number;
  readonly log: Log;
  /** Fails early if the work would take more bytes than the function has. */
  readonly fits: (bytes: number) => void;
  /** Reports a failed attack: the log gets the error's name and place, and nothing that its message could quote. */
  readonly failed: (attack: string, error: unknown) => void;
  /** `source`: the source that the figure belongs to, where they are counted separately. */
  count(metric: string, value: number, source?: string): void;
}

interface Log {
  info(event: string, figures?: Readonly<Record<string, number | string | boolean>>): void;
  warn(event: string, figures?: Readonly<Record<string, number | string | boolean>>): void;
}

/** The function did not end in time. Retried: all steps may run twice. */
class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/**
 * A function of the workflow. Input and environment are checked by their schemas before the use case runs; the output is pointers and figures; neither is
 * recorded.
 */
export function handlerOf<In extends z.ZodType, Env extends z.ZodType, Out>(
  { name, input, environment }: { readonly name: string; readonly input: In; readonly environment: Env },
  run: (input: z.output<In>, invocation: Invocation<z.output<Env>>) => Promise<Out>,
) {
  const { logger, metrics, middlewares } = telemetryOf(name);
  const log: Log = {
    info: (event, figures = {}) => logger.info(event, { figures }),
    warn: (event, figures = {}) => logger.warn(event, { figures }),
  };
  let checked: z.output<Env> | undefined;
  const handler = middy(
    async (event: unknown, context: Context, { signal }: { readonly signal: AbortSignal }): Promise<Out> => {
      // Checked once: the environment does not change while the function lives.
      checked ??= readEnvironment(environment, process.env);
      const mb = Number(context.memoryLimitInMB);
      const work = run(parseContract(input, event), {
        environment: checked,
        signal,
        requestId: context.awsRequestId,
        deadline: Date.now() + context.getRemainingTimeInMillis(),
        log,
        fits: (bytes) => mustFit(name, mb, bytes),
        failed: toldOnce((attack, error) =>
          log.warn('attack failed', { attack, errorName: failureName(error), at: framesOf(error)[0] ?? '' }),
        ),
        count: (metric, value, source) => {
          if (source === undefined) metrics.addMetric(metric, 'Count', value);
          else metrics.singleMetric().addDimension('source', source).addMetric(metric, 'Count', value);
        },
      });
      return withinMemory(name, mb, work);
    },
    {
      timeoutEarlyInMillis: EARLY_MS,
      timeoutEarlyResponse: () => {
        throw new OutOfTime(`${name} did not end in time`);
      },
    },
  );
  for (const middleware of middlewares) handler.use(middleware as middy.MiddlewareObj);
  return handler.use(redactErrors(logger));
}
