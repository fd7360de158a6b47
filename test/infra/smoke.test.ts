// `npm run cloud:smoke` without an account: its stack retains nothing and takes no fixed names, and its comparison detects differences.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import { differing } from '../../scripts/compare-results.ts';
import { SMOKE_SETTINGS } from '../../scripts/smoke-settings.ts';

test('the stage of the smoke test keeps nothing when it is destroyed, and none of its names is that of the stage in cdk.json', async () => {
  const { stacks } = await stackTemplates(SMOKE_SETTINGS);
  expect(stacks.map(({ stackName }) => stackName).toSorted()).toEqual(['unveil-smoke', 'unveil-smoke-data']);
  for (const { template } of stacks) {
    for (const [id, resource] of Object.entries(template.Resources as Record<string, { DeletionPolicy?: string }>))
      expect([id, resource.DeletionPolicy ?? 'Delete']).toEqual([id, 'Delete']);
    expect(JSON.stringify(template)).not.toContain('unveil-main');
  }
  const data = stacks.find(({ stackName }) => stackName === 'unveil-smoke-data')?.template;
  // It empties every bucket, so it has to know all of them.
  const buckets = Object.values(data?.Resources as Record<string, { Type: string }>).filter(({ Type }) => Type === 'AWS::S3::Bucket');
  expect(buckets).toHaveLength(5);
  expect(Object.keys((data?.Outputs ?? {}) as object)).toContain('AccessLogs');
});

test('the comparison sees a file that is missing, one that is otherwise, and nothing where times alone differ', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-smoke-'));
  const write = (home: string, id: string, files: Readonly<Record<string, string>>): string => {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, home, name.replace('ID', id));
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, text);
    }
    return join(folder, home);
  };
  const attacks = 'table=attacks/dt=2026-11-19/audit_id=ID/part-000000.parquet';
  const audits = attacks.replace('attacks', 'audits');
  const here = write('here', 'a1', { [attacks]: 'x', [audits]: '1', 'attacked.jsonl': 'y', 'report.html': '1' });
  expect(differing(here, write('same', 'b2', { [attacks]: 'x', [audits]: '2', 'attacked.jsonl': 'y', 'report.html': '2' }))).toEqual({
    files: 2,
    different: [],
  });
  expect(differing(here, write('other', 'b2', { [attacks]: 'z', 'attacked.jsonl': 'y' })).different).toEqual([
    'attacks/part-000000.parquet',
  ]);
  expect(differing(here, write('less', 'b2', { [attacks]: 'x' })).different).toEqual(['attacked.jsonl']);
  rmSync(folder, { recursive: true });
});

test('the workflow of continuous integration signs in by OIDC, stores no key, and runs the same command', () => {
  const text = readFileSync('.github/workflows/cloud-smoke.yml', 'utf8');
  for (const line of ['id-token: write', 'vars.AWS_SMOKE_ROLE }}', 'run: npm run cloud:smoke']) expect(text).toContain(line);
  expect(text).not.toMatch(/secrets\.|AWS_SECRET_ACCESS_KEY/);
});
