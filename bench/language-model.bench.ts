// A language model as a source of the calibrated attack, on the example clinic with WordNet: a server on loopback, whose skill is set, is in its
// place. No real model was at hand. UNVEIL_SKILLS: names of the skills to measure (comma between); the page keeps the rows of the others.
// UNVEIL_DATA: a folder with corpora; passages are taken from medical_trials.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentsAt } from '../shared/adapters/local/corpus-documents.ts';
import { ChatModelServer, type Skill } from '../test/oracle/twins/chat-model-server.ts';
import { type Bar, rowsOfFigures, writeFigures } from './bench.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '/work/shared/data';
const SKILLS = (process.env['UNVEIL_SKILLS']?.split(',') ?? ['none', 'weak', 'strong', 'adversarial']) as readonly Skill[];
const CLINIC = 'examples/clinic';
/** For passages: as many as make an index in seconds. */
const DOCUMENTS = 20_000;
/** F1 moves by so much with the draws of practice. */
const NOISE = 0.04;
/** Calibration error less what perfect calibration of that many cells would show. */
const CALIBRATED = 0.05;
const PRICE = '0.15/0.60';
const WITHOUT = 'no model';

interface Found {
  readonly f1: number;
  readonly precise: number | null;
  readonly named: number;
  readonly right: number;
  readonly beyondFloor: number;
}

interface Summary {
  readonly attacks: readonly {
    readonly attack: string;
    readonly f1: number | null;
    readonly precision: number | null;
    readonly calibration: { readonly error: number; readonly floor: number } | null;
  }[];
  readonly findings: readonly {
    readonly attack: string;
    readonly confidence: number;
    readonly people: number;
    readonly right: number | null;
  }[];
}

