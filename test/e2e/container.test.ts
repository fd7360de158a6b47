import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from '../helpers/run.ts';

const LINES = readFileSync('Dockerfile', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
const of = (name: string): string[] => LINES.filter(([each]) => each === name).map(([, rest]) => rest);

test('the Dockerfile: one base of Node 24, the packed tarball, no root, and no command of the registry', () => {
  expect(LINES.map(([name]) => name)).toEqual(['FROM', 'COPY', 'RUN', 'ENV', 'USER', 'WORKDIR', 'ENTRYPOINT', 'CMD']);
  expect(of('FROM')).toEqual(['node:24-slim']);
  expect(of('USER')).toEqual(['node']);
  expect(JSON.parse(of('ENTRYPOINT')[0])).toEqual(['unveil']);
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  expect(tarball).toMatch(new RegExp(`^${of('COPY')[0]?.split(' ')[0]?.replace('*', '.*')}$`));
  expect(of('RUN')[0]).toMatch(/npm install .* \/tmp\/unveil\/\*\.tgz && rm -r \/tmp\/unveil$/);
});

/** The steps of an action's script are run by a shell, as a runner would. */
test('the action runs the audit, writes its three files, adds to the summary of the job, and ends with the exit code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'action-'));
  const text = readFileSync('action.yml', 'utf8');
  const script = text.slice(text.lastIndexOf('run: |\n') + 'run: |\n'.length).replaceAll(/^ {8}/gm, '');
  for (const input of ['release', 'original', 'fail-above', 'options']) expect(text).toContain(`\${{ inputs.${input} }}`);
  expect(script).not.toContain('${{');
  try {
    for (const name of ['release.txt', 'original.txt']) cpSync(join('examples/hospital', name), join(folder, name));
    const env = {
      RELEASE: join(folder, 'release.txt'),
      ORIGINAL: join(folder, 'original.txt'),
      LIMIT: 'people=0@certainty=0.8',
      OPTIONS: '--gate-undecided closed',
      UNVEIL: resolve('bin/unveil.mjs'),
      OUT: join(folder, 'out'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    };
    const { status } = run('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, env });
    expect(status).toBe(4);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('### unveil:');
    for (const name of ['unveil.sarif', 'junit.xml', 'results/report.html']) expect(existsSync(join(folder, 'out', name))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
