import { readFileSync } from 'node:fs';
import { exactEntries } from '../../shared/core/format/text.ts';
import type { KnownRelease } from '../audit-release.ts';

/** The example that the README shows. */
export function clinic(): KnownRelease {
  const read = (file: string) => readFileSync(`examples/clinic/${file}.txt`, 'utf8').trimEnd().split('\n').map(exactEntries);
  return { release: read('release'), original: read('original') as string[][] };
}
