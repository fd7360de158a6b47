import { UnclearTable } from '../shared/core/format/table/choice.ts';
import { BadInput } from '../shared/core/model/bad-input.ts';
import { type Command, ExitCode, type LoadCommand, type Terminal } from './command.ts';
import { failureMessage, usageMessage } from './usage.ts';

/** Runs a command; errors become one line and an exit code. */
export async function runCommand(
  name: string,
  command: Pick<Command, 'options' | 'run'>,
  {
    argv,
    terminal,
    commands,
  }: { readonly argv: readonly string[]; readonly terminal: Terminal; readonly commands: Readonly<Record<string, LoadCommand>> },
): Promise<ExitCode> {
  try {
    return await command.run(argv, terminal, commands);
  } catch (error) {
    if (error instanceof UnclearTable) {
      terminal.err.write(`unveil: ${error.describe()}${await triedOn(error)}\n`);
      return ExitCode.badInput;
    }
    if (error instanceof BadInput) {
      terminal.err.write(`unveil: ${error.describe()}\n`);
      return ExitCode.badInput;
    }
    const usage = usageMessage(error, command.options);
    if (usage !== null) {
      terminal.err.write(`unveil ${name}: ${usage}; "unveil ${name} --help" explains the options\n`);
      return ExitCode.badInput;
    }
    terminal.err.write(`unveil ${name}: ${failureMessage(error)}\n`);
    if (process.env['UNVEIL_DEBUG'] !== undefined && error instanceof Error) (terminal.debug ?? terminal.err).write(`${error.stack}\n`);
    return ExitCode.failure;
  }
}

/** A command that reads the table that the error is about: it was run on that very file. */
async function triedOn({ place: { file } }: UnclearTable): Promise<string> {
  if (file === undefined) return '';
  const { guideHere, suggestionText } = await import('./import/guide.ts');
  try {
    const guide = await guideHere(file, {});
    return guide === null ? '' : suggestionText(file, guide);
  } catch (error) {
    if (error instanceof BadInput) return '';
    throw error;
  }
}
