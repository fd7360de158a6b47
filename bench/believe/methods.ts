import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import type { Expected, Range } from '../../shared/core/attack/calibrated/outlook.ts';
import type { PracticeVerdict } from '../../shared/core/attack/calibrated/practice-verdict.ts';
import type { Entry } from '../../shared/core/model/transaction.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { auditRelease, type Knowledge } from './audit-release.ts';
import type { MakeSection } from './section.ts';

/** Releases by each method. */
const EACH = 4;
const ASKED = 0.9;

/** How a method is called, and how its release is checked against what it claims. */
interface Method {
  readonly name: string;
  readonly of: 'transactions' | 'table';
  readonly make: readonly string[];
  readonly check: readonly string[];
  readonly release: string;
  /** Has generalised items, which the calibrated attack can undo. */
  readonly attacked: boolean;
}

const SETS: readonly Method[] = [
  {
    name: 'coat',
    of: 'transactions',
    make: ['--k', '4', '--privacy', 'random:0.15', '--utility', 'all', '--max-suppressed', '0.05'],
    check: ['--k', '4', '--constraints', 'privacy.txt'],
    release: 'release.jsonl',
    attacked: true,
  },
  {
    name: 'km',
    of: 'transactions',
    make: ['--k', '2', '--m', '2', '--hierarchy', 'degree:4'],
    check: ['--k', '2', '--m', '2'],
    release: 'release.jsonl',
    attacked: false,
  },
  ...(['', '--refine', '--refine --safe'] as const).map((how): Method => {
    const flags = how === '' ? [] : how.split(' ');
    const strict = how.includes('safe') ? ['--strict'] : [];
    const claim = ['--k', '3', '--m', '2'];
    const name = `disassociate ${how}`.trim();
    return { name, of: 'transactions', make: [...claim, ...flags], check: [...claim, ...strict], release: 'release.json', attacked: false };
  }),
];

const TABLES = ['mingen', 'samarati', 'lattice', 'datafly', 'mu-argus', 'mondrian', 'anatomy'].map(
  (name): Method => ({
    name,
    of: 'table',
    make: ['--roles', 'roles.json'],
    check: ['--roles', 'roles.json'],
    release: '',
    attacked: false,
  }),
);

interface Made {
  readonly method: Method;
  readonly refused: string | null;
  readonly claimHolds: boolean;
  readonly promised: boolean | null;
  readonly precision: number | null;
  readonly inRange: boolean | null;
}

/** Every method of `unveil anonymise`: does what it writes hold what it claims, by the independent check; and does what is stated of an attack on it come true. */
export const methods: MakeSection = async (say) => {
  const wordnet = await openSource('wordnet');
  const knowledge: Knowledge = { sources: [wordnet], embeddings: null };
  const found: Made[] = [];
  for (const method of [...SETS, ...TABLES]) {
    for (let turn = 0; turn < EACH; turn += 1) {
      const made = await tried(method, turn, knowledge);
      found.push(made);
      say(
        `${method.name} ${turn}: ${made.refused ?? (made.claimHolds ? 'claim holds' : 'CLAIM FAILS')}${made.inRange === null ? '' : `, recall in range: ${made.inRange}, precision ${made.precision?.toFixed(3)}, promised: ${made.promised}`}`,
      );
    }
  }
  await wordnet.close();
  const written = found.filter(({ refused }) => refused === null);
  const held = written.filter(({ claimHolds }) => claimHolds).length;
  const attacked = written.filter(({ inRange }) => inRange !== null);
  const inRange = attacked.filter((each) => each.inRange === true).length;
  return {
    title: 'Every method of anonymise',
    note: `${EACH} releases by each method, made and checked by the commands as a user runs them: 300 transactions of examples/clinic's original drawn by a seed, and 400 people of examples/patients. The claim is that of the method's own settings, read again by \`unveil check\`; buckets are counted here. What \`coat\` generalises is attacked by \`calibrated-precise\` at ${ASKED} with WordNet: the range of recall is stated without the original. *Refused*: the method said that it cannot keep its claim, and wrote nothing.`,
    header: ['method', 'written', 'refused', 'claim holds by unveil check', 'recall in its range', 'mean precision', 'promised and missed'],
    rows: [...SETS, ...TABLES].map((method) => {
      const own = found.filter((each) => each.method === method);
      const wrote = own.filter(({ refused }) => refused === null);
      const judged = wrote.filter((each) => each.inRange !== null);
      const right = judged.flatMap(({ precision }) => precision ?? []);
      return [
        method.name,
        String(wrote.length),
        String(own.length - wrote.length),
        `${wrote.filter(({ claimHolds }) => claimHolds).length} of ${wrote.length}`,
        judged.length === 0 ? '' : `${judged.filter((each) => each.inRange === true).length} of ${judged.length}`,
        right.length === 0 ? '' : (right.reduce((a, b) => a + b, 0) / right.length).toFixed(3),
        judged.length === 0
          ? ''
          : String(judged.filter(({ promised, precision }) => promised === true && precision !== null && precision < ASKED).length),
      ];
    }),
    bars: [
      {
        what: 'claims that hold by the independent check',
        figure: `${held} of ${written.length}`,
        bar: 'all',
        met: held === written.length,
      },
      {
        what: 'recall in the range that is stated',
        figure: `${inRange} of ${attacked.length}`,
        bar: 'at least 9 of 10',
        met: inRange >= 0.9 * attacked.length,
      },
    ],
  };
};

