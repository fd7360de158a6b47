import { BadInput } from '../shared/core/model/bad-input.ts';
import { type Command, ExitCode, type Terminal } from './command.ts';

/** One line a command; each is loaded when it is asked for, so that --help stays quick. */
const COMMANDS: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<{ readonly command: Command }> }>> = {
  audit: { summary: 'attack a release and report the risk', load: () => import('./commands/audit.ts') },
  eliminate: { summary: 'attack distance tables of your own', load: () => import('./commands/eliminate.ts') },
  check: { summary: 'is a disassociated release k^m-anonymous, as it claims?', load: () => import('./commands/check.ts') },
  extract: { summary: 'transactions from English text', load: () => import('./commands/extract.ts') },
  anonymise: { summary: 'a release of transactions, with its audit request', load: () => import('./commands/anonymise.ts') },
  generate: { summary: 'synthetic transactions with topics, of a wanted size and density', load: () => import('./commands/generate.ts') },
  relate: { summary: 'how closely a source holds two terms together, and why', load: () => import('./commands/relate.ts') },
  corpus: { summary: 'text of your own as a source: build, list, info, check, remove', load: () => import('./commands/corpus.ts') },
  experiment: { summary: 'repeats published experiments, figure by figure', load: () => import('./commands/experiment.ts') },
  cache: { summary: 'the counts that live sources have answered: stats, export, import, purge', load: () => import('./commands/cache.ts') },
};

const GLOBAL_HELP = `unveil: how much of its anonymisation can an attacker undo?

Usage: unveil COMMAND [options]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  .join('\n')}

"unveil COMMAND --help" explains one. Nothing leaves this machine unless a live source is named.
Exit codes: 0 done, 1 failure, 2 bad input or usage, 3 a checked claim is false, 4 a policy gate says no.
`;

export async function main(argv: readonly string[], terminal: Terminal = { out: process.stdout, err: process.stderr }): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.out.write(GLOBAL_HELP);
    return name === undefined ? ExitCode.badInput : ExitCode.done;
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) {
    terminal.err.write(`unveil: there is no command "${name}"; "unveil --help" lists them\n`);
    return ExitCode.badInput;
  }
  const { command } = await entry.load();
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out.write(command.help);
    return ExitCode.done;
  }
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    if (error instanceof BadInput) {
      terminal.err.write(`unveil: ${error.describe()}\n`);
      return ExitCode.badInput;
    }
    if (isUsageError(error)) {
      terminal.err.write(`unveil ${name}: ${error.message}\n"unveil ${name} --help" explains the options\n`);
      return ExitCode.badInput;
    }
    terminal.err.write(`unveil ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    if (process.env['UNVEIL_DEBUG'] !== undefined && error instanceof Error) terminal.err.write(`${error.stack}\n`);
    return ExitCode.failure;
  }
}

/** What node:util parseArgs throws. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
