// unveil advise on three datasets, at the utility that plain COAT (or the example's maker) left: how many people are named with 90 % certainty before and
// after, by the last attack, whose seed nothing was chosen by; by an attacker with another source, whom the advice never saw; and by published attacks.
// UNVEIL_DATA: the folder with texts and corpora (default /work/shared/data).
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { main } from '../cli/main.ts';
import type { Advice } from '../shared/contracts/advice.ts';
import { FORMAT_VERSION } from '../shared/core/corpus/index-format.ts';
import { type Bar, writeFigures } from './bench.ts';
import { openBenchCorpus } from './calibrated/corpora.ts';
import { itemsOf } from './ways/texts.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '/work/shared/data';
const ROUNDS = '4';
const PUBLISHED = ['mda', 'tba', 'wba', 'gba', 'gba-normalised', 'rba', 'rba-normalised'];

interface Dataset {
  readonly name: string;
  readonly transactions: string;
  readonly release: string;
  readonly source: string;
  /** Of the attacker of another kind. */
  readonly other: string;
}

/** The path of a corpus's index; built once, as for the other benches. */
async function corpus(name: string): Promise<string> {
  const opened = await openBenchCorpus(join(DATA, 'corpora', `${name}.jsonl.zst`));
  await opened.close();
  return join(tmpdir(), 'unveil-bench', `${name}-${FORMAT_VERSION}.unveil-index`);
}

async function plainCoat(folder: string, text: string): Promise<{ readonly transactions: string; readonly release: string }> {
  const documents = await itemsOf(join(DATA, 'texts', `${text}.jsonl.zst`), 400, 'advise');
  const transactions = join(folder, `${text}.jsonl`);
  writeFileSync(
    transactions,
    documents.map((items, at) => `${JSON.stringify({ id: String(at + 1), items: [...new Set(items)].slice(0, 25) })}\n`).join(''),
  );
  const release = join(folder, `${text}-coat`);
  await runCli(['anonymise', transactions, '--method', 'coat', '--k', '4', '--privacy', 'random:0.06', '--out', release]);
  return { transactions, release };
}

async function runCli(argv: readonly string[]): Promise<string> {
  let said = '';
  let wrong = '';
  const terminal = { out: { write: (text: string) => (said += text) }, err: { write: (text: string) => (wrong += text) } };
  const code = await main(argv, terminal);
  if (code !== 0) throw new Error(`unveil ${argv[0]} ended with ${code}: ${wrong}`);
  return said;
}

interface Audited {
  readonly named: number;
  readonly published: number;
}

/** People named at 0.9, and the greatest F1 of a published attack. */
async function audit(release: string, source: string, out: string): Promise<Audited> {
  const attacks = ['calibrated', ...PUBLISHED].join(',');
  const said = await runCli([
    'audit',
    release,
    '--source',
    source,
    '--attack',
    attacks,
    '--no-attacked',
    '--seed',
    'bench',
    '--json',
    '--out',
    out,
  ]);
  const found = JSON.parse(said) as {
    exposed: { all: { certainty: number; share: { value: number } }[] };
    attacks: { attack: string; f1: number | null }[];
  };
  return {
    named: found.exposed.all.find(({ certainty }) => certainty === 0.9)?.share.value ?? Number.NaN,
    published: Math.max(...found.attacks.filter(({ attack }) => PUBLISHED.includes(attack)).map(({ f1 }) => f1 ?? 0)),
  };
}

const percent = (value: number | null): string => (value === null ? 'n/c' : `${(100 * value).toFixed(1)} %`);

