// UNVEIL_PART=2/8 tries the second eighth of the faults, some minutes; what each part found is kept, and the page is written when all are there.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { BENCH_CACHE } from './calibrated/corpora.ts';

interface Tried {
  readonly kind: string;
  readonly what: string;
  readonly end: string | null;
}

const FAULTS: readonly (readonly [string, RegExp])[] = [
  ['two consecutive steps fail once, before or after their work', / and /],
  ['a child of a map is killed', /, child /],
  ['one call to S3 is refused, by its position', /^S3/],
  ['one call to DynamoDB is refused, by its position', /^DynamoDB/],
];
const NOTE =
  'Whole audits through the deployed definition and the real handlers, one fault each; the bytes are those of home. Test: test/workflow/faults-by-position, which takes a sample.';
const [PART = 1, PARTS = 1] = (process.env['UNVEIL_PART'] ?? '1/1').split('/').map(Number);

/** All faults, or a part of them. */
export const bench: Bench = async () => {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const folder = join(BENCH_CACHE, `faults-cloud-${commit}`);
  mkdirSync(folder, { recursive: true });
  const foundBy = (part: number): string => join(folder, `${part}-of-${PARTS}.json`);
  const { status } = spawnSync(process.execPath, ['scripts/jest.ts', 'test/workflow/faults-by-position.test.ts'], {
    env: { ...process.env, FAULTS_FOUND: foundBy(PART), FAULTS_PART: `${PART}/${PARTS}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const there = Array.from({ length: PARTS }, (_, at) => at + 1).filter((part) => existsSync(foundBy(part)));
  const all = there.flatMap((part): readonly Tried[] => JSON.parse(readFileSync(foundBy(part), 'utf8')));
  for (const { kind, what, end } of all) if (end !== 'the same bytes') console.log(`    ${end ?? 'neither'}: ${kind}, ${what}`);
  const bars = [
    ...[...new Set(all.map(({ kind }) => kind))].flatMap((kind) =>
      FAULTS.map(([name, of]): Bar => {
        const these = all.filter((each) => each.kind === kind && of.test(each.what));
        const same = these.filter(({ end }) => end === 'the same bytes').length;
        const left = these.filter(({ end }) => end === null).length;
        const what = `${kind}, ${name}: neither the bytes of home nor a named failure, of ${these.length} (${same} the same)`;
        return { what, figure: String(left), bar: '0', met: left === 0 };
      }),
    ),
    { what: `the test over part ${PART} of ${PARTS}`, figure: `exit ${status}`, bar: 'exit 0', met: status === 0 },
  ];
  if (there.length < PARTS) console.log(`    parts so far: ${there.join(', ')} of ${PARTS}`);
  else
    writeFigures(
      'faults-cloud',
      ['what', 'figure', 'asked'],
      bars.map(({ what, figure, bar }) => [what, figure, bar]),
      NOTE,
    );
  return bars;
};
