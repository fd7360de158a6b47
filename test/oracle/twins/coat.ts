// COAT from the spec in its plainest form: sets, all subsets, exact losses. Uses no product code.

export interface Policy {
  readonly k: number;
  readonly privacy: readonly (readonly string[])[];
  readonly utility: readonly (readonly string[])[];
  readonly maxSuppressed: number;
}

/** Transactions that hold each item alone or in a generalised item. */
export const supportOf = (release: readonly (readonly (string | readonly string[])[])[], itemset: readonly string[]): number =>
  release.filter((entries) =>
    itemset.every((item) => entries.some((entry) => (typeof entry === 'string' ? entry === item : entry.includes(item)))),
  ).length;

export const subsetsOf = (items: readonly string[]): string[][] =>
  Array.from({ length: 2 ** items.length - 1 }, (_, mask) => items.filter((_item, at) => ((mask + 1) >> at) % 2 === 1));

/** The constraint checker: every non-empty subset of every constraint is supported k times or not at all. */
export const brokenConstraints = (release: readonly (readonly (string | readonly string[])[])[], policy: Policy): string[][] =>
  policy.privacy
    .flatMap((items) => subsetsOf([...new Set(items)]))
    .filter((subset) => {
      const support = supportOf(release, subset);
      return support > 0 && support < policy.k;
    });

const unite = (sets: readonly (readonly string[])[]): string[][] => {
  let united = sets.map((set) => [...new Set(set)]);
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < united.length && !changed; i += 1) {
      for (let j = i + 1; j < united.length && !changed; j += 1) {
        const [a, b] = [united[i], united[j]];
        if (!a.some((item) => b.includes(item))) continue;
        united = [...united.slice(0, i), [...new Set([...a, ...b])], ...united.slice(i + 1, j), ...united.slice(j + 1)];
        changed = true;
      }
    }
  }
  return united;
};

/** Published form of each item; null if the suppression limit is exceeded. */
export function naiveCoat(original: readonly (readonly string[])[], policy: Policy): Map<string, readonly string[] | null> | null {
  const present = [...new Set(original.flat())];
  const utility = unite(policy.utility);
  let groups: string[][] = present.map((item) => [item]);
  let suppressed: string[] = [];
  const releaseWith = (parts: readonly string[][]) =>
    original.map((items) => parts.filter((part) => part.some((member) => items.includes(member))));
  const support = (parts: readonly string[][], itemset: readonly string[]) => supportOf(releaseWith(parts), itemset);
  const unsatisfied = (parts: readonly string[][], items: readonly string[]) =>
    subsetsOf([...new Set(items)]).filter((subset) => support(parts, subset) > 0 && support(parts, subset) < policy.k);
  const loss = (part: readonly string[], parts: readonly string[][]) =>
    (2n ** BigInt(part.length) - 1n) * BigInt(support(parts, [part[0]]));

  const mend = (items: readonly string[]): boolean => {
    const bad = unsatisfied(groups, items);
    const candidates = [...new Set(items)].filter((item) => bad.some((subset) => subset.includes(item)));
    const chosen = candidates.reduce((least, item) => (support(groups, [item]) < support(groups, [least]) ? item : least));
    const mine = groups.find((part) => part.includes(chosen)) as string[];
    const set = utility.find((each) => mine.some((member) => each.includes(member))) ?? [];
    const place = (part: readonly string[]) => Math.min(...part.map((member) => set.indexOf(member)).filter((at) => at >= 0));
    const partners = groups
      .filter((part) => part !== mine && part.some((member) => set.includes(member)))
      .map((part) => {
        const merged = [...mine, ...part];
        const after = [...groups.filter((each) => each !== mine && each !== part), merged];
        return { after, place: place(part), satisfies: unsatisfied(after, items).length === 0, loss: loss(merged, after) };
      })
      .sort((a, b) => Number(b.satisfies) - Number(a.satisfies) || (a.loss < b.loss ? -1 : a.loss > b.loss ? 1 : a.place - b.place));
    if (partners[0] !== undefined) groups = partners[0].after;
    else {
      suppressed = [...suppressed, ...mine];
      groups = groups.filter((part) => part !== mine);
      if (suppressed.length > policy.maxSuppressed * present.length) return false;
    }
    return true;
  };
  for (let again = true; again; ) {
    again = false;
    for (const items of policy.privacy) {
      while (unsatisfied(groups, items).length > 0) {
        again = true;
        if (!mend(items)) return null;
      }
    }
  }
  return new Map(present.map((item) => [item, groups.find((part) => part.includes(item))?.toSorted() ?? null]));
}
