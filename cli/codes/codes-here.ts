import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { userFolders } from '../../bin/user-folders.mjs';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { type CodeClass, heldCode } from '../../shared/core/codes/code-system.ts';
import { labelsOfItems } from '../../shared/core/codes/of-items.ts';
import { digestText } from '../../shared/core/keys/digest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { isGeneralised } from '../../shared/core/model/transaction.ts';
import { grouped } from '../../shared/core/verdict/figure-text.ts';
import { readRelease } from '../../shared/kit/read/read-release.ts';
import type { Terminal } from '../command.ts';
import { writeAtomically } from '../write-atomically.ts';

/** A code system that was added on this machine. */
interface KeptCodes {
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

/** The code system that an option names as `codes:NAME`; null of anything else. */
export const codesNamed = (spec: string): KeptCodes | null => (spec.startsWith('codes:') ? keptCodes(spec.slice('codes:'.length)) : null);

/** The code system that was added and knows most of the items; null where none knows enough of them. */
export function recognisedCodes(items: ReadonlySet<string>) {
  const found = keptNames().flatMap((name) => {
    const labels = labelsOfItems(items, keptCodes(name).classes);
    return labels === null ? [] : [{ name, labels }];
  });
  return found.toSorted((a, b) => b.labels.size - a.labels.size)[0] ?? null;
}

/** The labels of a code system, whatever dots and marks a file writes its codes with. */
export class CodeLabels extends Map<string, string> {
  /** Of everything that the labels depend on. */
  readonly version: string;

  constructor({ classes }: KeptCodes) {
    super(classes.map(({ code, label }) => [code, label]));
    this.version = digestText(JSON.stringify(classes));
  }

  override get(code: string): string | undefined {
    return super.get(heldCode(code, (each) => super.has(each)) ?? '');
  }

  override has(code: string): boolean {
    return heldCode(code, (each) => super.has(each)) !== null;
  }
}

/** The request with the labels of the code system that its items are of, where one was added that knows them. */
export async function withCodes(request: AuditRequest, terminal: Terminal): Promise<AuditRequest> {
  const isFile = isPlainFile(request.release);
  if (request.labels !== undefined || request.hierarchy !== undefined || !isFile || keptNames().length === 0) return request;
  const items = await itemsOf(request);
  const codes = items === null ? null : recognisedCodes(items);
  if (items === null || codes === null) return request;
  terminal.err.write(
    `unveil: ${grouped(codes.labels.size)} of ${grouped(items.size)} items are codes of ${codes.name}; it gives their meaning\n`,
  );
  return { ...request, labels: `codes:${codes.name}` };
}

/** Its reader reports all other errors. */
function isPlainFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The distinct items of a file of transactions; null of anything else, whose reader says what is wrong with it. */
async function itemsOf({ release, encoding }: AuditRequest): Promise<ReadonlySet<string> | null> {
  try {
    const opened = await readRelease({ name: release, bytes: await fileBytes(release) }, { gunzip, tables: tableFiles, encoding });
    if (opened.kind === 'clusters') {
      for await (const _ of opened.bytes) break;
      return null;
    }
    const items = new Set<string>();
    for await (const { items: entries } of opened.transactions)
      for (const entry of entries) for (const item of isGeneralised(entry) ? entry : [entry]) items.add(item);
    return items;
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
}
