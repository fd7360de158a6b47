// npm run cloud:smoke [-- --profile NAME --region REGION --keep]: the whole way in a real account, with the caller's credentials: deploys a stage
// of its own, drops the example, waits, compares with the laptop's bytes, asks Athena, purges, destroys. docs/operations.md says what it costs.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AthenaClient, GetQueryExecutionCommand, GetQueryResultsCommand, StartQueryExecutionCommand } from '@aws-sdk/client-athena';
import { S3Client } from '@aws-sdk/client-s3';
import { auditFiles } from '../cli/audit/audit-files.ts';
import { purgePrefix } from '../cli/cloud/purge.ts';
import { fetchResults } from '../cli/cloud/results.ts';
import { readStack, type Stack } from '../cli/cloud/stack.ts';
import { statusOf } from '../cli/cloud/status.ts';
import { submit } from '../cli/cloud/submit.ts';
import { S3BlobStore } from '../shared/adapters/aws/s3-blob-store.ts';
import { auditRequest } from '../shared/contracts/audit-request.ts';
import { NAMED_QUERIES } from '../shared/contracts/named-queries.ts';
import { answerKey } from '../shared/pipeline/cloud/answers.ts';
import { QUIET } from '../shared/ports/progress.ts';
import { differing } from './compare-results.ts';
import { SMOKE_SETTINGS } from './smoke-settings.ts';

const { values } = parseArgs({
  options: { profile: { type: 'string' }, region: { type: 'string' }, keep: { type: 'boolean', default: false } },
});
if (values.profile !== undefined) process.env['AWS_PROFILE'] = values.profile;
if (values.region !== undefined) process.env['AWS_REGION'] = values.region;

/** An audit takes minutes; the first one also starts every function for the first time. */
const PATIENCE_MS = 20 * 60_000;
const STACK = `unveil-${SMOKE_SETTINGS.stage}`;
const NODE = ['node', 'scripts/node.mjs'] as const;
const APP = [...NODE, 'scripts/smoke-app.ts'].join(' ');
const folder = mkdtempSync(join(tmpdir(), 'unveil-smoke-'));
const outputs = join(folder, 'cloud.json');
const failures: string[] = [];

const say = (text: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
function hold(what: string, holds: boolean): void {
  say(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(what);
}

function run(...words: readonly string[]): Promise<void> {
  const [program = '', ...args] = words;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env: process.env });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${words.slice(0, 4).join(' ')} ended with ${code}`))));
  });
}

const cdk = (...words: readonly string[]): Promise<void> => run('npx', 'cdk', ...words, '--app', APP, '--output', join(folder, 'cdk.out'));

async function drop(stack: Stack): Promise<void> {
  const request = auditRequest.parse({ release: 'examples/hospital/release.txt', original: 'examples/hospital/original.txt' });
  const id = await submit(stack, request, 'smoke');
  say(`dropped the hospital; audit ${id}`);
  const until = Date.now() + PATIENCE_MS;
  let status = await statusOf(stack, id);
  while (['not started', 'running'].includes(status.status) && Date.now() < until) {
    await pause(10_000);
    status = await statusOf(stack, id);
  }
  hold(`the audit succeeded (${status.status}${status.reason === null ? '' : `: ${status.reason}`})`, status.status === 'succeeded');
  if (status.status !== 'succeeded') return;
  await compare(stack, id, request);
  await answered(stack);
  await ask(id);
  await run(...NODE, 'bin/unveil.mjs', 'cloud', 'purge', id, '--yes', '--stack', outputs);
  hold('of the audit nothing is left in the results', (await keysOf(stack.Results, id)) === 0);
}

async function compare(stack: Stack, id: string, request: Parameters<typeof auditFiles>[0]): Promise<void> {
  const [there, here] = [join(folder, 'there'), join(folder, 'here')];
  await fetchResults(stack, id, there);
  await auditFiles(request, { name: 'smoke', out: here, progress: QUIET });
  const { files, different } = differing(here, there);
  hold(
    `${files} files have the laptop's bytes${different.length === 0 ? '' : `, but ${different.join(', ')}`}`,
    files > 5 && different.length === 0,
  );
}

/** The answer is written by what hears of the end, a moment after it. */
async function answered(stack: Stack): Promise<void> {
  const inbox = new S3BlobStore(new S3Client({}), { bucket: stack.Inbox });
  for (let look = 0; look < 30; look += 1) {
    if ((await inbox.info(answerKey('inbox/smoke/audit.json', 'done'))) !== null) return hold('the drop was answered', true);
    await pause(2_000);
  }
  hold('the drop was answered', false);
}

