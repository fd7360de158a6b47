import type { Place } from '../../model/bad-input.ts';

/** Items whose combination must not betray anyone. The place is where the user wrote it, for messages. */
export interface PrivacyConstraint {
  readonly items: readonly string[];
  readonly place?: Place;
}

/** Items that may stand for one another. */
export type UtilityConstraint = readonly string[];

/** Sets that share an item are one set, at the first's place, members in order of appearance. Each item is in one set at most. */
export function uniteSets(sets: readonly UtilityConstraint[]): readonly UtilityConstraint[] {
  const parent = sets.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root] as number;
    // Shorten the way for the next question.
    for (let step = at; parent[step] !== root; ) [step, parent[step]] = [parent[step] as number, root];
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [at, set] of sets.entries()) {
    for (const item of set) {
      const other = firstWith.get(item);
      if (other === undefined) firstWith.set(item, at);
      else {
        const [low, high] = [rootOf(at), rootOf(other)].sort((a, b) => a - b) as [number, number];
        parent[high] = low;
      }
    }
  }
  const united = new Map<number, Set<string>>();
  for (const [at, set] of sets.entries()) {
    const root = rootOf(at);
    const members = united.get(root) ?? new Set();
    for (const item of set) members.add(item);
    united.set(root, members);
  }
  return [...united.entries()].sort(([a], [b]) => a - b).map(([, members]) => [...members]);
}
