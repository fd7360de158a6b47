import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../cli/main.ts';

/** A release as `unveil anonymise` makes it, with its original, and what `audit.json` says of it. */
export async function madeRelease(folder: string, input: string, options: readonly string[]) {
  const out = join(folder, 'made');
  let told = '';
  const status = await main(['anonymise', input, ...options, '--out', out], {
    out: { write: () => {} },
    err: { write: (text) => (told += text) },
  });
  if (status !== 0) throw new Error(told);
  const text = (file: string): string => readFileSync(join(out, file), 'utf8');
  const { release, original, ...request } = JSON.parse(text('audit.json')) as { release: string; original: string };
  return { release: [release, text(release)], original: [original, text(original)], request } as const;
}
