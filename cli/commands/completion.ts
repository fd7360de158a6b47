import { SUMMARIES } from '../../bin/help.mjs';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Options } from '../../shared/kit/option.ts';
import { type Command, ExitCode, parseOptions } from '../command.ts';

/** Actions and options of a command. */
interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly actions: readonly string[];
  readonly options: Options;
}

const HELP = { help: { type: 'boolean', help: 'this page' } } as const satisfies Options;

/** Options of earlier versions (empty help) are accepted and not offered. */
const commandWords = (name: string, summary: string, { actions = [], options }: Command): CommandWords => ({
  name,
  summary,
  actions,
  options: Object.fromEntries(
    Object.entries<Options[string]>({ ...options, ...HELP })
      .filter(([, { help }]) => help !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ),
});

/** Scripts that a shell runs once: it then completes by itself, without starting unveil. */
const SHELLS: Readonly<Record<string, (commands: readonly CommandWords[]) => string>> = { bash, zsh, fish };

const names = (commands: readonly CommandWords[]): string => commands.map(({ name }) => name).join(' ');
const withActions = (commands: readonly CommandWords[]): readonly CommandWords[] => commands.filter(({ actions }) => actions.length > 0);
const optionsOf = ({ options }: CommandWords): string[] => Object.keys(options).map((name) => `--${name}`);
const valuesOf = (commands: readonly CommandWords[]) =>
  commands.flatMap((command) =>
    Object.entries(command.options).flatMap(([name, { values }]) =>
      values === undefined ? [] : [{ at: `${command.name} --${name}`, values }],
    ),
  );

function bash(commands: readonly CommandWords[]): string {
  const reply = (words: readonly string[]): string => `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$word"))`;
  return `# unveil: completion for bash. In ~/.bashrc: source <(unveil completion bash)
_unveil() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names(commands)} --help --version' -- "$word"))
    return
  fi
  case "$command $before" in
${valuesOf(commands)
  .map(({ at, values }) => `    '${at}') ${reply(values)}; return ;;`)
  .join('\n')}
  esac
  case "$word" in
    -*)
      case "$command" in
${commands.map((each) => `        ${each.name}) ${reply(optionsOf(each))} ;;`).join('\n')}
      esac
      return ;;
  esac
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "$command" in
${withActions(commands)
  .map(({ name, actions }) => `      ${name}) ${reply(actions)} ;;`)
  .join('\n')}
    esac
  fi
}
complete -o default -F _unveil unveil
`;
}

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function zsh(commands: readonly CommandWords[]): string {
  const described = commands.map(({ name, summary }) => single(`${name}:${summary.replaceAll(':', '\\:')}`)).join(' ');
  return `#compdef unveil
# unveil: completion for zsh. In ~/.zshrc, behind compinit: source <(unveil completion zsh)
_unveil() {
  if (( CURRENT == 2 )); then
    local -a commands=(${described})
    _describe command commands
    return
  fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${valuesOf(commands)
  .map(({ at, values }) => `    '${at}') compadd -- ${values.join(' ')}; return ;;`)
  .join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "\${words[2]}" in
${commands.map((each) => `      ${each.name}) compadd -- ${optionsOf(each).join(' ')} ;;`).join('\n')}
    esac
    return
  fi
  if (( CURRENT == 3 )); then
    case "\${words[2]}" in
${withActions(commands)
  .map(({ name, actions }) => `      ${name}) compadd -- ${actions.join(' ')} ;;`)
  .join('\n')}
    esac
  fi
  _files
}
if [[ "\${funcstack[1]}" == _unveil ]]; then _unveil "$@"; else compdef _unveil unveil; fi
`;
}

function fish(commands: readonly CommandWords[]): string {
  const behind = (name: string): string => `-n '__fish_seen_subcommand_from ${name}'`;
  const lines = commands.flatMap(({ name, summary, actions, options }) => [
    `complete -c unveil -n __fish_use_subcommand -f -a ${name} -d ${single(summary)}`,
    ...(actions.length === 0 ? [] : [`complete -c unveil ${behind(name)} -a '${actions.join(' ')}'`]),
    ...Object.entries(options).map(
      ([option, { values }]) =>
        `complete -c unveil ${behind(name)} -l ${option}${values === undefined ? '' : ` -x -a '${values.join(' ')}'`}`,
    ),
  ]);
  return `# unveil: completion for fish. Once: unveil completion fish > ~/.config/fish/completions/unveil.fish\n${lines.join('\n')}\n`;
}

const help = `unveil completion: what makes your shell complete commands, options and their values

Usage: unveil completion bash|zsh|fish

  bash   in ~/.bashrc:                source <(unveil completion bash)
  zsh    in ~/.zshrc, after compinit: source <(unveil completion zsh)
  fish   once:                        unveil completion fish > ~/.config/fish/completions/unveil.fish

The script holds all words itself: completing does not start unveil. Make it anew after an update.
`;

export const command: Command = {
  help,
  options: {},
  actions: Object.keys(SHELLS),
  async run(argv, terminal, all) {
    const { positionals } = parseOptions(argv, {});
    const [shell = '', ...more] = positionals;
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (script === undefined || more.length > 0) throw new BadInput(`name your shell: unveil completion ${Object.keys(SHELLS).join('|')}`);
    const commands: CommandWords[] = [];
    for (const [name, load] of Object.entries(all))
      commands.push(commandWords(name, SUMMARIES[name as keyof typeof SUMMARIES], (await load()).command));
    terminal.out.write(script(commands));
    return ExitCode.done;
  },
};
