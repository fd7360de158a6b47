import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CampaignLine } from '../../shared/contracts/campaign-result.ts';
import type { Rejection } from '../../shared/contracts/execution.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { MissingFile } from '../../shared/pipeline/cloud/admit.ts';
import {
  asRejection,
  type DropAnswer,
  doneRun,
  keptPart,
  ofNothing,
  rejectedDrop,
  waitingFor,
} from '../../shared/pipeline/cloud/answers.ts';
import { campaignAudits } from '../../shared/pipeline/cloud/campaign.ts';
import type { Drop } from '../../shared/pipeline/cloud/drop.ts';
import { parseRequest } from '../audit/request.ts';
import { CampaignFolder, writeCampaign } from '../campaign/campaign-folder.ts';
import { lineOf, planCampaign, runCampaign } from '../campaign/run-campaign.ts';
import type { AuditTask, TaskEnd } from '../pool/pool.ts';
import type { DropState } from './drop-state.ts';
import { type Allowed, admitted, admittedRequest, HeldDrop } from './held-drop.ts';
import { type InboxFile, inboxFiles } from './inbox.ts';

interface Watch extends Allowed {
  readonly results: string;
  readonly state: DropState;
  /** Answers the files that are there now, and ends. */
  readonly once: boolean;
  /** A file is whole when it has not changed for so long. */
  readonly settleMs: number;
  /** A request that comes before its files waits for them. */
  readonly waitMs: number;
  /** `why` of what is rejected or failed; `answer` is the file that says it. */
  readonly say: (status: DropAnswer['status'], key: string, why: { readonly text: string; readonly answer: string } | null) => void;
}

/** Milliseconds between two looks. */
const LOOK = 1_000;

/** A task in the queue with whom to tell. */
export interface Queued extends AuditTask {
  readonly ended: (end: TaskEnd) => void;
}

/** An audit or a campaign that is under way. */
interface Begun {
  readonly end: Promise<void>;
}

interface Seen {
  readonly stamp: string;
  /** Monotonic milliseconds. */
  readonly since: number;
  readonly at: Date;
}

/** Looks at the folder again and again, answers every file in it, and hands on what is to be audited. Ends only with `once`. */
export class Watcher {
  readonly #watch: Watch;
  readonly #enqueue: (task: Queued) => void;
  readonly #seen = new Map<string, Seen>();
  readonly #running = new Map<string, Promise<void>>();
  /** Of this machine, not of a drop: the watch ends with it. */
  #failure: { readonly error: unknown } | null = null;

  constructor(watch: Watch, enqueue: (task: Queued) => void) {
    this.#watch = watch;
    this.#enqueue = enqueue;
  }

  async run(): Promise<void> {
    for (;;) {
      for (const file of inboxFiles(this.#watch.inbox)) await this.#look(file);
      if (this.#watch.once) await Promise.all(this.#running.values());
      if (this.#failure !== null) throw this.#failure.error;
      if (this.#watch.once) return;
      await pause(LOOK);
    }
  }

  async #look(file: InboxFile): Promise<void> {
    const { state, settleMs, once } = this.#watch;
    const { key, stamp } = file;
    if (this.#running.has(key) || state.hasAnswered(key, stamp)) return;
    const before = this.#seen.get(key);
    const seen = before?.stamp === stamp ? before : { stamp, since: performance.now(), at: new Date() };
    this.#seen.set(key, seen);
    if (!once && performance.now() - seen.since < settleMs) return;
    try {
      await this.#take(file, seen);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      await this.#refuse(file, error, seen);
    }
  }

  async #take(file: InboxFile, seen: Seen): Promise<void> {
    const { key, dropped } = file;
    if (dropped.kind === 'nothing') return;
    if (dropped.kind === 'part') return this.#close(file, keptPart(key, dropped.starter));
    if (dropped.kind === 'unusable') {
      const name = key.split('/').at(-1) ?? key;
      return this.#close(
        file,
        rejectedDrop(ofNothing(key), { message: `${name}: ${dropped.reason}`, file: name, line: null, column: null }),
      );
    }
    const { drop } = dropped;
    const { end } = drop.kind === 'campaign' ? await this.#campaign(file, drop) : await this.#audit(file, drop);
    this.#seen.set(key, { ...seen, stamp: file.stamp });
    const running = end.catch((error: unknown) => {
      this.#failure ??= { error };
    });
    this.#running.set(
      key,
      running.finally(() => this.#running.delete(key)),
    );
  }

  /** Waits for missing files as long as they may still arrive. */
  async #refuse(file: InboxFile, error: BadInput, { since, at }: Seen): Promise<void> {
    const { state, waitMs, once } = this.#watch;
    const of = file.dropped.kind === 'drop' && file.dropped.drop.kind === 'campaign' ? 'campaign' : 'audit';
    const about = { ...ofNothing(file.key), of } as const;
    if (error instanceof MissingFile && !once && performance.now() - since < waitMs)
      return void state.answer({ ...waitingFor(file.key, error.file, new Date(at.getTime() + waitMs)), of });
    const waited = error instanceof MissingFile && !once ? error.after(Math.round(waitMs / 60_000)) : error;
    this.#close(file, rejectedDrop(about, asRejection(waited)));
  }

  #close({ key, stamp }: Pick<InboxFile, 'key' | 'stamp'>, answer: DropAnswer): void {
    const file = this.#watch.state.answer(answer);
    this.#watch.state.remember(key, stamp);
    const { message, error = message } = answer.says;
    this.#watch.say(answer.status, key, isFault(answer) && typeof error === 'string' ? { text: error, answer: file } : null);
  }

  #accept(key: string, of: DropAnswer['of'], says: DropAnswer['says']): void {
    this.#watch.state.answer({ ...ofNothing(key), of, status: 'accepted', says }, true);
    this.#watch.say('accepted', key, null);
  }

