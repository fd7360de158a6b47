// Runs a synthesised Step Functions definition in this process: aws-local-stepfunctions for the language, and the parts that it lacks: distributed maps, the
// 256 KiB limit, Lambda's way of reporting errors, nested executions, the context's names, redrive. Missing: history limits, and cancelling a handler that
// timed out. Retries wait only on request.
import type { S3Client } from '@aws-sdk/client-s3';
import { StateMachine } from 'aws-local-stepfunctions';
import { type Definition, isDistributed, type Json, type State, statesOf } from './definition.ts';
import { type MapMemory, type MapRun, runDistributedMap } from './distributed-map.ts';
import { withinLimit } from './payload.ts';
import type { ChildResult } from './result-writer.ts';

/** One Lambda function, by its resource in the definition. */
type Invoke = (resource: string, payload: Json) => Promise<Json>;

/** An event in the engine's log, of the parent or a child, for tests. */
export interface LoggedEvent {
  readonly execution: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface RunOptions {
  readonly s3: S3Client;
  readonly invoke: Invoke;
  /** Starts another state machine and waits for it: `states:startExecution.sync:2`. */
  readonly startExecution?: (machine: string, name: string, input: Json) => Promise<Json>;
  /** Receives the machine's entries for the event bus. */
  readonly putEvents?: (entries: readonly Json[]) => void;
  readonly executionName: string;
  readonly map?: Partial<Pick<MapRun, 'concurrency' | 'childrenAFile' | 'batchSize' | 'shuffle'>>;
  readonly onEvent?: (event: LoggedEvent) => void;
  /** Milliseconds of `Wait` states. */
  readonly waitMs?: number;
  /** Start of a redrive; filled in by every run. */
  readonly memory?: ExecutionMemory;
}

/** Kept by the service for a redrive: the current state with its input, and the children of its maps. */
export interface ExecutionMemory {
  redrives: number;
  last: { readonly state: string; readonly input: Json } | null;
  readonly maps: Map<string, MapMemory>;
}

export const newMemory = (): ExecutionMemory => ({ redrives: 0, last: null, maps: new Map() });

interface ExecutionFailure {
  readonly error: string;
  readonly cause: string;
}

export type ExecutionOutcome = { readonly output: Json } | ExecutionFailure;

const ACCOUNT = 'us-east-1:000000000000';

export async function runDefinition(definition: Definition, input: Json, options: RunOptions): Promise<ExecutionOutcome> {
  const context = {
    Execution: {
      Id: `arn:aws:states:${ACCOUNT}:execution:unveil:${options.executionName}`,
      Name: options.executionName,
      Input: input,
      StartTime: new Date().toISOString(),
      RedriveCount: options.memory?.redrives ?? 0,
    },
    StateMachine: { Id: `arn:aws:states:${ACCOUNT}:stateMachine:unveil`, Name: 'unveil' },
  };
  return execute(prepare(definition), withinLimit(input, 'the input of the execution'), context as never, options.executionName, options);
}

/** Continues with the state that did not succeed, like the service: maps repeat those children that did not succeed. */
export function redriveDefinition(
  definition: Definition,
  options: RunOptions & { readonly memory: ExecutionMemory },
): Promise<ExecutionOutcome> {
  const { memory } = options;
  if (memory.last === null) throw new Error('this execution never began');
  memory.redrives += 1;
  for (const map of memory.maps.values()) map.resumes = map.children.length > 0;
  return runDefinition({ ...definition, StartAt: memory.last.state }, memory.last.input, options);
}

interface Prepared {
  readonly machine: StateMachine;
  readonly definition: Definition;
  /** Processors of distributed maps, by the name of their state. */
  readonly maps: ReadonlyMap<string, { readonly state: State; readonly child: Prepared }>;
}

/** Default timeout of tasks. The service limits a map by its execution only, the engine limits a task to a minute. Timers have at most 24 days. */
const DAYS = 20 * 24 * 3600;

/** Turns distributed maps into tasks with their input and the context; everything else stays. */
function prepare(definition: Definition): Prepared {
  const maps = new Map<string, { readonly state: State; readonly child: Prepared }>();
  const asTask = (name: string, state: State): State => {
    if (!isDistributed(state)) {
      const Branches = state.Branches?.map((branch) => ({ ...branch, States: convert(branch.States) }));
      const seconds = state['TimeoutSeconds'];
      const timeout = typeof seconds === 'number' ? { TimeoutSeconds: Math.min(seconds, DAYS) } : {};
      return { ...state, ...timeout, ...(Branches === undefined ? {} : { Branches }) };
    }
    maps.set(name, { state, child: prepare(state.ItemProcessor) });
    const kept = Object.entries(state).filter(([field]) => ['Next', 'End', 'InputPath', 'ResultPath', 'ResultSelector', 'OutputPath', 'Retry', 'Catch'].includes(field)); // biome-ignore format: one line
    return {
      Type: 'Task',
      Resource: `arn:aws:states:::map:${name}`,
      Parameters: { 'input.$': '$', 'context.$': '$$' },
      TimeoutSeconds: DAYS,
      ...Object.fromEntries(kept),
    };
  };
  const convert = (states: Readonly<Record<string, State>>): Record<string, State> =>
    Object.fromEntries(Object.entries(states).map(([name, state]) => [name, asTask(name, state)]));
  // Timers are shorter than the year of an execution, or of a task that waits for one.
  const { TimeoutSeconds = DAYS, ...rest } = definition;
  const converted = { ...rest, TimeoutSeconds: Math.min(TimeoutSeconds, DAYS), States: convert(definition.States) };
  const machine = new StateMachine(converted as never, { validationOptions: { noValidate: true } });
  return { machine, definition: converted, maps };
}

async function execute(prepared: Prepared, input: Json, context: Json, execution: string, options: RunOptions): Promise<ExecutionOutcome> {
  const handlers: Record<string, (payload: Json) => Promise<Json>> = {};
  const retries: Record<string, number> = {};
  const waits: Record<string, number> = {};
  for (const [name, state] of statesOf(prepared.definition)) {
    retries[name] = 0;
    if (state.Type === 'Wait') waits[name] = options.waitMs ?? 0;
    if (state.Type === 'Task') handlers[name] = handlerOf(name, state, prepared, execution, options);
  }
  const overrides = { taskResourceLocalHandlers: handlers, retryIntervalOverrides: retries, waitTimeOverrides: waits };
  const run = prepared.machine.run(input as never, { overrides: overrides as never, context: context as never });
  const logged = report(run.eventLogs, (event) => {
    const { type, state } = event as { readonly type: string; readonly state?: { readonly name: string; readonly input: Json } };
    // A redrive does not begin with a child or a state of an inline map.
    if (type === 'StateEntered' && state !== undefined && execution === options.executionName && state.name in prepared.definition.States) {
      if (options.memory !== undefined) options.memory.last = { state: state.name, input: state.input };
    }
    options.onEvent?.({ execution, ...(event as { readonly type: string }) });
  });
  try {
    return { output: (await run.result) as Json };
  } catch (error) {
    return asFailure(error);
  } finally {
    await logged;
  }
}

async function report(events: AsyncIterable<unknown>, onEvent: (event: unknown) => void): Promise<void> {
  for await (const event of events) onEvent(event);
}

function handlerOf(
  name: string,
  state: State,
  prepared: Prepared,
  execution: string,
  options: RunOptions,
): (payload: Json) => Promise<Json> {
  const map = prepared.maps.get(name);
  if (map !== undefined) return (payload) => runMap(name, map.state, map.child, payload, execution, options);
  const resource = state.Resource ?? '';
  if (resource.startsWith('arn:aws:states:::states:startExecution.sync')) {
    return async (payload) => {
      const { StateMachineArn, Name, Input } = payload as { StateMachineArn: string; Name: string; Input: Json };
      if (options.startExecution === undefined) throw new Error('no state machine can be started here');
      return withinLimit(await options.startExecution(StateMachineArn, Name, Input), `the output of ${name}`);
    };
  }
  if (resource === 'arn:aws:states:::events:putEvents') {
    return async (payload) => {
      const { Entries } = payload as { readonly Entries: readonly Json[] };
      options.putEvents?.(Entries);
      return { Entries: Entries.map((_, at) => ({ EventId: String(at) })), FailedEntryCount: 0 };
    };
  }
  return async (payload) =>
    withinLimit(await options.invoke(resource, withinLimit(payload, `the input of ${name}`)), `the output of ${name}`);
}

async function runMap(name: string, state: State, child: Prepared, payload: Json, execution: string, options: RunOptions): Promise<Json> {
  if (!isDistributed(state)) throw new Error(`${name} is not a distributed map`);
  const { input, context } = payload as { readonly input: Json; readonly context: Json };
  const mapRunArn = `arn:aws:states:${ACCOUNT}:mapRun:unveil/${state.Label ?? name}:${execution}-${state.Label ?? name}`;
  const { concurrency = 8, childrenAFile = 3, batchSize, shuffle } = options.map ?? {};
  return runDistributedMap(state, input, context, mapRunArn, {
    s3: options.s3,
    concurrency,
    childrenAFile,
    batchSize,
    shuffle,
    memory: execution === options.executionName ? memoryOf(options.memory, name) : undefined,
    runChild: (childInput, childName) => execute(child, childInput, context, `${execution}/${name}/${childName}`, options),
  });
}

function memoryOf(memory: ExecutionMemory | undefined, map: string): MapMemory | undefined {
  if (memory === undefined) return undefined;
  const kept = memory.maps.get(map) ?? { children: [], resumes: false };
  memory.maps.set(map, kept);
  return kept;
}

function asFailure(error: unknown): ExecutionFailure & ChildResult['outcome'] {
  // The engine wraps the original error.
  const wrapped = error instanceof Error && error.name === 'ExecutionError' ? error.cause : error;
  const { name, message } = wrapped instanceof Error ? wrapped : new Error(String(wrapped));
  return { error: name, cause: message };
}