async function ask(id: string): Promise<void> {
  const athena = new AthenaClient({});
  const [audits] = await found(athena, `SELECT dt FROM audits WHERE regexp_extract("$path", 'audit_id=([0-9a-z]+)', 1) = '${id}'`);
  const day = audits?.[0] ?? '';
  hold('Athena finds the audit by its day', /^\d{4}-\d\d-\d\d$/.test(day));
  for (let look = 0; look < 34; look += 1) {
    if ((await found(athena, `SELECT name FROM all_audits WHERE audit_id = '${id}'`)).length > 0) break;
    await pause(30_000);
  }
  for (const { name, asks, sql } of NAMED_QUERIES) {
    const given = { audit: [day, id], dataset: ['smoke'], campaign: ['x0'], all: [] }[asks];
    const filled = given.reduce((text, value) => text.replace('?', `'${value}'`), sql);
    const rows = await found(athena, filled).catch((error: unknown) => (error instanceof Error ? error.message : 'failed'));
    const some = ['attacks', 'audit', 'groups_at_risk', 'riskiest_datasets', 'dataset_trend', 'worst_attack_by_source'].includes(name);
    hold(
      `the query ${name}${typeof rows === 'string' ? `: ${rows}` : `: ${rows.length} rows`}`,
      typeof rows !== 'string' && (!some || rows.length > 0),
    );
  }
}

async function found(athena: AthenaClient, QueryString: string): Promise<readonly (readonly string[])[]> {
  const WorkGroup = STACK;
  const { QueryExecutionId } = await athena.send(
    new StartQueryExecutionCommand({ QueryString, WorkGroup, QueryExecutionContext: { Database: STACK.replaceAll('-', '_') } }),
  );
  for (;;) {
    const { QueryExecution } = await athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
    const { State, StateChangeReason = '' } = QueryExecution?.Status ?? {};
    if (State === 'SUCCEEDED') break;
    if (State === 'FAILED' || State === 'CANCELLED') throw new Error(StateChangeReason);
    await pause(1_000);
  }
  const { ResultSet } = await athena.send(new GetQueryResultsCommand({ QueryExecutionId }));
  // The first row names the columns.
  return (ResultSet?.Rows ?? []).slice(1).map(({ Data = [] }) => Data.map(({ VarCharValue = '' }) => VarCharValue));
}

async function keysOf(bucket: string, text: string): Promise<number> {
  let keys = 0;
  for await (const { key } of new S3BlobStore(new S3Client({}), { bucket }).list('')) if (key.includes(text)) keys += 1;
  return keys;
}

/** Buckets go only when they are empty, and access logs come late. */
async function destroy(): Promise<void> {
  // Without outputs the creation was rolled back, and nothing was dropped yet.
  if (!existsSync(outputs)) return cdk('destroy', '--all', '--force');
  const { Inbox, Work, Results, Assets } = readStack(outputs);
  const { [`${STACK}-data`]: data } = JSON.parse(readFileSync(outputs, 'utf8')) as Record<string, { readonly AccessLogs?: string }>;
  const buckets = [Inbox, Work, Results, Assets, data?.AccessLogs].filter((name) => name !== undefined);
  // Running executions go first: nothing is written any more.
  await cdk('destroy', STACK, '--force', '--exclusively');
  for (let attempt = 1; ; attempt += 1) {
    // One that went in an earlier attempt is not there to be emptied.
    for (const bucket of buckets) await purgePrefix(new S3Client({}), bucket, '').catch(() => 0);
    try {
      return await cdk('destroy', '--all', '--force');
    } catch (error) {
      if (attempt === 4) throw error;
      say('something is still there; once more in two minutes');
      await pause(120_000);
    }
  }
}

try {
  say('deploys, which takes about five minutes');
  await cdk('deploy', '--all', '--require-approval', 'never', '--outputs-file', outputs);
  const stack = readStack(outputs);
  await run(...NODE, 'bin/unveil.mjs', 'cloud', 'push', 'wordnet', '--stack', outputs);
  await run(...NODE, 'bin/unveil.mjs', 'cloud', 'doctor', '--stack', outputs);
  await drop(stack);
} catch (error) {
  hold(error instanceof Error ? error.message : String(error), false);
} finally {
  if (values.keep) say(`kept: ${outputs}`);
  else
    await destroy()
      .then(() => rmSync(folder, { recursive: true }))
      .catch((error: unknown) => hold(`everything is gone: ${error instanceof Error ? error.message : String(error)}`, false));
}
say(failures.length === 0 ? 'all of it holds' : `${failures.length} do not hold: ${failures.join('; ')}`);
process.exitCode = failures.length === 0 ? 0 : 1;
