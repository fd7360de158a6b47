import { resolve } from 'node:path';
import { heard } from '../../shared/adapters/local/interruption.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Options } from '../../shared/kit/option.ts';
import { wholeNumber } from '../../shared/kit/option-values.ts';
import { type Command, ExitCode, jsonLine, optionHelp, parseOptions } from '../command.ts';

const OPTIONS = {
  results: {
    type: 'string',
    value: 'DIR',
    default: 'unveil-results',
    help: 'where results are kept, and earlier audits are found (default unveil-results)',
  },
  port: { type: 'string', value: 'N', default: '0', help: 'a port of your choice (default: any that is free)' },
  'max-upload': { type: 'string', value: 'MB', default: '2000', help: 'the largest file that is taken (default 2000)' },
  json: { type: 'boolean', default: false, help: 'the address as JSON, for a script that opens it' },
} as const satisfies Options;

const help = `unveil serve: a page on this machine to drop files on

Usage: unveil serve [options]

Prints an address for your browser. There you drop a release, see what was understood of it before anything runs, choose sources and
options, follow the audit, and open the report; releases are made there too. It runs the same commands as the command line.

Only this machine reaches it, and only the browser that opens the address first, which gets a cookie for its token. Files that are sent lie in a private temporary folder; when it ends,
with Ctrl-C, all is gone that you did not ask to keep.

${optionHelp(OPTIONS)}`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    if (positionals.length > 0) throw new BadInput('unveil serve takes no file: drop it on the page');
    const port = wholeNumber(values.port, '--port', 0);
    if (port > 65_535) throw new BadInput('--port is at most 65535');
    const limit = wholeNumber(values['max-upload'], '--max-upload', 1) * 1_000_000;
    const { startServer } = await import('../serve/start.ts');
    const results = resolve(values.results);
    const says = (address: string): unknown =>
      terminal.err.write(
        `The address was opened again, by another browser, and refused. If that was you, here is one for it: ${address}\n`,
      );
    const server = await startServer({ results, port, limit, says });
    const { address } = server;
    terminal.out.write(values.json ? jsonLine({ address, results }) : `${address}\n`);
    terminal.err.write('Open this address in a browser of this machine; it serves one. Ctrl-C ends it, and removes what was not kept.\n');
    await stopped();
    await server.close();
    return ExitCode.done;
  },
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Until somebody wants it to end. It ends by itself, with all that it started: nobody need end it. */
const stopped = (): Promise<void> =>
  new Promise((done) => {
    const stop = (): void => {
      heard();
      for (const signal of SIGNALS) process.off(signal, stop);
      done();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
