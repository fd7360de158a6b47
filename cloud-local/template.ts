import type { Definition } from './workflow/definition.ts';

interface Resource {
  readonly Type: string;
  readonly Metadata?: Readonly<Record<string, unknown>>;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** A synthesised stack, from CDK's assembly or a snapshot. */
export interface StackTemplate {
  readonly stackName: string;
  readonly template: {
    readonly Resources?: unknown;
    readonly Outputs?: unknown;
    readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  };
}

/** A statement of a policy, with references in its resources resolved. */
export interface PolicyStatement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A rule of the event bus: its pattern, and the functions it reaches. A queue passes each event on in a batch of its own. */
export interface EventRule {
  /** Null for a schedule. */
  readonly pattern: { readonly [field: string]: unknown } | null;
  readonly targets: readonly EventTarget[];
}

export interface EventTarget {
  /** Folder in functions/. */
  readonly handler: string;
  /** Deliveries by the queue before a message is set aside; null if the bus invokes Lambda itself. */
  readonly deliveries: number | null;
  /** Replaces the event. */
  readonly input: unknown;
}

/** The synthesised stacks for the local cloud, with every reference resolved to a local name. */
export interface Deployed {
  /** Physical names of buckets and tables, by logical id. */
  readonly buckets: ReadonlyMap<string, { readonly name: string; readonly versioned: boolean }>;
  readonly tables: ReadonlyMap<string, { readonly name: string; readonly key: string; readonly type: 'B' | 'S' }>;
  /** The folder in functions/, by the ARN in the definition. */
  readonly handlers: ReadonlyMap<string, string>;
  readonly environments: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly machines: ReadonlyMap<string, Definition>;
  readonly rules: readonly EventRule[];
  /** The outputs file of a deployment, for all stacks together. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Permissions of each handler's role. */
  readonly statements: ReadonlyMap<string, readonly PolicyStatement[]>;
}

const HANDLER_METADATA = 'unveil:handler';
const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': '000000000000',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

export function readTemplates({ stacks }: { readonly stacks: readonly StackTemplate[] }): Deployed {
  const resources = new Map<string, Resource>();
  const exports = new Map<string, unknown>();
  const mappings = new Map<string, Readonly<Record<string, Readonly<Record<string, string>>>>>();
  for (const { template } of stacks) {
    for (const [id, mapping] of Object.entries(template.Mappings ?? {})) mappings.set(id, mapping);
    for (const [id, resource] of Object.entries(template.Resources as Record<string, Resource>)) resources.set(id, resource);
    for (const output of Object.values((template.Outputs ?? {}) as Record<string, { Value: unknown; Export?: { Name: string } }>)) {
      if (output.Export !== undefined) exports.set(output.Export.Name, output.Value);
    }
  }
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [[name, argument] = ['', null], ...others] = Object.entries(value);
    if (others.length === 0 && name === 'Ref') return PSEUDO[argument as string] ?? nameOf(argument as string);
    if (others.length === 0 && name === 'Fn::GetAtt') return arnOf((argument as string[])[0] ?? '');
    if (others.length === 0 && name === 'Fn::ImportValue') return resolve(exports.get(argument as string));
    if (others.length === 0 && name === 'Fn::FindInMap') {
      const [map = '', first, second] = (argument as unknown[]).map(resolve) as string[];
      return mappings.get(map)?.[first ?? '']?.[second ?? ''];
    }
    if (others.length === 0 && name === 'Fn::Join') {
      const [separator, parts] = argument as [string, unknown[]];
      return parts.map(resolve).join(separator);
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each)]));
  };
  const nameOf = (id: string): string =>
    resources.get(id)?.Type === 'AWS::StepFunctions::StateMachine' ? arnOf(id) : `local-${id.toLowerCase()}`;
  const arnOf = (id: string): string => {
    const { Type, Properties = {} } = resources.get(id) ?? {};
    // Functions also get a machine's name.
    if (Type === 'AWS::StepFunctions::StateMachine')
      return `arn:aws:states:us-east-1:000000000000:stateMachine:${Properties['StateMachineName']}`;
    return `arn:local:${id}`;
  };
  const ofType = (type: string): [string, Resource][] => [...resources].filter(([, resource]) => resource.Type === type);

  /** The statements of a role's managed policies; the stacks' roles have no others. */
  const statementsOf = (role: unknown): readonly PolicyStatement[] => {
    const roleId = (role as { readonly 'Fn::GetAtt'?: readonly string[] } | undefined)?.['Fn::GetAtt']?.[0] ?? '';
    const policies = (resources.get(roleId)?.Properties?.['ManagedPolicyArns'] ?? []) as readonly { readonly Ref?: string }[];
    return policies.flatMap(({ Ref = '' }) => {
      const document = resources.get(Ref)?.Properties?.['PolicyDocument'] as { readonly Statement?: unknown } | undefined;
      return resolve(document?.Statement ?? []) as PolicyStatement[];
    });
  };

  const functions = ofType('AWS::Lambda::Function').flatMap(([id, { Metadata, Properties }]) => {
    const handler = Metadata?.[HANDLER_METADATA];
    if (typeof handler !== 'string') return [];
    const { Variables = {} } = (Properties?.['Environment'] ?? {}) as { Variables?: unknown };
    return [
      {
        arn: arnOf(id),
        handler,
        environment: resolve(Variables) as Record<string, string>,
        statements: statementsOf(Properties?.['Role']),
      },
    ];
  });
  /** The function that a target reaches, with or without a queue. */
  const targetOf = ({ Arn, Input }: { readonly Arn: string; readonly Input?: string }): EventTarget[] => {
    const input = Input === undefined ? null : (JSON.parse(Input) as unknown);
    const direct = functions.find(({ arn }) => arn === Arn);
    if (direct !== undefined) return [{ handler: direct.handler, deliveries: null, input }];
    for (const [, { Properties }] of ofType('AWS::Lambda::EventSourceMapping')) {
      if (resolve(Properties?.['EventSourceArn']) !== Arn) continue;
      const { Ref = '' } = (Properties?.['FunctionName'] ?? {}) as { readonly Ref?: string };
      const handler = functions.find(({ arn }) => arn === arnOf(Ref))?.handler;
      const [queue] = ofType('AWS::SQS::Queue').filter(([id]) => arnOf(id) === Arn);
      const policy = queue?.[1].Properties?.['RedrivePolicy'] as { readonly maxReceiveCount?: number } | undefined;
      if (handler !== undefined) return [{ handler, deliveries: policy?.maxReceiveCount ?? 1, input }];
    }
    return [];
  };
  return {
    buckets: new Map(
      ofType('AWS::S3::Bucket').map(([id, { Properties }]) => [
        id,
        { name: nameOf(id), versioned: Properties?.['VersioningConfiguration'] !== undefined },
      ]),
    ),
    tables: new Map(
      ofType('AWS::DynamoDB::Table').map(([id, { Properties }]) => {
        const [attribute] = (Properties?.['AttributeDefinitions'] ?? []) as { AttributeName: string; AttributeType: 'B' | 'S' }[];
        return [id, { name: nameOf(id), key: attribute?.AttributeName ?? '', type: attribute?.AttributeType ?? 'S' }];
      }),
    ),
    handlers: new Map(functions.map(({ arn, handler }) => [arn, handler])),
    environments: new Map(functions.map(({ handler, environment }) => [handler, environment])),
    statements: new Map(functions.map(({ handler, statements }) => [handler, statements])),
    outputs: Object.fromEntries(
      stacks.flatMap(({ template }) =>
        Object.entries((template.Outputs ?? {}) as Record<string, { Value: unknown }>).map(([id, { Value }]) => [
          id,
          String(resolve(Value)),
        ]),
      ),
    ),
    rules: ofType('AWS::Events::Rule').map(([, { Properties }]) => ({
      pattern: (resolve(Properties?.['EventPattern'] ?? null) ?? null) as EventRule['pattern'],
      targets: (resolve(Properties?.['Targets']) as { readonly Arn: string; readonly Input?: string }[]).flatMap((target) =>
        targetOf(target),
      ),
    })),
    machines: new Map(
      ofType('AWS::StepFunctions::StateMachine').map(([id, { Properties }]) => [
        arnOf(id),
        JSON.parse(resolve(Properties?.['DefinitionString']) as string) as Definition,
      ]),
    ),
  };
}
