// Sanitised texts as a user makes, checks and audits them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from '../../helpers/said.ts';

let folder = '';
const at = (...names: string[]): string => join(folder, ...names);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-texts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = (...names: string[]) => JSON.parse(readFileSync(at(...names), 'utf8'));
const NOTES = 'examples/texts/notes.jsonl';

test('the example is what generate writes', async () => {
  await said('generate', '--notes', '120', '--out', at('notes.jsonl'));
  expect(readFileSync(at('notes.jsonl'), 'utf8')).toBe(readFileSync(NOTES, 'utf8'));
});

test('t-plausible: made, checked beside its original, false for a greater t, audited; lines in another order give the same figures', async () => {
  const method = ['--method', 't-plausible', '--t', '20', '--hierarchy', 'examples/texts/tree.json', '--out', at('t')];
  expect(await said('anonymise', NOTES, ...method)).toMatchObject({ status: 0, err: '' });
  expect(json('t', 'measures.json')).toMatchObject({ method: 't-plausible', t: 20, texts: 120, textsLeftOut: 0 });
  const release = at('t', 'release.jsonl');
  const original = ['--original', at('t', 'original.jsonl')];
  expect((await said('check', release, ...original)).out).toContain('120 texts: t-plausible with t = 20, and as the original');
  const broken = await said('check', release, '--k', '31', '--json');
  expect([broken.status, JSON.parse(broken.out.split('\n')[0])]).toMatchObject([3, { rule: 'base texts', wanted: 31 }]);
  const audited = await said('audit', at('t', 'audit.json'), '--json', '--out', at('t-out'), '--fail-above', 'people=0.1@certainty=0.9');
  const summary = JSON.parse(audited.out);
  expect(audited.status).toBe(0);
  expect(summary).toMatchObject({ kind: 'sanitised-text', people: 120, claim_holds: true });
  const [related, frequent] = summary.attacks;
  expect(related.value).toBeGreaterThan(frequent.value + 0.1);
  expect(summary.verdict.ways[2]).toMatchObject({ level: 'leaks', lead: { attack: 'rest of the text' } });
  const lines = (name: string): string[] => readFileSync(at('t', name), 'utf8').trimEnd().split('\n');
  const header = lines('release.jsonl').filter((line) => !line.startsWith('{"id"'));
  const texts = lines('release.jsonl').filter((line) => line.startsWith('{"id"'));
  writeFileSync(at('turned.jsonl'), `\ufeff${[...header, ...texts.toReversed()].join('\r\n')}\r\n`);
  writeFileSync(at('turned-original.jsonl'), lines('original.jsonl').toReversed().join('\n'));
  const turned = await said('audit', at('turned.jsonl'), '--original', at('turned-original.jsonl'), '--json', '--out', at('turned-out'));
  expect(JSON.parse(turned.out).findings).toEqual(summary.findings);
  expect((await said('audit', release, '--k', '40', '--out', at('t-40'))).status).toBe(3);
});

test('without the original: what states no confidence is not computable, and the rest is as practice expects it', async () => {
  const { out } = await said('audit', at('t', 'release.jsonl'), '--json', '--out', at('t-alone'));
  const summary = JSON.parse(out);
  expect(summary.verdict.ways[2]).toMatchObject({ level: 'leaks', lead: { attack: 'rest of the text', state: 'expected', right: null } });
  expect(summary.findings.find((each: { attack: string }) => each.attack === 'most frequent term')).toMatchObject({
    state: 'not computable',
  });
});

test('a term that a mark may hide and that stands in the plain words is told of, without the original too', async () => {
  const header = '{"sanitised":"t-plausible","t":2}\n{"node":"illness","children":["gout","flu"]}\n';
  const line = (id: string, words: string): string =>
    `{"id":"${id}","text":["She has ",{"mark":1,"node":"illness"},${JSON.stringify(words)}]}\n`;
  writeFileSync(at('plain.jsonl'), header + line('1', '. It is the Flu again.') + line('2', ' and rests.'));
  const { err, out } = await said('audit', at('plain.jsonl'), '--out', at('plain-out'));
  expect((err + out).replace(/\s+/g, ' ')).toContain('in the plain words of 1 text a term stands that a mark of the same text may hide');
  writeFileSync(at('plain.jsonl'), header + line('1', ' and rests.') + line('2', ' and rests.'));
  const none = await said('audit', at('plain.jsonl'), '--out', at('plain-out-2'));
  expect(none.err + none.out).not.toContain('plain words');
});

