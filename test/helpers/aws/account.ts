// The synthesised stacks as an account would hold them: every reference turned into a name or an ARN.
import type { StackTemplate } from '../../../cloud-local/template.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

export interface Placed extends Resource {
  readonly id: string;
  readonly stack: string;
  readonly arn: string;
}

export const ACCOUNT = '111122223333';
export const REGION = 'eu-west-1';
const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** What GetAtt Arn answers, by type: service, and what stands before the name in the ARN. */
const ARN: Readonly<Record<string, (name: string) => string>> = {
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name}`,
  'AWS::DynamoDB::Table': (name) => inRegion('dynamodb', `table/${name}`),
  'AWS::Events::Rule': (name) => inRegion('events', `rule/${name}`),
  'AWS::IAM::ManagedPolicy': (name) => `arn:aws:iam::${ACCOUNT}:policy/${name}`,
  'AWS::IAM::Role': (name) => `arn:aws:iam::${ACCOUNT}:role/${name}`,
  'AWS::KMS::Key': (name) => inRegion('kms', `key/${name}`),
  'AWS::Lambda::Function': (name) => inRegion('lambda', `function:${name}`),
  'AWS::Logs::LogGroup': (name) => inRegion('logs', `log-group:${name}:*`),
  'AWS::SNS::Topic': (name) => inRegion('sns', name),
  'AWS::SQS::Queue': (name) => inRegion('sqs', name),
  'AWS::StepFunctions::StateMachine': (name) => inRegion('states', `stateMachine:${name}`),
};
const inRegion = (service: string, rest: string): string => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;

const NAMED = ['FunctionName', 'StateMachineName', 'BucketName', 'TableName', 'LogGroupName', 'RoleName', 'QueueName', 'TopicName', 'Name'];
/** Of these a Ref is the ARN. */
const REF_IS_ARN: readonly string[] = ['AWS::StepFunctions::StateMachine', 'AWS::SNS::Topic', 'AWS::IAM::ManagedPolicy'];

export class Account {
  readonly resources: readonly Placed[];
  readonly #byId = new Map<string, Placed>();
  readonly #exports = new Map<string, unknown>();

  constructor(stacks: readonly StackTemplate[]) {
    const raw = new Map<string, { readonly stack: string; readonly resource: Resource }>();
    for (const { stackName, template } of stacks) {
      for (const [id, resource] of Object.entries(template.Resources as Record<string, Resource>))
        raw.set(id, { stack: stackName, resource });
      for (const output of Object.values((template.Outputs ?? {}) as Record<string, { Value: unknown; Export?: { Name: string } }>))
        if (output.Export !== undefined) this.#exports.set(output.Export.Name, output.Value);
    }
    // Names and ARNs first, which properties refer to.
    for (const [id, { stack, resource }] of raw) {
      const given = NAMED.map((name) => resource.Properties?.[name]).find((name) => typeof name === 'string') as string | undefined;
      const arn = ARN[resource.Type]?.(given ?? id.toLowerCase()) ?? id;
      this.#byId.set(id, { ...resource, id, stack, arn });
    }
    this.resources = [...this.#byId.values()].map((each) => {
      const Properties = this.resolve(each.Properties ?? {}) as Record<string, unknown>;
      return { ...each, Properties };
    });
  }

  ofType(type: string): readonly Placed[] {
    return this.resources.filter(({ Type }) => Type === type);
  }

  resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.resolve(each));
    if (typeof value !== 'object' || value === null) return value;
    const [[name, argument] = ['', null], ...others] = Object.entries(value);
    if (others.length === 0) {
      if (name === 'Ref') return PSEUDO[argument as string] ?? this.#refOf(argument as string);
      if (name === 'Fn::GetAtt') return this.#placed((argument as readonly string[])[0] ?? '').arn;
      if (name === 'Fn::ImportValue') return this.resolve(this.#exports.get(argument as string));
      if (name === 'Fn::Join') {
        const [separator, parts] = argument as [string, unknown[]];
        return parts.map((part) => this.resolve(part)).join(separator);
      }
      if (name === 'Fn::Sub') return String(argument).replace(/\$\{([\w:]+)\}/g, (_, ref: string) => String(this.resolve({ Ref: ref })));
      if (name.startsWith('Fn::')) throw new Error(`${name} is not resolved here`);
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.resolve(each)]));
  }

  #refOf(id: string): string {
    const { Type, arn } = this.#placed(id);
    if (REF_IS_ARN.includes(Type)) return arn;
    return arn.split(/[:/]/).at(-1) ?? id;
  }

  #placed(id: string): Placed {
    const found = this.#byId.get(id);
    if (found === undefined) throw new Error(`there is no resource ${id}`);
    return found;
  }
}
