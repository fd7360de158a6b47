import { existsSync, mkdirSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { draftBeside, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { Lane } from './lane.ts';
import type { Arrival } from './receive.ts';
import { Task } from './task.ts';

/** Tasks held at once: beyond that the oldest that nobody works on goes. */
const TASKS = 50;

/** What the server holds while it runs. */
export class Site {
  /** `/TOKEN/` */
  readonly base: string;
  /** Where results are kept. */
  readonly results: string;
  /** The most bytes of a file that is sent. */
  readonly limit: number;
  readonly #root: string;
  readonly #tasks = new Map<string, Task>();
  #arriving = 0;
  /** One audit at a time: each may take all the memory there is. Looking at files goes on beside it. */
  readonly work = new Lane(1);
  readonly looking = new Lane(2);

  constructor(at: { readonly base: string; readonly results: string; readonly limit: number; readonly root: string }) {
    this.base = at.base;
    this.results = at.results;
    this.limit = at.limit;
    this.#root = at.root;
  }

  tasks(kind: Task['kind']): Task[] {
    return [...this.#tasks.values()].filter((task) => task.kind === kind && task.files.size + task.audits.length > 0).reverse();
  }

  task(id: string): Task | undefined {
    return this.#tasks.get(id);
  }

  async open(kind: Task['kind']): Promise<Task> {
    const idle = [...this.#tasks.values()].find(({ stage, outcome }) => stage !== 'busy' && outcome === null);
    const isFull = this.#tasks.size >= TASKS;
    if (isFull && idle === undefined) throw new BadInput(`${TASKS} audits are open here; remove one first`);
    // Its place is taken before anything is waited for: others are opened meanwhile.
    const task = new Task(kind, this.#root);
    this.#tasks.set(task.id, task);
    const gone = isFull && idle !== undefined ? this.remove(idle) : null;
    mkdirSync(task.folder, { mode: 0o700 });
    await gone;
    return task;
  }

  /** What a file that is sent may still take: all that is held, and all that is arriving, may be four times what one file may be. */
  arrival(): Arrival {
    let bytes = 0;
    return {
      limit: this.limit,
      take: (more) => {
        bytes += more;
        this.#arriving += more;
        const held = [...this.#tasks.values()].reduce((total, task) => total + task.bytes, 0);
        return bytes <= this.limit && held + this.#arriving <= 4 * this.limit;
      },
      end: () => {
        this.#arriving -= bytes;
      },
    };
  }

  async remove(task: Task): Promise<void> {
    this.#tasks.delete(task.id);
    await task.remove();
  }

  /** The folder that results of this name are kept in; refused where something has that name. */
  placeFor(name: string): string {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name))
      throw new BadInput('a name has up to 100 letters, digits, dots, dashes and underscores, and begins with a letter or digit');
    const place = join(this.results, name);
    if (existsSync(place)) throw new BadInput(`there is something called "${name}" already; choose another name`);
    return place;
  }

  /** Moves results to where they stay; whole, or not at all. */
  async keep(folder: string, name: string): Promise<string> {
    const place = this.placeFor(name);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    try {
      await rename(folder, place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      // Another file system: beside its place first.
      sweepFolder(this.results);
      const draft = draftBeside(place);
      try {
        await cp(folder, draft, { recursive: true, mode: 0 });
        await rename(draft, place);
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
      await rm(folder, { recursive: true, force: true });
    }
    return place;
  }

  /** Ends what runs. */
  async close(): Promise<void> {
    await Promise.all([...this.#tasks.values()].map((task) => task.cancel()));
  }
}
