import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditFilesOf } from '../../../cli/audit/audit-files.ts';
import { parseRequest, readRequestFile } from '../../../cli/audit/request.ts';
import { tableRoles } from '../../../shared/contracts/table-roles.ts';
import { KINDS } from '../../../shared/kinds/registry.ts';
import { tableOf, valueAt } from '../../../shared/kinds/relational/core/model/table.ts';
import { joinBuckets } from '../../../shared/kinds/relational/read/buckets.ts';
import type { PlainOutcome } from '../../../shared/kit/plain/publish.ts';
import { QUIET } from '../../../shared/ports/progress.ts';

const ROLES = tableRoles.parse({ columns: { zip: { role: 'quasi' }, disease: { role: 'sensitive' } } });
const release = tableOf(
  ['zip', 'bucket'],
  [
    ['1', 'b'],
    ['2', 'a'],
    ['3', 'b'],
  ],
);
const values = (...rows: readonly (readonly string[])[]) => tableOf(['bucket', 'disease', 'count'], rows);

describe('a release in buckets as one table', () => {
  test('has as many values in each bucket as the values say, and no column of buckets', () => {
    const { table, of } = joinBuckets(release, values(['a', 'flu', '1'], ['b', 'gout', '1'], ['b', 'flu', '1']), ROLES, 'v.csv');
    expect(table.columns.map(({ name }) => name)).toEqual(['zip', 'disease']);
    expect([...of]).toEqual([0, 1, 0]);
    const [, disease] = table.columns;
    expect([0, 1, 2].map((row) => (disease === undefined ? '' : valueAt(disease, row))).toSorted()).toEqual(['flu', 'flu', 'gout']);
  });

  test.each([
    ['more records than values', values(['a', 'flu', '1'], ['b', 'gout', '1']), 'more records than values'],
    ['more values than records', values(['a', 'flu', '2'], ['b', 'gout', '2']), 'more values here than records'],
    ['a bucket that the release lacks', values(['c', 'flu', '1']), 'no record in the release'],
    ['no number', values(['a', 'flu', 'x']), 'a whole number from 1'],
    ['another column', tableOf(['bucket', 'zip', 'count'], []), 'no sensitive column'],
    ['too few columns', tableOf(['bucket', 'disease'], []), 'wanted three columns'],
  ])('%s is refused', (_, given, message) => {
    expect(() => joinBuckets(release, given, ROLES, 'v.csv')).toThrow(message);
  });
});

test('what anatomy makes is audited as it is: naive Bayes is judged by the original, k is not asked of buckets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-buckets-'));
  try {
    const made = join(folder, 'made');
    const argv = ['anonymise', 'examples/patients/patients.csv', '--method', 'anatomy', '--roles', 'examples/patients/roles.json'];
    execFileSync(process.execPath, ['bin/unveil.mjs', ...argv, '--l', 'distinct:3', '--out', made], { stdio: 'pipe' });
    const request = parseRequest(readRequestFile(join(made, 'audit.json')));
    const options = { name: 'buckets', out: join(folder, 'out'), progress: QUIET };
    const outcome = (await auditFilesOf(KINDS, request, options)).outcome as PlainOutcome;
    const bayes = outcome.assessed.trials.find(({ attack }) => attack === 'naive-bayes');
    expect(bayes).toMatchObject({ status: 'decided', figure: 'value guessed right', people: 240 });
    expect(outcome.assessed.claims.map(({ text, state }) => [text, state])).toEqual([
      ['distinct 3-diversity of condition', 'held'],
      ['k-anonymity', 'not checked'],
    ]);
    // Measured, since the original tells whose value is whose.
    expect(outcome.conclusion.findings.filter(({ attack }) => attack === 'naive-bayes').map(({ state }) => state)).toEqual(
      Array(6).fill('measured'),
    );
    // Quasi-identifiers stand as they were: nearly everybody is found.
    expect(outcome.assessed.trials.find(({ attack }) => attack === 'linking')?.value).toBeGreaterThan(0.9);
    expect(outcome.text.ways.join(' ')).toMatch(/Singled out \(quasi-identifiers\): 2\d\d of 240/);
    expect(outcome.people.figures.measured).toBe(true);
    expect(readFileSync(join(folder, 'out', 'report.html'), 'utf8')).toContain('bucket ');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
