// Node runs what it finds in its code cache: the folder must be out of reach of other users.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { codeCacheFolder, enableCodeCache } from '../../bin/code-cache.mjs';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'unveil-code-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const user = process.getuid?.() as number;
const at = (...path: readonly string[]): string => join(folder, ...path);

test('it is made, for its owner alone, and used again', () => {
  const wanted = at('home', 'cache', 'code');
  expect(codeCacheFolder(wanted)).toBe(wanted);
  for (const each of [wanted, dirname(wanted)]) {
    expect(statSync(each).mode & 0o777).toBe(0o700);
    expect(statSync(each).uid).toBe(user);
  }
  writeFileSync(join(wanted, 'code'), '');
  expect(codeCacheFolder(wanted)).toBe(wanted);
});

test.each([0o755, 0o770, 0o777, 0o1777])('one with the mode %s is not used', (mode) => {
  const wanted = at('code');
  mkdirSync(wanted);
  chmodSync(wanted, mode);
  expect(codeCacheFolder(wanted)).toBeNull();
});

test('a link in its place is not used, wherever it leads; a file neither', () => {
  mkdirSync(at('elsewhere'), { mode: 0o700 });
  symlinkSync(at('elsewhere'), at('code'));
  expect(codeCacheFolder(at('code'))).toBeNull();
  symlinkSync(at('nowhere'), at('dangling'));
  expect(codeCacheFolder(at('dangling'))).toBeNull();
  writeFileSync(at('file'), '', { mode: 0o700 });
  expect(codeCacheFolder(at('file'))).toBeNull();
});

test('below a folder where others may write it is not used, nor made; where the sticky bit keeps them off, it is', () => {
  mkdirSync(at('shared'));
  for (const mode of [0o777, 0o775]) {
    chmodSync(at('shared'), mode);
    expect(codeCacheFolder(at('shared', 'mine', 'code'))).toBeNull();
    expect(existsSync(at('shared', 'mine'))).toBe(false);
  }
  chmodSync(at('shared'), 0o1777);
  expect(codeCacheFolder(at('shared', 'mine', 'code'))).toBe(at('shared', 'mine', 'code'));
});

test('a link above it is followed, and what it leads to is what counts', () => {
  mkdirSync(at('disk'), { mode: 0o700 });
  symlinkSync(at('disk'), at('home'));
  expect(codeCacheFolder(at('home', 'code'))).toBe(at('disk', 'code'));
  chmodSync(at('disk'), 0o777);
  expect(codeCacheFolder(at('home', 'code'))).toBeNull();
});

test('one that another user owns is not used', () => {
  const wanted = at('mine', 'code');
  expect(codeCacheFolder(wanted)).toBe(wanted);
  expect(codeCacheFolder(wanted, user + 1)).toBeNull();
});

// Only root can give a folder away.
if (user === 0) {
  test('root uses none in the folder of another user, and makes none there', () => {
    mkdirSync(at('home'), { mode: 0o700 });
    chownSync(at('home'), 65534, 65534);
    expect(codeCacheFolder(at('home', 'code'))).toBeNull();
    expect(existsSync(at('home', 'code'))).toBe(false);
    mkdirSync(at('code'), { mode: 0o700 });
    chownSync(at('code'), 65534, 65534);
    expect(codeCacheFolder(at('code'))).toBeNull();
  });
}

test('where none can be made there is none', () => {
  writeFileSync(at('file'), '');
  expect(codeCacheFolder(at('file', 'code'))).toBeNull();
});

test.each([{ NODE_COMPILE_CACHE: '/of/the/user' }, { NODE_DISABLE_COMPILE_CACHE: '1' }])(
  'with %o in the environment none is made',
  (choice) => {
    enableCodeCache({ ...choice, UNVEIL_HOME: folder });
    expect(readdirSync(folder)).toEqual([]);
  },
);
