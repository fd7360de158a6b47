import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { namesIn, pathOf, type SystemCall } from './trace.ts';

/** A file or folder of the disk: its number. */
type Node = number;

interface Content {
  readonly at: number;
  readonly node: Node;
  /** Bytes from an offset on; null: cut to that size. */
  readonly bytes: Buffer | null;
  readonly offset: number;
}

/** Names that appear or go together: a rename is both. */
interface Names {
  readonly at: number;
  readonly changes: readonly { readonly folder: Node; readonly name: string; readonly node: Node | null }[];
}

const ROOT: Node = 0;

/** What survives of writes and names that were not synced: nothing; names and no content; some of both, names in the order of their folder; all. */
type Survivors = 'nothing' | 'names' | 'some' | 'all';

/**
 * A folder and all that was done to it, as the system's calls tell. `surviving` is what a disk may hold after a power cut: everything that was synced, and
 * of the rest what the file system happened to write, where a folder keeps the order of its own names.
 */
export class Disk {
  readonly #root: string;
  readonly #initial = new Map<Node, Buffer>();
  readonly #folders = new Map<Node, Map<string, Node>>([[ROOT, new Map()]]);
  readonly #begun: ReadonlyMap<Node, ReadonlyMap<string, Node>>;
  readonly #contents: Content[] = [];
  readonly #names: Names[] = [];
  readonly #syncs: { readonly at: number; readonly node: Node }[] = [];
  readonly #offsets = new Map<string, number>();
  readonly #sizes = new Map<Node, number>();
  #last = ROOT;
  #at = 0;

