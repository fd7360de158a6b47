import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  GetAccountSettingsCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { currentSource } from '../../shared/adapters/aws/s3-sources.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { limitsOf } from '../../shared/pipeline/cloud/line.ts';
import { type DeployedSettings, deployedSettings, type Stack, s3Client } from './stack.ts';

export interface StackAdvice {
  /** `mend`: something fails or will fail; `could`: it works, and could be better. */
  readonly kind: 'ok' | 'could' | 'mend';
  readonly text: string;
}

/** One audit of each lane, and the functions that admit and answer. */
const LEAST = 8;

/** Checks the account's quotas and the stack's settings and versions, to find problems before they occur. */
export async function examine(stack: Stack, ownVersion: string): Promise<readonly StackAdvice[]> {
  const settings = deployedSettings(stack);
  const [quotas, functions, sources, table] = await Promise.all([
    concurrency(settings),
    memory(settings),
    pushed(stack, settings),
    cacheTable(settings),
  ]);
  return [version(settings, ownVersion), ...quotas, ...functions, ...sources, table, ...told(settings)];
}

const ok = (text: string): StackAdvice => ({ kind: 'ok', text });
const could = (text: string): StackAdvice => ({ kind: 'could', text });
const mend = (text: string): StackAdvice => ({ kind: 'mend', text });

function version({ version: theirs }: DeployedSettings, own: string): StackAdvice {
  if (theirs === own) return ok(`the stack runs version ${theirs}, as does this command`);
  return mend(`the stack runs version ${theirs}, this command is ${own}: deploy again, or use the command of that version`);
}

async function concurrency({ childConcurrency, accountConcurrency = null }: DeployedSettings): Promise<StackAdvice[]> {
  const { AccountLimit } = await new LambdaClient({}).send(new GetAccountSettingsCommand({}));
  const { ConcurrentExecutions: all = 0, UnreservedConcurrentExecutions: free = all } = AccountLimit ?? {};
  const quota = 'ask for more: Service Quotas, AWS Lambda, "Concurrent executions"';
  const { lanes } = limitsOf({ account: accountConcurrency ?? free });
  const said = `it lets in small audits one by one with ${lanes.small} at once, and large ones with ${Math.min(childConcurrency, lanes.large)} children of ${lanes.large}`;
  if (accountConcurrency !== null && accountConcurrency > free)
    return [
      mend(`the account runs ${free} functions at once, and accountConcurrency is ${accountConcurrency}: set it to ${free}, or null`),
    ];
  if (free < LEAST) return [mend(`the account runs ${free} functions at once, and ${LEAST} are the least: ${quota}`)];
  if (childConcurrency * 4 < lanes.large)
    return [could(`the account runs ${free} functions at once; ${said}: childConcurrency could be ${Math.floor(lanes.large / 2)}`)];
  return [ok(`the account runs ${free} functions at once; ${said}`)];
}

/** Checks that each function exists, is ready, and has the memory in the settings. */
async function memory({ stage, memoryMb }: DeployedSettings): Promise<StackAdvice[]> {
  const client = new LambdaClient({});
  const found = await Promise.all(
    Object.entries(memoryMb).map(async ([step, mb]): Promise<StackAdvice | null> => {
      const FunctionName = `unveil-${stage}-${step}`;
      try {
        const { MemorySize, State = 'Active', StateReason = '' } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
        // "Inactive" means unused for long; a call wakes it.
        if (State === 'Failed') return mend(`${FunctionName} cannot run: ${StateReason}`);
        return MemorySize === mb ? null : mend(`${FunctionName} has ${MemorySize} MB, not ${mb}: somebody changed it; deploy again`);
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        return mend(`${FunctionName} is not there: deploy again`);
      }
    }),
  );
  const wrong = found.filter((each) => each !== null);
  const most = Math.max(...Object.values(memoryMb));
  return wrong.length > 0 ? wrong : [ok(`${found.length} functions are there, with up to ${most} MB each`)];
}

/** The sources of requests that name none. */
async function pushed(stack: Stack, { sources }: DeployedSettings): Promise<StackAdvice[]> {
  return Promise.all(
    sources.map(async (spec) => {
      try {
        return ok(`the source ${spec} is ${(await currentSource(s3Client(), stack.Assets, spec)).key.split('/').at(-1)}`);
      } catch (error) {
        if (!(error instanceof BadInput)) throw error;
        return mend(error.reason);
      }
    }),
  );
}

async function cacheTable({ scores }: DeployedSettings): Promise<StackAdvice> {
  const { Table } = await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName: scores }));
  return Table?.TableStatus === 'ACTIVE' ? ok('the score cache answers') : mend(`the table of the score cache is ${Table?.TableStatus}`);
}

function told({ alarmEmail }: DeployedSettings): StackAdvice[] {
  return alarmEmail ? [ok('alarms go to an address, once it has confirmed')] : [could('nobody hears of alarms: set alarmEmail')];
}

const MARK = { ok: 'ok   ', could: 'could', mend: 'MEND ' } as const;

export const findingLines = (findings: readonly StackAdvice[]): string =>
  findings.map(({ kind, text }) => `${MARK[kind]} ${text}\n`).join('');
