import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** In each place of `kept` (a file, an object, a row; also its name), which of these items stand. As text in UTF-8 and UTF-16, and packed. */
export function itemsIn(kept: Iterable<readonly [name: string, content: string | Uint8Array]>, items: readonly string[]): string[] {
  const found: string[] = [];
  for (const [name, content] of kept) {
    const bytes = Buffer.from(content as Uint8Array);
    const unpacked = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
    for (const item of items) {
      const forms = [
        Buffer.from(item),
        Buffer.from(item, 'utf16le'),
        Buffer.from(encodeURIComponent(item)),
        Buffer.from(btoa(item).slice(0, -3)),
      ];
      if (name.includes(item) || forms.some((form) => unpacked.includes(form))) found.push(`${item} in ${name}`);
    }
  }
  return found;
}

/** All files below a folder, but for those of some folders in it. */
export function* filesBelow(folder: string, without: readonly string[] = []): Generator<readonly [string, Buffer]> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !without.some((each) => path.startsWith(join(folder, each)))) yield [path, readFileSync(path)];
  }
}
