import { SUMMARIES } from '../../bin/help.mjs';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Command, ExitCode } from '../command.ts';
import { SHELLS } from '../completion/shells.ts';
import { commandWords } from '../completion/words.ts';
import { parseOptions } from '../parse-options.ts';

const help = `unveil completion: what makes your shell complete commands, options and their values

Usage: unveil completion bash|zsh|fish

  bash   in ~/.bashrc:                source <(unveil completion bash)
  zsh    in ~/.zshrc, after compinit: source <(unveil completion zsh)
  fish   once:                        unveil completion fish > ~/.config/fish/completions/unveil.fish

The script holds all words itself: completing does not start unveil. Make it anew after an update.
`;

export const command: Command = {
  help,
  async run(argv, terminal, all) {
    const { positionals } = parseOptions({ args: [...argv], options: {}, allowPositionals: true });
    const [shell = '', ...more] = positionals;
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (script === undefined || more.length > 0) throw new BadInput(`name your shell: unveil completion ${Object.keys(SHELLS).join('|')}`);
    const commands = await Promise.all(
      Object.entries(all).map(async ([name, load]) =>
        commandWords(name, SUMMARIES[name as keyof typeof SUMMARIES], (await load()).command),
      ),
    );
    terminal.out.write(script(commands));
    return ExitCode.done;
  },
};
