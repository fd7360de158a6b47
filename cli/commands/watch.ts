import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Options } from '../../shared/kit/option.ts';
import { wholeNumber } from '../../shared/kit/option-values.ts';
import { type Command, ExitCode, jsonLine, oneArgument, optionHelp, parseOptions } from '../command.ts';
import { inPool, poolSize } from '../pool/pool.ts';
import { DropState } from '../watch/drop-state.ts';
import { type Queued, Watcher } from '../watch/watch.ts';

const OPTIONS = {
  answers: { type: 'string', value: 'DIR', help: 'by default the folder "answers" beside the watched one' },
  results: { type: 'string', value: 'DIR', default: 'unveil-results', help: 'by default unveil-results' },
  once: { type: 'boolean', help: 'what lies there now, then end' },
  settle: { type: 'string', value: 'SECONDS', default: '2', help: 'a file is taken when it has not changed for so long (default 2)' },
  wait: { type: 'string', value: 'MINUTES', default: '30', help: 'how long a request waits for files that are still to come (default 30)' },
  jobs: { type: 'string', value: 'N', help: 'audits at once, as in "unveil campaign"' },
  memory: { type: 'string', value: 'MB', help: 'for all of them together, as in "unveil campaign"' },
  egress: {
    type: 'string',
    multiple: true,
    value: 'SOURCE',
    values: [...PROVIDERS.keys()],
    help: 'a live source that drops may name; several times',
  },
  json: { type: 'boolean', help: 'each answer as a line of JSON' },
} as const satisfies Options;

const help = `unveil watch: audits what is dropped into a folder

Usage: unveil watch inbox/ [options]

As the cloud's bucket does: a release by itself (NAME.txt, .jsonl, .csv, .json, .dat, each also with .gz) is audited with defaults,
NAME/audit.json starts what it describes, campaigns/NAME.json many audits. Every file gets an answer in a folder of its own, which
starts nothing: inbox/NAME.txt is answered by answers/inbox/NAME.txt.STATUS.json, STATUS being accepted, done, failed or rejected.
A drop that changes is audited anew; a watch that is started again goes on where it was. A drop reads nothing outside of the
folder, and asks no live source unless --egress allows it.

${optionHelp(OPTIONS)}`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const inbox = oneArgument(positionals, 'name a folder: unveil watch inbox/', 'one folder is watched at a time');
    if (!existsSync(inbox) || !statSync(inbox).isDirectory()) throw new BadInput('there is no such folder', { file: inbox });
    const unknown = values.egress?.find((name) => !PROVIDERS.has(name));
    if (unknown !== undefined) throw new BadInput(`--egress is one of: ${[...PROVIDERS.keys()].join(', ')}`);
    const answers = values.answers ?? join(dirname(resolve(inbox)), 'answers');
    for (const folder of [answers, values.results])
      if (isWithin(folder, inbox))
        throw new BadInput('answers and results stand outside of the watched folder, where they would be drops', { file: folder });
    const size = poolSize(
      values.jobs === undefined ? undefined : wholeNumber(values.jobs, '--jobs', 1),
      values.memory === undefined ? undefined : wholeNumber(values.memory, '--memory', 100),
    );
    const state = new DropState(answers, (text) => terminal.err.write(`unveil: note: ${text}\n`));
    const queue = new TaskQueue();
    try {
      const watcher = new Watcher(
        {
          inbox: resolve(inbox),
          results: values.results,
          state,
          egress: values.egress ?? [],
          once: values.once === true,
          settleMs: 1_000 * wholeNumber(values.settle, '--settle', 0),
          waitMs: 60_000 * wholeNumber(values.wait, '--wait', 0),
          say: (status, drop, why) =>
            terminal.out.write(
              values.json === true
                ? jsonLine({ status, drop })
                : `${status}  ${drop}${why === null ? '' : `: ${why.text} (${why.answer})`}\n`,
            ),
        },
        (task) => queue.add(task),
      );
      if (values.once !== true) terminal.err.write(`watching ${inbox}; answers in ${answers}; Ctrl-C ends\n`);
      const pool = inPool(queue.tasks(), size, ({ ended }, end) => ended(end));
      // Whatever fails first ends both.
      await Promise.race([pool, watcher.run()]);
      queue.end();
      await pool;
      return ExitCode.done;
    } finally {
      queue.end();
      state.release();
    }
  },
};

function isWithin(folder: string, inbox: string): boolean {
  const [inner, outer] = [resolve(folder), resolve(inbox)];
  return inner === outer || inner.startsWith(join(outer, '/'));
}

/** Tasks that come while others run. */
class TaskQueue {
  readonly #waiting: Queued[] = [];
  #wake: (() => void) | null = null;
  #ended = false;

  add(task: Queued): void {
    this.#waiting.push(task);
    this.#wake?.();
  }

  /** After what is in it. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *tasks(): AsyncGenerator<Queued> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
