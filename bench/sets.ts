import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { seeded } from '../shared/core/random/random.ts';

/** Shape of a public dataset, for its synthetic substitute. */
interface Shape {
  readonly records: number;
  readonly items: number;
  readonly meanLength: number;
}

const SHAPES = {
  bms_webview_1: { records: 59_602, items: 497, meanLength: 2.51 },
  bms_webview_2: { records: 77_512, items: 3_340, meanLength: 4.62 },
  retail: { records: 88_162, items: 16_470, meanLength: 10.31 },
} as const satisfies Readonly<Record<string, Shape>>;

export type SetName = keyof typeof SHAPES;

interface BenchSet {
  /** With a note where the data is synthetic. */
  readonly title: string;
  readonly isReal: boolean;
  readonly records: readonly (readonly string[])[];
}

/** A dataset of ../shared/data (or of `UNVEIL_DATA`), else seeded data of the same shape. */
export function benchSet(name: SetName): BenchSet {
  const file = join(process.env['UNVEIL_DATA'] ?? '../shared/data', 'sets', `${name}.dat.zst`);
  if (!existsSync(file)) return { title: `${name} (synthetic, same shape)`, isReal: false, records: syntheticRecords(name, SHAPES[name]) };
  const lines = zstdDecompressSync(readFileSync(file)).toString().trimEnd().split('\n');
  return { title: name, isReal: true, records: lines.map((line) => [...new Set(line.trim().split(/\s+/))]) };
}

/** Items by Zipf's law, lengths geometric around the mean; records lean towards one of some hundred themes. */
export function syntheticRecords(seed: string, { records, items, meanLength }: Shape): string[][] {
  const random = seeded('bench', seed);
  const themes = 200;
  const zipf = (): number => Math.floor(items ** random.unit()) - 1;
  return Array.from({ length: records }, () => {
    const theme = random.below(themes);
    const wanted = Math.max(1, Math.round(-Math.log(1 - random.unit()) * meanLength));
    const record = new Set<string>();
    for (let at = 0; at < wanted; at += 1) {
      const item = zipf();
      record.add(String(random.below(3) === 0 ? item : (item * themes + theme) % items));
    }
    return [...record];
  });
}
