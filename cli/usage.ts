import { asSystemError } from './system-error.ts';

/** What is wrong with the words of a command, in one line; null where `error` is not of node:util parseArgs. */
export function usageMessage(error: unknown, help: string): string | null {
  const { code, message } = asSystemError(error);
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  const [option = ''] = quoted.split(/[ ,]/).filter((word) => word.startsWith('--'));
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const known = new Set(help.match(/--[a-z][a-z-]*/g));
      // Of several things that a command can do each has options of its own.
      if (known.has(quoted)) return `"${quoted}" does not go with what else is given`;
      const close = nearest(quoted, known);
      return `there is no option "${quoted}"${close === null ? '' : `; did you mean "${close}"?`}`;
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      if (message.includes('does not take')) return `"${option}" takes no value`;
      if (message.includes('ambiguous')) return `"${option}" wants a value; one that begins with a dash is written ${option}=-1`;
      return `"${option}" wants a value`;
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return `"${quoted}" is one argument too many`;
    default:
      return null;
  }
}

/** The word that was probably meant: at most two letters off, or begun and not ended. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const letters = word.replace(/^-+/, '').length;
  let best: string | null = null;
  let least = Math.min(3, letters);
  for (const each of known) {
    const distance = letters > 2 && each.startsWith(word) ? 1 : editDistance(word, each);
    if (distance < least) [best, least] = [each, distance];
  }
  return best;
}

/** Letters put in, left out, exchanged, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number): number => (up === 0 ? row : rows[i - up])?.[j - left] ?? Number.POSITIVE_INFINITY;
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(2, 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + same, swapped));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
