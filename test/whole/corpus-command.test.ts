import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownHome } from '../helpers/own-home.ts';
import { said } from '../helpers/said.ts';

const folder = ownHome();

const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test('a corpus is built, listed, asked, inspected, checked and removed', async () => {
  expect((await said('corpus', 'list')).out).toMatch('no corpus was built yet');
  const documents = put('docs.jsonl', '{"text":"knee injury"}\n{"text":"the knee"}\n{"text":"cord string"}\n');
  const built = await said('corpus', 'build', '--from', documents, '--name', 'small', '--memory', '128');
  expect(built).toMatchObject({ status: 0, err: '' });
  expect(built.out).toMatch(/documents {2}3\n {2}N {10}3 pieces\n {2}tokens {5}6\n {2}vocabulary 5 words/);
  expect((await said('corpus', 'list')).out).toMatch(/^small +3 pieces/);
  expect((await said('corpus', 'info', 'small')).out).toMatch('every byte is as it was written');
  const related = await said('relate', 'knee', 'injury', '--source', 'corpus:small');
  expect(related.out).toMatch('f(knee) = 2, f(injury) = 1, f(both) = 1');
  const [line] = (await said('relate', 'knee', 'zzz', '--source', 'corpus:small', '--json')).out.split('\n');
  expect(JSON.parse(line ?? '')).toMatchObject({ fx: 2, fy: 0, fxy: 0, n: 3, ngd: { state: 'undefined', value: null } });
  expect((await said('corpus', 'check', 'small')).out).toMatch(/RG, 30 pairs +1 of 30/);
  expect(await said('corpus', 'remove', 'small')).toMatchObject({ status: 0 });
  expect(await said('corpus', 'info', 'small')).toMatchObject({
    status: 2,
    err: 'unveil: there is no corpus "small"; none was built yet (unveil corpus build)\n',
  });
});

test('a build that fails leaves the old corpus and nothing half-made', async () => {
  const good = put('good.txt', 'knee injury\n');
  const bad = put('bad.jsonl', '{"text":"one"}\n{\n');
  await said('corpus', 'build', '--from', good, '--name', 'kept');
  const path = join(folder, 'data', 'corpora', 'kept.unveil-index');
  const bytes = readFileSync(path);
  expect(await said('corpus', 'build', '--from', good, '--name', 'kept')).toMatchObject({ status: 2 });
  expect(await said('corpus', 'build', '--from', bad, '--name', 'kept', '--replace')).toMatchObject({
    status: 2,
    err: `unveil: ${bad}:2: this line is not JSON\n`,
  });
  expect(Buffer.compare(readFileSync(path), bytes)).toBe(0);
  expect(readdirSync(join(folder, 'data', 'corpora'))).toEqual(['kept.unveil-index']);
  const empty = put('empty.txt', ' \n?\n');
  expect((await said('corpus', 'build', '--from', empty, '--name', 'none')).err).toMatch('there is no document with a word in it');
  expect(existsSync(join(folder, 'data', 'corpora', 'none.unveil-index'))).toBe(false);
});

test.each([
  [['corpus'], 'say what to do: build, list, info, check, vectors, remove'],
  [['corpus', 'biuld'], 'there is no "corpus biuld"'],
  [['corpus', 'build', '--name', 'x'], 'say what to build from'],
  [['corpus', 'build', 'notes', '--name', 'x'], 'what a corpus is built from stands behind --from: --from notes'],
  [['corpus', 'build', '--from', '/no/such'], 'give the corpus a --name'],
  [['corpus', 'build', '--from', '/no/such', '--name', '../x'], 'a corpus is named with'],
  [['corpus', 'build', '--from', '/no/such', '--name', 'x'], '/no/such: there is no such file or folder'],
  [['corpus', 'build', '--from', '/no/such', '--name', 'x', '--memory', '12'], '--memory takes a whole number from 128'],
  [['corpus', 'build', '--from', '/no/such', '--name', 'x', '--piece-words', '1'], '--piece-words takes a whole number from 2'],
  [['corpus', 'build', '--from', '/no/such', '--name', 'x', '--lang', 'no such'], 'is not a language'],
  [['corpus', 'build', '--from', '/no/such', '--name', 'x', '--lang', 'ja', '--fold-plurals'], 'not computable: language'],
  [['relate', 'knee'], 'name two terms'],
  [['relate', 'knee', 'hip', '--source', 'corpus:none'], 'there is no corpus "none"'],
  [['relate', 'knee', 'hip', '--source', 'wordnet', '--lang', 'de'], 'not computable: language. WordNet is English'],
])('%j is a bad input', async (argv, message) => {
  const { status, err } = await said(...argv);
  expect(status).toBe(2);
  expect(err).toContain(message);
});

