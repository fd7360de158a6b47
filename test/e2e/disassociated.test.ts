import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unveil-disassociated-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function run(...argv: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = '';
  let err = '';
  const code = await main(argv, { out: { write: (text) => (out += text) }, err: { write: (text) => (err += text) } });
  return { code, out, err: err.replaceAll(`${root}/`, '') };
}

const golden = JSON.parse(readFileSync('test/golden/disassociated.json', 'utf8'));
const write = (name: string, content: string): string => {
  writeFileSync(join(root, name), content);
  return join(root, name);
};
const release = (): string => write('release.json', JSON.stringify(golden.release));
const original = (): string =>
  write('original.jsonl', golden.original.map((items: string[]) => `${JSON.stringify({ cluster: 0, items })}\n`).join(''));

describe('unveil check', () => {
  test('a claim that holds: 0; a false one: 3, every violation with its place', async () => {
    const held = await run('check', release(), '--k', '2', '--m', '1');
    expect([held.code, held.out]).toEqual([0, expect.stringContaining('4 transactions: 2^1-anonymous')]);
    const broken = await run('check', release(), '--k', '2', '--m', '3', '--json');
    expect(broken.code).toBe(3);
    // Each of the four sub-records of the first chunk occurs once.
    expect(
      broken.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toHaveLength(4);
    expect((await run('check', release(), '--k', '2', '--m', '3')).out).toContain(
      'clusters[0].recordChunks[0]: "blood" + "cancer" + "lung" in 1 sub-record, fewer than k = 2',
    );
  });

  test('what cannot be used: 2, with line and column', async () => {
    const bad = await run('check', write('bad.json', '{"clusters":[\n{"size":"4"}]}'), '--k', '2');
    expect([bad.code, bad.err]).toEqual([
      2,
      'unveil: bad.json:2:9: "size" is the number of transactions that the cluster stands for, at least 1\n',
    ]);
    expect((await run('check', release())).code).toBe(2);
    expect(await run('check', original(), '--k', '2')).toMatchObject({
      code: 2,
      err: expect.stringContaining('marks no generalised item'),
    });
  });
});

test('anonymise, check, audit: the folder that is made is audited as it is', async () => {
  const words = ['knee', 'injury', 'pain', 'surgery', 'cancer', 'tumor', 'heart', 'blood', 'stroke', 'lung'];
  const lines = Array.from({ length: 40 }, (_, at) =>
    JSON.stringify({ items: words.filter((_, nth) => (at * 7 + nth * nth * 3) % 5 < 2) }),
  );
  const input = write('in.jsonl', `${lines.filter((line) => !line.includes('[]')).join('\n')}\n`);
  const made = await run(
    'anonymise',
    input,
    '--method',
    'disassociate',
    '--k',
    '3',
    '--max-cluster',
    '8',
    '--refine',
    '--safe',
    '--out',
    join(root, 'made'),
  );
  expect(made.err).toBe('');
  expect((await run('check', join(root, 'made', 'release.json'), '--k', '3', '--m', '2')).code).toBe(0);
  const audited = await run('audit', join(root, 'made', 'audit.json'), '--out', join(root, 'results'), '--format', 'json');
  expect([audited.err, audited.code]).toEqual(['', 0]);
  expect(audited.out).toContain('k = 3, m = 2 holds of all chunks');
  for (const name of ['attacked.jsonl', 'attacks.jsonl', 'placements.jsonl', 'breaches.jsonl', 'report.html', '_SUCCESS.json'])
    expect(existsSync(join(root, 'results', name))).toBe(true);
  const again = await run('audit', join(root, 'made', 'audit.json'), '--out', join(root, 'again'), '--format', 'json');
  expect(again.code).toBe(0);
  for (const name of ['attacked.jsonl', 'attacks.jsonl', 'placements.jsonl', 'breaches.jsonl', 'report.html'])
    expect(readFileSync(join(root, 'again', name), 'utf8')).toBe(readFileSync(join(root, 'results', name), 'utf8'));
});

describe('unveil audit of the golden release', () => {
  test('measures against the original, says what the claim is worth, and exits with 3 where it is false', async () => {
    const audit = async (m: string) =>
      run('audit', release(), '--original', original(), '--k', '2', '--m', m, '--out', join(root, `m${m}`), '--json');
    const held = await audit('1');
    expect(held.code).toBe(0);
    const summary = JSON.parse(held.out);
    expect(summary).toMatchObject({ transactions: 4, clusters: 1, pieces: 4, claim_holds: true });
    // Four places for (tumor, biopsy) twice and for three terms once, each held where it was placed or not.
    expect(summary.attacks.map(({ attack, places }: { attack: string; places: number }) => [attack, places])).toEqual([
      ['calibrated', 5],
      ['optimal', 5],
      ['aba', 5],
      ['rga', 5],
      ['mra', 5],
      ['random', 5],
    ]);
    // (tumor, biopsy): 1 - C(2,2)/C(4,2) = 5/6; each of three terms: 1/4.
    expect(summary.attacks[1].hit_rate.random).toBeCloseTo((5 / 6 + 3 / 4) / 4, 12);
    expect(summary.attacks[1].precision.random).toBeCloseTo((1 + 3 / 4) / 5, 12);
    expect((await audit('3')).code).toBe(3);
  });

  test('vectors may relate the items; then there is a Word Mover’s Distance', async () => {
    const words = ['vessel', 'blood', 'treatment', 'lung', 'catheterisation', 'cancer', 'radiotherapy', 'tumor', 'biopsy'];
    const vectors = write('v.txt', words.map((word, at) => `${word} ${Math.cos(at)} ${Math.sin(at)}`).join('\n'));
    const request = write(
      'audit.json',
      JSON.stringify({ release: 'release.json', original: 'original.jsonl', claim: { k: 2 }, embeddings: vectors }),
    );
    release();
    original();
    process.env['UNVEIL_HOME'] = root;
    try {
      const { code, out, err } = await run('audit', request, '--out', join(root, 'r'), '--json');
      expect([err, code]).toEqual(['', 0]);
      for (const { word_movers_distance: distance } of JSON.parse(out).attacks) expect(distance).toBeGreaterThanOrEqual(0);
    } finally {
      delete process.env['UNVEIL_HOME'];
    }
  });

  test.each([
    ['{"cluster":0,"items":["a"]}\n', 'original.jsonl: cluster 0 stands for 4 transactions; the original has 1 of it'],
    ['{"cluster":7,"items":["a"]}\n', 'original.jsonl:1: there is no cluster 7; the release has clusters 0 to 0'],
    ['{"cluster":0,"items":["a"]}\n{"items":["b"]}\n', 'original.jsonl:2: either every transaction names its "cluster", or none'],
  ])('an original that does not fit is refused: %j', async (content, message) => {
    const file = write('original.jsonl', content);
    const { code, err } = await run('audit', release(), '--original', file, '--k', '2', '--out', join(root, 'none'));
    expect([code, err]).toEqual([2, `unveil: ${message}\n`]);
    expect(existsSync(join(root, 'none'))).toBe(false);
  });

  test('an attack on another kind of release is refused', async () => {
    const { code, err } = await run('audit', release(), '--attack', 'gba', '--k', '2', '--out', join(root, 'none'));
    expect([code, err]).toEqual([2, expect.stringContaining('"gba" is not an attack on a disassociated release')]);
  });
});
