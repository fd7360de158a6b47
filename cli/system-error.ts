/** What the system refused, as a user would say it. */
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
export function asSystemError(error: unknown): { readonly code: string; readonly message: string } {
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
