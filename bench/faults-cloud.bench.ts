import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench.ts';

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

export const note = 'Whole audits through the deployed definition and the real handlers, one fault each.';

/** All faults; test/workflow/faults-by-position.test.ts takes a sample. */
export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-faults-cloud-'));
  try {
    const found = join(folder, 'found.json');
    const { status } = spawnSync(process.execPath, ['scripts/jest.ts', 'test/workflow/faults-by-position.test.ts'], {
      env: { ...process.env, FAULTS_FOUND: found },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const all: readonly Tried[] = JSON.parse(readFileSync(found, 'utf8'));
    const neither = all.filter(({ end }) => end === null);
    for (const { what } of neither) console.log(`    neither: ${what}`);
    return [
      ...[...new Set(all.map(({ kind }) => kind))].flatMap((kind) =>
        FAULTS.map(([name, of]) => {
          const these = all.filter((each) => each.kind === kind && of.test(each.what));
          const same = these.filter(({ end }) => end === 'the same bytes').length;
          const left = these.filter(({ end }) => end === null).length;
          return {
            what: `${kind}, ${name}: neither the same bytes nor a named failure, of ${these.length} (${same} the same)`,
            figure: String(left),
            bar: '0',
            met: left === 0,
          };
        }),
      ),
      { what: 'the test over all of them', figure: `exit ${status}`, bar: 'exit 0', met: status === 0 },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
