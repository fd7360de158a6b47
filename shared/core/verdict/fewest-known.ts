/** Facts that are combined: those that fewest share. */
const COMBINED = 20;

/** How many known facts of a person leave this person alone; null if so many do not. Of each fact: who it may be of. */
export function fewestKnown(facts: readonly ReadonlySet<number>[], most: number): number | null {
  const sets = facts.toSorted((a, b) => a.size - b.size).slice(0, COMBINED);
  const alone = (left: ReadonlySet<number>, from: number, more: number): boolean => {
    if (left.size === 1) return true;
    if (more === 0) return false;
    for (let at = from; at < sets.length; at += 1)
      if (alone(left.intersection(sets[at] as ReadonlySet<number>), at + 1, more - 1)) return true;
    return false;
  };
  for (let known = 1; known <= most; known += 1) if (sets.some((set, at) => alone(set, at + 1, known - 1))) return known;
  return null;
}
