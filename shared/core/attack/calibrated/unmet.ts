/** What a member of an ensemble was fitted on, and what of the same draw it tries: practice tables by position. */
export interface Folds {
  readonly fits: readonly number[];
  readonly tries: readonly number[];
}

/** Of each practice table the members that may score it: those that try it, and of other draws those that were fitted on no table with an item of it. */
export function membersUnmet(items: readonly Int32Array[], members: readonly Folds[]): number[][] {
  const met = members.map(({ fits }) => new Set(fits.flatMap((at) => [...(items[at] as Int32Array)])));
  const tried = members.map(({ tries }) => new Set(tries));
  return items.map((own, at) =>
    [...members.keys()].filter((member) => tried[member]?.has(at) === true || !own.some((item) => met[member]?.has(item) === true)),
  );
}
