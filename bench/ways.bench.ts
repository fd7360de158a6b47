// Ways to a stronger attack, each measured alone: `UNVEIL_WAY='what is different' npm run bench -- ways` adds a line to the page, or writes it anew,
// by the attack as it stands in this tree. Choices are made on the development releases; on the held-out ones none is. UNVEIL_DATA as in the bench
// `calibrated`; UNVEIL_PART takes one part of the releases; UNVEIL_VECTORS is `none`, or a file of vectors, where it is not to be GloVe.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddings } from '../shared/adapters/local/embeddings/open-embeddings.ts';
import { openSource } from '../shared/adapters/local/open-source.ts';
import { type Bar, rowsOfFigures, writeFigures } from './bench.ts';
import { measure, type Reached } from './ways/measure.ts';
import { madeBy, type WaysRelease } from './ways/releases.ts';
import { itemsOf, openPartialCorpus, recipes } from './ways/texts.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '../shared/data';
const WAY = process.env['UNVEIL_WAY'] ?? 'as it stands';
const PART = process.env['UNVEIL_PART'];
const VECTORS = process.env['UNVEIL_VECTORS'];
const DOCUMENTS = 700;
/** Of releases in which much is protected. */
const FEWER = 220;

const releasesOf = (
  text: string,
  seed: string,
  ...kinds: readonly (readonly [WaysRelease['generator'], WaysRelease['kind']])[]
): WaysRelease[] => kinds.map(([generator, kind]) => ({ text, generator, kind, seed }));

const RELEASES: Readonly<Record<string, readonly WaysRelease[]>> = {
  development: [
    ...releasesOf('medquad', '1', ['partners', 'sparse'], ['partners', 'dense'], ['chains', 'dense']),
    ...releasesOf('wiki', '1', ['chains', 'sparse'], ['chains', 'dense'], ['partners', 'dense']),
  ],
  'held out': [
    ...releasesOf('newsgroups', 'held', ['partners', 'sparse'], ['partners', 'dense'], ['chains', 'dense']),
    ...releasesOf('trials', 'held', ['chains', 'sparse'], ['partners', 'dense'], ['chains', 'dense']),
    ...releasesOf('recipes', 'held', ['partners', 'dense']),
  ],
  '30 % protected, development': releasesOf('medquad', '1', ['coat', 'dense']),
  '30 % protected, held out': [...releasesOf('newsgroups', 'held', ['coat', 'dense']), ...releasesOf('trials', 'held', ['coat', 'dense'])],
};

/** Parts of those, for ways whose measuring is dear: only where one is asked for. */
const FEW: typeof RELEASES = {
  'two dense, development': [...releasesOf('medquad', '1', ['partners', 'dense']), ...releasesOf('wiki', '1', ['chains', 'dense'])],
  'one dense, held out': releasesOf('newsgroups', 'held', ['partners', 'dense']),
};

export async function bench(): Promise<readonly Bar[]> {
  if (!existsSync(join(DATA, 'texts'))) {
    console.log(`  no texts in ${DATA}: nothing measured`);
    return [];
  }
  const pathOf = (name: string): string =>
    join(DATA, { wiki: 'corpora/general_wiki', trials: 'corpora/medical_trials' }[name] ?? `texts/${name}`).concat('.jsonl.zst');
  const opened = [
    await openPartialCorpus(pathOf('wiki')),
    await openPartialCorpus(pathOf('trials')),
    await openSource('wordnet', { backOff: true }),
  ];
  const embeddings = VECTORS === 'none' ? null : await openEmbeddings(VECTORS === undefined ? {} : { file: VECTORS });
  const rows: string[][] = [];
  for (const [part, releases] of Object.entries({ ...RELEASES, ...FEW })) {
    if (PART === undefined ? part in FEW : part !== PART) continue;
    const reached: (WaysRelease & Reached)[] = [];
    for (const wish of releases) {
      const size = wish.generator === 'coat' ? FEWER : DOCUMENTS;
      const ordered = wish.text !== 'recipes';
      const documents = ordered
        ? await itemsOf(pathOf(wish.text), size, wish.seed)
        : await recipes(join(DATA, 'sets', 'recipes_ingredients.tsv.zst'), size, wish.seed);
      const sources = opened.map((source) => source.backedOff ?? source);
      const input = { sources, embeddings, ordered, constrained: true, seed: wish.seed, asked: 0.9 };
      const own = { ...wish, ...(await measure(madeBy(wish, documents), input)) };
      reached.push(own);
      console.log(
        `  ${part}, ${wish.text}, ${wish.generator}, ${wish.kind}: F1 ${own.f1.toFixed(3)}, at 0.90 P ${own.precision.toFixed(3)} R ${own.recall.toFixed(3)}, calibration ${own.over.toFixed(3)}, ${own.seconds.toFixed(1)} s`,
      );
    }
    rows.push(rowOf(part, reached));
  }
  for (const source of opened) await source.close();
  writeFigures(
    'ways',
    [
      'way',
      'releases',
      'sparse: F1',
      'sparse: recall at 0.90',
      'dense: F1',
      'dense: recall at 0.90',
      'least precision at 0.90',
      'greatest calibration error less floor',
      'mean seconds',
    ],
    [...rowsOfFigures('ways').filter(([way, part]) => !rows.some((row) => row[0] === way && row[1] === part)), ...rows],
    'What each way brings, in the mean over releases of 700 texts with 120 generalised items, and of 220 texts with 30 % of all items protected by COAT; of texts and draws held out none was chosen by. Seconds of processor time on a shared machine.',
  );
  return [];
}

function rowOf(part: string, reached: readonly (WaysRelease & Reached)[]): string[] {
  const mean = (kind: WaysRelease['kind'] | null, of: (each: Reached) => number): string => {
    const own = reached.filter((each) => kind === null || each.kind === kind);
    if (own.length === 0) return '';
    return (own.reduce((total, each) => total + of(each), 0) / own.length).toFixed(3);
  };
  return [
    WAY,
    part,
    mean('sparse', ({ f1 }) => f1),
    mean('sparse', ({ recall }) => recall),
    mean('dense', ({ f1 }) => f1),
    mean('dense', ({ recall }) => recall),
    Math.min(...reached.map(({ precision }) => precision)).toFixed(3),
    Math.max(...reached.map(({ over }) => over)).toFixed(3),
    mean(null, ({ seconds }) => seconds),
  ];
}
