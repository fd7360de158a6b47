import { statSync } from 'node:fs';
import { fitWidth } from '../bin/fit-width.mjs';
import { HELP, type SUMMARIES } from '../bin/help.mjs';
import { endWithSupervisor } from '../shared/adapters/local/interruption.ts';
import { ExitCode, type LoadCommand, type Terminal } from './command.ts';
import { dropLoading } from './drop-loading.ts';
import { runCommand } from './run-command.ts';
import { nearest } from './usage.ts';

/** Each is loaded when it is asked for, so that the others cost nothing. Its line in the help is in bin/help.mjs. */
const COMMANDS: Readonly<Record<keyof typeof SUMMARIES, LoadCommand>> = {
  start: () => import('./commands/start.ts'),
  import: () => import('./commands/import.ts'),
  look: () => import('./commands/look.ts'),
  audit: () => import('./commands/audit.ts'),
  eliminate: () => import('./commands/eliminate.ts'),
  check: () => import('./commands/check.ts'),
  extract: () => import('./commands/extract.ts'),
  anonymise: () => import('./commands/anonymise.ts'),
  advise: () => import('./commands/advise.ts'),
  generate: () => import('./commands/generate.ts'),
  relate: () => import('./commands/relate.ts'),
  sources: () => import('./commands/sources.ts'),
  codes: () => import('./commands/codes.ts'),
  corpus: () => import('./commands/corpus.ts'),
  query: () => import('./commands/query.ts'),
  campaign: () => import('./commands/campaign.ts'),
  watch: () => import('./commands/watch.ts'),
  certify: () => import('./commands/certify.ts'),
  compare: () => import('./commands/compare.ts'),
  serve: () => import('./commands/serve.ts'),
  experiment: () => import('./commands/experiment.ts'),
  cloud: () => import('./commands/cloud.ts'),
  cache: () => import('./commands/cache.ts'),
  doctor: () => import('./commands/doctor.ts'),
  completion: () => import('./commands/completion.ts'),
};

export async function main(argv: readonly string[], streams: Terminal = { out: process.stdout, err: process.stderr }): Promise<ExitCode> {
  const [name, ...rest] = argv;
  const terminal = fitted(streams, rest);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.out.write(HELP);
    return name === undefined ? ExitCode.badInput : ExitCode.done;
  }
  if (!isCommand(name) && isFile(name)) return main(['start', ...argv], streams);
  if (!isCommand(name)) {
    const close = nearest(name, Object.keys(COMMANDS));
    const meant = close === null ? '' : `did you mean "${close}"? `;
    terminal.err.write(`unveil: there is no command "${name}"; ${meant}"unveil --help" lists them\n`);
    return ExitCode.badInput;
  }
  endWithSupervisor();
  const { command } = await COMMANDS[name]();
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out.write(command.help);
    return ExitCode.done;
  }
  dropLoading();
  return runCommand(name, command, { argv: rest, terminal, commands: COMMANDS });
}

/** On a terminal pages fit its width; what goes to a pipe, and JSON, stays as it is. */
function fitted(streams: Terminal, argv: readonly string[]): Terminal {
  const { out } = streams;
  const { columns } = out;
  if (out.isTTY !== true || columns === undefined || columns === 0 || argv.includes('--json')) return streams;
  return { ...streams, out: { write: (text) => out.write(/^\s*[{[]/.test(text) ? text : fitWidth(text, columns)), isTTY: true, columns } };
}

/** A file in the place of a command begins the way from it to a decision. */
const isFile = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isFile() === true;

const isCommand = (name: string): name is keyof typeof SUMMARIES => Object.hasOwn(COMMANDS, name);
