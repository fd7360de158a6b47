import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SUMMARIES } from '../../bin/help.mjs';
import { parseRequest, readRequestFile } from '../../cli/audit/request.ts';
import { main } from '../../cli/main.ts';
import { jsonPage, schemaFiles } from '../../scripts/schemas.ts';
import { portableRequest } from '../../shared/contracts/audit-request.ts';
import { COMMAND_OUTPUTS } from '../../shared/contracts/command-output.ts';
import { jsonOf } from '../helpers/json-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-json-'));
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  process.env['UNVEIL_HOME'] = at('home');
  process.env['UNVEIL_PASSPHRASE'] = 'a passphrase of some length';
  writeFileSync(at('release.txt'), 'heart, (asthma, gout), lung\nknee, (asthma, gout)\nheart, (asthma, gout)\n');
  writeFileSync(at('original.jsonl'), '{"items":["heart","asthma","lung"]}\n{"items":["knee","gout"]}\n{"items":["heart","asthma"]}\n');
  writeFileSync(at('tables.json'), '{"distances": [[0.5, 0.7], [0.9, null]]}\n');
  writeFileSync(at('texts.jsonl'), '{"id":"1","text":"The knee hurts. A heart attack."}\n{"id":"2","text":"A heart attack at night."}\n');
  writeFileSync(at('experiment.json'), JSON.stringify(EXPERIMENT));
  writeFileSync(at('campaign.json'), JSON.stringify({ audits: [{ name: 'one', release: 'release.txt', attacks: ['mda'] }] }));
  mkdirSync(at('inbox'));
  writeFileSync(at('inbox/notes.pdf'), 'no release');
  writeFileSync(at('people.csv'), 'age,zip,disease\n30,1,flu\n30,1,gout\n40,2,flu\n');
  writeFileSync(at('groups.json'), '{"groups":[{"transactions":[["a"],["b"]],"sensitive":{"s":1}}]}');
  writeFileSync(at('clusters.json'), '{"k":2,"m":2,"clusters":[{"size":3,"recordChunks":[[["a"],["a","b"],["b"]]],"termChunk":["c"]}]}');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(...argv: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await main(argv, { out: { write: (text) => (out += text) }, err: { write: (text) => (err += text) } });
  return { code, out, err };
}

const EXPERIMENT = {
  kind: 'set-generalised',
  title: 'Small',
  about: 'About.',
  datasets: [
    {
      name: 'made',
      file: 'nowhere',
      transactions: 40,
      standIn: { transactions: 40, vocabulary: 60, density: 0.08, topics: 4, documents: 100 },
    },
  ],
  settings: { k: 3, privacy: 'random:0.2', utility: 'all', ratio: 1, width: 2 },
  figures: [{ id: 'k', title: 'Effect of k', vary: 'k', values: [2], axis: 'k', measures: ['recall'], claims: [] }],
};

