// Advice with one attacker held out in turn: the advice has the three others (the first of them asked, the rest as what is on the machine), and the
// one that it never saw attacks before and after. UNVEIL_DATA: the folder with texts and corpora. UNVEIL_DATASETS: words of the names of those to
// measure (`;` between), UNVEIL_HELD_OUT: names of attackers; the page keeps what it has of the others. UNVEIL_DOCUMENTS: texts of a release (250).
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requestOf } from '../../cli/advise/safer.ts';
import { openEmbeddings } from '../../shared/adapters/local/embeddings/open-embeddings.ts';
import { type OpenSource, openSource } from '../../shared/adapters/local/open-source.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { adviseOn } from '../../shared/kinds/set-generalised/advise/advise-on.ts';
import { attackRelease } from '../../shared/kinds/set-generalised/advise/attack.ts';
import { draftOf } from '../../shared/kinds/set-generalised/core/mend/draft.ts';
import type { MendPolicy } from '../../shared/kinds/set-generalised/core/mend/policy.ts';
import { inSimplerForms } from '../../shared/kit/score/count-in-simpler-forms.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import { type Bar, rowsOfFigures, writeFigures } from '../bench.ts';
import { percent } from './percent.ts';
import { itemsOf, openPartialCorpus } from './texts.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '/work/shared/data';
const DOCUMENTS = Number(process.env['UNVEIL_DOCUMENTS'] ?? 250);
const WANTED = process.env['UNVEIL_DATASETS']?.split(';');
const CERTAINTY = 0.9;
const ROUNDS = 3;
const ATTACKS = 2;
/** Of the attacker that the advice never saw, on either release. */
const SEEDS = ['one', 'two', 'three'];
/** Shares that differ by less, by three seeds, differ by chance. */
const CHANCE = 0.03;

const GLOVE = 'GloVe';
const MEDICAL = 'medical corpus';
const GENERAL = 'general corpus';
const WORDNET = 'WordNet';
/** The first that is not held out is the asked one. */
const ATTACKERS = [GENERAL, MEDICAL, WORDNET, GLOVE] as const;
type Name = (typeof ATTACKERS)[number];
const HELD_OUT = (process.env['UNVEIL_HELD_OUT']?.split(';') ?? [GLOVE, MEDICAL, GENERAL, WORDNET]) as readonly Name[];

interface Knows {
  readonly name: string;
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly labels: undefined;
}

const DATASETS: Readonly<Record<string, { readonly text: string; readonly k: number }>> = {
  'medquad, k = 4': { text: 'texts/medquad', k: 4 },
  'newsgroups, k = 4': { text: 'texts/newsgroups', k: 4 },
  'trials left out of the corpora, k = 4': { text: 'corpora/medical_trials', k: 4 },
  'articles left out of the corpora, k = 4': { text: 'corpora/general_wiki', k: 4 },
  'medquad, k = 6': { text: 'texts/medquad', k: 6 },
  'newsgroups, k = 6': { text: 'texts/newsgroups', k: 6 },
};

interface Release {
  readonly transactions: readonly Transaction[];
  readonly published: readonly Transaction[];
  readonly policy: MendPolicy;
}

async function releaseOf(name: string, folder: string): Promise<Release> {
  const { text, k } = DATASETS[name];
  const items = await itemsOf(join(DATA, `${text}.jsonl.zst`), DOCUMENTS, 'advise');
  const transactions = items.map((each, at): Transaction => ({ id: String(at + 1), items: [...new Set(each)].slice(0, 25) }));
  const file = join(folder, `${name.replace(/\W+/g, '-')}.jsonl`);
  writeFileSync(file, transactions.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const out = `${file}-coat`;
  const coat = ['bin/unveil.mjs', 'anonymise', file, '--method', 'coat', '--k', String(k), '--privacy', 'random:0.06', '--out', out];
  await promisify(execFile)(process.execPath, coat);
  const { claim } = await requestOf(out, {});
  const privacy = Array.isArray(claim.privacyConstraints) ? claim.privacyConstraints : [];
  const lines = (path: string): Transaction[] =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Transaction);
  return {
    transactions: lines(join(out, 'original.jsonl')),
    published: lines(join(out, 'release.jsonl')),
    policy: { k, privacy, utility: null },
  };
}

/** Mean share of people named; 0 if practice teaches nothing. */
async function namedBy(published: readonly Transaction[], { name: _, ...knows }: Knows): Promise<number> {
  const numberOf = new Map([...new Set(published.flatMap(({ items }) => items.flat()))].map((item, at) => [item, at]));
  let total = 0;
  for (const seed of SEEDS)
    total += (await attackRelease(published, { ...knows, ordered: false, numberOf, certainty: CERTAINTY, seed })).people ?? 0;
  return total / SEEDS.length;
}

