// npm run cloud:local -- RELEASE|audit.json|CAMPAIGN.json --campaign [--original FILE] [--out DIR]: the cloud's path through the deployed state machine, without an account.
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { auditName, isRequestFile, parseRequest, readRequestFile } from '../cli/audit/request.ts';
import { campaignExit, campaignLines, campaignStatus, readCampaign, submitCampaign } from '../cli/cloud/campaign.ts';
import { pushSource } from '../cli/cloud/push.ts';
import { fetchResults } from '../cli/cloud/results.ts';
import type { Stack } from '../cli/cloud/stack.ts';
import { statusOf } from '../cli/cloud/status.ts';
import { submit } from '../cli/cloud/submit.ts';
import { ExitCode } from '../cli/command.ts';
import { S3BlobStore } from '../shared/adapters/aws/s3-blob-store.ts';
import { folderBlobStore } from '../shared/adapters/local/folder-blob-store.ts';
import type { AuditRequest } from '../shared/contracts/audit-request.ts';
import { CAMPAIGNS } from '../shared/contracts/audit-tables.ts';
import { BadInput } from '../shared/core/model/bad-input.ts';
import { campaignFolder } from '../shared/pipeline/cloud/drop.ts';
import { startCloud } from './cloud.ts';
import { stackTemplates } from './snapshot.ts';

const { values, positionals } = parseArgs({
  options: { original: { type: 'string' }, out: { type: 'string' }, campaign: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [file] = positionals;
if (file === undefined) {
  process.stderr.write(
    'name a release or an audit.json: npm run cloud:local -- examples/hospital/release.txt --original examples/hospital/original.txt\n',
  );
  process.exit(2);
}
const say = (text: string): void => void process.stderr.write(`${text}\n`);

say('synthesising the stacks, starting S3, DynamoDB, KMS and Step Functions on loopback');
const cloud = await startCloud(await stackTemplates(), {
  onEvent: ({ execution, type, state }) => {
    const { name } = (state ?? {}) as { readonly name?: string };
    if (type === 'StateEntered' && !execution.includes('/')) say(`  ${name}`);
  },
});
try {
  const stack = cloud.deployed.outputs as unknown as Stack;
  process.exitCode = await (values.campaign ? runCampaign(stack, file) : runAudit(stack, file));
} catch (error) {
  if (!(error instanceof BadInput)) throw error;
  say(error.describe());
  process.exitCode = ExitCode.badInput;
} finally {
  await cloud.stop();
}

async function runAudit(stack: Stack, path: string): Promise<ExitCode> {
  const raw = isRequestFile(path) ? readRequestFile(path) : { release: path };
  const request = parseRequest({ ...raw, ...(values.original === undefined ? {} : { original: values.original }) });
  await pushSources(stack, [request]);
  const name = auditName(request);
  const id = await submit(stack, request, name);
  await deliver(`inbox/${name}/audit.json`, id);
  const { status, reason } = await statusOf(stack, id);
  if (status === 'succeeded') {
    await copyResults(stack, id, values.out ?? join('unveil-results', `${name}-cloud`));
    return ExitCode.done;
  }
  say(`${status}: ${reason ?? ''}`);
  return status === 'rejected' ? ExitCode.badInput : ExitCode.failure;
}

/** Every audit by name, and a folder of results for each success. */
async function runCampaign(stack: Stack, path: string): Promise<ExitCode> {
  if (values.original !== undefined) throw new BadInput('a campaign names the originals of its audits itself');
  await pushSources(stack, readCampaign(path).audits);
  const id = await submitCampaign(stack, path);
  await deliver(`${campaignFolder(null)}${basename(path)}`, id);
  const campaign = await campaignStatus(stack, id);
  if (campaign === null) throw new Error('the campaign was not started');
  process.stdout.write(campaignLines(campaign.audits));
  const out = values.out ?? join('unveil-results', `${basename(path, '.json')}-cloud`);
  await copyTable(stack, out);
  for (const { name, auditId, status } of campaign.audits) {
    if (status === 'succeeded' && auditId !== null) await copyResults(stack, auditId, join(out, name));
  }
  return campaignExit(campaign);
}

/** Pushes all sources that the requests may use, as an operator would. */
async function pushSources(stack: Stack, requests: readonly AuditRequest[]): Promise<void> {
  const vectors = requests
    .flatMap(({ embeddings }) => embeddings ?? [])
    .map((each) => (each === 'glove' ? 'embeddings' : `embeddings:${each}`));
  for (const source of new Set([...requests.flatMap(({ sources }) => sources), ...vectors]))
    say(`pushed ${basename(await pushSource(stack, source))}`);
}

async function deliver(key: string, execution: string): Promise<void> {
  say(`dropped ${key}; execution ${execution}`);
  await cloud.deliver(key);
  await cloud.settle();
}

/** Copies the campaign's table, for "unveil query campaign-findings --results OUT". */
async function copyTable(stack: Stack, out: string): Promise<void> {
  const results = new S3BlobStore(cloud.s3, { bucket: stack.Results, prefix: 'results/' });
  const folder = folderBlobStore(out);
  for await (const { key } of results.list(`table=${CAMPAIGNS.name}/`)) await folder.write(key, results.read(key));
}

async function copyResults(stack: Stack, id: string, out: string): Promise<void> {
  await fetchResults(stack, id, out);
  process.stdout.write(`results: ${out}\n`);
}
