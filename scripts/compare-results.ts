import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that both homes write in the same bytes: times stand in `audits` alone, and the report shows them. */
export const isCompared = (file: string): boolean =>
  /\.(parquet|jsonl|html)$/.test(file) && !file.includes('table=audits') && !file.endsWith('report.html');

/** Without the day and the audit, which name the partition. */
export const comparedName = (file: string): string => {
  const table = /table=([a-z]+)\//.exec(file)?.[1];
  return `${table === undefined ? '' : `${table}/`}${file.split('/').at(-1)}`;
};

const comparedIn = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(isCompared)
      .map((file) => [comparedName(file), readFileSync(join(folder, file))]),
  );

/** Two folders of results of the same audit: how many files both homes write alike, and which of them one has not, or has otherwise. */
export function differing(one: string, other: string): { readonly files: number; readonly different: readonly string[] } {
  const [a, b] = [comparedIn(one), comparedIn(other)];
  const names = [...new Set([...a.keys(), ...b.keys()])];
  return { files: names.length, different: names.filter((name) => a.get(name)?.equals(b.get(name) ?? Buffer.alloc(0)) !== true) };
}
