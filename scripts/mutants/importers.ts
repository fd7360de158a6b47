import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Of each file, those that import it, and how many steps away: 1 is directly. Imports of types alone load nothing. */
export function importersOf(files: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const direct = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8').replaceAll(/^(import|export) type [^;]*;/gm, '');
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
      const imported = join(dirname(file), specifier as string);
      direct.set(imported, [...(direct.get(imported) ?? []), file]);
    }
  }
  return new Map(Array.from(direct.keys(), (file) => [file, stepsFrom(file, direct)]));
}

function stepsFrom(file: string, direct: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  let edge: readonly string[] = [file];
  for (let steps = 1; edge.length > 0; steps += 1) {
    const next = new Set(edge.flatMap((each) => direct.get(each) ?? []).filter((by) => !found.has(by)));
    for (const by of next) found.set(by, steps);
    edge = [...next];
  }
  return found;
}
