import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SUMMARIES } from '../../bin/help.mjs';
import { type Ran, run } from '../helpers/run.ts';
import { serve } from '../helpers/serve.ts';
import { Visitor } from '../helpers/visitor.ts';

const SCRIPT = [
  "import { audit, BadInput, check, eliminate } from '@unveil-audit/unveil';",
  "const { eliminated } = eliminate([[0.5, 1.5], [1.4, 0.3]], { attack: 'mda' });",
  'console.log(JSON.stringify(eliminated));',
  "await audit({ release: 'missing.txt' }).catch((error) => console.log(error instanceof BadInput, error.describe()));",
  "import { writeFileSync } from 'node:fs';",
  `writeFileSync(String(process.env['RELEASE']), '{"clusters":[{"size":2,"recordChunks":[[["a"],["a"]]]}]}');`,
  `const found = await check(String(process.env['RELEASE']), { k: 3, m: 1 });`,
  'console.log(found.map(({ rule }) => rule).join());',
];
const OWN = mkdtempSync(join(tmpdir(), 'unveil-release-'));
const RELEASE = join(OWN, 'release.json');
const PRINTED = '[[0,1]]\ntrue missing.txt: there is no such file\ncluster size,record chunk\n';

afterAll(() => rmSync(OWN, { recursive: true }));

test('the library, in a clone', () => {
  const { status, out, err } = run(process.execPath, ['--input-type=module', '-e', SCRIPT.join('\n')], { env: { RELEASE } });
  expect({ status, out, err }).toEqual({ status: 0, out: PRINTED, err: '' });
});

