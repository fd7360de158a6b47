import { command } from '../commands/audit.ts';
import { runCommand } from '../run-command.ts';

/** Set for a process that audits what it is sent, one after the other: start-up is paid once. */
export const WORKER = 'UNVEIL_WORKER';

/** One audit for a worker: a request file with absolute paths, and the folder of its results. */
export interface AuditTask {
  readonly request: string;
  readonly out: string;
}

/** How `unveil audit` ended, and what it said where it did not end well. */
export interface AuditEnd {
  readonly unveil: 'audited';
  readonly exit: number;
  readonly message: string;
}

export const isWorker = (): boolean => process.env[WORKER] !== undefined && process.send !== undefined;

/** Runs `unveil audit` for each task, until nobody sends any more. */
export async function work(): Promise<void> {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  let last: Promise<void> = Promise.resolve();
  process.on('message', (task: AuditTask) => {
    last = last.then(() => audited(task));
  });
  process.once('disconnect', () => resolve());
  process.channel?.ref();
  await end;
  await last;
}

async function audited({ request, out }: AuditTask): Promise<void> {
  const said: string[] = [];
  const terminal = { out: { write: () => {} }, err: { write: (text: string) => said.push(text) }, debug: process.stderr };
  const exit = await runCommand('audit', command, { argv: [request, '--out', out, '--json'], terminal, commands: {} });
  // What goes on beside an audit that ended well, such as notes of a live source, is in its report.
  const message = said
    .join('')
    .trim()
    .replace(/^unveil(?: audit)?: /, '');
  process.send?.({ unveil: 'audited', exit, message } satisfies AuditEnd);
}
