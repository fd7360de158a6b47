// unveil advise on three datasets, and on two by which nothing was chosen, at the utility that plain COAT (or the example's maker) left: how many
// people are named with 90 % certainty before and
// after, by the mean of the last attacks, whose seeds nothing was chosen by; by an attacker with another source, whom the advice never saw; and by
// published attacks.
// UNVEIL_DATA: the folder with texts and corpora (default /work/shared/data). UNVEIL_DATASETS: words of the names of those to measure (`;` between);
// the
// page keeps what it has of the others.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { openEmbeddings } from '../shared/adapters/local/embeddings/open-embeddings.ts';
import { fileBytes } from '../shared/adapters/local/file-bytes.ts';
import { openSource } from '../shared/adapters/local/open-source.ts';
import { gunzip } from '../shared/adapters/node/gunzip.ts';
import type { Advice, AdvicePoint } from '../shared/contracts/advice.ts';
import type { Transaction } from '../shared/core/model/transaction.ts';
import { FORMAT_VERSION } from '../shared/corpus/index-format.ts';
import { attackRelease } from '../shared/kinds/set-generalised/advise/attack.ts';
import { readRelease } from '../shared/kit/read/read-release.ts';
import { inSimplerForms } from '../shared/kit/score/count-in-simpler-forms.ts';
import { ADULT, adviseOnAdult } from './advise/adult.ts';
import { percent } from './advise/percent.ts';
import { itemsOf, openPartialCorpus } from './advise/texts.ts';
import { type Bar, rowsOfFigures, writeFigures } from './bench.ts';
import { BENCH_CACHE, openBenchCorpus } from './calibrated/corpora.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '/work/shared/data';
const WANTED = process.env['UNVEIL_DATASETS']?.split(';');
const ROUNDS = '3';
const CLINIC = 'examples/clinic, k = 10';
const PUBLISHED = ['mda', 'tba', 'wba', 'gba', 'gba-normalised', 'rba', 'rba-normalised'];

interface Dataset {
  readonly transactions: string;
  readonly release: string;
  readonly source: string;
  /** Of the attacker of another kind. */
  readonly other: string;
}

/** The path of a corpus's index; built once, as for the other benches. `part`: without the documents that releases are made of. */
async function corpus(name: string, part = ''): Promise<string> {
  const path = join(DATA, 'corpora', `${name}.jsonl.zst`);
  const opened = part === '' ? await openBenchCorpus(path) : await openPartialCorpus(path);
  await opened.close();
  return join(BENCH_CACHE, `${name}${part}-${FORMAT_VERSION}.unveil-index`);
}

async function plainCoat(folder: string, text: string, k = 4): Promise<{ readonly transactions: string; readonly release: string }> {
  const documents = await itemsOf(join(DATA, `${text}.jsonl.zst`), 250, 'advise');
  const name = `${basename(text)}-${k}`;
  const transactions = join(folder, `${name}.jsonl`);
  writeFileSync(
    transactions,
    documents.map((items, at) => `${JSON.stringify({ id: String(at + 1), items: [...new Set(items)].slice(0, 25) })}\n`).join(''),
  );
  const release = join(folder, `${name}-coat`);
  await runCli(['anonymise', transactions, '--method', 'coat', '--k', String(k), '--privacy', 'random:0.06', '--out', release]);
  return { transactions, release };
}

/** In a process of its own: datasets run at the same time. */
async function runCli(argv: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/unveil.mjs', ...argv], { maxBuffer: 2 ** 26 });
  return stdout;
}

interface Found {
  readonly attacks: readonly { readonly attack: string; readonly f1: number | null; readonly f1_lift: { readonly value: number } | null }[];
}

async function audit(release: string, source: string, attacks: readonly string[], out: string): Promise<Found> {
  const options = ['--source', source, '--attack', attacks.join(','), '--no-attacked', '--seed', 'bench', '--json', '--out', out];
  return JSON.parse(await runCli(['audit', release, ...options])) as Found;
}

const SEEDS = ['one', 'two', 'three'];

/** Word vectors in the place of a source. */
const VECTORS = 'GloVe';

