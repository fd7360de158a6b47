import { existsSync, mkdirSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { draftBeside } from '../../shared/adapters/local/drafts.ts';
import { makePrivate, moveIntoPlace } from '../../shared/adapters/local/durable.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { Lane } from './lane.ts';
import type { Arrival } from './receive.ts';
import { Task } from './task.ts';

/** Maximum open tasks; the oldest idle one is dropped to make room. */
const TASKS = 50;

/** State of the running server. */
export class Site {
  /** Path of its pages, with a slash at both ends. */
  readonly base: string;
  /** Folder of kept results. */
  readonly results: string;
  /** Maximum bytes of an upload. */
  readonly limit: number;
  readonly #root: string;
  readonly #tasks = new Map<string, Task>();
  #arriving = 0;
  /** One audit at a time, because each may need all of the memory. Looking at files runs in parallel. */
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
    // Registered before the first wait: others may be opened meanwhile.
    const task = new Task(kind, this.#root);
    this.#tasks.set(task.id, task);
    const gone = isFull && idle !== undefined ? this.remove(idle) : null;
    mkdirSync(task.folder, { mode: 0o700 });
    await gone;
    return task;
  }

  /** Room for an upload: all stored and arriving files together may take four times the limit of one file. */
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

  /** Folder for results of this name; rejected if it exists. */
  placeFor(name: string): string {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name))
      throw new BadInput('a name has up to 100 letters, digits, dots, dashes and underscores, and begins with a letter or digit');
    const place = join(this.results, name);
    if (existsSync(place)) throw new BadInput(`there is something called "${name}" already; choose another name`);
    return place;
  }

  /** Moves results to their final place, all or nothing. */
  async keep(folder: string, name: string): Promise<string> {
    const place = this.placeFor(name);
    makePrivate(dirname(place));
    try {
      moveIntoPlace(folder, place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      // Another file system: copied next to the final place first.
      const draft = draftBeside(place);
      try {
        await cp(folder, draft, { recursive: true, mode: 0 });
        moveIntoPlace(draft, place);
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
      await rm(folder, { recursive: true, force: true });
    }
    return place;
  }

  /** Ends all commands. */
  async close(): Promise<void> {
    await Promise.all([...this.#tasks.values()].map((task) => task.cancel()));
  }
}