export async function bench(): Promise<readonly Bar[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-language-model-'));
  const home = join(folder, 'home');
  const unveil = async (...argv: readonly string[]): Promise<string> => {
    const env = { ...process.env, UNVEIL_HOME: home, UNVEIL_MODEL_PRICE: PRICE };
    return (await promisify(execFile)(process.execPath, ['bin/unveil.mjs', ...argv], { maxBuffer: 2 ** 26, env })).stdout;
  };
  let audits = 0;
  const audited = async (...model: readonly string[]): Promise<Found> => {
    audits += 1;
    const files = [`${CLINIC}/release.txt`, '--original', `${CLINIC}/original.txt`];
    const attacks = ['--attack', 'calibrated,calibrated-precise', '--no-attacked'];
    return foundIn(
      JSON.parse(await unveil('audit', ...files, ...attacks, ...model, '--json', '--out', join(folder, `${audits}`))) as Summary,
    );
  };
  const bars: Bar[] = [];
  const rows: string[][] = [];
  const found = new Map<string, Found>();
  const originals = readFileSync(`${CLINIC}/original.txt`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(',').map((item) => item.trim()));
  const add = (name: string, each: Found, calls: number | null): void => {
    found.set(name, each);
    rows.push([
      name,
      each.f1.toFixed(3),
      each.precise === null ? 'none' : each.precise.toFixed(3),
      `${each.right} of ${each.named}`,
      each.beyondFloor.toFixed(3),
      calls === null ? '' : String(calls),
    ]);
    console.log(`  ${rows.at(-1)?.join(' | ')}`);
  };
  try {
    add(WITHOUT, await audited(), null);
    const passages = await someDocuments(join(folder, 'documents.jsonl'));
    for (const skill of SKILLS) {
      const server = new ChatModelServer({ skill, originals });
      const model = ['--language-model', `${skill}@${await server.start()}`, '--model-repeats', '1'];
      try {
        if (skill === SKILLS[0]) {
          const dry = await unveil('audit', `${CLINIC}/release.txt`, ...model.slice(0, 2), '--dry-run', '--out', join(folder, 'dry'));
          console.log(dry);
          rows.push([
            `dry run, 2 repeats: ${/about \d+ calls.*/.exec(dry)?.[0] ?? 'no figure'} (${PRICE} USD for a million tokens)`,
            '',
            '',
            '',
            '',
            '',
          ]);
          bars.push({ what: 'calls of a dry run', figure: String(server.calls), bar: '0', met: server.calls === 0 });
        }
        add(skill, await audited(...model), server.calls);
        const before = server.calls;
        await audited(...model);
        const again = server.calls - before;
        bars.push({
          what: `${skill}: cache hits on the second run`,
          figure: `${(100 * (1 - again / before)).toFixed(0)} %`,
          bar: '100 %',
          met: again === 0,
        });
        if (passages !== null) {
          const from = server.calls;
          add(`${skill}, with passages`, await audited(...model, '--passages', passages), server.calls - from);
        }
      } finally {
        await server.stop();
      }
    }
    bars.push(...barsOf(found));
    const kept = rowsOfFigures('language-model').filter(([name]) => !rows.some((row) => row[0] === name) && !name?.startsWith('dry run'));
    writeFigures(
      'language-model',
      ['model', 'F1', 'precision reached where 0.90 was asked', 'people rightly named at 0.9', 'calibration error less its floor', 'calls'],
      [...rows, ...kept],
      `A language model as one more source of the calibrated attack on the example clinic, with WordNet; one repeat. No real model was at hand: a server on loopback answers, right about an option with probability 0.5 (none), 0.65 (weak) and 0.93 (strong); adversarial: a third of its answers no list, a third the opposite of the truth, a third random. With passages (of ${DOCUMENTS} medical documents) it believes, four times in five, that an option belongs to the record if a passage names it. So the page shows what practice makes of a skill, and says nothing about any model.`,
    );
    return bars;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function foundIn({ attacks, findings }: Summary): Found {
  const own = attacks.find(({ attack }) => attack === 'calibrated');
  const at = findings.find(({ attack, confidence }) => attack === 'calibrated' && confidence === 0.9);
  const { error = Number.NaN, floor = Number.NaN } = own?.calibration ?? {};
  return {
    f1: own?.f1 ?? Number.NaN,
    precise: attacks.find(({ attack }) => attack === 'calibrated-precise')?.precision ?? null,
    named: at?.people ?? 0,
    right: at?.right ?? 0,
    beyondFloor: error - floor,
  };
}

function barsOf(found: ReadonlyMap<string, Found>): Bar[] {
  const bars: Bar[] = [];
  const f1 = (name: string): number => found.get(name)?.f1 ?? Number.NaN;
  for (const passages of ['', ', with passages']) {
    const [none, weak, strong] = ['none', 'weak', 'strong'].map((skill) => f1(skill + passages)) as [number, number, number];
    if (Number.isNaN(none + weak + strong)) continue;
    const figure = [none, weak, strong].map((each) => each.toFixed(3)).join(', ');
    bars.push({
      what: `F1 of none, weak, strong${passages}`,
      figure,
      bar: 'rises',
      met: none - NOISE <= weak && weak < strong && none < strong,
    });
    for (const skill of ['none', 'adversarial']) {
      const own = f1(skill + passages);
      if (Number.isNaN(own)) continue;
      const less = own - f1(WITHOUT);
      bars.push({
        what: `${skill}${passages}: F1 less that without a model`,
        figure: less.toFixed(3),
        bar: `>= -${NOISE}`,
        met: less >= -NOISE,
      });
    }
  }
  for (const [name, { beyondFloor }] of found)
    bars.push({
      what: `${name}: calibration error less its floor`,
      figure: beyondFloor.toFixed(3),
      bar: `<= ${CALIBRATED}`,
      met: beyondFloor <= CALIBRATED,
    });
  return bars;
}

async function someDocuments(path: string): Promise<string | null> {
  const corpus = join(DATA, 'corpora', 'medical_trials.jsonl.zst');
  if (!existsSync(corpus)) return null;
  const lines: string[] = [];
  for await (const batch of documentsAt(corpus)) {
    for (const text of batch) if (lines.length < DOCUMENTS) lines.push(`${JSON.stringify({ text })}\n`);
    if (lines.length === DOCUMENTS) break;
  }
  writeFileSync(path, lines.join(''));
  return path;
}