test('words of a language without spaces', async () => {
  const documents = put('ja.txt', '心臓病と高血圧\n心臓の手術\n');
  await said('corpus', 'build', '--from', documents, '--name', 'ja', '--lang', 'ja');
  expect((await said('relate', '心臓', '高血圧', '--source', 'corpus:ja')).out).toMatch(/f\(心臓\) = [12]/);
  expect((await said('corpus', 'check', 'ja')).out).toMatch('not computable: language');
  await said('corpus', 'remove', 'ja');
});

test('what a killed build leaves is no corpus, and goes with the next build or with the corpus', async () => {
  const documents = put('three.txt', 'knee injury\nthe knee\n');
  const corpora = join(folder, 'data', 'corpora');
  const killed = spawnSync(process.execPath, ['-e', '']).pid;
  const leave = (name: string, pid: number): string => {
    const left = join(corpora, `.building-${name}.unveil-index.${pid}`);
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'run-0'), 'half');
    return left;
  };
  const left = leave('again', killed);
  // A process that runs: it may be building.
  const running = leave('again', process.ppid);
  expect((await said('corpus', 'list')).status).toBe(0);
  expect((await said('corpus', 'list')).out).not.toMatch('building');
  expect(await said('corpus', 'build', '--from', documents, '--name', 'again')).toMatchObject({ status: 0, err: '' });
  expect([existsSync(left), existsSync(running)]).toEqual([false, true]);
  leave('again', killed);
  expect(await said('corpus', 'remove', 'again')).toMatchObject({ status: 0 });
  expect(readdirSync(corpora).filter((name) => name.includes('again'))).toEqual([`.building-again.unveil-index.${process.ppid}`]);
  leave('never', killed);
  expect(await said('corpus', 'remove', 'never')).toMatchObject({ status: 0 });
  expect(await said('corpus', 'remove', 'never')).toMatchObject({ status: 2 });
});

test('only an index is replaced', async () => {
  const documents = put('four.txt', 'knee injury\nthe knee\n');
  const build = (out: string, ...more: string[]) => said('corpus', 'build', '--from', documents, '--out', out, ...more);
  // The text itself, named as the place of its index.
  expect(await build(documents, '--replace')).toMatchObject({
    status: 2,
    err: `unveil: ${documents}: this is not an index of unveil, so it is not replaced; name another file with --out\n`,
  });
  expect(readFileSync(documents, 'utf8')).toBe('knee injury\nthe knee\n');
  expect((await build(folder, '--replace')).err).toMatch('this is a folder: --out takes the name of a file');
  expect((await build(join(folder, 'none/'), '--replace')).err).toMatch('this is a folder');
  expect((await build(join(documents, 'index'))).err).toMatch(`${documents}: there is no such folder to write to`);
  expect((await build('')).err).toMatch('--out takes the name of a file');
  const out = put('out.unveil-index', '');
  expect((await build(out)).err).toMatch('this file is there already; --replace builds it anew');
  expect(await build(out, '--replace')).toMatchObject({ status: 0, err: '' });
  expect(await build(out, '--replace')).toMatchObject({ status: 0, err: '' });
  if (existsSync('/proc/self')) expect((await build('/proc/index')).err).toMatch('/proc: an index cannot be written in this folder');
});

test('a build that is interrupted or killed leaves nothing, and what a machine that stopped has left the next sweeps up', async () => {
  const pipe = join(folder, 'pipe.txt');
  if (spawnSync('mkfifo', [pipe]).status !== 0) return;
  const corpora = join(folder, 'data', 'corpora');
  const building = (): string[] => readdirSync(corpora).filter((name) => name.startsWith('.building-slow'));
  const argv = ['bin/unveil.mjs', 'corpus', 'build', '--from', pipe, '--name', 'slow'];
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    // It reads a pipe without a writer.
    const child = spawn(process.execPath, argv, { env: { ...process.env, UNVEIL_HOME: folder }, stdio: 'ignore' });
    const ended = once(child, 'exit');
    while (building().length === 0 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill(signal);
    expect(await ended).toEqual([null, signal]);
    // A killed parent sweeps nothing: the build does when it notices, which is when the pipe gets data.
    if (signal === 'SIGKILL') writeFileSync(pipe, 'knee\n');
    // Interrupted runs are swept when their launcher ends; orphans take a moment.
    if (signal === 'SIGINT') expect(building()).toEqual([]);
    while (building().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  mkdirSync(join(corpora, '.building-slow.unveil-index.999999999'));
  expect(building()).toHaveLength(1);
  const documents = put('five.txt', 'knee injury\n');
  expect(await said('corpus', 'build', '--from', documents, '--name', 'slow')).toMatchObject({ status: 0, err: '' });
  expect(building()).toEqual([]);
  await said('corpus', 'remove', 'slow');
});
