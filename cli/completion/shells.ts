import { type CommandWords, VALUES } from './words.ts';

/** What a shell is to run once: it then completes by itself, without starting unveil. */
export const SHELLS: Readonly<Record<string, (commands: readonly CommandWords[]) => string>> = { bash, zsh, fish };

const names = (commands: readonly CommandWords[]): string => commands.map(({ name }) => name).join(' ');
const withActions = (commands: readonly CommandWords[]): readonly CommandWords[] => commands.filter(({ actions }) => actions.length > 0);

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
  case "$before" in
${Object.entries(VALUES)
  .map(([option, values]) => `    ${option}) ${reply(values)}; return ;;`)
  .join('\n')}
  esac
  case "$word" in
    -*)
      case "$command" in
${commands.map(({ name, options }) => `        ${name}) ${reply(options)} ;;`).join('\n')}
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
  case "\${words[CURRENT-1]}" in
${Object.entries(VALUES)
  .map(([option, values]) => `    ${option}) compadd -- ${values.join(' ')}; return ;;`)
  .join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "\${words[2]}" in
${commands.map(({ name, options }) => `      ${name}) compadd -- ${options.join(' ')} ;;`).join('\n')}
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
    ...options.map((option) => {
      const values = VALUES[option];
      return `complete -c unveil ${behind(name)} -l ${option.slice(2)}${values === undefined ? '' : ` -x -a '${values.join(' ')}'`}`;
    }),
  ]);
  return `# unveil: completion for fish. Once: unveil completion fish > ~/.config/fish/completions/unveil.fish\n${lines.join('\n')}\n`;
}
