// npm run cloud:local -- RELEASE|audit.json [--original FILE] [--out DIR]: the cloud's path through the deployed state machine, without an account.
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isRequestFile, nameOf, parseRequest, readRequestFile } from '../cli/audit/request.ts';
import { pushSource } from '../cli/cloud/push.ts';
import { fetchResults } from '../cli/cloud/results.ts';
import { statusOf } from '../cli/cloud/status.ts';
import { submit } from '../cli/cloud/submit.ts';
import { BadInput } from '../shared/core/model/bad-input.ts';
import { startCloud } from './cloud.ts';
import { stackTemplates } from './snapshot.ts';

const { values, positionals } = parseArgs({
  options: { original: { type: 'string' }, out: { type: 'string' } },
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
  const { environment: env } = cloud;
  const stack = {
    Inbox: env['INBOX_BUCKET'] ?? '',
    Results: env['RESULTS_BUCKET'] ?? '',
    Work: env['WORK_BUCKET'] ?? '',
    Assets: env['ASSETS_BUCKET'] ?? '',
    Ledger: env['LEDGER_TABLE'] ?? '',
    Machine: env['AUDIT_MACHINE'] ?? '',
  };
  const raw = isRequestFile(file) ? readRequestFile(file) : { release: file };
  const request = parseRequest({ ...raw, ...(values.original === undefined ? {} : { original: values.original }) });
  const vectors =
    request.embeddings === undefined ? [] : [request.embeddings === 'glove' ? 'embeddings' : `embeddings:${request.embeddings}`];
  for (const source of [...request.sources, ...vectors]) say(`pushed ${basename(await pushSource(stack, source))}`);
  const name = nameOf(request);
  const id = await submit(stack, request, name);
  say(`dropped inbox/${name}/audit.json; execution ${id}`);
  await cloud.deliver(`inbox/${name}/audit.json`);
  await cloud.settle();
  const { status, reason } = await statusOf(stack, id);
  if (status === 'succeeded') {
    const out = values.out ?? join('unveil-results', `${name}-cloud`);
    await fetchResults(stack, id, out);
    process.stdout.write(`results: ${out}\n`);
  } else {
    say(`${status}: ${reason ?? ''}`);
    process.exitCode = status === 'rejected' ? 2 : 1;
  }
} catch (error) {
  if (!(error instanceof BadInput)) throw error;
  say(error.describe());
  process.exitCode = 2;
} finally {
  await cloud.stop();
}
