import { once } from 'node:events';
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileBytes } from '../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../shared/adapters/node/gunzip.ts';
import { readRelease } from '../shared/app/read-release.ts';
import { encoderOf } from '../shared/core/format/encoder.ts';
import type { TransactionFormat } from '../shared/core/format/format.ts';
import type { Entry } from '../shared/core/model/transaction.ts';
import { seeded } from '../shared/core/random/random.ts';
import { type Bar, writeFigures } from './bench.ts';

const LINES = 1_000_000;
const MB = 1_000_000;

/** A release of a million transactions over 5,000 items, a tenth of them generalised in fours; repeated from 10,000 different lines. */
async function writeRelease(path: string, format: TransactionFormat): Promise<void> {
  const encoder = encoderOf(format);
  const random = seeded('read bench');
  const lines = Array.from({ length: 10_000 }, () => {
    const items: Entry[] = [...new Set(Array.from({ length: 7 }, () => 500 + random.below(4_500)))].map((item) => `disease ${item}`);
    const group = random.below(125) * 4;
    items.splice(
      random.below(items.length),
      0,
      [0, 1, 2, 3].map((member) => `condition ${group + member}`),
    );
    return encoder.line({ items });
  });
  const out = createWriteStream(path);
  for (let block = 0; block < LINES / lines.length; block += 1) {
    if (!out.write(lines.join(''))) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}

/** What one would write in a minute: everything in memory, no checks, no places. */
const NAIVE: Readonly<Record<'text' | 'jsonl', (text: string) => number>> = {
  text: (text) =>
    text.split('\n').map((line) => line.split(/, (?![^(]*\))/).map((item) => (item.startsWith('(') ? item.slice(1, -1).split(', ') : item)))
      .length,
  jsonl: (text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { readonly items: readonly Entry[] }).items).length,
};

const userMilliseconds = (): number => process.cpuUsage().user / 1000;

export async function bench(): Promise<readonly Bar[]> {
  const folder = await mkdtemp(join(tmpdir(), 'unveil-read-'));
  const bars: Bar[] = [];
  const rows: string[][] = [];
  try {
    for (const format of ['text', 'jsonl'] as const) {
      const path = join(folder, `release.${format}`);
      await writeRelease(path, format);
      const size = statSync(path).size / MB;

      const before = process.memoryUsage.rss();
      let peak = before;
      let started = userMilliseconds();
      const opened = await readRelease({ name: path, bytes: await fileBytes(path) }, { gunzip, format });
      if (opened.kind !== 'transactions') throw new Error('transactions were written');
      let count = 0;
      for await (const _ of opened.transactions) {
        count += 1;
        if (count % 10_000 === 0) peak = Math.max(peak, process.memoryUsage.rss());
      }
      const streamed = userMilliseconds() - started;
      if (count !== LINES) throw new Error(`${count} transactions were read`);
      const grown = (peak - before) / MB;

      started = userMilliseconds();
      NAIVE[format](readFileSync(path, 'utf8'));
      const naive = userMilliseconds() - started;

      const speed = (milliseconds: number): string => `${((size / milliseconds) * 1000).toFixed(0)} MB/s`;
      rows.push([format, size.toFixed(0), speed(streamed), speed(naive), (naive / streamed).toFixed(2), grown.toFixed(0)]);
      bars.push(
        {
          what: `${format}: checked stream against readFile and split`,
          figure: `${(naive / streamed).toFixed(2)} × its speed (${speed(streamed)})`,
          bar: '>= 0.4 ×',
          met: naive / streamed >= 0.4,
        },
        { what: `${format}: memory grown over 1,000,000 lines`, figure: `${grown.toFixed(0)} MB`, bar: '<= 200 MB', met: grown <= 200 },
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  writeFigures(
    'read',
    ['format', 'MB', 'checked stream', 'readFile and split', 'ratio', 'memory grown, MB'],
    rows,
    'Reading 1,000,000 transactions of 8 entries, one generalised: user CPU time in one process, and the growth of its resident memory while streaming.',
  );
  return bars;
}