  async #audit(file: InboxFile, drop: Drop): Promise<Begun> {
    const { inbox, results } = this.#watch;
    // Two files may differ in their endings alone.
    const name = drop.kind === 'request' ? drop.name : drop.file;
    const folder = new CampaignFolder(results);
    const held = new HeldDrop({ inbox, from: dirname(file.path), file: drop.file, folder: folder.heldFor(name) });
    const request = await held.orNothing(() =>
      drop.kind === 'request'
        ? admittedRequest(held, drop.file, this.#watch)
        : admitted(parseRequest({ release: drop.file }), drop.file, held, this.#watch),
    );
    const task = { request: await folder.writeRequest(name, { ...request, name: drop.name }), out: folder.resultsOf(name) };
    this.#accept(file.key, 'audit', { sources: request['sources'], results: task.out });
    const { promise, resolve } = Promise.withResolvers<TaskEnd>();
    this.#enqueue({ ...task, ended: resolve });
    const closed = async (): Promise<void> => {
      const line = await lineOf({ name, key: null }, await promise, folder);
      held.discard();
      this.#close(file, endOf(held, file.key, line, task.out));
    };
    return { end: closed() };
  }

  async #campaign(file: InboxFile, drop: Drop): Promise<Begun> {
    const { inbox } = this.#watch;
    const place = join('campaigns', drop.name);
    const results = new CampaignFolder(join(this.#watch.results, place));
    const folder = new CampaignFolder(this.#watch.results).heldFor(place);
    const held = new HeldDrop({ inbox, from: dirname(file.path), file: drop.file, folder });
    const audits = await held.orNothing(async () => {
      const asked = campaignAudits(held.text(drop.file), drop.file, ['wordnet']);
      for (const audit of asked) await admitted(audit, drop.file, held, this.#watch);
      return asked;
    });
    const planned = await planCampaign(audits, join(held.folder, drop.file));
    this.#accept(file.key, 'campaign', { audits: planned.length, results: results.path });
    const run = async (): Promise<void> => {
      const lock = results.open();
      try {
        const result = await runCampaign(planned, {
          file: file.path,
          folder: results,
          anew: false,
          begins: () => {},
          heard: ({ name, line }) => {
            this.#watch.state.answer(endOf(held, `inbox/campaigns/${drop.name}/${name}`, line, results.resultsOf(name)));
          },
          run: async (tasks, ended) => {
            const ends: Promise<void>[] = [];
            for await (const task of tasks) {
              const { promise, resolve } = Promise.withResolvers<TaskEnd>();
              this.#enqueue({ request: task.request, out: task.out, ended: resolve });
              ends.push(promise.then((end) => ended(task, end)));
            }
            await Promise.all(ends);
          },
        });
        await writeCampaign(result, results.path);
        this.#close(file, {
          ...doneRun(
            { ...ofNothing(file.key), of: 'campaign' },
            { results: results.path, page: join(results.path, 'campaign.html'), ...result.totals },
          ),
        });
      } finally {
        held.discard();
        lock.release();
      }
    };
    return { end: run() };
  }
}

const isFault = ({ status }: DropAnswer): boolean => status === 'rejected' || status === 'failed';

function endOf({ folder }: HeldDrop, key: string, { auditId, status, reason, word, figures }: CampaignLine, results: string): DropAnswer {
  const of = { ...ofNothing(key), id: auditId };
  const says = { headline: figures?.headline, verdict: figures?.level, report: join(results, 'report.html'), results, word };
  if (status === 'succeeded') return doneRun(of, says);
  if (status === 'rejected') return rejectedDrop(of, asDropped(reason ?? '', folder));
  return { ...of, status: 'failed', says: { error: reason } };
}

/** The message of `unveil audit` with paths of the drop instead of those of the copies, and its place as fields, as in the cloud. */
function asDropped(said: string, folder: string): Rejection {
  const message = said.replaceAll(join(resolve(folder), '/'), '').replaceAll(join(folder, '/'), '');
  const [, file, line, column] = message === said ? [] : (/^([^:\n]+)(?::(\d+))?(?::(\d+))?: /.exec(message) ?? []);
  const numbered = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  return { message, file: file ?? null, line: numbered(line), column: numbered(column) };
}
