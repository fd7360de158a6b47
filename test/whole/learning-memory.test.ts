// What learning holds, against the formula that a function compares with its memory before it begins. Large shapes:
// UNVEIL_LEARNING="10x3000 1000x30 100000x2" (rows a generalised item, and how many of them).
// By 100x300, which holds most a cell of those tried, the formula was set.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordnetNounList } from '../../shared/adapters/local/wordnet-nouns.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { learningBytes } from '../../shared/kinds/set-generalised/learn/calibrated/study.ts';

const SHAPES = (process.env['UNVEIL_LEARNING'] ?? '10x300 100x300')
  .split(' ')
  .map((shape) => shape.split('x').map(Number) as [number, number]);
/** Of a function's memory: what lies outside of the heap takes the rest. */
const HEAP_SHARE = 0.9;

const folder = mkdtempSync(join(tmpdir(), 'unveil-learning-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Nouns that WordNet relates in some way: members, and four items around them in each transaction, of which two are of the group's own topic. */
function releaseOf(rows: number, groups: number): string {
  const nouns = wordnetNounList().filter((noun) => /^[a-z]{4,9}$/.test(noun));
  const random = seeded('learning', `${rows}x${groups}`);
  const [around, members] = [nouns.slice(0, 2_000), nouns.slice(2_000)];
  const one = (of: readonly string[]): string => of[random.below(of.length)] as string;
  let text = '';
  for (let group = 0; group < groups; group += 1) {
    const topic = Array.from({ length: 12 }, () => one(around));
    const [first, second] = [members[(2 * group) % members.length], members[(2 * group + 1) % members.length]];
    for (let row = 0; row < rows; row += 1) {
      const [before = '', ...after] = new Set([one(topic), one(around), one(topic), one(around)]);
      text += `${[before, `(${first}, ${second})`, ...after].join(', ')}\n`;
    }
  }
  return text;
}

test.each(SHAPES)(
  'with %i rows an item, of %i items, a process with what the formula says learns',
  (rows, groups) => {
    const release = join(folder, `${rows}.txt`);
    const text = releaseOf(rows, groups);
    writeFileSync(release, text);
    const formula = learningBytes({ characters: text.length, cells: 2 * rows * groups }, rows);
    const heap = `--max-old-space-size=${Math.floor((HEAP_SHARE * formula) / 2 ** 20)}`;
    const child = [heap, 'test/helpers/learning-child.ts', join(folder, `${rows}`), release];
    const { stdout, stderr } = spawnSync(process.execPath, child, { encoding: 'utf8' });
    expect([stderr, stdout === '']).toEqual(['', false]);
    const { peak, seconds, failed } = JSON.parse(stdout) as { readonly peak: number; readonly seconds: number; readonly failed: string };
    expect(failed).toBe('');
    // It did learn.
    expect(seconds).toBeGreaterThan(0.2);
    // Of the whole process, which read, counted and scored before it learned.
    expect({ peak, formula, fits: peak <= formula }).toEqual({ peak, formula, fits: true });
    expect(formula).toBeLessThan(4 * peak);
  },
  1_800_000,
);
