/** Told of an attack that failed: its result is "errored" with the name of the error alone, since a message may quote what it worked on. */
export type AttackFailed = (attack: string, error: unknown) => void;

/** What the result of a failed attack says. */
export const failureName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** The frames of an error's stack, without its first lines, which are the message. */
export const framesOf = (error: unknown): string[] =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));

/** Tells of each failure once: an attack that fails on a unit mostly fails at the same place on all of them. */
export function toldOnce(tell: AttackFailed): AttackFailed {
  const told = new Set<string>();
  return (attack, error) => {
    const key = [attack, failureName(error), framesOf(error)[0] ?? ''].join('\n');
    if (told.has(key)) return;
    told.add(key);
    tell(attack, error);
  };
}
