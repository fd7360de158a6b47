import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from '../helpers/run.ts';

/** In the clone, so that it is its own package there: what a reader imports is what is tested. */
const FOLDER = resolve('dist', 'library-page');
const BLOCKS = Array.from(readFileSync('docs/library.md', 'utf8').matchAll(/```ts\n(.*?)```/gs), ([, code = '']) => code);

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const name of ['release.txt', 'original.txt']) copyFileSync(join('examples/hospital', name), join(FOLDER, name));
  writeFileSync(join(FOLDER, 'broken.txt'), 'a, (b, c\n');
  writeFileSync(join(FOLDER, 'visits.csv'), 'visit,age,dx1,dx2\n1,40,flu,asthma\n2,51,gout,\n');
  writeFileSync(join(FOLDER, 'release.json'), '{"clusters":[{"size":2,"recordChunks":[[["a"],["a"]]]}]}');
  for (const [at, code] of BLOCKS.entries()) writeFileSync(join(FOLDER, `block-${at}.ts`), code);
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test('the page has examples, and they compile', () => {
  expect(BLOCKS.length).toBeGreaterThanOrEqual(5);
  writeFileSync(
    join(FOLDER, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: [], files: BLOCKS.map((_, at) => `block-${at}.ts`) }),
  );
  expect(run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', FOLDER])).toMatchObject({ out: '', status: 0 });
});

test.each(BLOCKS.map((code, at) => [at, code] as const))('example %d runs as it stands', (at, code) => {
  const { status, out, err } = run(process.execPath, [`block-${at}.ts`], { cwd: FOLDER });
  expect({ status, err: status === 0 ? '' : err }).toEqual({ status: 0, err: '' });
  for (const [, said = ''] of code.matchAll(/console\.log\(.*\); \/\/ (.*)/g))
    expect(out.replaceAll(/\s/g, '')).toContain(said.replaceAll(/\s/g, ''));
});
