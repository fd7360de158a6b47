import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddings } from '../shared/adapters/local/embeddings/open-embeddings.ts';
import { buildInMemory } from '../shared/adapters/local/index-file.ts';
import { openSource } from '../shared/adapters/local/open-source.ts';
import { type Judgement, judgeCounts, judgeVectors } from '../shared/app/judge-relatedness.ts';
import { memorySource } from '../shared/core/corpus/byte-source.ts';
import { CorpusIndex } from '../shared/core/corpus/corpus-index.ts';
import { TermCounter } from '../shared/core/corpus/term-counter.ts';
import { type JudgedPair, parseJudgedPairs, SHIPPED_PAIRS } from '../shared/core/relatedness/judged-pairs.ts';
import { EXACT } from '../shared/core/text/normalisation.ts';
import type { HitCounter } from '../shared/ports/hit-counter.ts';
import { type Bar, includeFigures, writeFigures } from './bench.ts';
import { corpusFile, corpusTexts, DATA } from './corpus-data.ts';

const SETS: readonly (readonly [string, string])[] = [
  ['RG-65', 'EN-RG-65.txt'],
  ['MC-30', 'EN-MC-30.txt'],
  ['WordSim-353', 'EN-WS-353-ALL.txt'],
  ['WordSim, similarity', 'EN-WS-353-SIM.txt'],
  ['WordSim, relatedness', 'EN-WS-353-REL.txt'],
  ['MEN (development)', 'men3000_dev.tsv'],
  ['MayoSRS', 'mayoSRS_mean.tsv'],
  ['MiniMayoSRS, physicians', 'miniMSRS_phy.tsv'],
  ['MiniMayoSRS, coders', 'miniMSRS_cod.tsv'],
];

/** Agreement with human judgement, by source and set: Pearson and Spearman over the pairs the source has a number for. */
export async function bench(): Promise<readonly Bar[]> {
  const sets = [
    ['RG, the 30 pairs that ship', SHIPPED_PAIRS] as const,
    ...SETS.filter(([, file]) => existsSync(join(DATA, 'relatedness', file))).map(
      ([name, file]) => [name, parseJudgedPairs(readFileSync(join(DATA, 'relatedness', file), 'utf8'), file)] as const,
    ),
  ];
  const judges: (readonly [string, (pairs: readonly JudgedPair[]) => Promise<readonly [string, Judgement][]>])[] = [];
  const wordnet = await openSource('wordnet');
  judges.push(['WordNet', byCounts(wordnet)]);
  if (existsSync(corpusFile('general_wiki'))) {
    for (const [name, label] of [
      ['general_wiki', 'general corpus'],
      ['medical_trials', 'medical corpus'],
    ] as const) {
      judges.push([label, byCounts(await corpus(name, false))], [`${label}${BACK_OFF}`, byCounts(await corpus(name, true))]);
    }
  }
  const embeddings = await openEmbeddings().catch(() => null);
  if (embeddings !== null) judges.push(['GloVe', async (pairs) => [['cosine', await judgeVectors(embeddings, pairs)]]]);

  const rows: string[][] = [];
  let shipped = Number.NaN;
  for (const [set, pairs] of sets) {
    let before = '';
    for (const [source, judge] of judges) {
      const judgements = new Map(await judge(pairs));
      const [first] = judgements.values();
      if (first === undefined) continue;
      const covered = `${first.covered} of ${first.pairs}`;
      // The back-off changes nothing where it covers no more: then its row would only repeat the one above.
      if (source.endsWith(BACK_OFF) && covered === before) continue;
      before = covered;
      const ngd = judgements.get('1 - NGD');
      if (pairs === SHIPPED_PAIRS && source === 'WordNet') shipped = ngd?.pearson ?? Number.NaN;
      rows.push([set, source, covered, ...['1 - NGD', 'NPMI', 'cosine'].map((measure) => show(judgements.get(measure)))]);
      console.log(`  ${rows.at(-1)?.join('  ')}`);
    }
  }
  writeFigures(
    'corpus-quality',
    ['judged pairs', 'source', 'covered', '1 - NGD', 'NPMI', 'cosine'],
    rows,
    'Correlation with human judgement, Pearson / Spearman, over the pairs that the source has a number for. Pieces of 250 words.',
  );
  includeFigures('corpus-quality', 'docs/relatedness.md');
  return [
    { what: 'WordNet, Pearson of 1 - NGD on the 30 shipped pairs', figure: shipped.toFixed(3), bar: 'at least 0.85', met: shipped >= 0.85 },
  ];
}

const BACK_OFF = ', back-off';

const show = (judgement: Judgement | undefined): string =>
  judgement === undefined
    ? ''
    : [judgement.pearson, judgement.spearman].map((value) => (Number.isNaN(value) ? '-' : value.toFixed(2))).join(' / ');

const byCounts =
  (source: HitCounter) =>
  async (pairs: readonly JudgedPair[]): Promise<readonly [string, Judgement][]> => {
    const { ngd, npmi } = await judgeCounts(source, pairs);
    return [
      ['1 - NGD', ngd],
      ['NPMI', npmi],
    ];
  };

const built = new Map<string, CorpusIndex>();

async function corpus(name: 'general_wiki' | 'medical_trials', backOff: boolean): Promise<HitCounter> {
  const { texts } = corpusTexts(name, 1_000_000);
  const index = built.get(name) ?? (await CorpusIndex.open(memorySource(name, await buildInMemory([texts], { normalisation: EXACT }))));
  built.set(name, index);
  const counter = new TermCounter(index, { normalisation: EXACT, backOff });
  return {
    source: { id: name, version: counter.version },
    size: async () => counter.size,
    count: (term, other) => counter.count(term, other),
    countAll: (request) => counter.countAll(request),
  };
}
