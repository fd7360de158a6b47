// The process that computes an audit: its permissions, its end together with its parent, and its message when memory runs out.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { seeded } from '../../shared/core/random/random.ts';

const UNVEIL = resolve('bin/unveil.mjs');
/** Other tests run beside it, on all processors; alone it is within a second: `npm run bench -- faults`. */
const MOST_MS = 20_000;
let folder: string;
const at = (...path: readonly string[]): string => join(folder, ...path);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-confined-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A release of so many transactions and generalised items, and what it was made from. */
function writeRelease(transactions: number, groups: number): { readonly release: string; readonly original: string } {
  const random = seeded('test', 'confined');
  const rows = Array.from({ length: transactions }, (_, row) => ({
    context: [...new Set(Array.from({ length: 8 }, () => `item${random.below(5_000)}`))].join(', '),
    members: Array.from({ length: 8 }, (__, member) => `hidden${row % groups}-${member}`),
  }));
  const written = (name: string, line: (row: (typeof rows)[number]) => string): string => {
    writeFileSync(at(name), rows.map((row) => `${line(row)}\n`).join(''));
    return at(name);
  };
  return {
    release: written('release.txt', ({ context, members }) => `${context}, (${members.join(', ')})`),
    original: written('original.txt', ({ context, members }) => `${context}, ${members[0]}`),
  };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const isThere = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
const isBusy = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('busy');
  } catch {
    return false;
  }
};
const all = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...all(child)]);

const SETS = 'fever, (cough, asthma), pain\nfever, (cough, asthma), rash\n'.repeat(6);

/** A release, what it was made from, an audit of each, and a table: what the commands below are given. */
function writeFiles(): void {
  writeFileSync(at('secret.txt'), 'secret');
  writeFileSync(at('release.txt'), SETS);
  writeFileSync(at('original.txt'), SETS.replace('(cough, asthma)', 'asthma').replaceAll('(cough, asthma)', 'cough'));
  writeFileSync(at('rows.csv'), 'id,item\n1,fever\n1,cough\n2,fever\n');
  writeFileSync(at('made.json'), JSON.stringify({ release: 'release.txt', original: 'original.txt', attacks: ['mda'] }));
}

const COMMANDS: readonly (readonly [string, readonly string[], number])[] = [
  ['audit', ['audit', 'release.txt', '--attack', 'mda'], 0],
  ['look', ['look', 'release.txt', '--original', 'original.txt'], 0],
  ['look, at a table', ['look', 'rows.csv'], 0],
  ['check', ['check', 'release.txt', '--k', '2'], 0],
  ['import', ['import', 'rows.csv', '--id', 'id', '--items', 'item', '--out', 'new/imported.jsonl'], 0],
  ['anonymise', ['anonymise', 'original.txt', '--method', 'disassociate', '--k', '2', '--m', '1', '--out', 'released'], 0],
  ['advise', ['advise', 'original.txt', '--release', 'made.json', '--rounds', '1', '--attacks', '1', '--out', 'safer'], 0],
  ['advise, without an original', ['advise', '--release', 'release.txt'], 0],
  ['compare', ['compare', 'one', 'one-more', '--out', 'compared'], 0],
  ['start', ['release.txt', '--yes'], 4],
];

test.each(COMMANDS)(
  '%s: what gets into it reads no other file, writes none, starts nothing, and reaches no network',
  (name, argv, exit) => {
    writeFiles();
    const options = { cwd: folder, env: { ...process.env, UNVEIL_HOME: at('home'), NODE_COMPILE_CACHE: '' }, encoding: 'utf8' } as const;
    if (name === 'compare')
      for (const out of ['one', 'one-more'])
        spawnSync(process.execPath, [UNVEIL, 'audit', 'made.json', '--seed', out, '--out', out], options);
    // Loaded by the process that computes: it tries what hostile code would, as soon as the program is loaded.
    writeFileSync(
      at('hostile.mjs'),
      `import * as fs from 'node:fs'; import * as child from 'node:child_process'; import * as threads from 'node:worker_threads';
import net from 'node:net'; import dns from 'node:dns'; import http from 'node:http'; import dgram from 'node:dgram';
const tries = {
  read: () => fs.readFileSync(${JSON.stringify(at('secret.txt'))}),
  list: () => fs.readdirSync(${JSON.stringify(folder)}),
  write: () => fs.writeFileSync(${JSON.stringify(at('written'))}, ''),
  program: () => fs.writeFileSync(${JSON.stringify(resolve('bin/written'))}, ''),
  link: () => fs.symlinkSync('/etc/passwd', ${JSON.stringify(at('link'))}),
  code: () => fs.writeFileSync(process.env.NODE_COMPILE_CACHE + '/written', ''),
  start: () => child.spawnSync('true').error && (() => { throw child.spawnSync('true').error })(),
  thread: () => new threads.Worker('1', { eval: true }),
  connect: () => net.connect(80, '127.0.0.1'),
  listen: () => net.createServer().listen(0),
  ask: () => http.get('http://127.0.0.1/'),
  name: () => dns.lookup('localhost', () => {}),
  fetch: () => fetch('http://127.0.0.1/'),
  datagram: () => dgram.createSocket('udp4'),
  sqlite: async () => new (await import('node:sqlite')).DatabaseSync(${JSON.stringify(at('sqlite'))}),
  builtin: () => process.getBuiltinModule('node:sqlite'),
  binding: () => process.binding('fs'),
};
const loaded = () => process.permission.has('worker') ? setImmediate(loaded) : attempt();
async function attempt() {
  for (const [name, go] of Object.entries(tries)) { let how = 'DONE'; try { await go(); } catch (error) { how = error.code ?? error.message; } process.stderr.write('tried ' + name + ': ' + how + '\\n'); }
}
if (process.permission && threads.isMainThread) loaded();
`,
    );
    const NODE_OPTIONS = `--import=${pathToFileURL(at('hostile.mjs')).href}`;
    const { stderr, status } = spawnSync(process.execPath, [UNVEIL, ...argv], { ...options, env: { ...options.env, NODE_OPTIONS } });
    const tried = [...stderr.matchAll(/^tried (\w+): (.*)$/gm)].map(([, what, how]) => [what, how]);
    expect(tried).toHaveLength(17);
    expect(tried.filter(([, how]) => how !== 'ERR_ACCESS_DENIED')).toEqual([]);
    expect([status, status === exit ? '' : stderr, existsSync(at('written')), existsSync(at('sqlite'))]).toEqual([exit, '', false, false]);
  },
);

