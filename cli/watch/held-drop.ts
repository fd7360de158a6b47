import { closeSync, createWriteStream, existsSync, fstatSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bytesOf, openBelow } from '../../shared/adapters/local/door.ts';
import { insideFolder, MissingFile } from '../../shared/app/cloud/admit.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';

/** A request is a page; a text that is larger is none. */
const TEXT_BYTES = 64_000_000;

/**
 * What came with a drop. Each file of it is opened once, below the watched folder, and copied into a private one: what is put in its place later,
 * and what a link would lead to, is never read.
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

  /** Nothing of a drop that is refused is held. */
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
