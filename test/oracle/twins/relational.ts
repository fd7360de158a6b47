// The slow, obvious forms of what shared/kinds/relational/core does fast, from its specification alone: records as texts, every node, every partition.

export type Row = readonly string[];

/** For each column: value to its labels, the value itself first. */
export type Tree = ReadonlyMap<string, readonly string[]>;

export function generalise(rows: readonly Row[], trees: readonly Tree[], levels: readonly number[]): string[][] {
  return rows.map((row) => trees.map((tree, at) => tree.get(row[at])?.[levels[at]] as string));
}

export function classesOf(rows: readonly Row[]): number[][] {
  const classes = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    const key = JSON.stringify(row);
    classes.set(key, [...(classes.get(key) ?? []), at]);
  }
  return [...classes.values()];
}

export function allNodes(tops: readonly number[]): number[][] {
  return tops.reduce<number[][]>(
    (nodes, top) => nodes.flatMap((node) => Array.from({ length: top + 1 }, (_, level) => [...node, level])),
    [[]],
  );
}

export interface TwinNode {
  readonly levels: readonly number[];
  readonly suppressed: number;
  readonly prec: number;
}

/** Every node that satisfies, with what is suppressed in it. `holds` judges one class by the numbers of its records. */
export function satisfyingNodes(
  rows: readonly Row[],
  trees: readonly Tree[],
  tops: readonly number[],
  holds: (records: readonly number[]) => boolean,
  limit: number,
): TwinNode[] {
  return allNodes(tops).flatMap((levels) => {
    const failing = classesOf(generalise(rows, trees, levels)).filter((records) => !holds(records));
    const suppressed = failing.flat().length;
    if (suppressed > limit) return [];
    const shares = levels.map((level, at) => level / tops[at]).filter((_, at) => tops[at] > 0);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    return [{ levels, suppressed, prec: 1 - (mean * (rows.length - suppressed) + suppressed) / rows.length }];
  });
}

export function minimalNodes(nodes: readonly TwinNode[]): string[] {
  const below = (a: readonly number[], b: readonly number[]): boolean =>
    a.every((level, at) => level <= b[at]) && a.some((level, at) => level < b[at]);
  return nodes
    .filter(({ levels }) => !nodes.some((other) => below(other.levels, levels)))
    .map(({ levels }) => levels.join())
    .sort();
}

/** MinGen cell by cell: every partition into classes of k or more, each column of a class on the lowest level that its values share. */
export function cellLevelPrec(rows: readonly Row[], trees: readonly Tree[], tops: readonly number[], k: number): number {
  const full = 2 ** rows.length;
  const costs = new Float64Array(full).fill(Infinity);
  for (let set = 1; set < full; set += 1) {
    const members = [...rows.keys()].filter((at) => (set >> at) & 1);
    if (members.length < k) continue;
    let cost = 0;
    for (const [column, top] of tops.entries()) {
      if (top === 0) continue;
      const labels = members.map((at) => trees[column]?.get(rows[at]?.[column] as string) as readonly string[]);
      const level = labels[0].findIndex((_, each) => labels.every((one) => one[each] === labels[0]?.[each]));
      cost += (members.length * level) / top;
    }
    costs[set] = cost;
  }
  const best = new Float64Array(full).fill(Infinity);
  best[0] = 0;
  for (let set = 1; set < full; set += 1) {
    const lowest = set & -set;
    for (let part = set; part > 0; part = (part - 1) & set)
      if (part & lowest) best[set] = Math.min(best[set], costs[part] + best[set ^ part]);
  }
  return 1 - best[full - 1] / (rows.length * tops.filter((top) => top > 0).length);
}

/** Earth mover's distance by trying every way to carry equal units: `from` and `to` are places of units, as many here as there. */
export function earthMovers(from: readonly number[], to: readonly number[], ground: (a: number, b: number) => number): number {
  const search = (at: number, left: readonly number[]): number => {
    if (at === from.length) return 0;
    let least = Infinity;
    for (const [place, unit] of left.entries()) least = Math.min(least, ground(from[at], unit) + search(at + 1, left.toSpliced(place, 1)));
    return least;
  };
  return search(0, to) / from.length;
}

/** mu-Argus over sets of cells written out, counted anew after every suppression. */
export function muArgusCells(cells: readonly Row[], k: number): string[] {
  const now = cells.map((row) => [...row] as (string | null)[]);
  const width = cells[0]?.length ?? 0;
  const combinations = allNodes(Array.from({ length: width }, () => 1))
    .map((node) => [...node.keys()].filter((at) => node[at] === 1))
    .filter(({ length }) => length === 2 || length === 3);
  const done: string[] = [];
  for (;;) {
    const rare = new Map<string, number>();
    for (const columns of combinations) {
      const keyOf = (row: readonly (string | null)[]): string | null =>
        columns.some((at) => row[at] === null) ? null : JSON.stringify(columns.map((at) => row[at]));
      const counts = new Map<string | null, number>();
      for (const row of now) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
      for (const [record, row] of now.entries()) {
        const key = keyOf(row);
        if (key === null || (counts.get(key) as number) >= k) continue;
        for (const column of columns) rare.set(`${record},${column}`, (rare.get(`${record},${column}`) ?? 0) + 1);
      }
    }
    if (rare.size === 0) return done;
    const most = Math.max(...rare.values());
    const [record, column] = [...rare]
      .filter(([, count]) => count === most)
      .map(([cell]) => cell.split(',').map(Number) as [number, number])
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
    now[record][column] = null;
    done.push(`${record},${column}`);
  }
}

/** Mondrian for k over numbers, by sorting each class anew. */
export function mondrianClasses(rows: readonly (readonly number[])[], k: number): string[] {
  const width = (part: readonly number[], at: number): number => {
    const values = part.map((row) => rows[row]?.[at] as number);
    return Math.max(...values) - Math.min(...values);
  };
  const all = [...rows.keys()];
  const whole = (rows[0] ?? []).map((_, at) => width(all, at));
  const cut = (part: readonly number[]): number[][] => {
    const columns = whole
      .map((total, at) => ({ at, share: total === 0 ? 0 : width(part, at) / total }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share || a.at - b.at);
    for (const { at } of columns) {
      const values = [...new Set(part.map((row) => rows[row]?.[at] as number))].sort((a, b) => a - b).slice(0, -1);
      const cuts = values
        .map((value) => {
          const low = part.filter((row) => (rows[row]?.[at] as number) <= value);
          return { value, low, high: part.filter((row) => !low.includes(row)) };
        })
        .filter(({ low, high }) => low.length >= k && high.length >= k)
        .sort((a, b) => Math.abs(a.low.length - a.high.length) - Math.abs(b.low.length - b.high.length) || a.value - b.value);
      if (cuts[0] !== undefined) return [...cut(cuts[0].low), ...cut(cuts[0].high)];
    }
    return [[...part]];
  };
  return cut(all).map((part) => part.join());
}