/** Mean share of people named at 0.9 by an attacker with only this knowledge; 0 if practice teaches nothing. */
async function namedBy(release: string, knowledge: string): Promise<number> {
  const published: Transaction[] = [];
  const opened = await readRelease({ name: release, bytes: await fileBytes(release) }, { gunzip });
  if (opened.kind !== 'transactions') throw new Error('a release of transactions is meant');
  for await (const { id, items } of opened.transactions) published.push(id === undefined ? { items } : { id, items });
  const counter = knowledge === VECTORS ? null : await openSource(knowledge, { backOff: true });
  const embeddings = knowledge === VECTORS ? await openEmbeddings() : null;
  const numberOf = new Map([...new Set(published.flatMap(({ items }) => items.flat()))].map((item, at) => [item, at]));
  const sources = counter === null ? [] : [inSimplerForms(counter.backedOff ?? counter)];
  const known = { sources, embeddings, labels: undefined, ordered: false };
  let total = 0;
  for (const seed of SEEDS) total += (await attackRelease(published, { ...known, numberOf, certainty: 0.9, seed })).people ?? Number.NaN;
  await counter?.close();
  embeddings?.close();
  return total / SEEDS.length;
}

/**
 * The greatest F1 of a published attack, and the greatest that one has over chance, which alone bears comparison: chance itself has more of larger
 * sets.
 */
async function publishedOn(release: string, source: string, out: string): Promise<{ readonly f1: number; readonly lift: number }> {
  const { attacks } = await audit(release, source, PUBLISHED, out);
  const found = attacks.filter(({ attack }) => PUBLISHED.includes(attack));
  return { f1: Math.max(...found.map(({ f1 }) => f1 ?? 0)), lift: Math.max(...found.map(({ f1_lift: lift }) => lift?.value ?? -1)) };
}

/** Rows of one page may be of several runs. */
const machineLoad = (): string => `${new Date().toISOString().slice(0, 16)}, load ${(loadavg()[0]).toFixed(0)}`;

const bestText = ({ f1, lift }: { readonly f1: number; readonly lift: number }): string => `${f1.toFixed(3)} (${lift.toFixed(3)})`;

