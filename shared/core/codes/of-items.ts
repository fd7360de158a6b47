import { type CodeClass, heldCode } from './code-system.ts';

/** Share of items that must be codes of a system to recognise it. */
const MOST = 0.8;

/** The label of each item that is a code; null where too few of the items are. */
export function labelsOfItems(items: Iterable<string>, classes: readonly CodeClass[]): ReadonlyMap<string, string> | null {
  const known = new Map(classes.map(({ code, label }) => [code, label]));
  const labels = new Map<string, string>();
  let all = 0;
  for (const item of items) {
    all += 1;
    const code = heldCode(item, (each) => known.has(each));
    if (code !== null) labels.set(item, known.get(code) as string);
  }
  return all > 0 && labels.size >= MOST * all ? labels : null;
}

const classOf = (item: string, known: ReadonlyMap<string, CodeClass>): CodeClass | undefined =>
  known.get(heldCode(item, (code) => known.has(code)) ?? '');

/** The classes above the items as a hierarchy: the children of each inner node. Items without a code stand under the root. */
export function hierarchyOfItems(items: Iterable<string>, classes: readonly CodeClass[]): ReadonlyMap<string, readonly string[]> {
  const known = new Map(classes.map((each) => [each.code, each]));
  const children = new Map<string, Set<string>>([['*', new Set()]]);
  const named = ({ code, label }: CodeClass): string => `${code} ${label}`;
  for (const item of items) {
    let below = item;
    const own = classOf(item, known);
    let above = own?.parent == null ? undefined : known.get(own.parent);
    while (above !== undefined) {
      const name = named(above);
      const there = children.get(name) ?? new Set<string>();
      children.set(name, there.add(below));
      below = name;
      above = above.parent === null ? undefined : known.get(above.parent);
    }
    children.get('*')?.add(below);
  }
  return new Map([...children].map(([name, under]) => [name, [...under].toSorted()]));
}

/** Items of one block, or of one chapter where there are no blocks: those that may stand for one another. */
export function groupsOfItems(items: Iterable<string>, classes: readonly CodeClass[]): string[][] {
  const known = new Map(classes.map((each) => [each.code, each]));
  const groups = new Map<string, string[]>();
  for (const item of items) {
    const path: string[] = [];
    for (let at = classOf(item, known); at !== undefined; at = at.parent === null ? undefined : known.get(at.parent)) path.unshift(at.code);
    const [chapter, next] = path;
    const block = next !== undefined && /^[A-Z]\d\w-[A-Z]\d\w$/.test(next) ? next : (chapter ?? '');
    groups.set(block, [...(groups.get(block) ?? []), item]);
  }
  return [...groups.values()];
}