/** In the order in which they run: a corpus is built before it is listed, and removed last. */
const RUNS: readonly (readonly [keyof typeof COMMAND_OUTPUTS, code: number, ...argv: (string | (() => string))[]])[] = [
  ['import', 0, 'import', () => at('release.txt'), '--out', () => at('imported.jsonl')],
  [
    'audit',
    0,
    'audit',
    () => at('release.txt'),
    '--original',
    () => at('original.jsonl'),
    '--attack',
    'gba,rba',
    '--out',
    () => at('results/a'),
  ],
  ['audit', 0, 'audit', () => at('clusters.json'), '--attack', 'aba', '--out', () => at('results/b')],
  ['audit', 0, 'audit', () => at('groups.json'), '--out', () => at('results/groups')],
  ['eliminate', 0, 'eliminate', () => at('tables.json'), '--attack', 'gba,random'],
  ['check', 3, 'check', () => at('release.txt'), '--k', '4'],
  ['check', 3, 'check', () => at('clusters.json'), '--k', '3'],
  ['check', 3, 'check', () => at('people.csv'), '--quasi', 'age,zip', '--sensitive', 'disease', '--k', '2', '--l', 'recursive:2:2'],
  ['extract', 0, 'extract', () => at('texts.jsonl'), '--out', () => at('extracted.txt'), '--repeated-lines', '1'],
  ['anonymise', 0, 'anonymise', () => at('original.jsonl'), '--method', 'disassociate', '--k', '2', '--out', () => at('made')],
  [
    'anonymise',
    0,
    'anonymise',
    () => at('people.csv'),
    '--method',
    'mondrian',
    '--k',
    '2',
    '--quasi',
    'age',
    '--sensitive',
    'disease',
    '--out',
    () => at('table'),
  ],
  [
    'generate',
    0,
    'generate',
    '--out',
    () => at('made.jsonl'),
    '--transactions',
    '9',
    '--vocabulary',
    '30',
    '--corpus',
    () => at('docs.jsonl'),
    '--documents',
    '20',
  ],
  ['relate', 0, 'relate', 'knee', 'nothing of this name', 'asthma, unspecified'],
  ['corpus-build', 0, 'corpus', 'build', '--from', () => at('docs.jsonl'), '--name', 'mine'],
  ['corpus-list', 0, 'corpus', 'list'],
  ['corpus-info', 0, 'corpus', 'info', 'mine'],
  ['corpus-check', 0, 'corpus', 'check', 'mine'],
  ['sources', 0, 'sources'],
  ['codes', 0, 'codes', 'add', 'test/fixtures/codes/icd10cm-order-2025.txt', '--name', 'cm'],
  ['codes', 0, 'codes', 'list'],
  ['start', 0, 'start', () => at('people.csv'), '--out', () => at('flow')],
  ['codes', 0, 'codes', 'remove', 'cm'],
  ['doctor', 0, 'doctor'],
  ['corpus-remove', 0, 'corpus', 'remove', 'mine'],
  ['sources', 0, 'sources', 'remove', 'glove'],
  ['look', 0, 'look', () => at('release.txt'), '--original', () => at('original.jsonl')],
  [
    'audit',
    0,
    'audit',
    () => at('release.txt'),
    '--original',
    () => at('original.jsonl'),
    '--attack',
    'gba,rba',
    '--ratio',
    '2',
    '--out',
    () => at('results/c'),
  ],
  ['campaign', 0, 'campaign', () => at('campaign.json'), '--jobs', '1', '--out', () => at('campaign')],
  ['watch', 0, 'watch', () => at('inbox'), '--once', '--jobs', '1', '--results', () => at('watched')],
  ['certify-key', 0, 'certify', '--new-key', () => at('me.key')],
  ['certify', 0, 'certify', () => at('results/a'), '--key', () => at('me.key'), '--out', () => at('certified')],
  ['certify-verify', 0, 'certify', '--verify', () => at('certified/statement.json')],
  ['compare', 0, 'compare', () => at('results/a'), () => at('results/c'), '--out', () => at('compared')],
  ['advise', 0, 'advise', '--release', () => at('release.txt')],
  ['query', 0, 'query', 'SELECT attack, f1 FROM attacks', '--results', () => at('results')],
  ['query-list', 0, 'query', '--list'],
  ['cache-stats', 0, 'cache', 'stats'],
  ['cache-export', 0, 'cache', 'export', () => at('counts.cache'), '--with-key', () => at('counts.key')],
  ['cache-import', 0, 'cache', 'import', () => at('counts.cache'), '--key', () => at('counts.key')],
  ['cache-purge', 0, 'cache', 'purge', '--yes'],
  ['experiment', 0, 'experiment', () => at('experiment.json'), '--data', () => folder, '--out', () => at('experiment')],
  ['cloud-estimate', 0, 'cloud', 'estimate', () => at('release.txt')],
];

test.each(RUNS.map(([name, code, ...argv]) => [argv.filter((word) => typeof word === 'string').join(' '), name, code, argv] as const))(
  'unveil %s --json',
  async (_, name, code, argv) => {
    const words = argv.map((word) => (typeof word === 'string' ? word : word()));
    const ran = await run(...words, '--json');
    expect({ code: ran.code, err: ran.code === code ? '' : ran.err }).toEqual({ code, err: '' });
    expect(jsonOf(name, ran.out).length).toBeGreaterThan(0);
  },
);

test('every command has its schema, and every schema is held here, by the tests of the cloud or by those of the page', () => {
  const commands = new Set(Object.keys(COMMAND_OUTPUTS).map((name) => name.split('-')[0]));
  expect([...commands].toSorted()).toEqual(
    Object.keys(SUMMARIES)
      .filter((name) => name !== 'completion')
      .toSorted(),
  );
  const held = new Set<string>(RUNS.map(([name]) => name));
  const elsewhere = ['workflow/cloud-command', 'workflow/doctor', 'browser/serve']
    .map((name) => readFileSync(`test/${name}.test.ts`, 'utf8'))
    .join('');
  for (const name of Object.keys(COMMAND_OUTPUTS))
    expect([name, held.has(name) || elsewhere.includes(`jsonOf('${name}'`)]).toEqual([name, true]);
});

test('the files of schema/ and their page are those of the contracts: npm run -s schemas', () => {
  for (const [path, text] of schemaFiles()) expect([path, readFileSync(path, 'utf8') === text]).toEqual([path, true]);
  expect(readFileSync('docs/json.md', 'utf8')).toBe(jsonPage());
});

test('a request that names its schema is the same request', () => {
  writeFileSync(at('named.json'), '{"$schema":"./schema/audit.schema.json","release":"release.txt"}');
  writeFileSync(at('plain.json'), '{"release":"release.txt"}');
  const of = (name: string) => portableRequest(parseRequest(readRequestFile(at(name))));
  expect(of('named.json')).toEqual(of('plain.json'));
  const schema = JSON.parse(readFileSync(resolve('schema/audit.schema.json'), 'utf8'));
  expect(schema.required).toEqual(['release']);
  expect(schema.properties.labels.description).toMatch(/^Codes to terms/);
  expect(existsSync(at('results/a/_SUCCESS.json'))).toBe(true);
});