async function tried(method: Method, turn: number, knowledge: Knowledge): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-believe-'));
  try {
    const input = method.of === 'table' ? tableIn(folder, turn) : transactionsIn(folder, turn);
    const out = join(folder, 'out');
    const made = unveil(folder, [
      'anonymise',
      input,
      '--method',
      method.name.split(' ')[0] as string,
      ...method.make,
      '--seed',
      `believe ${turn}`,
      '--out',
      out,
    ]);
    if (made.status === 3) return { method, refused: 'refused', claimHolds: false, promised: null, precision: null, inRange: null };
    if (made.status !== 0) throw new Error(`${method.name}: ${made.stderr}`);
    const { release = method.release } =
      method.of === 'table' ? (JSON.parse(readFileSync(join(out, 'audit.json'), 'utf8')) as { release: string }) : {};
    if (method.name === 'anatomy')
      return { method, refused: null, claimHolds: bucketsHold(out), promised: null, precision: null, inRange: null };
    const checked = unveil(out, ['check', release, ...method.check]);
    if (checked.status !== 0 && checked.status !== 3) throw new Error(`${method.name}: ${checked.stderr}`);
    const judged = method.attacked ? await attackedIn(out, knowledge) : { promised: null, precision: null, inRange: null };
    return { method, refused: null, claimHolds: checked.status === 0, ...judged };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Buckets are two tables, which `unveil check` does not read as one: counted here. At least two values in each, none of more than half of its records. */
function bucketsHold(out: string): boolean {
  const [head = '', ...rows] = readFileSync(join(out, 'values.csv'), 'utf8').trimEnd().split('\n');
  const columns = head.split(',');
  const [bucket, count] = [columns.indexOf('bucket'), columns.indexOf('count')];
  const buckets = Map.groupBy(
    rows.map((row) => row.split(',')),
    (row) => row[bucket],
  );
  return [...buckets.values()].every((values) => {
    const counts = values.map((row) => Number(row[count]));
    return counts.length >= 2 && 2 * Math.max(...counts) <= counts.reduce((a, b) => a + b, 0);
  });
}

async function attackedIn(out: string, knowledge: Knowledge): Promise<Pick<Made, 'promised' | 'precision' | 'inRange'>> {
  const items = <T>(name: string): T[] =>
    readFileSync(join(out, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { items: T }).items);
  const known = { release: items<readonly Entry[]>('release.jsonl'), original: items<readonly string[]>('original.jsonl') };
  const { attacks } = await auditRelease(known, knowledge, {
    attacks: ['calibrated-precise'],
    precision: ASKED,
    context: { order: 'meaningless' },
  });
  const [precise] = attacks;
  const details = precise?.details as { practice?: PracticeVerdict; expected?: Expected; range?: Range } | null | undefined;
  if (precise === undefined || details?.practice === undefined) return { promised: null, precision: null, inRange: null };
  const { recall, precision } = precise;
  const range = details.range?.recall ?? null;
  return {
    promised: details.practice.cannotPromise === null,
    precision,
    inRange: recall === null || range === null ? null : range.low <= recall && recall <= range.high,
  };
}

const UNVEIL = join(import.meta.dirname, '../../bin/unveil.mjs');
const unveil = (cwd: string, args: readonly string[]) => spawnSync(process.execPath, [UNVEIL, ...args], { cwd, encoding: 'utf8' });

function transactionsIn(folder: string, turn: number): string {
  const lines = readFileSync('examples/clinic/original.txt', 'utf8').trimEnd().split('\n');
  writeFileSync(join(folder, 'in.txt'), `${shuffle(lines, seeded('methods', turn)).slice(0, 300).join('\n')}\n`);
  return 'in.txt';
}

function tableIn(folder: string, turn: number): string {
  cpSync('examples/patients', folder, { recursive: true, filter: (path) => !path.includes('release') });
  const [head, ...rows] = readFileSync('examples/patients/patients.csv', 'utf8').trimEnd().split('\n');
  writeFileSync(join(folder, 'in.csv'), `${[head, ...shuffle(rows, seeded('methods', turn)).slice(0, 400)].join('\n')}\n`);
  return 'in.csv';
}
