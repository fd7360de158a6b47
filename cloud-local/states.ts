// Step Functions on loopback: starts, describes, stops and redrives executions of the synthesised machines, and sends each change to the bus.
import type { S3Client } from '@aws-sdk/client-s3';
import { JsonServiceError } from './json-server.ts';
import type { Definition, Json } from './workflow/definition.ts';
import {
  type ExecutionMemory,
  type ExecutionOutcome,
  newMemory,
  type RunOptions,
  redriveDefinition,
  runDefinition,
} from './workflow/run.ts';

type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

export interface Execution {
  readonly name: string;
  readonly started: number;
  readonly outcome: Promise<ExecutionOutcome>;
}

interface Kept extends Execution {
  readonly machine: string;
  readonly memory: ExecutionMemory;
  status: ExecutionStatus;
  ended: ExecutionOutcome | null;
}

interface StatesOptions {
  readonly machines: ReadonlyMap<string, Definition>;
  readonly s3: () => S3Client;
  readonly invoke: RunOptions['invoke'];
  readonly putEvents: (entries: readonly Json[]) => void;
  /** Options of an execution that starts now. */
  readonly current: () => {
    readonly map?: RunOptions['map'];
    readonly onEvent?: RunOptions['onEvent'];
    readonly refuseStart?: (name: string) => string | undefined;
  };
  /** Called with every change, like EventBridge. */
  readonly changed: (event: Json) => void;
}

export class LocalStates {
  readonly executions = new Map<string, Kept>();
  readonly #options: StatesOptions;

  constructor(options: StatesOptions) {
    this.#options = options;
  }

  begin(machine: string, name: string, input: Json): Execution {
    const definition = this.#definition(machine);
    if (this.executions.has(name)) throw new JsonServiceError('ExecutionAlreadyExists', name);
    return this.#keep(machine, name, newMemory(), (options) => runDefinition(definition, input, options));
  }

  redrive(name: string): Execution {
    const kept = this.#execution(name);
    if (kept.status === 'RUNNING' || kept.status === 'SUCCEEDED')
      throw new JsonServiceError('ExecutionNotRedrivable', `Execution is ${kept.status} and cannot be redriven.`);
    const definition = this.#definition(kept.machine);
    return this.#keep(kept.machine, name, kept.memory, (options) => redriveDefinition(definition, options));
  }

  /** Ends an execution from outside, like a person or a timeout: the machine does not notice. */
  end(name: string, status: 'ABORTED' | 'TIMED_OUT'): void {
    const kept = this.#execution(name);
    if (kept.status !== 'RUNNING') return;
    kept.ended = { error: status === 'TIMED_OUT' ? 'States.Timeout' : '', cause: '' };
    this.#change(kept, status);
  }

  /** The operations of the SDK, by name. */
  readonly operations = {
    StartExecution: async ({ stateMachineArn, name, input }: { stateMachineArn: string; name: string; input: string }) => {
      this.begin(stateMachineArn, name, JSON.parse(input) as Json);
      return { executionArn: `${stateMachineArn}:${name}`, startDate: Date.now() / 1000 };
    },
    DescribeExecution: async ({ executionArn }: { executionArn: string }) => {
      const { status, started, ended, machine, name, memory } = this.#execution(nameOf(executionArn));
      return {
        executionArn,
        stateMachineArn: machine,
        name,
        startDate: started / 1000,
        status,
        redriveCount: memory.redrives,
        ...(ended !== null && 'output' in ended ? { output: JSON.stringify(ended.output) } : {}),
        ...(ended !== null && 'error' in ended ? { error: ended.error, cause: ended.cause } : {}),
      };
    },
    RedriveExecution: async ({ executionArn }: { executionArn: string }) => {
      this.redrive(nameOf(executionArn));
      return { redriveDate: Date.now() / 1000 };
    },
    StopExecution: async ({ executionArn }: { executionArn: string }) => {
      this.end(nameOf(executionArn), 'ABORTED');
      return { stopDate: Date.now() / 1000 };
    },
  };

  #keep(
    machine: string,
    name: string,
    memory: ExecutionMemory,
    run: (options: RunOptions & { memory: ExecutionMemory }) => Promise<ExecutionOutcome>,
  ) {
    const { map, onEvent } = this.#options.current();
    const outcome = run({
      s3: this.#options.s3(),
      invoke: this.#options.invoke,
      putEvents: this.#options.putEvents,
      executionName: name,
      startExecution: (other, otherName, otherInput) => this.#nested(other, otherName, otherInput),
      memory,
      ...(map === undefined ? {} : { map }),
      ...(onEvent === undefined ? {} : { onEvent }),
    });
    const kept: Kept = {
      machine,
      name,
      memory,
      started: this.executions.get(name)?.started ?? Date.now(),
      status: 'RUNNING',
      ended: null,
      outcome: outcome.then((ended) => {
        // An execution that was ended from outside stays so, whatever its last state does.
        if (kept.status === 'RUNNING') {
          kept.ended = ended;
          this.#change(kept, 'output' in ended ? 'SUCCEEDED' : 'FAILED');
        }
        return kept.ended as ExecutionOutcome;
      }),
    };
    this.executions.set(name, kept);
    this.#change(kept, 'RUNNING');
    return kept;
  }

  async #nested(machine: string, name: string, input: Json): Promise<Json> {
    const refusal = this.#options.current().refuseStart?.(name);
    if (refusal !== undefined) throw named(refusal, name);
    if (this.executions.has(name)) throw named('StepFunctions.ExecutionAlreadyExistsException', name);
    const ended = await this.begin(machine, name, input).outcome;
    if ('error' in ended) throw named('States.TaskFailed', ended.error);
    return { Status: 'SUCCEEDED', Output: ended.output };
  }

  /** https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html */
  #change(kept: Kept, status: ExecutionStatus): void {
    kept.status = status;
    const { machine, name, started } = kept;
    this.#options.changed({
      version: '0',
      'detail-type': 'Step Functions Execution Status Change',
      source: 'aws.states',
      detail: { executionArn: `${machine}:${name}`, stateMachineArn: machine, name, status, startDate: started, stopDate: null },
    });
  }

  #definition(machine: string): Definition {
    const definition = this.#options.machines.get(machine);
    if (definition === undefined) throw new JsonServiceError('StateMachineDoesNotExist', machine);
    return definition;
  }

  #execution(name: string): Kept {
    const kept = this.executions.get(name);
    if (kept === undefined) throw new JsonServiceError('ExecutionDoesNotExist', name);
    return kept;
  }
}

const nameOf = (arn: string): string => arn.split(':').at(-1) ?? '';

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
