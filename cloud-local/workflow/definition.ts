/** The parts of the Amazon States Language that the adaptor reads; the engine handles all others. */
export interface State {
  readonly Type: string;
  readonly Resource?: string;
  readonly Label?: string;
  readonly ItemProcessor?: Processor;
  readonly Branches?: readonly Definition[];
  readonly [field: string]: unknown;
}

export interface Definition {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
  readonly TimeoutSeconds?: number;
}

interface Processor extends Definition {
  readonly ProcessorConfig?: { readonly Mode?: 'INLINE' | 'DISTRIBUTED'; readonly ExecutionType?: 'STANDARD' | 'EXPRESS' };
}

export interface DistributedMap extends State {
  readonly ItemProcessor: Processor;
  readonly ItemReader?: {
    readonly Resource: string;
    readonly ReaderConfig?: { readonly InputType?: string; readonly MaxItems?: number };
    readonly Parameters: Json;
  };
  readonly ItemBatcher?: {
    readonly MaxItemsPerBatch?: number;
    readonly MaxItemsPerBatchPath?: string;
    readonly MaxInputBytesPerBatch?: number;
    readonly BatchInput?: Json;
  };
  readonly ItemSelector?: Json;
  readonly ItemsPath?: string;
  readonly MaxConcurrency?: number;
  readonly MaxConcurrencyPath?: string;
  readonly ToleratedFailureCount?: number;
  readonly ToleratedFailurePercentage?: number;
  readonly ResultWriter?: {
    readonly Resource: string;
    readonly WriterConfig?: { readonly Transformation?: string; readonly OutputType?: string };
    readonly Parameters: Json;
  };
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const isDistributed = (state: State): state is DistributedMap => state.ItemProcessor?.ProcessorConfig?.Mode === 'DISTRIBUTED';

/** Every state with its name, also in branches and processors. */
export function* statesOf(definition: Definition): Generator<readonly [name: string, state: State]> {
  for (const [name, state] of Object.entries(definition.States)) {
    yield [name, state];
    for (const branch of state.Branches ?? []) yield* statesOf(branch);
    if (state.ItemProcessor !== undefined) yield* statesOf(state.ItemProcessor);
  }
}