test.each([
  ['look', '-'],
  ['import', '-', '--out', '-'],
  ['check', '-', '--k', '2'],
])('%s reads what comes by the standard input', (...argv) => {
  const { status, stderr } = spawnSync(process.execPath, [UNVEIL, ...argv], { cwd: folder, input: SETS, encoding: 'utf8' });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
});

test('a folder keeps its own permission beside one whose name goes on', () => {
  writeFiles();
  for (const out of ['made', 'made-2'])
    spawnSync(process.execPath, [UNVEIL, 'anonymise', 'original.txt', '--method', 'disassociate', '--k', '2', '--m', '1', '--out', out], {
      cwd: folder,
    });
  const { stderr } = spawnSync(process.execPath, [UNVEIL, 'compare', 'made', 'made-2'], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toMatch(/made: this release is not audited yet/);
});

test.each(['SIGKILL', 'SIGQUIT'] as const)(
  'it ends when who started it ends by %s, in the middle of arithmetic that would never end',
  async (signal) => {
    const { release, original } = writeRelease(100, 10);
    // Loaded by every process of the command. Those that were started to compute end up in an endless loop, and are called busy from then on: as soon
    // as they have started a process of their own, or a while after their start if they may start none.
    writeFileSync(
      at('busy.mjs'),
      `import { readFileSync } from 'node:fs';
const started = () => { try { return readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim() !== ''; } catch { return false; } };
if (process.env.UNVEIL_SUPERVISOR === String(process.ppid)) {
  const began = performance.now();
  setInterval(() => { if (started() || performance.now() - began > (process.permission ? 1_500 : 6_000)) { process.title = 'busy'; for (;;); } }, 50);
}
`,
    );
    const NODE_OPTIONS = `--import=${pathToFileURL(at('busy.mjs')).href}`;
    for (const argv of [
      ['audit', release, '--original', original],
      ['advise', original, '--release', release],
    ]) {
      const child = spawn(process.execPath, [UNVEIL, ...argv, '--out', at('out')], {
        stdio: 'ignore',
        cwd: folder,
        env: { ...process.env, NODE_OPTIONS },
      });
      const pid = child.pid as number;
      const ended = new Promise((done) => child.on('close', done));
      const least = argv[0] === 'audit' ? 2 : 1;
      const begins = performance.now();
      let started: readonly number[] = [];
      while ((started.length < least || !started.every(isBusy)) && performance.now() - begins < MOST_MS) {
        await pause(50);
        started = all(pid);
      }
      expect([started.length >= least, started.every(isBusy)]).toEqual([true, true]);
      child.kill(signal);
      await ended;
      const began = performance.now();
      while (started.some(isThere) && performance.now() - began < MOST_MS) await pause(10);
      expect(started.filter(isThere)).toEqual([]);
    }
  },
);

test('memory that is gone is said in a line, and nothing is left', () => {
  const { release, original } = writeRelease(12_000, 300);
  for (const argv of [
    ['audit', release],
    ['advise', original, '--release', release, '--out', 'safer'],
  ]) {
    const { status, stderr, stdout } = spawnSync(process.execPath, [UNVEIL, ...argv], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=24' },
      encoding: 'utf8',
    });
    expect([argv[0], status, stderr + stdout]).toEqual([argv[0], 1, expect.stringContaining('it needs more memory than it may have')]);
    expect(stderr).not.toMatch(/FATAL|GCs|stack trace/);
  }
  expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.draft'))).toEqual([]);
});
