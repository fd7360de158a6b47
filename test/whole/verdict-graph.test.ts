// Conclusions of audits of graphs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from '../helpers/said.ts';
import { verdictOfFiles } from '../helpers/verdict-of.ts';

const GATE = ['--fail-above', 'people=0.1@certainty=0.9'];

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-graph-'));
  await said('anonymise', 'examples/friends/friends.csv', '--method', 'k-degree', '--k', '5', '--out', join(folder, 'made'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, 'made', name), 'utf8')]));

test('by k-degree nearly everybody looks like nobody else, and few look as they did: it counts by who is found', async () => {
  const { of, way } = await verdictOfFiles(
    made('release.jsonl', 'original.jsonl'),
    'release.jsonl',
    '--original',
    'original.jsonl',
    ...GATE,
  );
  for (const attack of ['neighbour degrees', 'neighbourhood']) {
    const [found] = of(attack);
    expect(found).toMatchObject({ way: 'singled out', state: 'measured' });
    expect(found?.right ?? 1e9).toBeLessThan(0.15 * (found?.of ?? 0));
    expect(found?.exposed ?? 1).toBeLessThan(0.15);
  }
  expect(way('singled out').level).not.toBe('no leak found');
});

test('without the original nobody can say what added edges changed: nothing is told, and the gate is closed', async () => {
  const { verdict, gate, way } = await verdictOfFiles(made('release.jsonl'), 'release.jsonl', ...GATE);
  expect(verdict.level).toBe('cannot tell');
  expect(way('learned').obstacles[0]?.remedy).toBe('give the original (--original)');
  expect(gate?.open).toBe(false);
});

test('an edge list as it is: who is alone in it leads', async () => {
  const { verdict, way } = await verdictOfFiles(
    { 'friends.csv': readFileSync('examples/friends/friends.csv', 'utf8') },
    'friends.csv',
    '--kind',
    'graph',
  );
  expect([verdict.level, verdict.way]).toEqual(['leaks', 'singled out']);
  expect(way('singled out').lead?.state).toBe('proved');
});

/** Stars of 3 to 22 leaves, each twice: hubs of two stars in three have the attribute of their twin. */
function twice(): string {
  const lines: object[] = [{ graph: 'undirected' }];
  const values = ['red', 'green', 'blue'];
  for (let size = 3; size < 33; size += 1)
    for (const twin of [0, 1]) {
      for (let leaf = 0; leaf < size; leaf += 1) lines.push({ edge: [`h${size}t${twin}`, `h${size}t${twin}l${leaf}`] });
      lines.push({ node: `h${size}t${twin}`, attribute: values[(size + (size % 3 === 0 ? twin : 0)) % 3] });
    }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

test('every structure twice: the attribute of two in three pairs is known for certain, and the gate is closed', async () => {
  const { verdict, way, gate, status, of } = await verdictOfFiles({ 'release.jsonl': twice() }, 'release.jsonl', ...GATE);
  expect([status, verdict.level, verdict.way]).toEqual([4, 'leaks', 'learned']);
  expect(way('learned').lead).toMatchObject({ attack: 'content', state: 'proved', people: 40, right: 40, of: 60 });
  // 83.3 % where the commonest of all would be a third.
  expect(of('content').find(({ confidence }) => confidence === 0)?.right).toBe(50);
  expect(gate).toMatchObject({ open: false });
});