export async function bench(): Promise<readonly Bar[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-advise-bench-'));
  const bars: Bar[] = [];
  const rows: string[][] = [];
  try {
    mkdirSync(folder, { recursive: true });
    const medical = (part = ''): Promise<string> => corpus('medical_trials', part);
    const general = (part = ''): Promise<string> => corpus('general_wiki', part);
    const coat = async (text: string, k: number, source: Promise<string>, other: Promise<string>): Promise<Dataset> => ({
      ...(await plainCoat(folder, text, k)),
      source: await source,
      other: await other,
    });
    const datasets: Readonly<Record<string, () => Promise<Dataset>>> = {
      'medquad, plain COAT, k = 4': () => coat('texts/medquad', 4, medical(), general()),
      'newsgroups, plain COAT, k = 4': () => coat('texts/newsgroups', 4, general(), medical()),
      [CLINIC]: async () => {
        // Its request is next to it; used without the claim, whose m would be counted each time.
        const clinic = join(folder, 'clinic');
        mkdirSync(clinic);
        const paths = Object.fromEntries(['release', 'original'].map((each) => [each, resolve(`examples/clinic/${each}.txt`)]));
        writeFileSync(join(clinic, 'audit.json'), JSON.stringify({ ...paths, claim: { k: 10 } }));
        return { transactions: 'examples/clinic/original.txt', release: clinic, source: 'wordnet', other: await medical() };
      },
      'trials left out of the corpus, plain COAT, k = 4': () => coat('corpora/medical_trials', 4, medical('-part'), general()),
      'articles left out of the corpus, plain COAT, k = 4': () => coat('corpora/general_wiki', 4, general('-part'), medical()),
      'medquad, plain COAT, k = 6': () => coat('texts/medquad', 6, medical(), general()),
    };
    const asked = (name: string): boolean => WANTED === undefined || WANTED.some((words) => name.includes(words));
    const measure = async (name: string, at: number) => {
      const { transactions, release, source, other } = await datasets[name]();
      const out = join(folder, `safer-${at}`);
      await runCli(['advise', transactions, '--release', release, '--source', source, '--rounds', ROUNDS, '--out', out]);
      const advice = JSON.parse(readFileSync(join(out, 'advice.json'), 'utf8')) as Advice;
      const [before, after] = [join(release, 'audit.json'), join(out, 'audit.json')];
      const to = (what: string): string => join(folder, `${what}-${at}`);
      const published = [await publishedOn(before, source, to('before')), await publishedOn(after, source, to('after'))] as const;
      const given = name === CLINIC ? 'examples/clinic/release.txt' : join(release, 'release.jsonl');
      const safer = join(out, 'release.jsonl');
      const others = [await namedBy(given, other), await namedBy(safer, other)] as const;
      const vectors = [await namedBy(given, VECTORS), await namedBy(safer, VECTORS)] as const;
      console.log(
        `  ${name}: ${advice.verdict} Another source: ${others.map(percent).join(' → ')}; vectors: ${vectors.map(percent).join(' → ')}; published: ${published.map(bestText).join(' → ')}`,
      );
      return { name, advice, published, others, vectors };
    };
    // Tables take seconds, and nothing of texts.
    const people = asked(ADULT) ? await adviseOnAdult(folder, runCli) : null;
    const measured = await Promise.all(Object.keys(datasets).filter(asked).map(measure));
    for (const { name, advice, published, others, vectors } of measured) {
      const given = advice.points[0];
      const chosen = advice.points.find((point) => point.name === advice.chosen) ?? given;
      const { given: before, chosen: after } = advice.last;
      const [was, is] = [before.people.value ?? Number.NaN, after.people.value ?? Number.NaN];
      const [ncp, pairs, coat] = [0, 1, 2].map((at) => [given, chosen].map(({ losses }) => losses[at]?.value ?? Number.NaN)) as [
        number[],
        number[],
        number[],
      ];
      const grown = ([first, second]: readonly number[]): number => (second as number) / (first as number);
      const gained = (values: readonly [number, number]): number => values[1] - values[0];
      bars.push(
        { what: `${name}: people named at 90 %, after / before`, figure: (is / was).toFixed(2), bar: '<= 0.5', met: is <= 0.5 * was },
        {
          what: `${name}: NCP, error of pair counts and COAT's utility loss, after / before`,
          figure: [ncp, pairs, coat].map((each) => grown(each).toFixed(3)).join(', '),
          bar: '<= 1.02',
          met: [ncp, pairs, coat].every((each) => grown(each) <= 1.02),
        },
        {
          what: `${name}: named by an attacker with another source, after less before`,
          figure: percent(gained(others)),
          bar: '<= 0',
          met: gained(others) <= 0,
        },
        {
          what: `${name}: named by an attacker with word vectors alone, after less before`,
          figure: percent(gained(vectors)),
          bar: '<= 0',
          met: gained(vectors) <= 0,
        },
        {
          what: `${name}: best F1 of a published attack over chance, after less before`,
          figure: (published[1].lift - published[0].lift).toFixed(3),
          bar: '<= 0',
          met: published[1].lift <= published[0].lift,
        },
      );
      const share = ({ value, low, high }: AdvicePoint['people']): string => `${percent(value)} (${percent(low)} to ${percent(high)})`;
      rows.push([
        name,
        `${share(before.people)} → ${share(after.people)}`,
        others.map(percent).join(' → '),
        vectors.map(percent).join(' → '),
        published.map(bestText).join(' → '),
        ncp.map((value) => `${(100 * value).toFixed(4)} %`).join(' → '),
        pairs.map(percent).join(' → '),
        grown(coat).toFixed(3),
        advice.points.map(({ people }) => percent(people.value)).join(', '),
        advice.chosen,
        machineLoad(),
      ]);
    }
    bars.push(...(people?.bars ?? []));
    if (people !== null) rows.push([...people.row, machineLoad()]);
    const kept = rowsOfFigures('advise').filter(([name]) => !rows.some((row) => row[0] === name));
    const names = [...Object.keys(datasets), ADULT];
    const byName = ([a]: readonly string[], [b]: readonly string[]): number => names.indexOf(a as string) - names.indexOf(b as string);
    writeFigures(
      'advise',
      [
        'dataset',
        'people named at 90 %, last attacks (least to most)',
        'the same, another source',
        'the same, word vectors alone',
        'best F1 of published attacks (best over chance)',
        'NCP',
        'pair-count error',
        "COAT's utility loss, after / before",
        'named, as given and round by round',
        'chosen',
        'measured at',
      ],
      [...kept, ...rows].sort(byName),
      'unveil advise without a target, at most 3 rounds; before → after. The mean of three last attacks on either, with seeds that nothing was chosen by. Another source, mean of three seeds: general_wiki for medquad and trials, medical_trials for the others, none of which the advice had; word vectors (GloVe), alone here, are among the attackers that it chooses by (advise/held-out holds each out in turn). Published attacks: the greatest F1 of any, and the greatest less that of chance on the same release. No choice was made on trials and articles. Texts: 250 documents each, items by `unveil extract`, 25 at most, 6 % of the items protected. Adult: 30,162 records by Mondrian at k = 5, certainty 0.9, homogeneity as the attack; its losses are NCP and the error of counts.',
    );
    return bars;
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
}