async function measured({ transactions, published, policy }: Release, attackers: ReadonlyMap<Name, Knows>, heldOut: Name) {
  const [asked, ...others] = ATTACKERS.filter((name) => name !== heldOut).map((name) => attackers.get(name) as Knows) as [
    Knows,
    ...Knows[],
  ];
  const draft = draftOf(transactions, published);
  const request = auditRequest.parse({ release: 'r', context: { order: 'meaningless' }, seed: 'bench' });
  const { advice, release } = await adviseOn(
    {
      ...{ request, transactions, published, draft, ordered: false, notices: [], policy },
      ...{ target: { people: null, certainty: CERTAINTY }, mostLoss: 1.02, rounds: ROUNDS, attacks: ATTACKS },
    },
    { progress: { step: () => {}, advance: () => {} }, known: async () => ({ known: asked, others, close: async () => {} }) },
  );
  const own = attackers.get(heldOut) as Knows;
  return { advice, before: await namedBy(published, own), after: await namedBy(release, own) };
}

export async function bench(): Promise<readonly Bar[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-held-out-'));
  const corpora: OpenSource[] = [];
  const opened = async (source: Promise<OpenSource>): Promise<readonly HitCounter[]> => {
    const each = await source;
    corpora.push(each);
    return [inSimplerForms(each.backedOff ?? each)];
  };
  const none = { sources: [], embeddings: null, labels: undefined };
  const partial = (name: string): Promise<OpenSource> => openPartialCorpus(join(DATA, 'corpora', `${name}.jsonl.zst`));
  const glove = await openEmbeddings();
  const attackers = new Map<Name, Knows>([
    [GENERAL, { ...none, name: GENERAL, sources: await opened(partial('general_wiki')) }],
    [MEDICAL, { ...none, name: MEDICAL, sources: await opened(partial('medical_trials')) }],
    [WORDNET, { ...none, name: WORDNET, sources: await opened(openSource('wordnet')) }],
    [GLOVE, { ...none, name: GLOVE, embeddings: glove }],
  ]);
  const found: { readonly key: string; readonly row: string[]; readonly before: number; readonly after: number }[] = [];
  try {
    for (const name of Object.keys(DATASETS)) {
      if (WANTED !== undefined && !WANTED.some((words) => name.includes(words))) continue;
      const release = await releaseOf(name, folder);
      for (const heldOut of HELD_OUT) {
        const { advice, before, after } = await measured(release, attackers, heldOut);
        const key = `${name}; ${heldOut} held out`;
        const [strongestBefore, strongestAfter] = [advice.last.given.attackers[0], advice.last.chosen.attackers[0]];
        const strongest = `${strongestBefore?.attacker} ${percent(strongestBefore?.people.value ?? null)} → ${strongestAfter?.attacker} ${percent(strongestAfter?.people.value ?? null)}`;
        const ratio = before === 0 ? 'nobody before' : (after / before).toFixed(2);
        found.push({
          key,
          before,
          after,
          row: [key, `${percent(before)} → ${percent(after)}`, ratio, strongest, advice.chosen, String(DOCUMENTS)],
        });
        console.log(`  ${found.at(-1)?.row.join(' | ')}`);
        if (process.env['UNVEIL_DEBUG'] !== undefined)
          console.log(JSON.stringify({ notices: advice.notices, last: advice.last, points: advice.points }, null, 1));
        writePage(found.map(({ row }) => row));
      }
    }
    return barsOf(found);
  } finally {
    glove.close();
    for (const each of corpora) await each.close();
    rmSync(folder, { recursive: true });
  }
}

function barsOf(found: readonly { readonly key: string; readonly before: number; readonly after: number }[]): Bar[] {
  const ratios = found.filter(({ before }) => before > 0).map(({ before, after }) => after / before);
  const mean = ratios.reduce((total, each) => total + each, 0) / ratios.length;
  return [
    {
      what: `people named by the held-out attacker, after / before, mean of ${ratios.length}`,
      figure: mean.toFixed(2),
      bar: '<= 0.6',
      met: mean <= 0.6,
    },
    ...found.map(
      ({ key, before, after }): Bar => ({
        what: `${key}: after less before`,
        figure: percent(after - before),
        bar: `<= ${percent(CHANCE)}`,
        met: after - before <= CHANCE,
      }),
    ),
  ];
}

function writePage(rows: readonly (readonly string[])[]): void {
  const kept = rowsOfFigures('advise/held-out').filter(([key]) => !rows.some(([own]) => own === key));
  writeFigures(
    'advise/held-out',
    [
      'release; the attacker that the advice never saw',
      'people it names at 90 %, before → after',
      'after / before',
      'strongest attacker stated, before → after',
      'chosen',
      'texts',
    ],
    [...kept, ...rows],
    `unveil advise without a target, at most ${ROUNDS} rounds at 1.02 times the loss of plain COAT, 6 % of the items protected; attackers: a general and a medical corpus, WordNet, GloVe, each alone. One is held out in turn; of the other three the first is asked, and the rest is what is on the machine. Mean of ${SEEDS.length} seeds that the advice did not use. Both corpora lack the documents that releases are made of.`,
  );
}
