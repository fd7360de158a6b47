import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { StackTemplate } from '../../cloud-local/template.ts';
import type { Json } from '../../cloud-local/workflow/definition.ts';
import { HANDLER_METADATA } from '../../infra/constructs/workflow-function.ts';
import type { Told } from './function.ts';

/** Processor seconds and peak memory of a function. */
export interface FunctionFigures {
  readonly loading: number;
  readonly seconds: number;
  readonly calls: number;
  readonly longest: number;
  readonly peak: number;
  /** Memory that its template gives it. */
  readonly mb: number;
}

interface Deployed {
  readonly bundle: string;
  readonly mb: number;
}

/** Of a function's memory; the rest is for what lies outside of the heap. */
const HEAP_SHARE = 0.9;

/**
 * The functions of bundled stacks, each in a process of its own with the memory that its template gives it; started when it is first called, as
 * Lambda does.
 */
export class Functions {
  readonly figures = new Map<string, FunctionFigures>();
  readonly #deployed = new Map<string, Deployed>();
  readonly #processes = new Map<string, ChildProcess>();

  constructor(stacks: readonly StackTemplate[], folder: string) {
    for (const { template } of stacks) {
      for (const { Metadata, Properties } of Object.values(template['Resources'] as Readonly<Record<string, Resource>>)) {
        const handler = Metadata?.[HANDLER_METADATA];
        if (handler === undefined) continue;
        const bundle = join(folder, `asset.${Properties.Code.S3Key.replace(/\.zip$/, '')}`, 'index.mjs');
        this.#deployed.set(handler, { bundle, mb: Properties.MemorySize });
      }
    }
  }

  /** One call at a time of each function, so that what its process uses meanwhile is the call's. */
  async call(handler: string, payload: Json): Promise<Json> {
    const process = this.#processes.get(handler) ?? (await this.#start(handler));
    const before = this.figures.get(handler) as FunctionFigures;
    process.send({ call: before.calls, payload } as Serializable);
    const { answer, error, seconds, peak } = await said(process, handler);
    const longest = Math.max(before.longest, seconds);
    this.figures.set(handler, { ...before, seconds: before.seconds + seconds, calls: before.calls + 1, longest, peak });
    if (error !== undefined) throw Object.assign(new Error(error.message), { name: error.name });
    return answer as Json;
  }

  async #start(handler: string): Promise<ChildProcess> {
    const { bundle, mb } = this.#deployed.get(handler) as Deployed;
    const heap = [`--max-old-space-size=${Math.floor(HEAP_SHARE * mb)}`];
    const process = fork(new URL('function.ts', import.meta.url), [handler, bundle, String(mb)], { execArgv: heap });
    this.#processes.set(handler, process);
    const { seconds, peak } = await said(process, handler);
    this.figures.set(handler, { loading: seconds, seconds: 0, calls: 0, longest: 0, peak, mb });
    return process;
  }

  stop(): void {
    for (const process of this.#processes.values()) process.disconnect();
  }
}

interface Resource {
  readonly Metadata?: Readonly<Record<string, string>>;
  readonly Properties: { readonly Code: { readonly S3Key: string }; readonly MemorySize: number };
}

async function said(process: ChildProcess, handler: string): Promise<Told> {
  const ended = new AbortController();
  const exit = once(process, 'exit', ended).then(([code]) => {
    throw new Error(`${handler} ended with ${code}`);
  });
  try {
    const [told] = (await Promise.race([once(process, 'message', ended), exit])) as [Told];
    return told;
  } finally {
    exit.catch(() => undefined);
    ended.abort();
  }
}
