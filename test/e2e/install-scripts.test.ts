// No package that npm installs runs a script of its own, whatever the version of npm; the commands of the README run all the same.
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ran, run } from '../helpers/run.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-install-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, content: object): void => writeFileSync(join(folder, path), JSON.stringify(content));
const npm = (cwd: string, ...words: readonly string[]): Ran => run('npm', words, { cwd: join(folder, cwd) });
const marks = (name: string): string => `node -e "require('fs').writeFileSync('${name}', '')"`;

/** A project that needs a package with install scripts, as `npm ci` finds it. */
function project(name: string): void {
  mkdirSync(join(folder, name));
  const scripts = { preinstall: marks('ran'), start: marks('started'), prestart: marks('ran'), test: marks('tested') };
  write(`${name}/package.json`, { name, version: '1.0.0', scripts, dependencies: { stranger: 'file:../stranger-1.0.0.tgz' } });
  expect(npm(name, 'install', '--package-lock-only', '--offline', '--ignore-scripts').status).toBe(0);
}

const ran = (name: string): string[] => globSync('{ran,node_modules/stranger/ran}', { cwd: join(folder, name) }).toSorted();

test('with the settings of the clone no script of a package runs, and npm ci, npm start and npm cit work', () => {
  mkdirSync(join(folder, 'stranger'));
  const scripts = { preinstall: marks('ran'), install: marks('ran'), postinstall: marks('ran') };
  write('stranger/package.json', { name: 'stranger', version: '1.0.0', scripts });
  expect(npm('stranger', 'pack', '--ignore-scripts', '--pack-destination', '..').status).toBe(0);
  project('open');
  project('ours');
  copyFileSync('.npmrc', join(folder, 'ours', '.npmrc'));
  // They would run: npm runs those of the project itself in every version, and those of packages in most.
  expect(npm('open', 'ci', '--offline').status).toBe(0);
  expect(ran('open')).toContain('ran');
  expect(npm('ours', 'ci', '--offline').status).toBe(0);
  expect(npm('ours', 'start').status).toBe(0);
  expect(npm('ours', 'cit', '--offline').status).toBe(0);
  expect(['started', 'tested'].map((each) => existsSync(join(folder, 'ours', each)))).toEqual([true, true]);
  expect(ran('ours')).toEqual([]);
});

test('no script of the clone is one that npm would leave out', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
  const names = Object.keys(scripts);
  const hooks = names.filter((name) => names.some((other) => name === `pre${other}` || name === `post${other}`));
  expect([...hooks, ...names.filter((name) => /^(?:pre|post)?(?:install|prepare|pack|publish)$/.test(name))]).toEqual([]);
});
