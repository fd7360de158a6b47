import type { Options } from '../shared/kit/option.ts';

/** One-line message for a parseArgs error; null for other errors. */
export function usageMessage(error: unknown, options: Options): string | null {
  const { code, message } = asSystemError(error);
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? '';
  const [option = ''] = quoted.split(/[ ,]/).filter((word) => word.startsWith('--'));
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const known = new Set(Object.keys(options).map((name) => `--${name}`));
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

/** System errors in the user's words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota of the disk is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'you may not do this here',
  EPERM: 'you may not do this here',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk failed',
  ENOMEM: 'there is not enough memory',
};

/** By its shape: an error of Node's own may come from another realm, where it is no instance of this one's Error. */
function asSystemError(error: unknown): { readonly code: string; readonly message: string } {
  if (typeof error !== 'object' || error === null) return { code: '', message: String(error) };
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return { code: String(code ?? ''), message: String(message ?? error) };
}

/** The system's own words stand behind ours: they name the call, and the file where it has one. */
export function failureMessage(error: unknown): string {
  const { code, message } = asSystemError(error);
  const reason = REASONS[code];
  return reason === undefined ? message : `${reason} (${message})`;
}
