// Another user of the machine writes into the shared temporary folder before a command is run: none of it is executed.
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Ran, run, UNVEIL } from '../helpers/run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-others-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'shared'));
  chmodSync(join(folder, 'shared'), 0o1777);
  mkdirSync(join(folder, 'home'), { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];
const isRoot = process.getuid?.() === 0 && run('setpriv', [...NOBODY, process.execPath, '--version'], { cwd: '/' }).status === 0;
/** Another user where this one is root, else this one, who has the same rights in the shared folder. */
const asOther = (words: readonly string[], env: NodeJS.ProcessEnv): Ran => {
  const [file = '', ...rest] = isRoot ? ['setpriv', ...NOBODY, process.execPath, ...words] : [process.execPath, ...words];
  return run(file, rest, { env: { HOME: '/nonexistent', ...env } });
};

const unveil = (env: NodeJS.ProcessEnv = {}): Ran =>
  run(process.execPath, [UNVEIL, 'sources'], {
    env: {
      HOME: join(folder, 'home'),
      XDG_CACHE_HOME: undefined,
      UNVEIL_HOME: undefined,
      NODE_COMPILE_CACHE: undefined,
      TMPDIR: join(folder, 'shared'),
      ...env,
    },
  });

const PAYLOAD = 20;

/** Code of theirs in the place of what Node keeps of cli/main.ts: a header of sizes and check sums, and the text without its types. */
function poison(file: string): boolean {
  const kept = readFileSync(file);
  if (!kept.includes('async function main(')) return false;
  const code = Buffer.concat([Buffer.from("process.stdout.write('PLANTED\\n');"), kept.subarray(PAYLOAD)]);
  const header = Buffer.from(kept.subarray(0, PAYLOAD));
  header.writeUInt32LE(code.length, 8);
  header.writeUInt32LE(crc32(code), 16);
  writeFileSync(file, Buffer.concat([header, code]));
  return true;
}

/** Another user's attack: let Node fill a cache with this code, change it, and name it as Node would name the victim's. */
function plant(): string {
  const planted = join(folder, 'shared', 'node-compile-cache');
  expect(asOther([UNVEIL, 'sources'], { NODE_COMPILE_CACHE: planted }).status).toBe(0);
  const [made = ''] = globSync('*', { cwd: planted });
  expect(globSync('*', { cwd: join(planted, made) }).filter((file) => poison(join(planted, made, file)))).toHaveLength(1);
  const own = made.replace(/-\d+$/, `-${process.getuid?.()}`);
  if (own !== made) renameSync(join(planted, made), join(planted, own));
  return planted;
}

test('code that was planted where Node keeps its cache by default is not executed; the cache is the user’s own', () => {
  const planted = plant();
  // It works: naming that folder runs its code, which is the user's own choice.
  expect(unveil({ NODE_COMPILE_CACHE: planted }).out).toContain('PLANTED');
  const before = globSync('**', { cwd: planted }).toSorted();
  for (const _ of ['first', 'again']) {
    const { status, out } = unveil();
    expect({ status, planted: out.includes('PLANTED') }).toEqual({ status: 0, planted: false });
  }
  expect(globSync('**', { cwd: planted }).toSorted()).toEqual(before);
  const own = join(folder, 'home', '.cache', 'unveil', 'code');
  expect(statSync(own).mode & 0o777).toBe(0o700);
  expect(globSync('*/*', { cwd: own }).length).toBeGreaterThan(10);
});

test('a cache folder of the user that others can write to is left alone, and so is the code in it', () => {
  const planted = plant();
  const own = join(folder, 'home', '.cache', 'unveil', 'code');
  mkdirSync(join(own, '..'), { recursive: true });
  renameSync(planted, own);
  chmodSync(own, 0o777);
  const { status, out } = unveil();
  expect({ status, planted: out.includes('PLANTED') }).toEqual({ status: 0, planted: false });
  chmodSync(own, 0o700);
});

test('neither Jest nor the browser of the tests runs what is in the temporary folder', () => {
  const { out } = run(process.execPath, ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--showConfig']);
  const { configs } = JSON.parse(out) as { readonly configs: readonly { readonly cacheDirectory: string }[] };
  expect([...new Set(configs.map(({ cacheDirectory }) => cacheDirectory))]).toEqual([resolve('.cache/jest')]);
  const planted = join(folder, 'shared', 'chromium');
  const write = "const [, file] = process.argv; require('fs').writeFileSync(file, '#!/bin/sh\\ntouch \"$0.ran\"\\n', { mode: 0o777 });";
  expect(asOther(['-e', write, planted], {}).status).toBe(0);
  const open = "import { openBrowser } from './test/helpers/browser.ts'; await (await openBrowser()).close();";
  const { status, err } = run(process.execPath, ['--input-type=module', '-e', open], { env: { TMPDIR: join(folder, 'shared') } });
  expect({ status, err, ran: existsSync(`${planted}.ran`) }).toEqual({ status: 0, err: '', ran: false });
});

test('a file that another user keeps for herself is not read, whatever folder hides it, and the message names it', () => {
  mkdirSync(join(folder, 'hers'), { mode: 0o700 });
  writeFileSync(join(folder, 'hers', 'release.txt'), 'fever, (cough, asthma)\n');
  writeFileSync(join(folder, 'closed.txt'), 'fever, (cough, asthma)\n', { mode: 0o000 });
  if (!isRoot) chmodSync(join(folder, 'hers'), 0o000);
  const more: Readonly<Record<string, readonly string[]>> = { check: ['--k', '2'], audit: ['--out', join(folder, 'shared', 'out')] };
  for (const command of ['look', 'check', 'audit'])
    for (const file of [join(folder, 'hers', 'release.txt'), join(folder, 'closed.txt')]) {
      const { status, err } = asOther([UNVEIL, command, file, ...(more[command] ?? [])], { TMPDIR: join(folder, 'shared') });
      expect([command, status, err]).toEqual([command, 2, expect.stringContaining(`${file}: this file may not be read by you`)]);
    }
  expect(existsSync(join(folder, 'shared', 'out'))).toBe(false);
  if (!isRoot) chmodSync(join(folder, 'hers'), 0o700);
});