  /** `root` as it is before anything is done to it; all of it is on the disk. */
  constructor(root: string) {
    this.#root = root;
    const read = (path: string, folder: Node): void => {
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const node = this.#made(entry.isDirectory());
        this.#folders.get(folder)?.set(entry.name, node);
        if (entry.isDirectory()) read(join(path, entry.name), node);
        if (!entry.isFile()) continue;
        const content = readFileSync(join(path, entry.name));
        this.#initial.set(node, content);
        this.#sizes.set(node, content.length);
      }
    };
    read(root, ROOT);
    this.#begun = new Map([...this.#folders].map(([node, names]) => [node, new Map(names)]));
  }

  /** Moments at which something was changed or synced. */
  get moments(): number {
    return this.#at;
  }

  /** Moments at which a name was changed outside of a draft: those that matter. */
  get turns(): readonly number[] {
    return this.#names.filter(({ changes }) => changes.length > 1).map(({ at }) => at);
  }

  do(call: SystemCall): void {
    const { process, name, asked, answer } = call;
    if (/^(?:open|openat|openat2|creat)$/.test(name)) this.#opened(call);
    else if (/^p?write|^(?:copy_file_range|sendfile)$/.test(name)) this.#written(call);
    else if (name === 'lseek') this.#offsets.set(`${process}:${Number.parseInt(asked, 10)}`, Number.parseInt(answer, 10));
    else if (/truncate$|sync$/.test(name)) this.#ofFile(call);
    else this.#ofNames(call);
  }

  #ofFile({ name, asked }: SystemCall): void {
    const node = this.#find(name === 'truncate' ? (this.#paths(asked)[0] ?? '') : textPath(asked));
    if (node === null) return;
    if (name.endsWith('sync')) this.#syncs.push({ at: this.#next(), node });
    else this.#cut(node, Number(asked.split(', ').at(-1)));
  }

  #ofNames({ name, asked }: SystemCall): void {
    const [first = '', second = ''] = this.#paths(asked);
    if (/^mkdir/.test(name)) this.#named(first, this.#made(true));
    else if (/^(?:unlink|rmdir)/.test(name)) this.#rename(first, null);
    else if (/^rename/.test(name)) this.#rename(first, second);
    else if (/^link/.test(name)) {
      const node = this.#find(first);
      if (node !== null) this.#named(second, node);
    }
  }

  /** Writes to the root, which is emptied, what survives of everything before a moment. */
  surviving(moment: number, survivors: Survivors, random: Random): void {
    rmSync(this.#root, { recursive: true, force: true });
    const names = this.#namesAfter(moment, survivors, random);
    const write = (path: string, node: Node): void => {
      const entries = names.get(node);
      if (entries === undefined) writeFileSync(path, this.#contentAfter(node, moment, survivors, random), { mode: 0o600 });
      else mkdirSync(path, { mode: 0o700 });
      for (const [name, inside] of entries ?? []) write(join(path, name), inside);
    };
    write(this.#root, ROOT);
  }

  #namesAfter(moment: number, survivors: Survivors, random: Random): Map<Node, Map<string, Node>> {
    const names = new Map([...this.#folders.keys()].map((node) => [node, new Map(this.#begun.get(node))]));
    const done = this.#names.filter(({ at }) => at < moment);
    // The folder of the last change is where a rename arrives.
    const folderOf = ({ changes }: Names): Node => changes.at(-1)?.folder ?? ROOT;
    const until = new Map<Node, number>();
    for (const folder of names.keys()) {
      const own = done.filter((each) => folderOf(each) === folder);
      const synced = this.#syncedBefore(folder, moment);
      const open = own.filter(({ at }) => at > synced);
      const kept = survivors === 'nothing' ? 0 : survivors === 'some' ? random.below(open.length + 1) : open.length;
      until.set(folder, open[kept - 1]?.at ?? synced);
    }
    for (const each of done) {
      if (each.at > (until.get(folderOf(each)) ?? 0)) continue;
      for (const { folder, name, node } of each.changes) {
        if (node === null) names.get(folder)?.delete(name);
        else names.get(folder)?.set(name, node);
      }
    }
    return names;
  }

  #contentAfter(node: Node, moment: number, survivors: Survivors, random: Random): Buffer {
    let content = this.#initial.get(node) ?? Buffer.alloc(0);
    const synced = this.#syncedBefore(node, moment);
    for (const { at, bytes, offset, ...of } of this.#contents) {
      if (of.node !== node || at >= moment) continue;
      const isKept = at <= synced || survivors === 'all' || (survivors === 'some' && random.unit() < 0.5);
      if (!isKept) continue;
      const size = bytes === null ? offset : Math.max(content.length, offset + bytes.length);
      const next = Buffer.alloc(size);
      content.copy(next, 0, 0, Math.min(size, content.length));
      bytes?.copy(next, offset);
      content = next;
    }
    return content;
  }

  #syncedBefore(node: Node, moment: number): number {
    return this.#syncs.findLast((each) => each.node === node && each.at < moment)?.at ?? 0;
  }

  #opened({ process, asked, answer }: SystemCall): void {
    const path = resolve(textPath(answer));
    if (!this.#isBelow(path)) return;
    const isCreated = /O_CREAT/.test(asked);
    let node = this.#find(path);
    if (node === null && isCreated) {
      node = this.#made(false);
      this.#named(path, node);
    }
    if (node === null) return;
    if (/O_TRUNC/.test(asked) && (this.#sizes.get(node) ?? 0) > 0) this.#cut(node, 0);
    this.#offsets.set(`${process}:${Number.parseInt(answer, 10)}`, /O_APPEND/.test(asked) ? Number.NaN : 0);
  }

  #written({ process, name, asked, answer }: SystemCall): void {
    const copies = name === 'copy_file_range' || name === 'sendfile';
    // What is copied goes to the second file of the one call, and to the first of the other.
    const files = [...asked.matchAll(/(\d+)<([^>]*)>/g)];
    const [target, source] = name === 'copy_file_range' ? [files[1], files[0]] : [files[0], files[1]];
    const node = this.#find(resolve(utf8(target?.[2] ?? '')));
    if (node === null) return;
    const key = `${process}:${target?.[1]}`;
    const length = Number.parseInt(answer, 10);
    const given = /^pwrite/.test(name) ? Number(asked.split(', ').at(-1)) : (this.#offsets.get(key) ?? 0);
    const offset = Number.isNaN(given) ? (this.#sizes.get(node) ?? 0) : given;
    const bytes = copies
      ? this.#copied(utf8(source?.[2] ?? ''), asked, length)
      : Buffer.concat(namesIn(asked).map(bytesIn)).subarray(0, length);
    if (bytes.length !== length) throw new Error(`of ${length} bytes, ${bytes.length} are told: ${asked.slice(0, 200)}`);
    this.#contents.push({ at: this.#next(), node, bytes, offset });
    this.#sizes.set(node, Math.max(this.#sizes.get(node) ?? 0, offset + length));
    if (!/^pwrite/.test(name) && !Number.isNaN(given)) this.#offsets.set(key, offset + length);
  }

  /** Files are copied whole, from the offset that the call names. */
  #copied(path: string, asked: string, length: number): Buffer {
    const from = Number(/\[(\d+)\]/.exec(asked)?.[1] ?? 0);
    const node = this.#find(resolve(path));
    const all = node === null ? readFileSync(path) : this.#contentAfter(node, Number.POSITIVE_INFINITY, 'all', seeded());
    return Buffer.from(all.subarray(from, from + length));
  }

  #cut(node: Node, size: number): void {
    this.#contents.push({ at: this.#next(), node, bytes: null, offset: size });
    this.#sizes.set(node, size);
  }

  #named(path: string, node: Node): void {
    const place = this.#placeOf(path);
    if (place !== null) this.#change([{ ...place, node }]);
  }

  /** To null: it is removed. */
  #rename(from: string, to: string | null): void {
    const [place, node] = [this.#placeOf(from), this.#find(from)];
    const target = to === null ? null : this.#placeOf(to);
    const goes = place === null || node === null ? [] : [{ ...place, node: null }];
    const comes = target === null || node === null ? [] : [{ ...target, node }];
    if (goes.length + comes.length > 0) this.#change([...goes, ...comes]);
  }

  #change(changes: Names['changes']): void {
    this.#names.push({ at: this.#next(), changes });
    for (const { folder, name, node } of changes) {
      if (node === null) this.#folders.get(folder)?.delete(name);
      else this.#folders.get(folder)?.set(name, node);
    }
  }

  #made(isFolder: boolean): Node {
    this.#last += 1;
    if (isFolder) this.#folders.set(this.#last, new Map());
    return this.#last;
  }

  #next(): number {
    this.#at += 1;
    return this.#at;
  }

  #isBelow(path: string): boolean {
    return path === this.#root || path.startsWith(`${this.#root}/`);
  }

  /** The paths of a call: relative to the folder that it names, or to the root, where every command is started. */
  #paths(asked: string): string[] {
    const at = /^(?:AT_FDCWD|\d+)<([^>]*)>/.exec(asked)?.[1];
    return namesIn(asked).map((each) => resolve(at === undefined ? this.#root : utf8(at), bytesIn(each).toString('utf8')));
  }

  #placeOf(path: string): { readonly folder: Node; readonly name: string } | null {
    const folder = this.#find(resolve(path, '..'));
    return folder === null || path === this.#root ? null : { folder, name: path.split('/').at(-1) ?? '' };
  }

  #find(path: string): Node | null {
    if (!this.#isBelow(path)) return null;
    let node: Node | undefined = ROOT;
    for (const part of path.slice(this.#root.length).split('/').filter(Boolean)) {
      node = node === undefined ? undefined : this.#folders.get(node)?.get(part);
    }
    return node ?? null;
  }
}

const utf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');
const textPath = (text: string): string => utf8(pathOf(text));

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12, b: 8, a: 7 };

/** The bytes of a string as strace writes it. */
function bytesIn(text: string): Buffer {
  const plain = text.replaceAll(/\\(?:([0-7]{1,3})|x([0-9a-f]{2})|(.))/gs, (_, octal?: string, hex?: string, one = '') => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return ESCAPES[one] === undefined ? one : String.fromCharCode(ESCAPES[one]);
  });
  return Buffer.from(plain, 'latin1');
}
