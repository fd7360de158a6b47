import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableGuide } from '../../shared/pipeline/guide/guide-table.ts';
import type { Look } from '../look/look-at.ts';
import { failureMessage } from '../usage.ts';
import type { Lane } from './lane.ts';
import { type CommandRun, type Ended, startCommand } from './run-command.ts';

export const ROLES = [
  'release',
  'original',
  'labels',
  'hierarchy',
  'roles',
  'beside',
  'external',
  'same-people',
  'earlier',
  'later',
  'other-holder',
  'buckets',
  'transactions',
  'privacy',
  'utility',
] as const;
export type FileRole = (typeof ROLES)[number];

interface HeldFile {
  /** Path in the task's folder, as messages name it: `release/visits.csv`. */
  readonly path: string;
  readonly bytes: number;
}

export interface RunOutcome extends Ended {
  readonly folder: string;
  /** True if the results are in their final place; otherwise they are deleted with the server. */
  readonly kept: boolean;
}

/** A table before it was read. */
interface Unread {
  readonly table: TableGuide;
  readonly tableOf: FileRole;
  readonly files: ReadonlyMap<FileRole, HeldFile>;
  readonly before: Task['before'];
}

type Stage = 'receiving' | 'busy' | 'ready' | 'done';

/** One task of the page: its files, what was understood of them, the running command and its result. */
export class Task {
  readonly id = randomBytes(8).toString('hex');
  readonly kind: 'audit' | 'anonymise' | 'compare' | 'advise';
  readonly folder: string;
  readonly files = new Map<FileRole, HeldFile>();
  /** Comparison: the audits, by their names below the folder of results. */
  audits: readonly string[] = [];
  /** Audit of a release that was made here: its `audit.json`, in place of a release file. */
  request: string | null = null;
  look: Look | null = null;
  /** A table that can be read in several ways: as proposed, or as chosen. */
  table: TableGuide | null = null;
  tableOf: FileRole = 'release';
  /** Tables that were read as chosen, in order: their columns can be chosen again. */
  readonly unread: Unread[] = [];
  /** Error message of the last command. */
  problem: string | null = null;
  /** Output of the last command that left no results. */
  said: string | null = null;
  outcome: RunOutcome | null = null;
  /** The last input, so that a rejected form need not be filled in again. */
  filled: ReadonlyMap<string, readonly string[]> = new Map();
  encoding = '';
  /** Columns by role of a table of people without a file of roles, as options. */
  columns: readonly string[] = [];
  /** Commands that prepared the files, for repeating the task by hand. */
  before: readonly (readonly string[])[] = [];
  /** The running activity in words. */
  doing = '';
  began = 0;
  #run: CommandRun | null = null;
  #givenUp: AbortController | null = null;
  #settled: Promise<void> = Promise.resolve();

  constructor(kind: Task['kind'], root: string) {
    this.kind = kind;
    this.folder = join(root, this.id);
  }

  get stage(): Stage {
    if (this.#givenUp !== null) return 'busy';
    if (this.outcome !== null) return 'done';
    return this.look === null && this.table === null && this.problem === null ? 'receiving' : 'ready';
  }

  /** Null until its turn. */
  get run(): CommandRun | null {
    return this.#run;
  }

  get bytes(): number {
    return [...this.files.values()].reduce((total, { bytes }) => total + bytes, 0);
  }

  /** Name of its main file. */
  get title(): string {
    if (this.kind === 'compare') return this.audits.join(', ');
    const [first] = this.files.values();
    return first?.path.split('/').at(-1) ?? 'nothing yet';
  }

  /**
   * Runs a command of unveil in the task's folder when it is its turn, and then calls `ended`, unless it was cancelled. `below`: the folder of all files that
   * it may read; null for results that are here.
   */
  start(doing: string, argv: readonly string[], lane: Lane, ended: (how: Ended) => void, below: string | null = this.folder): void {
    if (this.#givenUp !== null) return;
    const givenUp = new AbortController();
    this.#givenUp = givenUp;
    [this.doing, this.began, this.problem, this.said] = [doing, performance.now(), null, null];
    const work = async (): Promise<void> => {
      const leave = await lane.turn(givenUp.signal);
      if (leave !== null) {
        this.#run = startCommand(argv, this.folder, below);
        if (givenUp.signal.aborted) this.#run.cancel();
        const how = await this.#run.ended;
        leave();
        [this.#run, this.#givenUp] = [null, null];
        // `ended` may start the next command. An error in it must not end the server.
        try {
          if (!givenUp.signal.aborted) ended(how);
        } catch (error) {
          this.problem = `It did not work: ${failureMessage(error)}`;
        }
      }
      if (!givenUp.signal.aborted) return;
      this.#givenUp = null;
      this.problem = 'It was cancelled, and nothing of it was left.';
    };
    this.#settled = work();
  }

  /** Returns to the columns of the last table. */
  unreadLast(): void {
    const last = this.unread.pop();
    if (last === undefined) return;
    this.files.clear();
    for (const [role, file] of last.files) this.files.set(role, file);
    [this.table, this.tableOf, this.before, this.look, this.problem] = [last.table, last.tableOf, last.before, null, null];
  }

  /** Ends the command, and waits for its end. */
  async cancel(): Promise<void> {
    this.#givenUp?.abort();
    this.#run?.cancel();
    await this.#settled;
  }

  /** Removes the task with its files; kept results stay. */
  async remove(): Promise<void> {
    await this.cancel();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Error output of a command, without its name at the beginning. */
export const messageOf = ({ err, status }: Ended): string => {
  const lines = err.split('\n').filter((line) => line.trim() !== '');
  // Advice for a shell is a control on this page.
  const said = lines
    .map((line) => line.replace(/^unveil(?: [a-z]+)?: /, '').replace(/\. (?:Tried on this file .*|"unveil look" shows the columns)$/, ''))
    .join('\n');
  return said === '' ? `It ended with ${status === null ? 'a signal' : `code ${status}`}, and said nothing.` : said;
};

export const hasResults = (folder: string): boolean => existsSync(join(folder, '_SUCCESS.json'));
