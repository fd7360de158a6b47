// The calibrated attack on releases made from texts, by the whole audit with all attacks, as a user runs it. Options by environment:
// UNVEIL_DATA (a folder with texts/*.jsonl.zst and corpora/*.jsonl.zst; by default ../shared/data), UNVEIL_TEXTS (names, comma between), UNVEIL_SEED.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddings } from '../shared/adapters/local/embeddings/open-embeddings.ts';
import type { OpenSource } from '../shared/adapters/local/open-source.ts';
import { parquetTables } from '../shared/adapters/parquet/parquet-tables.ts';
import type { AttackResult } from '../shared/kinds/set-generalised/publish/attack-results.ts';
import type { SetGeneralisedOutcome } from '../shared/kinds/set-generalised/publish/finish-audit.ts';
import type { AttackLift } from '../shared/kinds/set-generalised/publish/lifts.ts';
import type { Embeddings } from '../shared/ports/embeddings.ts';
import { renderReport } from '../shared/report/report.ts';
import { auditRelease } from './audit-release.ts';
import { type Bar, writeFigures } from './bench.ts';
import { openBenchCorpus } from './calibrated/corpora.ts';
import { documentsOf } from './calibrated/documents.ts';
import { type MadeRelease, makeRelease } from './calibrated/make-release.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '../shared/data';
const SEED = process.env['UNVEIL_SEED'] ?? 'bench';
const DOCUMENTS = 700;
/** Bars on F1: for releases with random partners, and for dense ones on medical and on other texts. */
const SPARSE = 0.9;
const DENSE = { medical: 0.8, other: 0.83 };
const MEDICAL = /^med/;

export async function bench(): Promise<readonly Bar[]> {
  if (!existsSync(join(DATA, 'texts'))) {
    console.log(`  no texts in ${DATA}: nothing measured`);
    return [];
  }
  const names =
    process.env['UNVEIL_TEXTS']?.split(',') ?? readdirSync(join(DATA, 'texts')).map((file) => file.replace(/\.jsonl(\.zst)?$/, ''));
  const corpora = readdirSync(join(DATA, 'corpora'))
    .toSorted()
    .map((file) => join(DATA, 'corpora', file));
  const embeddings = await openEmbeddings();
  const bars: Bar[] = [];
  const rows: string[][] = [];
  for (const name of names) {
    const documents = await documentsOf(DATA, name, DOCUMENTS, SEED);
    for (const kind of ['sparse', 'dense'] as const) {
      const made = makeRelease(documents, kind, SEED);
      const { outcome } = await audited(made, documents, corpora, embeddings);
      bars.push(...barsOf(`${name}, ${kind}`, outcome, kind === 'sparse' ? SPARSE : MEDICAL.test(name) ? DENSE.medical : DENSE.other));
      rows.push(...rowsOf(`${name}, ${kind}`, outcome));
    }
  }
  const [first] = names;
  const general = corpora.find((path) => path.includes('general')) ?? corpora[0];
  if (first !== undefined && general !== undefined) {
    const documents = await documentsOf(DATA, first, DOCUMENTS, SEED);
    const { seconds } = await audited(makeRelease(documents, 'sparse', SEED, 4, 127), documents, [general], embeddings);
    bars.push({
      what: 'default audit, 127 generalised items, one corpus',
      figure: `${seconds.toFixed(1)} s`,
      bar: 'under 8 s',
      met: seconds < 8,
    });
    rows.push([`default audit of 127 generalised items, one corpus: ${seconds.toFixed(1)} s of processor time`, ...Array(7).fill('')]);
  }
  writeFigures(
    'calibrated',
    [
      'release',
      'attack',
      'precision',
      'recall',
      'F1',
      'lift of precision over matched',
      'lift of F1 over blind',
      'lift of F1 over best published',
    ],
    rows,
    `Over all added items; sparse (partners at random) and dense (partners from the same transactions) releases of ${DOCUMENTS} texts, 120 generalised items, k = 4. Lifts with their 95 % intervals.`,
  );
  return bars;
}

/** A whole audit with the default attacks, and its user time from opened sources on. */
async function audited(
  made: MadeRelease,
  documents: readonly (readonly string[])[],
  corpora: readonly string[],
  embeddings: Embeddings,
): Promise<{ readonly outcome: SetGeneralisedOutcome; readonly seconds: number }> {
  const sources: OpenSource[] = [];
  for (const path of corpora) sources.push(await openBenchCorpus(path));
  const started = process.cpuUsage().user;
  const outcome = await auditRelease(
    { release: made.release.map(({ items }) => items), original: documents },
    { sources, embeddings },
    { claim: { k: 4, m: 2 }, seed: SEED, embeddings: 'glove', output: {} },
    { encoders: [parquetTables], render: renderReport },
  );
  const seconds = (process.cpuUsage().user - started) / 1e6;
  for (const source of sources) await source.close();
  return { outcome, seconds };
}

function attackOf({ attacks }: SetGeneralisedOutcome, name: string): AttackResult {
  const found = attacks.find(({ attack }) => attack.name === name);
  if (found === undefined) throw new Error(`the audit has no attack "${name}"`);
  return found;
}

const liftOver = ({ lifts }: AttackResult, over: string, measure: AttackLift['measure']): AttackLift | undefined =>
  lifts.find((lift) => lift.over === over && lift.measure === measure);

const shown = (value: number | null | undefined): string => value?.toFixed(3) ?? 'none';
const ends = (lift: AttackLift | undefined): string => `${shown(lift?.lift)} (${shown(lift?.low)} to ${shown(lift?.high)})`;

function barsOf(label: string, outcome: SetGeneralisedOutcome, leastF1: number): Bar[] {
  const cover = attackOf(outcome, 'calibrated');
  const precise = attackOf(outcome, 'calibrated-precise');
  const least = (what: string, value: number | null, bar: number): Bar => ({
    what: `${label}: ${what}`,
    figure: shown(value),
    bar: `at least ${bar}`,
    met: (value ?? 0) >= bar,
  });
  const above = (what: string, lift: AttackLift | undefined): Bar => ({
    what: `${label}: ${what}`,
    figure: ends(lift),
    bar: 'whole interval above 0',
    met: (lift?.low ?? -1) > 0,
  });
  const over = cover.calibration === null ? null : cover.calibration.error - cover.calibration.floor;
  return [
    least('F1', cover.f1, leastF1),
    least('precision at the asked 0.90', precise.precision, 0.88),
    ...(leastF1 === SPARSE ? [least('recall at the asked 0.90', precise.recall, 0.83)] : []),
    above('lift of precision over matched', liftOver(cover, 'matched', 'precision')),
    above('lift of F1 over blind', liftOver(cover, 'blind', 'f1')),
    above('lift of F1 over the best published', liftOver(cover, 'best published', 'f1')),
    { what: `${label}: calibration error less its floor`, figure: shown(over), bar: 'at most 0.03', met: (over ?? 1) <= 0.03 },
  ];
}

function rowsOf(label: string, outcome: SetGeneralisedOutcome): string[][] {
  return outcome.attacks.map((result) => {
    const { attack, precision, recall, f1 } = result;
    const lifts = attack.baseline
      ? ['', '', '']
      : [liftOver(result, 'matched', 'precision'), liftOver(result, 'blind', 'f1'), liftOver(result, 'best published', 'f1')].map((lift) =>
          lift === undefined ? '' : ends(lift),
        );
    console.log(`  ${label}, ${attack.name}: P ${shown(precision)} R ${shown(recall)} F1 ${shown(f1)}`);
    return [label, attack.name, shown(precision), shown(recall), shown(f1), ...lifts];
  });
}
