import type { Linked } from '../attack/linking.ts';
import { isSummed } from './component.ts';
import type { RowTypes } from './row-types.ts';
import type { Second } from './second-release.ts';

/** Persons who compete for the same rows, the types of these rows, and the groups of rows of the second release that may be theirs. */
export interface JointPart {
  readonly persons: Int32Array;
  readonly types: Int32Array;
  readonly others: Int32Array;
  /** The rows of the second release are in other parts too. */
  readonly isCut: boolean;
}

/** Independent parts of the model. `cellsOf`: by group of persons. */
interface Parts {
  readonly parts: readonly JointPart[];
  /** Persons in parts that were too large with the second release: they were cut by cells, and it weighs each row alone. */
  readonly approximated: number;
}

export function partsOf(linked: Linked, rows: RowTypes, cellsOf: readonly Int32Array[], second: Second | null): Parts {
  const whole = connected(linked, rows, cellsOf, second);
  if (second === null) return { parts: whole, approximated: 0 };
  const isSmall = ({ persons, types, others }: JointPart): boolean =>
    isSummed([...Array.from(types, (type) => rows.sizes[type]), ...Array.from(others, (other) => second.sizes[other])], persons.length);
  const { small = [], large = [] } = Object.groupBy(whole, (part) => (isSmall(part) ? 'small' : 'large'));
  if (large.length === 0) return { parts: small, approximated: 0 };
  const persons = large.flatMap((part) => [...part.persons]);
  const within = { persons, types: large.flatMap((part) => [...part.types]) };
  return { parts: [...small, ...connected(linked, rows, cellsOf, null, within)], approximated: persons.length };
}

/** Connected components of persons, cells and rows of the second release; of some persons and types if these are given. */
function connected(
  { left, right }: Linked,
  rows: RowTypes,
  cellsOf: readonly Int32Array[],
  second: Second | null,
  within: { readonly persons: readonly number[]; readonly types: readonly number[] } | null = null,
): JointPart[] {
  const cells = right.count + 1;
  const others = second?.others ?? 0;
  const roots = Int32Array.from({ length: cells + others }, (_, at) => at);
  const rootOf = (node: number): number => {
    let root = node;
    while (roots[root] !== root) {
      roots[root] = roots[roots[root]];
      root = roots[root];
    }
    return root;
  };
  const join = (a: number, b: number): void => {
    roots[rootOf(b)] = rootOf(a);
  };
  for (const own of cellsOf) for (const cell of own) join(own[0], cell);
  if (second !== null)
    for (const [type, group] of rows.groups.entries()) for (const other of second.partners[group]) join(rows.cells[type], cells + other);
  const partOf = new Int32Array(cells + others).fill(-1);
  let count = 0;
  const persons = within?.persons ?? Int32Array.from({ length: left.of.length }, (_, person) => person);
  const types = within?.types ?? Int32Array.from({ length: rows.sizes.length }, (_, type) => type);
  const rootOfPerson = (person: number): number => {
    const own = cellsOf[left.of[person]];
    return own.length === 0 ? -1 : rootOf(own[0]);
  };
  for (const person of persons) {
    const root = rootOfPerson(person);
    if (root >= 0 && partOf[root] < 0) partOf[root] = count++;
  }
  const placeOf = (root: number): number => (root < 0 ? -1 : partOf[root]);
  const split = (items: ArrayLike<number> & Iterable<number>, rootOfItem: (item: number) => number): Int32Array[] =>
    splitBy(items, (item) => placeOf(rootOfItem(item)), count);
  const ofPersons = split(persons, rootOfPerson);
  const ofTypes = split(types, (type) => rootOf(rows.cells[type]));
  const ofOthers = split(
    Int32Array.from({ length: others }, (_, other) => other),
    (other) => rootOf(cells + other),
  );
  return ofPersons.map((own, at) => ({ persons: own, types: ofTypes[at], others: ofOthers[at], isCut: within !== null }));
}

/** Items by place, in their order, as views of one array; -1: none. */
function splitBy(items: ArrayLike<number> & Iterable<number>, placeOf: (item: number) => number, count: number): Int32Array[] {
  const starts = new Int32Array(count + 1);
  for (const item of items) {
    const place = placeOf(item);
    if (place >= 0) starts[place + 1] += 1;
  }
  for (let place = 0; place < count; place += 1) starts[place + 1] += starts[place];
  const sorted = new Int32Array(starts[count]);
  const next = starts.slice(0, count);
  for (const item of items) {
    const place = placeOf(item);
    if (place >= 0) sorted[next[place]++] = item;
  }
  return Array.from({ length: count }, (_, place) => sorted.subarray(starts[place], starts[place + 1]));
}
