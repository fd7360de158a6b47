/** Called for each failed attack. Its result holds only the name of the error, since a message may quote data. */
export type AttackFailed = (attack: string, error: unknown) => void;

/** An error whose message quotes no data: it may be shown to anybody. */
export class OpenFault extends Error {}

/** A figure that is no number is a fault of ours: written, it would look like an empty cell. */
export class NoNumber extends OpenFault {
  override readonly name = 'NoNumber';

  constructor(figure: string, value: number) {
    super(`${figure} is ${value}: a fault in unveil, and not in what it was given`);
  }
}

/** The class names of open faults: all that Step Functions keeps of a class. */
const OPEN: readonly string[] = ['OutOfMemory', 'NoNumber'];

/** Message of an open fault in a cause written by Lambda; else null. */
export function openMessage(name: string, cause = ''): string | null {
  return OPEN.includes(name) ? (/"errorMessage":"([^"\\]*)"/.exec(cause)?.[1] ?? null) : null;
}

/** Name of the error in the result of a failed attack. */
export const failureName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** The frames of an error's stack, without its first lines, which are the message. */
export const framesOf = (error: unknown): string[] =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));

/** Reports each failure once: an attack that fails on one unit usually fails at the same place on all. */
export function toldOnce(tell: AttackFailed): AttackFailed {
  const told = new Set<string>();
  return (attack, error) => {
    const key = [attack, failureName(error), framesOf(error)[0] ?? ''].join('\n');
    if (told.has(key)) return;
    told.add(key);
    tell(attack, error);
  };
}