test('where the commonest term is right and the text says nothing, it is not said that nothing is told', async () => {
  const children = ['diabetes', 'angina', 'nephritis'];
  const beside = ['table', 'river', 'winter', 'music', 'garden', 'bread', 'letter'];
  const texts = Array.from({ length: 60 }, (_, id) => ({ id: String(id), rest: [' and a ', { term: beside[id % 7] }, '.'] }));
  const lines = (hidden: (id: number) => object): string[] =>
    texts.map(({ id, rest }) => JSON.stringify({ id, text: ['Has ', hidden(Number(id)), ...rest] }));
  const head = ['{"sanitised":"t-plausible","t":3}', JSON.stringify({ node: 'a condition', children })];
  writeFileSync(at('common.jsonl'), [...head, ...lines(() => ({ mark: 1, node: 'a condition' }))].join('\n'));
  writeFileSync(at('common-original.jsonl'), lines((id) => ({ term: id % 8 === 0 ? 'nephritis' : 'diabetes' })).join('\n'));
  const { out } = await said('audit', at('common.jsonl'), '--original', at('common-original.jsonl'), '--json', '--out', at('common-out'));
  const { verdict } = JSON.parse(out);
  expect(verdict).toMatchObject({ level: 'leaks', way: 'learned' });
  expect(verdict.ways[2].lead).toMatchObject({ attack: 'most frequent term', people: 60, right: 52 });
});

test('only the sensitive terms are hidden; texts without enough of them are left out and counted', async () => {
  writeFileSync(at('few.txt'), '\ufeffHIV\r\nhepatitis\r\n');
  const method = [
    '--method',
    't-plausible',
    '--t',
    '3',
    '--hierarchy',
    'examples/texts/tree.json',
    '--sensitive',
    at('few.txt'),
    '--out',
    at('few'),
  ];
  const { out } = await said('anonymise', NOTES, ...method);
  expect(out).toMatch(/note: (\d+) of 120 texts are left out: in \1 none of the terms to hide stands\n/);
  expect(out).toContain('note: 1 of 10 terms is hidden; 9 stand as they were');
  const hidden = readFileSync(at('few', 'original.jsonl'), 'utf8');
  expect(json('few', 'measures.json').hiddenTerms).toBe(json('few', 'measures.json').texts);
  for (const line of hidden.trimEnd().split('\n')) expect(/"term":"(HIV|hepatitis)"/.test(line)).toBe(true);
  expect(readFileSync(at('few', 'release.jsonl'), 'utf8')).not.toMatch(/"term":"(HIV|hepatitis)"/);
});

test('terms that are all guessed are a leak, whatever certainty the attack states, and what stands in clear is said', async () => {
  const notes = Array.from({ length: 30 }, (_, at) => JSON.stringify({ id: `${at + 1}`, text: `The patient has gout. Call 0664 ${at}.` }));
  writeFileSync(at('alike.jsonl'), `${notes.join('\n')}\n`);
  await said('anonymise', at('alike.jsonl'), '--method', 't-plausible', '--t', '10', '--out', at('alike'));
  const standing = '30 of 60 terms are hidden; 30 stand as they were';
  expect((await said('check', at('alike', 'release.jsonl'))).out).toContain(standing);
  const { out } = await said('audit', at('alike', 'audit.json'), '--out', at('alike-out'));
  expect(out.replace(/\s+/g, ' ')).toContain(
    'The attack most frequent term learns a hidden term of 30 of 30 texts. It is right in 100.0 %',
  );
  expect(out).toContain(`note: ${standing}`);
}, 60_000);

test('WordNet as the tree of English texts', async () => {
  const { status } = await said('anonymise', NOTES, '--method', 't-plausible', '--t', '50', '--out', at('wordnet'));
  expect([status, json('wordnet', 'measures.json').texts]).toEqual([0, 120]);
  expect((await said('check', at('wordnet', 'release.jsonl'), '--original', at('wordnet', 'original.jsonl'))).status).toBe(0);
});

