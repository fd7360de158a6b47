// TBA, WBA, GBA and RBA in exact fractions, from the spec: what the floating-point forms must agree with when ties are meant.
// All cells are candidates: whole numbers above 0, in hundredths.

interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

const of = (n: bigint, d = 1n): Fraction => {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? { n: 0n, d: 1n } : { n: n / a, d: d / a };
};
const plus = (a: Fraction, b: Fraction): Fraction => of(a.n * b.d + b.n * a.d, a.d * b.d);
const minus = (a: Fraction, b: Fraction): Fraction => of(a.n * b.d - b.n * a.d, a.d * b.d);
const times = (a: Fraction, b: Fraction): Fraction => of(a.n * b.n, a.d * b.d);
const over = (a: Fraction, b: Fraction): Fraction => of(a.n * b.d, a.d * b.n);
const above = (a: Fraction, b: Fraction): boolean => a.n * b.d > b.n * a.d;
const max = (values: readonly Fraction[]): Fraction => values.reduce((most, value) => (above(value, most) ? value : most));
const mean = (values: readonly Fraction[]): Fraction => over(values.reduce(plus, of(0n)), of(BigInt(values.length)));
const ONE = of(1n);

interface Member {
  readonly row: number;
  readonly column: number;
  readonly value: Fraction;
}
export type ExactAttack = 'tba' | 'wba' | 'gba' | 'gba-normalised' | 'rba' | 'rba-normalised';

export function exactEliminations(attack: ExactAttack, hundredths: readonly (readonly number[])[]): [number, number][] {
  const rows = hundredths.length;
  const columns = hundredths[0]?.length ?? 0;
  const largest = Math.max(...hundredths.flat());
  const eps = of(BigInt(largest), 100n * 1_000_000_000n);
  const normalised = attack.endsWith('-normalised');
  const equal = normalised ? of(1n, 1_000_000_000n) : eps;
  const fromRow = hundredths.map(() => 0);
  const fromColumn = Array.from({ length: columns }, () => 0);
  const gone = new Set<string>();
  const done: [number, number][] = [];
  const rowWeights = hundredths.map((line) => line.map(() => of(1n, BigInt(columns))));
  const columnWeights = hundredths.map((line) => line.map(() => of(1n, BigInt(rows))));
  const at = (table: Fraction[][], row: number, column: number): Fraction => table[row]?.[column] as Fraction;

  const weigh = (row: number, column: number): Fraction => {
    const distance = of(BigInt(hundredths[row]?.[column] ?? 0), 100n);
    if (attack === 'tba') return distance;
    if (attack.startsWith('rba')) {
      return times(distance, times(minus(ONE, at(rowWeights, row, column)), minus(ONE, at(columnWeights, row, column))));
    }
    const [r, c] = [BigInt(columns - (fromRow[row] ?? 0)), BigInt(rows - (fromColumn[column] ?? 0))];
    return times(distance, times(of(r - 1n, r), of(c - 1n, c)));
  };
  const members = (): Member[] =>
    hundredths.flatMap((line, row) =>
      line.flatMap((_, column) => (gone.has(`${row},${column}`) ? [] : [{ row, column, value: weigh(row, column) }])),
    );
  const lets = ({ row, column }: Member): boolean => columns - (fromRow[row] ?? 0) >= 2 && rows - (fromColumn[column] ?? 0) >= 2;
  const greatest = <T extends { readonly value: Fraction }>(candidates: readonly T[], tie: Fraction): T | undefined => {
    if (candidates.length === 0) return undefined;
    const most = max(candidates.map(({ value }) => value));
    return candidates.find(({ value }) => !above(minus(most, value), tie));
  };
  const eliminate = ({ row, column }: Member): void => {
    fromRow[row] = (fromRow[row] ?? 0) + 1;
    fromColumn[column] = (fromColumn[column] ?? 0) + 1;
    gone.add(`${row},${column}`);
    done.push([row, column]);
  };

  if (attack === 'tba') {
    const delta = mean(members().map(({ value }) => value));
    let left = members();
    for (let best = greatest(left, eps); best !== undefined; best = greatest(left, eps)) {
      const taken = best;
      left = left.filter((member) => member !== taken);
      if (above(minus(taken.value, delta), eps) && lets(taken)) eliminate(taken);
    }
    return done;
  }
  if (attack === 'wba') {
    const delta = mean(members().map(({ value }) => value));
    for (;;) {
      const best = greatest(members().filter(lets), eps);
      if (best === undefined || !above(minus(best.value, delta), eps)) return done;
      eliminate(best);
    }
  }

  const sort = (group: readonly Member[]): Member[] =>
    group.toSorted((a, b) => (above(a.value, b.value) ? 1 : above(b.value, a.value) ? -1 : 0));
  const gaps = (sorted: readonly Member[]): Fraction[] => sorted.slice(1).map(({ value }, k) => minus(value, sorted[k].value));
  const groups = (): Member[][] => {
    const all = members();
    return [
      ...hundredths.map((_, row) => all.filter((member) => member.row === row)),
      ...fromColumn.map((_, column) => all.filter((member) => member.column === column)),
    ];
  };
  const vulnerability = (group: readonly Member[]): Fraction => {
    const sorted = sort(group);
    const gap = max([of(0n), ...gaps(sorted)]);
    if (!above(gap, eps)) return of(0n);
    return normalised ? over(gap, minus((sorted.at(-1) as Member).value, sorted[0].value)) : gap;
  };
  const share = (weights: Fraction[][], group: readonly Member[], leaving: Member): void => {
    const sorted = sort(group);
    const all = gaps(sorted);
    const gap = max([of(0n), ...all]);
    const cluster = above(gap, eps) ? sorted.slice(0, all.findIndex((each) => !above(minus(gap, each), eps)) + 1) : sorted;
    const others = cluster.filter(({ row, column }) => row !== leaving.row || column !== leaving.column);
    for (const { row, column } of others) {
      const part = over(at(weights, leaving.row, leaving.column), of(BigInt(others.length)));
      weights[row][column] = plus(at(weights, row, column), part);
    }
  };
  const delta = mean(groups().map(vulnerability));
  for (;;) {
    const all = groups();
    const open = all.flatMap((group) => {
      const top = greatest(group, eps);
      return top !== undefined && lets(top) ? [{ top, value: vulnerability(group) }] : [];
    });
    const most = greatest(open, equal);
    if (most === undefined || !above(minus(most.value, delta), equal)) return done;
    if (attack.startsWith('rba')) {
      share(rowWeights, all[most.top.row], most.top);
      share(columnWeights, all[rows + most.top.column], most.top);
    }
    eliminate(most.top);
  }
}
