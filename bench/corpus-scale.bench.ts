import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bar, writeFigures } from './bench.ts';
import { child } from './corpus-children.ts';
import { syntheticPieces } from './corpus-data.ts';

/** Growth from 100,000 to 1,000,000 synthetic pieces, in CPU time, each read from a file by `unveil corpus build` in a process of its own. */
export async function bench(): Promise<readonly Bar[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-bench-'));
  try {
    const rows: string[][] = [];
    const bars = scale(folder, rows);
    writeFigures(
      'corpus-scale',
      ['what', 'figure'],
      rows,
      'Growth from 100,000 to 1,000,000 synthetic pieces, in CPU time, each read from a file by `unveil corpus build` in a process of its own. Memory is all that the process takes.',
    );
    return bars;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function scale(folder: string, rows: string[][]): Bar[] {
  const [small, large] = [100_000, 1_000_000].map((pieces) => {
    const text = join(folder, `${pieces}.txt`);
    writePieces(text, pieces);
    return child('many-pieces.ts', text, join(folder, `${pieces}.unveil-index`), '256');
  }) as [Record<string, number>, Record<string, number>];
  const growth = (figure: string): number => (large[figure] as number) / (small[figure] as number);
  rows.push(['1,000,000 pieces, --memory 256: most memory while building', `${(large['buildMegabytes'] as number).toFixed(0)} MB`]);
  rows.push(['1,000,000 pieces: most memory with a table of 1,000 × 1,000 counted', `${(large['megabytes'] as number).toFixed(0)} MB`]);
  rows.push(['10 times the pieces: times the build', growth('buildSeconds').toFixed(1)]);
  rows.push(['10 times the pieces: times the count of a table', growth('countSeconds').toFixed(1)]);
  return [
    {
      what: '10 times the pieces, times the build',
      figure: growth('buildSeconds').toFixed(1),
      bar: 'at most 11',
      met: growth('buildSeconds') <= 11,
    },
    {
      what: '10 times the pieces, times a count',
      figure: growth('countSeconds').toFixed(1),
      bar: 'at most 10',
      met: growth('countSeconds') <= 10,
    },
    {
      what: '1,000,000 pieces: memory of the build',
      figure: `${(large['buildMegabytes'] as number).toFixed(0)} MB`,
      bar: 'at most 256 MB',
      met: (large['buildMegabytes'] as number) <= 256,
    },
    {
      what: '1,000,000 pieces: memory of counting',
      figure: `${(large['megabytes'] as number).toFixed(0)} MB`,
      bar: 'under 1 GB',
      met: (large['megabytes'] as number) < 1000,
    },
  ];
}

/** Here, not where they are indexed: what makes them takes memory too. */
function writePieces(path: string, pieces: number): void {
  const fd = openSync(path, 'wx');
  let lines: string[] = [];
  for (const text of syntheticPieces(pieces, 'many')) {
    lines.push(text, '\n');
    if (lines.length < 2000) continue;
    writeSync(fd, lines.join(''));
    lines = [];
  }
  writeSync(fd, lines.join(''));
  closeSync(fd);
}