test('k-safe: made, checked with its contexts, audited', async () => {
  const contexts = ['--contexts', 'examples/texts/contexts.json'];
  expect((await said('anonymise', NOTES, '--method', 'k-safe', '--k', '3', ...contexts, '--out', at('safe'))).status).toBe(0);
  const check = ['check', at('safe', 'release.jsonl'), '--original', at('safe', 'original.jsonl')];
  expect(await said(...check)).toMatchObject({ status: 2, err: expect.stringContaining('--external contexts.json') });
  expect((await said(...check, '--external', at('safe', 'contexts.json'))).status).toBe(0);
  expect((await said(...check, '--external', at('safe', 'contexts.json'), '--k', '6')).status).toBe(3);
  const { status, out } = await said(
    'audit',
    at('safe', 'audit.json'),
    '--json',
    '--out',
    at('safe-out'),
    '--fail-above',
    'people=0.2@certainty=0.9',
  );
  expect([status, JSON.parse(out)]).toMatchObject([
    0,
    { claim_holds: true, attacks: [{ status: 'decided', baseline: { name: 'any entity' } }] },
  ]);
  const bare = await said('audit', at('safe', 'release.jsonl'), '--out', at('safe-bare'));
  expect(bare.out.replaceAll(/\s+/g, ' ')).toContain('nothing is known of the entities');
});

test('where how likely a term is cannot be said, a gate goes by how often it is right', async () => {
  const notes = Array.from({ length: 60 }, (_, at) =>
    JSON.stringify({ id: `${at}`, text: `On day ${at} the patient was given insulin by the doctor.` }),
  );
  writeFileSync(at('insulin.jsonl'), `${notes.join('\n')}\n`);
  expect(await said('anonymise', at('insulin.jsonl'), '--method', 't-plausible', '--t', '3', '--out', at('insulin'))).toMatchObject({
    status: 0,
    err: '',
  });
  const audit = await said('audit', at('insulin', 'audit.json'), '--out', at('insulin-out'), '--fail-above', 'people=0.2@certainty=0.8');
  expect(audit.out).toMatch(/^60 texts$/m);
  expect(audit.out).toMatch(/^most frequent term, hidden terms guessed right +100\.0 %/m);
  expect(audit).toMatchObject({ status: 4, err: expect.stringContaining('most frequent term leaves learned') });
});

test('k-confusable: topics learned in two halves; the claim is by the one, the attack by the other', async () => {
  await said('generate', '--notes', '1200', '--seed', 'labelled', '--out', at('labelled.jsonl'));
  const learned = ['--topics', at('labelled.jsonl'), '--sensitive', 'examples/texts/sensitive.txt'];
  expect((await said('anonymise', NOTES, '--method', 'k-confusable', '--k', '2', ...learned, '--out', at('conf'))).status).toBe(0);
  const check = ['check', at('conf', 'release.jsonl'), '--original', at('conf', 'original.jsonl')];
  expect((await said(...check, '--external', at('conf', 'topics.json'))).status).toBe(0);
  expect((await said(...check, '--external', at('conf', 'attacker-topics.json'))).status).toBe(3);
  const { out } = await said('audit', at('conf', 'audit.json'), '--json', '--out', at('conf-out'));
  const { attacks, claims } = JSON.parse(out);
  const [classifier, rivals] = attacks;
  expect(claims[0]).toMatchObject({ text: 'k = 2', state: 'not checked' });
  expect([classifier.attack, classifier.status]).toEqual(['classifier', 'decided']);
  expect(rivals.value).toBeGreaterThan(0);
  const again = ['--topics', at('conf', 'topics.json'), '--out', at('conf-2')];
  await said('anonymise', NOTES, '--method', 'k-confusable', '--k', '2', ...again);
  expect(readFileSync(at('conf-2', 'release.jsonl'), 'utf8')).toBe(readFileSync(at('conf', 'release.jsonl'), 'utf8'));
});

