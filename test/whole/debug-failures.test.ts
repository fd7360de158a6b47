import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditFilesOf } from '../../cli/audit/audit-files.ts';
import { debugFailures } from '../../cli/debug-failures.ts';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { attempt } from '../../shared/core/verdict/trial.ts';
import { redactErrors } from '../../shared/lambda/redact-errors.ts';
import { AuditFolder } from '../../shared/pipeline/cloud/audit-folder.ts';
import { QUIET } from '../../shared/ports/progress.ts';
import { toyListed } from '../fixtures/toy/listed.ts';

const said: string[] = [];
const terminal = { err: { write: (text: string) => said.push(text) } };

test('with UNVEIL_DEBUG the terminal has the stack of an attack that failed, once; without it nothing is said', async () => {
  const root = mkdtempSync(join(tmpdir(), 'unveil-debug-'));
  try {
    const release = join(root, 'release.toy');
    writeFileSync(release, 'toy\nanna, bert | flu, throw\ncarl, dora | throw, gout\neve | flu\n');
    const run = (env: NodeJS.ProcessEnv) =>
      auditFilesOf([toyListed], auditRequest.parse({ release }), {
        name: 'toy',
        out: join(root, `out-${said.length}`),
        progress: QUIET,
        ...debugFailures(terminal as never, env),
      });
    expect((await run({})).outcome.errored).toBe(true);
    expect(said).toEqual([]);
    await run({ UNVEIL_DEBUG: '1' });
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^\nin-order failed: RangeError: a message that could name a secret\n {4}at .*toy/);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('a finding that failed keeps its error for who asks, and nothing of it in JSON', async () => {
  const finding = attempt('link', null, () => {
    throw new TypeError('pox');
  });
  expect(JSON.stringify({ ...finding })).not.toContain('pox');
  expect(Object.getOwnPropertySymbols({ ...finding }).map((symbol) => (finding as never)[symbol])).toEqual([new TypeError('pox')]);
  const told: unknown[] = [];
  const { failed } = await withRequest((attack, error) => told.push(attack, error));
  failed?.('link', 1);
  expect(told).toEqual(['link', 1]);
});

test('the log of a function has the place of a failure, and not its message', async () => {
  const logged: unknown[] = [];
  const request = { error: new RangeError('pox') };
  await redactErrors({ error: (...all: unknown[]) => logged.push(all) }).onError?.(request as never);
  expect(JSON.stringify(logged)).toMatch(/RangeError.*debug-failures\.test/);
  expect(JSON.stringify(logged)).not.toContain('pox');
});

async function withRequest(failed: (attack: string, error: unknown) => void) {
  const folder = new AuditFolder(memoryBlobStore(), failed);
  await folder.store.write('request.json', new TextEncoder().encode(JSON.stringify(auditRequest.parse({ release: 'r' }))));
  return folder.audit();
}
