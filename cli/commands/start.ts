import { basename } from 'node:path';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { folderName } from '../../shared/core/text/folder-name.ts';
import type { Options } from '../../shared/kit/option.ts';
import { confirmed, mayAsk } from '../ask.ts';
import { withOwnOut } from '../audit/default-out.ts';
import { borrowedHelp, type Command, ExitCode, jsonLine, oneArgument, optionHelp, parseOptions } from '../command.ts';
import { runFlow } from '../flow/run-flow.ts';
import { guideHere, guideText } from '../import/guide.ts';
import { IMPORT_OPTIONS, tableChoice } from '../import/import-options.ts';

const OWN_OPTIONS = {
  yes: { type: 'boolean', default: false, help: 'go on without a question' },
  json: { type: 'boolean', default: false, help: 'the steps and what each said, as JSON on standard output' },
  out: {
    type: 'string',
    value: 'DIR',
    help: 'where the steps are kept (default unveil-work/NAME); it holds your data and is for you alone',
  },
} as const satisfies Options;

const OPTIONS = { ...OWN_OPTIONS, ...IMPORT_OPTIONS };

const help = `unveil start: from a file to a decision

Usage: unveil FILE [options]        the same as: unveil start FILE

Six steps, each of which is kept and not done again when you run it again:
  1. reads the file: proposes a role for every column, and asks whether that is right
  2. says who is exposed in the data as they are
  3. anonymises: every item, or every combination of what others know of a person, at least 5 times
  4. attacks the release as an outsider would
  5. looks for a safer release where nothing proves that at most 5 % of the people have a hidden fact learned, and attacks it again
  6. says what to do, and where the release and the report are
A file that is a release already, with generalised items, is attacked at once.

${optionHelp(OWN_OPTIONS)}${borrowedHelp(IMPORT_OPTIONS, 'how the file is read, where the proposal is wrong: as in "unveil import"')}
Exit codes: 0 the release may be published under this limit, 2 bad input, 4 the limit is exceeded
`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal, commands) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const file = oneArgument(positionals, 'name a file: unveil visits.csv', 'one file is taken at a time');
    const guide = await guideHere(file, { encoding: values.encoding, sheet: values.sheet, table: tableChoice(values) });
    if (guide !== null) {
      if (!values.json) terminal.out.write(guideText(file, guide));
      if (guide.options === null)
        throw new BadInput('no reading of this table passed its checks; say how to read it with --id and --items', { file });
      if (!values.yes && !(mayAsk(terminal) && (await confirmed('Go on with this reading?')))) {
        terminal.out.write(
          values.json
            ? jsonLine({ folder: null, code: 0, steps: [], table: guide })
            : `\nTo go on with this reading: unveil ${file} --yes\n`,
        );
        return ExitCode.done;
      }
    }
    const run = async (folder: string) => {
      const { code, steps } = await runFlow({
        file,
        guide,
        folder,
        terminal: values.json ? { ...terminal, out: { write: () => {} } } : terminal,
        commands,
      });
      if (values.json) terminal.out.write(jsonLine({ folder, code, steps, table: guide }));
      return code;
    };
    const name = folderName(basename(file).replace(/(?:\.[a-z]+)+$/i, ''));
    return values.out === undefined ? withOwnOut(name, file, run, 'unveil-work') : run(values.out);
  },
};
