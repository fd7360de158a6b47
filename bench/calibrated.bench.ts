// The calibrated attack on releases made from texts, against blind, matched and the published attacks in the same run. Options by environment:
// UNVEIL_DATA (a folder with texts/*.jsonl.zst and corpora/*.jsonl.zst; by default ../shared/data), UNVEIL_TEXTS (names, comma between), UNVEIL_SEED.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddings } from '../shared/adapters/local/embeddings/open-embeddings.ts';
import { type AskedSource, askSingles, countTables } from '../shared/app/calibrated/gather.ts';
import { type CalibratedInput, learn, prepare } from '../shared/app/calibrated/learn.ts';
import { attackNamed } from '../shared/core/attack/attacks.ts';
import { type DecisionKind, decide } from '../shared/core/attack/calibrated/decide.ts';
import {
  contextItems,
  type IndexedGroup,
  type IndexedRelease,
  indexRelease,
  nearestFirst,
} from '../shared/core/attack/calibrated/indexed-release.ts';
import type { DistanceTable } from '../shared/core/attack/table.ts';
import { liftInterval, type RowShare, shareOf } from '../shared/core/measure/intervals.ts';
import { ngd } from '../shared/core/relatedness/ngd.ts';
import { type Bar, writeFigures } from './bench.ts';
import { openBenchCorpus } from './calibrated/corpora.ts';
import { documentsOf } from './calibrated/documents.ts';
import { makeRelease } from './calibrated/make-release.ts';

const DATA = process.env['UNVEIL_DATA'] ?? '../shared/data';
const SEED = process.env['UNVEIL_SEED'] ?? 'bench';
const PUBLISHED = ['mda', 'tba', 'wba', 'gba', 'rba', 'gba-normalised', 'rba-normalised'] as const;
const DOCUMENTS = 700;

export async function bench(): Promise<readonly Bar[]> {
  if (!existsSync(join(DATA, 'texts'))) {
    console.log(`  no texts in ${DATA}: nothing measured`);
    return [];
  }
  const names =
    process.env['UNVEIL_TEXTS']?.split(',') ?? readdirSync(join(DATA, 'texts')).map((file) => file.replace(/\.jsonl(\.zst)?$/, ''));
  const sources = [];
  for (const file of readdirSync(join(DATA, 'corpora')).toSorted()) sources.push(await openBenchCorpus(join(DATA, 'corpora', file)));
  const embeddings = await openEmbeddings();
  const bars: Bar[] = [];
  const table: string[][] = [];
  for (const name of names) {
    const documents = await documentsOf(DATA, name, DOCUMENTS, SEED);
    for (const kind of ['sparse', 'dense'] as const) {
      const made = makeRelease(documents, kind, SEED);
      const started = process.cpuUsage().user;
      const input: CalibratedInput = { ...made, sources, embeddings, ordered: true, constrained: true, seed: SEED, asked: 0.9 };
      const prepared = await prepare({ ...input, release: made.release });
      if ('reason' in prepared) {
        console.log(`  ${name}, ${kind}: ${prepared.reason}`);
        continue;
      }
      const learned = await learn(prepared, input);
      const seconds = (process.cpuUsage().user - started) / 1e6;
      const release = indexRelease(made.release);
      const groups = release.groups.filter(({ rows }) => rows.length > 1);
      const scores = new Map(learned.tables.map((each) => [each.key, each]));
      const truth = groups.map((group) => truthOf(release, group, made.truth));
      const measured = (cellsOf: (group: IndexedGroup) => Iterable<number>): Measured => measure(groups, truth, cellsOf);
      const ours = (decision: DecisionKind): Measured =>
        measured((group) => {
          const each = scores.get(group.key);
          if (each === undefined) throw new Error('a group without scores');
          return decide(learned.model, learned.baseRate.shift, { ...each, s: Float64Array.from(each.s) }, decision).cells;
        });
      const cover = ours('cover');
      const precise = ours('precise');
      const asked = await askSingles(sources, release.terms);
      const counts = await countTables(
        asked,
        release.terms,
        groups.map((group) => ({ release, group })),
      );
      const tables = new Map(groups.map((group, at) => [group.key, distances(release, group, asked, counts[at] as Float64Array[])]));
      const published = (attack: string): Measured =>
        measured((group) => {
          const cells = tables.get(group.key) as DistanceTable;
          const verdict = attackNamed(attack)?.run(cells, { seed: SEED, key: group.key });
          return verdict?.kind === 'decided' ? verdict.eliminations.map(({ row, column }) => row * cells.columns + column) : [];
        });
      const blind = published('blind');
      const best = PUBLISHED.map((attack) => published(attack)).reduce((a, b) => (b.f1 > a.f1 ? b : a));
      const label = `${name}, ${kind}`;
      const line = (what: string, { precision, recall, f1 }: Measured): void => {
        table.push([label, what, ...[precision, recall, f1].map((value) => value.toFixed(3))]);
        console.log(`  ${label}, ${what}: P ${precision.toFixed(3)} R ${recall.toFixed(3)} F1 ${f1.toFixed(3)}`);
      };
      line('calibrated, cover', cover);
      line('calibrated, at precision 0.90', precise);
      line('blind', blind);
      line('best published on F1', best);
      console.log(`  ${label}: ${seconds.toFixed(1)} s of processor time, ${groups.length} groups, sharing ${learned.sharing}`);
      const over = (other: Measured): string => {
        const lift = liftInterval(cover.f1Rows, other.f1Rows);
        return lift === null ? 'too few' : `${lift.lift.toFixed(3)} (${lift.low.toFixed(3)} to ${lift.high.toFixed(3)})`;
      };
      const least = kind === 'sparse' ? 0.9 : 0.8;
      bars.push({ what: `${label}: F1`, figure: cover.f1.toFixed(3), bar: `>= ${least}`, met: cover.f1 >= least });
      bars.push({
        what: `${label}: precision at 0.90`,
        figure: precise.precision.toFixed(3),
        bar: '>= 0.88',
        met: precise.precision >= 0.88,
      });
      if (kind === 'sparse') {
        bars.push({
          what: `${label}: recall at precision 0.90`,
          figure: precise.recall.toFixed(3),
          bar: '>= 0.83',
          met: precise.recall >= 0.83,
        });
      }
      for (const [what, other] of [
        ['blind', blind],
        ['best published', best],
      ] as const) {
        const met = (liftInterval(cover.f1Rows, other.f1Rows)?.low ?? -1) > 0;
        bars.push({ what: `${label}: lift of F1 over ${what}`, figure: over(other), bar: 'whole interval above 0', met });
      }
    }
  }
  writeFigures(
    'calibrated',
    ['release', 'attack', 'precision', 'recall', 'F1'],
    table,
    'Over all added items; sparse and dense releases of 700 texts.',
  );
  for (const source of sources) await source.close();
  return bars;
}

