import { closeSync, createWriteStream, existsSync, fstatSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bytesOf, openBelow } from '../../shared/adapters/local/door.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { insideFolder, MissingFile } from '../../shared/pipeline/cloud/admit.ts';
import { namedInTurn } from '../../shared/pipeline/identity/audit-identity.ts';
import { parseRequest, pathsOf, type RawRequest, relocated, requestIn } from '../audit/request.ts';

/** A request is a page; a text that is larger is none. */
const TEXT_BYTES = 64_000_000;

/**
 * The files of a drop. Each is opened once, below the watched folder, and copied into a private one: neither a later replacement nor the target
 * of a link is read.
 */
export class HeldDrop {
  /** Where the copies lie, under the names that the drop gave them. */
  readonly folder: string;
  readonly #inbox: string;
  readonly #from: string;
  /** The request or the campaign: named where a path leads out. */
  readonly #file: string;
  readonly #taken = new Map<string, Promise<void>>();

  constructor(at: { readonly inbox: string; readonly from: string; readonly file: string; readonly folder: string }) {
    this.folder = at.folder;
    this.#inbox = at.inbox;
    this.#from = at.from;
    this.#file = at.file;
    this.discard();
  }

  /** Whether it came yet; a path that leads out of the drop is refused. */
  mustBeThere(path: string): void {
    insideFolder(path.replaceAll('\\', '/'), this.#file);
    if (!existsSync(join(this.#from, path))) throw new MissingFile(path);
  }

  text(path: string): string {
    this.mustBeThere(path);
    const file = this.#open(path);
    try {
      if (fstatSync(file).size > TEXT_BYTES) throw new BadInput(`more than ${TEXT_BYTES} bytes: this is no such file`, { file: path });
      return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
    } finally {
      closeSync(file);
    }
  }

  /** Copies a file, or all files of a folder of texts. One that several requests name is copied once. */
  take(path: string): Promise<void> {
    const taken = this.#taken.get(path) ?? this.#copy(path);
    this.#taken.set(path, taken);
    return taken;
  }

  /** Deletes the copies if the drop is refused. */
  async orNothing<T>(admit: () => Promise<T>): Promise<T> {
    try {
      return await admit();
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  discard(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #copy(path: string): Promise<void> {
    if (lstatSync(join(this.#from, path), { throwIfNoEntry: false })?.isDirectory() === true) {
      for (const name of readdirSync(join(this.#from, path))) await this.take(join(path, name));
      return;
    }
    const to = join(this.folder, path);
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    await pipeline(bytesOf(this.#open(path), path), createWriteStream(to, { mode: 0o600 }));
  }

  #open(path: string): number {
    return openBelow(this.#inbox, relative(this.#inbox, resolve(this.#from, path)), path);
  }
}

/** A drop is not trusted: the person who drops a file need not be the one who watches. */
export interface Allowed {
  readonly inbox: string;
  /** Live sources that may be asked. */
  readonly egress: readonly string[];
}

const NAMED = /^(?:wordnet|corpus:[A-Za-z0-9][A-Za-z0-9._-]*)$/;

/** The request of a folder, on the copies of its files. A file that is not there yet is a `MissingFile`. */
export const admittedRequest = async (held: HeldDrop, file: string, allowed: Allowed): Promise<RawRequest> =>
  admitted(parseRequest(requestIn(held.text(file), file), file), file, held, allowed);

/** Refuses what reaches out of the folder or the machine, be it named by the request or by a file that the request names, and copies the rest. */
export async function admitted(request: AuditRequest, file: string, held: HeldDrop, { egress }: Allowed): Promise<RawRequest> {
  const named = pathsOf(request);
  for (const path of named) held.mustBeThere(path);
  const inTurn = await namedInTurn(request, KINDS, async (path) => held.text(path));
  for (const path of inTurn) held.mustBeThere(path);
  for (const source of request.sources) {
    if (!NAMED.test(source) && !PROVIDERS.has(source))
      throw new BadInput('sources: a drop names a source, such as wordnet or corpus:NAME, and no path', { file });
    if (PROVIDERS.has(source) && !egress.includes(source))
      throw new BadInput(`sources: ${source} is a live source, and this watch does not allow it (--egress ${source})`, { file });
  }
  for (const path of [...named, ...inTurn]) await held.take(path);
  return relocated({ ...request }, held.folder);
}
