import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { main } from '../cli/main.ts';
import { syntheticNotes } from '../shared/core/generate/notes.ts';
import type { Bar, Bench } from './bench.ts';

export const note =
  't-plausible texts over WordNet, attacked with its glosses as the source (`unveil anonymise --method t-plausible`, `unveil audit`); notes by `unveil generate --notes` over their own tree, t = 20.';

/** Of each collection as many texts, as far apart. */
const COLLECTIONS = {
  medquad: 'texts/medquad',
  newsgroups: 'texts/newsgroups',
  trials: 'corpora/medical_trials',
  wiki: 'corpora/general_wiki',
} as const;
const TEXTS = 400;
const WANTED = [20, 500] as const;
/** How many notes growth is measured over. */
const NOTES = [1_000, 10_000] as const;
/** Texts behind nodes of WordNet: whether stated probabilities come true, and how the work grows. */
export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-texts-'));
  try {
    const bars: Bar[] = [];
    for (const [name, texts] of collections()) {
      for (const t of WANTED) {
        const run = await tried(folder, texts, t, 'wordnet');
        const [size, said, right] = above(run.said, 0.9);
        const reach = size === 0 ? 1 : 3 * Math.sqrt((said * (1 - said)) / size) + 0.02;
        bars.push({
          what: `${name}, t = ${t}: of what is stated at 0.9 or more`,
          figure: size === 0 ? 'nothing is' : `${(100 * said).toFixed(1)} % stated, ${(100 * right).toFixed(1)} % right, of ${size}`,
          bar: 'within three errors and two points',
          met: size === 0 || Math.abs(said - right) <= reach,
        });
      }
    }
    const tree = 'examples/texts/tree.json';
    const [small, large] = [await tried(folder, notes(NOTES[0]), 20, tree), await tried(folder, notes(NOTES[1]), 20, tree)];
    const grew = (step: 'made' | 'audited'): number => large[step] / small[step];
    for (const step of ['made', 'audited'] as const)
      bars.push({
        what: `ten times the notes, ${step}`,
        figure: `${grew(step).toFixed(1)} times the processor time`,
        bar: 'at most 13',
        met: grew(step) <= 13,
      });
    return bars;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const notes = (size: number): string => [...syntheticNotes(size, 'bench')].map((note) => `${JSON.stringify(note)}\n`).join('');

function* collections(): Generator<readonly [name: string, texts: string]> {
  for (const [name, path] of Object.entries(COLLECTIONS)) {
    const file = join(process.env['UNVEIL_DATA'] ?? '../shared/data', `${path}.jsonl.zst`);
    if (!existsSync(file)) continue;
    const lines = zstdDecompressSync(readFileSync(file)).toString().trim().split('\n');
    const step = Math.floor(lines.length / TEXTS);
    const drawn = lines.filter((_, at) => at % step === 0).slice(0, TEXTS);
    yield [name, drawn.map((line, at) => `${JSON.stringify({ id: String(at), text: JSON.parse(line).text })}\n`).join('')];
  }
  yield ['notes', notes(TEXTS)];
}

interface Tried {
  readonly said: readonly { readonly probability: number; readonly right: boolean }[];
  /** Seconds of a processor. */
  readonly made: number;
  readonly audited: number;
}

async function tried(folder: string, texts: string, t: number, hierarchy: string): Promise<Tried> {
  const at = (name: string): string => join(folder, name);
  for (const name of ['made', 'out']) rmSync(at(name), { recursive: true, force: true });
  writeFileSync(at('texts.jsonl'), texts);
  const made = await seconds([
    'anonymise',
    at('texts.jsonl'),
    '--method',
    't-plausible',
    '--t',
    String(t),
    '--hierarchy',
    hierarchy,
    '--out',
    at('made'),
  ]);
  const request = JSON.parse(readFileSync(at('made/audit.json'), 'utf8'));
  writeFileSync(at('made/audit.json'), JSON.stringify({ ...request, output: { json: true } }));
  const audited = await seconds(['audit', at('made/audit.json'), '--out', at('out')]);
  const said = readFileSync(at('out/exposures.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    said,
    made,
    audited,
  };
}

async function seconds(argv: readonly string[]): Promise<number> {
  const began = process.cpuUsage();
  let err = '';
  const status = await main(argv, { out: { write: () => {} }, err: { write: (text) => (err += text) } });
  if (status !== 0) throw new Error(`${argv[0]} ended with ${status}: ${err}`);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

function above(said: Tried['said'], least: number): readonly [size: number, said: number, right: number] {
  const sure = said.filter(({ probability }) => probability >= least);
  const mean = (of: (each: (typeof sure)[number]) => number): number =>
    sure.reduce((total, each) => total + of(each), 0) / Math.max(1, sure.length);
  return [sure.length, mean(({ probability }) => probability), mean(({ right }) => Number(right))];
}