const FILES: Readonly<Record<string, string>> = {
  'empty.jsonl': '',
  'twice.jsonl': '{"id":"1","text":"a"}\n{"id":"1","text":"b"}\n',
  'half.jsonl': '{"id":"1","text":"\\ud800"}\n',
  'no-text.jsonl': '{"id":"1"}\n',
  'latin.jsonl': '{"id":"1","text":"Ünfug und Ölzeug"}\n',
  'one.jsonl': '{"id":"1","text":"He has asthma.","about":"asthma"}\n',
  'list.txt': '\n\n',
  'stranger.txt': 'zebra\n',
};
const T = ['--method', 't-plausible', '--t', '5'];
test.each([
  ['no t', ['one.jsonl', '--method', 't-plausible'], 'say how many: --t 10'],
  ['k in the place of t', ['one.jsonl', '--method', 't-plausible', '--k', '5'], 't-plausible has no --k; its degree is --t'],
  ['an id twice', ['twice.jsonl', ...T], 'text 2: its id stands before another text too'],
  ['half of a character', ['half.jsonl', ...T], 'text 1: half of a surrogate pair'],
  ['no text', ['no-text.jsonl', ...T], 'no-text.jsonl:1: "text" is missing'],
  ['nothing', ['empty.jsonl', ...T], 'there is no text'],
  ['another language', ['latin.jsonl', ...T], 'is this English?'],
  [
    'a t that no text reaches',
    ['one.jsonl', '--method', 't-plausible', '--t', '900', '--hierarchy', 'examples/texts/tree.json'],
    'no text can come from 900 texts',
  ],
  ['no sensitive term', ['one.jsonl', ...T, '--sensitive', 'list.txt'], 'no name is in this file'],
  ['sensitive strangers', ['one.jsonl', ...T, '--sensitive', 'stranger.txt'], 'none of these terms is a leaf'],
  ['no contexts', ['one.jsonl', '--method', 'k-safe', '--k', '2'], 'k-safe needs --contexts'],
  ['no topics', ['one.jsonl', '--method', 'k-confusable', '--k', '2'], 'k-confusable needs --topics'],
  [
    'topics of nothing',
    ['one.jsonl', '--method', 'k-confusable', '--k', '2', '--topics', 'one.jsonl', '--sensitive', 'stranger.txt'],
    'texts about two topics at least',
  ],
  [
    'more others than there are',
    ['one.jsonl', '--method', 'k-safe', '--k', '40', '--contexts', 'examples/texts/contexts.json'],
    'ask for a smaller K',
  ],
] as const)('anonymise refuses %s', async (_, [file, ...options], message) => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(at(name), text);
  const own = options.map((each) => (each in FILES ? at(each) : each));
  const { status, out, err } = await said('anonymise', at(file), ...own, '--out', at('never'));
  expect({ status, out, lines: err.trimEnd().split('\n').length }).toEqual({ status: 2, out: '', lines: 1 });
  expect(err).toContain(message);
});

test.each([
  ['another kind by its name', ['audit', NOTES, '--kind', 'sanitised-text'], 'the request calls this release sanitised-text; it is not'],
  ['m', ['audit', '{t}', '--k', '2', '--m', '2'], 'sanitised texts claim one number, t or k'],
  [
    'what is known of t-plausible texts',
    ['audit', '{t}', '--external', 'examples/texts/contexts.json'],
    'nothing but the sources is known',
  ],
  ['an original of other texts', ['audit', '{t}', '--original', 'other.jsonl'], 'text 1 of the release is not in the original'],
  ['constraints', ['check', 'examples/clinic/release.txt', '--k', '2', '--external', NOTES], '--external is for sanitised-text releases'],
] as const)('audit and check refuse %s', async (_, [command, ...argv], message) => {
  const release = at('small.jsonl');
  writeFileSync(
    release,
    '{"sanitised":"t-plausible","t":2}\n{"node":"n","children":["a","b"]}\n{"id":"1","text":[{"mark":1,"node":"n"}]}\n',
  );
  writeFileSync(at('other.jsonl'), '{"id":"2","text":[]}\n');
  const own = argv.map((each) => (each === '{t}' ? release : each === 'other.jsonl' ? at(each) : each));
  const { status, err } = await said(command, ...own, ...(command === 'audit' ? ['--out', at('never')] : []));
  expect({ status, err: err.includes(message) ? message : err }).toEqual({ status: 2, err: message });
});
