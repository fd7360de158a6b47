import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { userFolders } from '../../shared/adapters/local/user-folders.ts';
import type { CodeClass } from '../../shared/core/codes/code-system.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { writeAtomically } from '../write-atomically.ts';

/** A code system that was added on this machine. */
export interface KeptCodes {
  readonly name: string;
  readonly classes: readonly CodeClass[];
}

const ENDING = '.codes.json';
const folder = (): string => join(userFolders().data, 'codes');
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

function fileOf(name: string): string {
  if (!NAME.test(name)) throw new BadInput('a code system is named with up to 64 letters, digits, dots, dashes and underscores');
  return join(folder(), name + ENDING);
}

export async function keepCodes(name: string, classes: readonly CodeClass[]): Promise<string> {
  const file = fileOf(name);
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  await writeAtomically(file, [JSON.stringify({ name, classes })]);
  return file;
}

export const keptNames = (): string[] =>
  existsSync(folder())
    ? readdirSync(folder())
        .filter((file) => file.endsWith(ENDING))
        .map((file) => file.slice(0, -ENDING.length))
        .toSorted()
    : [];

export function keptCodes(name: string): KeptCodes {
  const file = fileOf(name);
  if (!existsSync(file)) {
    const names = keptNames();
    throw new BadInput(
      `there is no code system "${name}"; ${names.length === 0 ? 'none was added yet (unveil codes add FILE)' : `there are: ${names.join(', ')}`}`,
    );
  }
  return JSON.parse(readFileSync(file, 'utf8')) as KeptCodes;
}

export function dropCodes(name: string): void {
  keptCodes(name);
  rmSync(fileOf(name));
}

/** What an option names as `codes:NAME`; null of anything else. */
export const codesNamed = (spec: string): KeptCodes | null => (spec.startsWith('codes:') ? keptCodes(spec.slice('codes:'.length)) : null);
