import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableGuide } from '../../shared/app/guide/guide-table.ts';
import type { Look } from '../look/look-at.ts';
import { failureMessage } from '../system-error.ts';
import type { Lane } from './lane.ts';
import { type CommandRun, type Ended, startCommand } from './run-command.ts';

/** What a file is for. */
export const ROLES = [
  'release',
  'original',
  'labels',
  'hierarchy',
  'roles',
  'beside',
  'external',
  'buckets',
  'transactions',
  'privacy',
  'utility',
] as const;
export type FileRole = (typeof ROLES)[number];

interface HeldFile {
  /** Its place in the task's folder, as messages name it: `release/visits.csv`. */
  readonly path: string;
  readonly bytes: number;
}

/** What a run has left: results in a folder, and what the command said. */
export interface RunOutcome extends Ended {
  readonly folder: string;
  /** Its results stand where they stay; else they go when the server ends. */
  readonly kept: boolean;
}

/** A table before it was read as was chosen. */
interface Unread {
  readonly table: TableGuide;
  readonly tableOf: FileRole;
  readonly files: ReadonlyMap<FileRole, HeldFile>;
  readonly before: Task['before'];
}

type Stage = 'receiving' | 'busy' | 'ready' | 'done';

/** One thing that is worked on from the page: its files, what was understood of them, what runs on them and what came out. */
export class Task {
  readonly id = randomBytes(8).toString('hex');
  readonly kind: 'audit' | 'anonymise' | 'compare' | 'advise';
  readonly folder: string;
  readonly files = new Map<FileRole, HeldFile>();
  /** Of a comparison: the audits, by their names below the folder of results. */
  audits: readonly string[] = [];
  /** Of an audit of what was anonymised here: its `audit.json`, in the place of the release's file. */
  request: string | null = null;
  look: Look | null = null;
  /** A table that can be read in more than one way: what is proposed, or was chosen. */
  table: TableGuide | null = null;
  /** Which file that is. */
  tableOf: FileRole = 'release';
  /** Tables that were read as was chosen, the last one last: their columns can be chosen again. */
  readonly unread: Unread[] = [];
  /** What the last command refused, in its own words. */
  problem: string | null = null;
  /** What the last command said where it left no results. */
  said: string | null = null;
  outcome: RunOutcome | null = null;
  /** What was filled in last, so that a refused form is not filled in again. */
  filled: ReadonlyMap<string, readonly string[]> = new Map();
  encoding = '';
  /** Of a table of people without a file of roles: its columns by role, as options. */
  columns: readonly string[] = [];
  /** Commands that made the files what they are, for whoever does it again by hand. */
  before: readonly (readonly string[])[] = [];
  /** In words, while something runs: what. */
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

  /** Null until it is its turn. */
  get run(): CommandRun | null {
    return this.#run;
  }

  get bytes(): number {
    return [...this.files.values()].reduce((total, { bytes }) => total + bytes, 0);
  }

  /** What it is called: the file that it is about. */
  get title(): string {
    if (this.kind === 'compare') return this.audits.join(', ');
    const [first] = this.files.values();
    return first?.path.split('/').at(-1) ?? 'nothing yet';
  }

  /**
   * Runs a command of unveil in the task's folder when it is its turn; `ended` hears how it ended, unless it was cancelled. `below`: where all
   * files lie that it may read, null for results that are here.
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
        // It may start the next. What throws here would have no one to hear it but the server, which would end.
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

  /** Back to the columns of the table that was read last. */
  unreadLast(): void {
    const last = this.unread.pop();
    if (last === undefined) return;
    this.files.clear();
    for (const [role, file] of last.files) this.files.set(role, file);
    [this.table, this.tableOf, this.before, this.look, this.problem] = [last.table, last.tableOf, last.before, null, null];
  }

  /** Ends what runs, and answers when it has ended. */
  async cancel(): Promise<void> {
    this.#givenUp?.abort();
    this.#run?.cancel();
    await this.#settled;
  }

  /** With all that it holds; results that were kept stay. */
  async remove(): Promise<void> {
    await this.cancel();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A line of a command's errors as a page shows it: without its name in front. */
export const messageOf = ({ err, status }: Ended): string => {
  const lines = err.split('\n').filter((line) => line.trim() !== '');
  // What a shell would be told is a control here.
  const said = lines
    .map((line) => line.replace(/^unveil(?: [a-z]+)?: /, '').replace(/\. (?:Tried on this file .*|"unveil look" shows the columns)$/, ''))
    .join('\n');
  return said === '' ? `It ended with ${status === null ? 'a signal' : `code ${status}`}, and said nothing.` : said;
};

export const hasResults = (folder: string): boolean => existsSync(join(folder, '_SUCCESS.json'));