// Packed as for the registry and installed in a folder with a space in its name; Node 24 is on PATH.
describe('the packed project, installed elsewhere', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'unveil-package-')), 'a user');
  const bin = join(folder, 'node_modules', '.bin', 'unveil');
  let installed: Ran;

  beforeAll(() => {
    mkdirSync(folder);
    const packed = run(process.execPath, ['scripts/package.ts', folder]);
    expect({ status: packed.status, err: packed.status === 0 ? '' : packed.err }).toEqual({ status: 0, err: '' });
    const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    installed = install(tarball);
  }, 300_000);
  afterAll(() => rmSync(resolve(folder, '..'), { recursive: true, force: true }));

  /** With our own locked versions, so that npm finds every tarball where `npm ci` of the clone put it: no network is needed. */
  function install(tarball: string): Ran {
    const own = JSON.parse(readFileSync('dist/package/package.json', 'utf8'));
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Readonly<Record<string, unknown>> };
    const wanted = Object.keys(own.dependencies);
    const kept = Object.entries(lock.packages).filter(([path]) => wanted.includes(path.replace('node_modules/', '')));
    const consumer = { name: 'consumer', version: '1.0.0', type: 'module', dependencies: { '@unveil-audit/unveil': `file:${tarball}` } };
    const { version, license, bin: commands, dependencies, engines } = own;
    const unveil = { version, resolved: `file:${tarball}`, license, bin: commands, dependencies, engines };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(consumer));
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({
        ...consumer,
        lockfileVersion: 3,
        requires: true,
        packages: { '': consumer, 'node_modules/@unveil-audit/unveil': unveil, ...Object.fromEntries(kept) },
      }),
    );
    return run('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: folder,
    });
  }

  test('the steps of the Dockerfile, in a plain folder: the tarball installs and answers', () => {
    const image = join(folder, 'image');
    mkdirSync(join(image, 'tmp/unveil'), { recursive: true });
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.tgz')))
      cpSync(join(folder, name), join(image, 'tmp/unveil', name));
    const line = /^RUN (.*)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '';
    const step = line.replace('/tmp/unveil/*', `"${image}"/tmp/unveil/*`).replace('rm -r /tmp/unveil', `rm -r "${image}/tmp/unveil"`);
    const env = { npm_config_prefix: join(image, 'usr'), npm_config_prefer_offline: 'true' };
    const { status, err } = run('bash', ['-c', step], { cwd: image, env });
    expect({ status, err: status === 0 ? '' : err }).toEqual({ status: 0, err: '' });
    expect(existsSync(join(image, 'tmp/unveil'))).toBe(false);
    writeFileSync(join(image, 'release.txt'), 'knee, (arthritis, asthma)\nhand, (arthritis, asthma)\n');
    expect(run(join(image, 'usr/bin/unveil'), ['audit', 'release.txt', '--attack', 'gba'], { cwd: image })).toMatchObject({
      status: 0,
      err: '',
    });
  });

  test('it installs, without sources, tests and development dependencies', () => {
    expect({ status: installed.status, err: installed.status === 0 ? '' : installed.err }).toEqual({ status: 0, err: '' });
    const inside = readdirSync(join(folder, 'node_modules', '@unveil-audit/unveil'));
    expect(inside).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE', 'THIRD-PARTY.txt', 'bin', 'dist', 'examples', 'package.json']));
    for (const absent of ['cli', 'shared', 'test', 'infra', 'node_modules']) expect(inside).not.toContain(absent);
    for (const absent of ['jest', 'esbuild', 'typescript', 'aws-cdk-lib']) {
      expect(existsSync(join(folder, 'node_modules', absent))).toBe(false);
    }
  });

  test('with all that it needs it is an install of less than 60 MB', () => {
    const bytes = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).size, 0);
    expect(bytes / 1e6).toBeLessThan(60);
  });

  test('unveil --version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    expect(run(bin, ['--version'], { cwd: folder })).toMatchObject({ status: 0, out: `${version}\n` });
  });

  test('unveil doctor finds its way about the package, and schemas lie in it', () => {
    const { out } = run(bin, ['doctor', '--json'], { cwd: folder });
    const { version, findings } = JSON.parse(out) as { version: string; findings: { kind: string; what: string; found: string }[] };
    expect(findings[0]).toEqual({ kind: 'ok', what: 'unveil', found: `${version}, from the package`, remedy: null });
    const broken = findings.filter(({ kind, what }) => kind === 'mend' && /^(?:wordnet|wink)/.test(what));
    expect(broken).toEqual([]);
    expect(existsSync(join(folder, 'node_modules/@unveil-audit/unveil/schema/audit.schema.json'))).toBe(true);
  });

  test('unveil --help', () => {
    const { status, out, err } = run(bin, ['--help'], { cwd: folder });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain('Usage: unveil FILE, or unveil COMMAND');
  });

  test('unveil serve answers with its page and its script', async () => {
    const served = await serve(folder, [], join(folder, 'node_modules', '@unveil-audit/unveil', 'bin', 'unveil.mjs'));
    try {
      const visitor = await Visitor.open(served.address);
      expect((await visitor.ask('GET', visitor.base)).text).toContain('Drop files here');
      expect((await visitor.ask('GET', `${visitor.base}page.js`)).text).toContain('data-send');
    } finally {
      await served.end();
    }
  });

  test('every command loads from its bundle', () => {
    for (const command of Object.keys(SUMMARIES)) {
      expect({ command, status: run(bin, [command, '--help'], { cwd: folder }).status }).toEqual({ command, status: 0 });
    }
  });

  test('an audit of the example that comes with it', () => {
    const example = 'node_modules/@unveil-audit/unveil/examples/hospital';
    const { status, err } = run(bin, ['audit', `${example}/release.txt`, '--original', `${example}/original.txt`, '--out', 'results'], {
      cwd: folder,
    });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(readdirSync(join(folder, 'results'))).toEqual(expect.arrayContaining(['attacked.jsonl', 'report.html', '_SUCCESS.json']));
  });

  test('it keeps compiled code in the user’s own cache folder, and nothing in the temporary one', () => {
    const [home, temporary] = [join(folder, 'home'), join(folder, 'temporary')];
    for (const each of [home, temporary]) mkdirSync(each);
    const env = { HOME: home, XDG_CACHE_HOME: undefined, NODE_COMPILE_CACHE: undefined, TMPDIR: temporary };
    expect(run(bin, ['sources'], { cwd: folder, env }).status).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
    expect(globSync('*/*', { cwd: join(home, '.cache', 'unveil', 'code') })).not.toEqual([]);
  });

  test('bad input is refused with its place and exit code 2', () => {
    writeFileSync(join(folder, 'bad.txt'), 'a, (b, c\n');
    const { status, err } = run(bin, ['audit', 'bad.txt'], { cwd: folder });
    expect({ status, err }).toEqual({ status: 2, err: 'unveil: bad.txt:1:4: this bracket is never closed\n' });
    expect(existsSync(join(folder, 'unveil-results', 'bad'))).toBe(false);
  });

  test('the library, in a script', () => {
    writeFileSync(join(folder, 'script.mjs'), SCRIPT.join('\n'));
    const { status, out, err } = run(process.execPath, ['script.mjs'], { cwd: folder, env: { RELEASE } });
    expect({ status, out, err }).toEqual({ status: 0, out: PRINTED, err: '' });
  });

  test('the library has types: right use passes, wrong use does not', () => {
    const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024', types: ['node'], skipLibCheck: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['script.ts'] }));
    mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true });
    cpSync('node_modules/@types/node', join(folder, 'node_modules', '@types', 'node'), { recursive: true });
    cpSync('node_modules/undici-types', join(folder, 'node_modules', 'undici-types'), { recursive: true });
    const check = (extra: string): Ran => {
      writeFileSync(join(folder, 'script.ts'), `${SCRIPT.join('\n')}\n${extra}`);
      return run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: folder });
    };
    expect(check('export const cells: readonly (readonly [number, number])[] = eliminated;')).toMatchObject({ status: 0, out: '' });
    expect(check("eliminate([['x']], { attack: 'mda' });").out).toMatch(/script\.ts\(9,.*TS2322/);
    // A request is typed, key by key, and so is what an error says of its place.
    const request = "await audit({ release: 'r.txt', attacks: ['rba'], claim: { k: 5 }, gate: { recall: 0.3, precision: 0.8 } });";
    expect(check(request)).toMatchObject({ status: 0, out: '' });
    expect(check("await audit({ release: 'r.txt', atacks: ['rba'] });").out).toMatch(/script\.ts\(9,.*"?atacks/);
    expect(check("await audit({ release: 'r.txt', attacks: ['rbb'] });").out).toMatch(/script\.ts\(9,.*rbb/);
    expect(check("export const line: number | undefined = new BadInput('m', { file: 'f' }).place.line;")).toMatchObject({
      status: 0,
      out: '',
    });
  });
});