interface Measured {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly f1Rows: readonly RowShare[];
}

const truthOf = ({ terms }: IndexedRelease, { rows, members }: IndexedGroup, truth: readonly ReadonlySet<string>[]): Uint8Array =>
  Uint8Array.from({ length: rows.length * members.length }, (_, cell) =>
    truth[rows[Math.floor(cell / members.length)] as number]?.has(terms[members[cell % members.length] as number] as string) === true
      ? 1
      : 0,
  );

function measure(
  groups: readonly IndexedGroup[],
  truth: readonly Uint8Array[],
  cellsOf: (group: IndexedGroup) => Iterable<number>,
): Measured {
  const rows = groups.flatMap((group, at) => {
    const width = group.members.length;
    const original = truth[at] as Uint8Array;
    const own = Array.from(group.rows, (transaction) => ({ group: at, transaction, eliminated: 0, correct: 0, added: 0 }));
    for (const [cell, yes] of original.entries()) (own[Math.floor(cell / width)] as { added: number }).added += 1 - yes;
    for (const cell of cellsOf(group)) {
      const row = own[Math.floor(cell / width)] as { eliminated: number; correct: number };
      row.eliminated += 1;
      row.correct += 1 - (original[cell] as number);
    }
    return own;
  });
  const shares = (part: (row: (typeof rows)[number]) => number, whole: (row: (typeof rows)[number]) => number): RowShare[] =>
    rows.map((row) => ({ group: row.group, transaction: row.transaction, part: part(row), whole: whole(row) }));
  const f1Rows = shares(
    ({ correct }) => 2 * correct,
    ({ eliminated, added }) => eliminated + added,
  );
  return {
    precision:
      shareOf(
        shares(
          ({ correct }) => correct,
          ({ eliminated }) => eliminated,
        ),
      ) ?? Number.NaN,
    recall:
      shareOf(
        shares(
          ({ correct }) => correct,
          ({ added }) => added,
        ),
      ) ?? Number.NaN,
    f1: shareOf(f1Rows) ?? 0,
    f1Rows,
  };
}

/** NGD to the two nearest context items, from the first source that has an answer for the pair: what the published attacks see. */
function distances(
  release: IndexedRelease,
  group: IndexedGroup,
  sources: readonly AskedSource[],
  both: readonly Float64Array[],
): DistanceTable {
  const columns = group.members.length;
  const items = contextItems(release, group);
  const cells = new Float64Array(group.rows.length * columns).fill(Number.NaN);
  for (const row of group.rows.keys()) {
    const context = nearestFirst(release, group, row).slice(0, 2);
    for (const [column, member] of group.members.entries()) {
      const known = Array.from(context, (item) => {
        for (const [at, { single, size }] of sources.entries()) {
          const together = both[at]?.[column * items.length + items.indexOf(item)] as number;
          const { state, value } = ngd({ x: single[member] as number, y: single[item] as number, both: together, size });
          if (state === 'ok' || state === 'never together') return value;
        }
        return Number.NaN;
      }).filter((value) => !Number.isNaN(value));
      if (known.length > 0) cells[row * columns + column] = known.reduce((a, b) => a + b, 0) / known.length;
    }
  }
  return { rows: group.rows.length, columns, cells };
}