export async function bench(): Promise<readonly Bar[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-advise-bench-'));
  const bars: Bar[] = [];
  const rows: string[][] = [];
  try {
    mkdirSync(folder, { recursive: true });
    const [medical, general] = [await corpus('medical_trials'), await corpus('general_wiki')];
    // Its request stands beside it; here without the claim, whose m would be counted each time.
    const clinic = join(folder, 'clinic');
    mkdirSync(clinic);
    const paths = Object.fromEntries(['release', 'original'].map((each) => [each, resolve(`examples/clinic/${each}.txt`)]));
    writeFileSync(join(clinic, 'audit.json'), JSON.stringify({ ...paths, claim: { k: 10 } }));
    const datasets: Dataset[] = [
      { name: 'medquad, plain COAT, k = 4', ...(await plainCoat(folder, 'medquad')), source: medical, other: general },
      { name: 'newsgroups, plain COAT, k = 4', ...(await plainCoat(folder, 'newsgroups')), source: general, other: 'wordnet' },
      {
        name: 'examples/clinic, k = 10',
        transactions: 'examples/clinic/original.txt',
        release: clinic,
        source: 'wordnet',
        other: medical,
      },
    ];
    for (const [at, { name, transactions, release, source, other }] of datasets.entries()) {
      const out = join(folder, `safer-${at}`);
      await runCli(['advise', transactions, '--release', release, '--source', source, '--rounds', ROUNDS, '--out', out]);
      const advice = JSON.parse(readFileSync(join(out, 'advice.json'), 'utf8')) as Advice;
      const given = advice.points[0] as Advice['points'][number];
      const chosen = advice.points.find((point) => point.name === advice.chosen) ?? given;
      const [before, after] = [join(release, 'audit.json'), join(out, 'audit.json')];
      const both = { before: await audit(before, source, join(folder, 'b')), after: await audit(after, source, join(folder, 'a')) };
      const others = { before: await audit(before, other, join(folder, 'ob')), after: await audit(after, other, join(folder, 'oa')) };
      const [was, is] = [given.people.value ?? Number.NaN, advice.confirmed.value ?? Number.NaN];
      bars.push(
        { what: `${name}: people named at 90 %, after / before`, figure: (is / was).toFixed(2), bar: '<= 0.5', met: is <= 0.5 * was },
        {
          what: `${name}: NCP, after / before`,
          figure: (chosen.ncp / given.ncp).toFixed(3),
          bar: '<= 1.02',
          met: chosen.ncp <= 1.02 * given.ncp,
        },
        {
          what: `${name}: named by an attacker with another source, after less before`,
          figure: percent(others.after.named - others.before.named),
          bar: '<= 0',
          met: others.after.named <= others.before.named,
        },
        {
          what: `${name}: best F1 of a published attack, after less before`,
          figure: percent(both.after.published - both.before.published),
          bar: '<= 0',
          met: both.after.published <= both.before.published,
        },
      );
      rows.push([
        name,
        `${percent(was)} → ${percent(is)}`,
        `${percent(both.before.named)} → ${percent(both.after.named)}`,
        `${percent(others.before.named)} → ${percent(others.after.named)}`,
        `${both.before.published.toFixed(3)} → ${both.after.published.toFixed(3)}`,
        `${others.before.published.toFixed(3)} → ${others.after.published.toFixed(3)}`,
        `${(100 * given.ncp).toFixed(4)} % → ${(100 * chosen.ncp).toFixed(4)} %`,
        `${percent(given.pairCountError)} → ${percent(chosen.pairCountError)}`,
        `${advice.points.length - 1}`,
      ]);
    }
    writeFigures(
      'advise',
      [
        'dataset',
        'people named at 90 %, last attack',
        'the same, another seed',
        'the same, another source',
        'best F1 of published attacks',
        'the same, another source',
        'NCP',
        'pair-count error',
        'rounds',
      ],
      rows,
      'unveil advise without a target, at most 4 rounds; before → after. The last attack has a seed that nothing was chosen by. Another source: general_wiki for medquad, wordnet for newsgroups, medical_trials for the clinic, none of which the advice asked. Texts: 400 documents each, items by `unveil extract`, 25 at most, 6 % of the items protected.',
    );
    return bars;
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
}
