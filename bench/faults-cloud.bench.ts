import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, writeFigures } from './bench.ts';

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

/** All faults of which test/workflow/faults-by-position.test.ts takes a sample. */
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
    writeFigures(
      'faults-cloud',
      ['kind', 'fault', 'audits', 'the same bytes', 'a failure that says its name', 'neither'],
      [...new Set(all.map(({ kind }) => kind))].flatMap((kind) =>
        FAULTS.map(([name, of]) => {
          const these = all.filter((each) => each.kind === kind && of.test(each.what));
          const same = these.filter(({ end }) => end === 'the same bytes').length;
          const named = these.filter(({ end }) => end !== null).length - same;
          return [kind, name, String(these.length), String(same), String(named), String(these.length - same - named)];
        }),
      ),
      `Whole audits through the deployed definition and the real handlers, one fault each, beside one without. Failures: ${namesOf(all)}.`,
    );
    for (const { what } of neither) console.log(`    neither: ${what}`);
    return [
      {
        what: 'audits with neither the same bytes nor a named failure',
        figure: String(neither.length),
        bar: '0',
        met: neither.length === 0,
      },
      { what: 'the test over all of them', figure: `exit ${status}`, bar: 'exit 0', met: status === 0 },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

function namesOf(all: readonly Tried[]): string {
  const names = new Map<string, number>();
  for (const { end } of all) if (end !== null && end !== 'the same bytes') names.set(end, (names.get(end) ?? 0) + 1);
  return [...names].map(([name, times]) => `${name} ${times}`).join(', ') || 'none';
}
