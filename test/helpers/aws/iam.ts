// Whether AWS would let a principal do something, by the rules of one account
// (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html): a Deny anywhere wins; else an Allow in the
// policies of the role or in that of the resource is enough, but of a key and of a service's own call only that of the resource counts.
import { ACCOUNT, type Account, type Placed } from './account.ts';

type List = string | readonly string[];

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: List;
  readonly Resource?: List;
  readonly Principal?: '*' | Readonly<Record<string, List>>;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, List | boolean | number>>>>;
}

export interface Call {
  /** The logical id of a role, or a service (`events.amazonaws.com`). */
  readonly by: { readonly role: string } | { readonly service: string };
  readonly action: string;
  readonly resource: string;
  readonly context?: Readonly<Record<string, string>>;
}

/** Every call here goes over TLS of today. */
const ALWAYS: Readonly<Record<string, string>> = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };

export const listOf = (value: List): readonly string[] => (typeof value === 'string' ? [value] : value);

const patterns = new Map<string, RegExp>();

export function like(pattern: string, text: string): boolean {
  if (pattern === '*' || pattern === text) return true;
  const escaped = (): string => pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const known = patterns.get(pattern) ?? new RegExp(`^${escaped().replaceAll('*', '.*').replaceAll('?', '.')}$`);
  patterns.set(pattern, known);
  return known.test(text);
}

/** The statements of a role, wherever the template attaches them: an inline policy is rendered only where it names the role. */
export function roleStatements(account: Account, role: string): readonly Statement[] {
  return kept(account, `role ${role}`, () => statementsOfRole(account, role));
}

function statementsOfRole(account: Account, role: string): readonly Statement[] {
  const placed = account.resources.find(({ id, Type }) => id === role && Type === 'AWS::IAM::Role');
  if (placed === undefined) throw new Error(`there is no role ${role}`);
  const attached = (placed.Properties['ManagedPolicyArns'] ?? []) as readonly string[];
  const name = placed.arn.split('/').at(-1) ?? '';
  const documents = account.resources.flatMap(({ Type, arn, Properties }) => {
    const named = ((Properties['Roles'] ?? []) as readonly string[]).includes(name);
    if (Type === 'AWS::IAM::ManagedPolicy' && (named || attached.includes(arn))) return [Properties['PolicyDocument']];
    return Type === 'AWS::IAM::Policy' && named ? [Properties['PolicyDocument']] : [];
  });
  const inline = ((placed.Properties['Policies'] ?? []) as { PolicyDocument: unknown }[]).map(({ PolicyDocument }) => PolicyDocument);
  return [...documents, ...inline].flatMap((document) => (document as { Statement: Statement[] }).Statement);
}

/** The policies on a resource itself: of a bucket, a key, a queue, a topic, a function. */
const resourceStatements = (account: Account, resource: string): readonly Statement[] =>
  kept(account, resource, () => statementsOn(account, resource));

const found = new WeakMap<Account, Map<string, readonly Statement[]>>();

/** A test asks the same of an account thousands of times. */
function kept(account: Account, key: string, find: () => readonly Statement[]): readonly Statement[] {
  const known = found.get(account) ?? new Map<string, readonly Statement[]>();
  found.set(account, known);
  const statements = known.get(key) ?? find();
  known.set(key, statements);
  return statements;
}

function statementsOn(account: Account, resource: string): readonly Statement[] {
  return account.resources.flatMap((each) => {
    const { Type, Properties } = each;
    const document = (Properties['PolicyDocument'] ?? Properties['KeyPolicy']) as { Statement: Statement[] } | undefined;
    if (Type === 'AWS::KMS::Key') return each.arn === resource ? (document?.Statement ?? []) : [];
    if (Type === 'AWS::S3::BucketPolicy' || Type === 'AWS::SQS::QueuePolicy' || Type === 'AWS::SNS::TopicPolicy')
      return (document?.Statement ?? []).filter(({ Resource = '*' }) => listOf(Resource).some((pattern) => like(pattern, resource)));
    if (Type === 'AWS::Lambda::Permission' && Properties['FunctionName'] === resource) return [permission(each)];
    return [];
  });
}

function permission({ Properties }: Placed): Statement {
  const { Action, Principal, SourceArn } = Properties as Readonly<Record<string, string>>;
  return {
    Effect: 'Allow',
    Action: Action ?? '',
    Principal: { Service: Principal ?? '' },
    ...(SourceArn === undefined ? {} : { Condition: { ArnLike: { 'AWS:SourceArn': SourceArn } } }),
  };
}

export function allowed(account: Account, call: Call): boolean {
  const own = 'role' in call.by ? roleStatements(account, call.by.role) : [];
  const theirs = resourceStatements(account, call.resource).filter(({ Principal }) => isPrincipal(Principal, call.by));
  const applies = (statement: Statement): boolean => applying(statement, call);
  if ([...own, ...theirs].some((each) => each.Effect === 'Deny' && applies(each))) return false;
  const byRole = own.some((each) => each.Effect === 'Allow' && applies(each));
  const byResource = theirs.some((each) => each.Effect === 'Allow' && applies(each));
  // A key's policy must name the role, or leave it to the account: IAM alone gives nothing on a key.
  if (call.action.startsWith('kms:') && 'role' in call.by) {
    const delegated = theirs.some((each) => each.Effect === 'Allow' && applies(each) && isRoot(each.Principal));
    return byRole && delegated;
  }
  return byRole || byResource;
}

const ROOT = `arn:aws:iam::${ACCOUNT}:root`;
const isRoot = (principal: Statement['Principal']): boolean =>
  typeof principal === 'object' && listOf(principal['AWS'] ?? []).includes(ROOT);

function isPrincipal(principal: Statement['Principal'], by: Call['by']): boolean {
  if (principal === undefined || principal === '*') return true;
  if ('service' in by) return listOf(principal['Service'] ?? []).includes(by.service);
  return listOf(principal['AWS'] ?? []).some((each) => each === '*' || each === ROOT || each.endsWith(`/${by.role.toLowerCase()}`));
}

function applying({ Action, Resource = '*', Condition = {} }: Statement, { action, resource, context = {} }: Call): boolean {
  if (!listOf(Action).some((pattern) => like(pattern.toLowerCase(), action.toLowerCase()))) return false;
  if (!listOf(Resource).some((pattern) => like(pattern, resource))) return false;
  const known: Readonly<Record<string, string>> = { ...ALWAYS, ...context };
  return Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, expected]) => holds(operator, known[key] ?? known[key.replace(/^AWS:/, 'aws:')], expected)),
  );
}

function holds(operator: string, value: string | undefined, expected: List | boolean | number): boolean {
  const wanted = typeof expected === 'object' ? expected : [String(expected)];
  if (value === undefined) return operator.endsWith('IfExists');
  switch (operator.replace(/IfExists$/, '')) {
    case 'StringEquals':
    case 'Bool':
      return wanted.includes(value);
    case 'StringLike':
    // IAM gives both the same meaning.
    case 'ArnEquals':
    case 'ArnLike':
      return wanted.some((each) => like(each, value));
    case 'NumericLessThan':
      return wanted.some((each) => Number(value) < Number(each));
    default:
      throw new Error(`the condition ${operator} is not evaluated here`);
  }
}
