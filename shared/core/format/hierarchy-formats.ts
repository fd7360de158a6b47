import { BadInput } from '../model/bad-input.ts';
import { compareCodePoints } from '../model/code-points.ts';
import { type Hierarchy, itemHierarchy } from '../model/hierarchy.ts';
import { parseJson } from './json-shape.ts';
import { oneLine } from './table/cells.ts';
import { DelimitedReader } from './table/delimited.ts';

/** From a value to the top, as ARX writes it: `13053;1305*;130**;*`. */
interface Path {
  readonly line: number;
  readonly labels: readonly string[];
}

/** Paths of equal length, one for each value; or the children of each inner node. */
type HierarchyText = { readonly paths: readonly Path[] } | { readonly childrenOf: ReadonlyMap<string, readonly string[]> };

/** The formats of hierarchies, for items and for values of columns: JSON, the lines of Amnesia, or those of ARX. Recognised by how the text begins. */
export function parseHierarchy(text: string, file: string): HierarchyText {
  const begin = text.replace(/^\ufeff/, '').trimStart();
  // Labels of ARX may begin with a brace too: {m, f};*
  if (/^\{\s*(?:["}]|$)/.test(begin)) return { childrenOf: fromJson(text, file) };
  if (/^(?:distinct|range)[ \t]*\r?\n/.test(begin)) return { childrenOf: fromAmnesia(begin, file) };
  return { paths: fromArx(text, file) };
}

/** `{"milk": ["skim milk", "choco milk"], ...}`: a child may be an inner node itself. */
function fromJson(text: string, file: string): ReadonlyMap<string, readonly string[]> {
  const value = parseJson(text, file, '; a hierarchy is {"parent": ["child", ...], ...}');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadInput('a hierarchy is an object: {"parent": ["child", ...], ...}', { file });
  for (const children of Object.values(value)) {
    if (!Array.isArray(children) || children.length === 0 || children.some((child) => typeof child !== 'string' || child.trim() === '')) {
      throw new BadInput('each node of a hierarchy has a list of one or more names: {"parent": ["child", ...], ...}', { file });
    }
  }
  return new Map(Object.entries(value as Record<string, string[]>));
}

/** A head (`distinct`, `name`, `type`, `height`), then `parent has child child ...`. Names hold no spaces. */
function fromAmnesia(text: string, file: string): ReadonlyMap<string, readonly string[]> {
  const childrenOf = new Map<string, string[]>();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [parent = '', has, ...children] = line.trim().split(/\s+/);
    if (at === 0 && parent === 'range')
      throw new BadInput('a hierarchy of ranges; export the distinct values, or write a line a number: 23;20-29;*', { file, line: 1 });
    if (has !== 'has') continue;
    if (children.length === 0) throw new BadInput('a node without children; a line is: parent has child child ...', { file, line: at + 1 });
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), ...children]);
  }
  return childrenOf;
}

/** No header, a line for each value. ARX writes semicolons; spreadsheets make commas or tabs of them. */
function fromArx(text: string, file: string): Path[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length === 0) throw new BadInput('the hierarchy is empty', { file, line: 1 });
  const full = lines.filter((line) => line.trim() !== '');
  const reader = new DelimitedReader(file, [';', '\t', ','].find((each) => full.every((line) => line.includes(each))) ?? ';');
  const paths: Path[] = [];
  for (const [at, each] of lines.entries()) {
    const row = reader.row(each, at + 1);
    if (row === null) continue;
    const place = { file, line: row.line };
    const labels = row.cells.map(oneLine);
    const [first] = paths;
    if (row.text?.trim() === '') throw new BadInput('an empty line; a line is a value and its labels: 13053;1305*;130**;*', place);
    if (labels.includes('')) throw new BadInput('an empty label; a level that does not generalise repeats the label below', place);
    if (first !== undefined && labels.length !== first.labels.length)
      throw new BadInput(
        `${labels.length} columns, but the first line has ${first.labels.length}: every line has a label for every level`,
        place,
      );
    paths.push({ line: row.line, labels });
  }
  reader.end();
  return paths;
}

/** The tree over the items. On paths, a name that is repeated from one level to the next is one node. */
export function hierarchyFromText(text: string, file: string): Hierarchy {
  const parsed = parseHierarchy(text, file);
  if ('childrenOf' in parsed) return itemHierarchy(parsed.childrenOf, file);
  const childrenOf = new Map<string, Set<string>>();
  const parentOf = new Map<string, string>();
  for (const { line, labels } of parsed.paths) {
    const place = { file, line };
    if (labels.length < 2) throw new BadInput('a line is the item and its ancestors up to the root: item;group;root', place);
    for (const [level, child] of labels.slice(0, -1).entries()) {
      const parent = labels[level + 1];
      if (child === parent) continue;
      const before = parentOf.get(child);
      if (before !== undefined && before !== parent)
        throw new BadInput(`level ${level + 1} has another parent than on an earlier line`, place);
      parentOf.set(child, parent);
      childrenOf.set(parent, (childrenOf.get(parent) ?? new Set()).add(child));
    }
  }
  return itemHierarchy(new Map([...childrenOf].map(([parent, children]) => [parent, [...children]])), file);
}

/** As JSON that `hierarchyFromText` reads. */
export function writeHierarchy({ names, children, leaves }: Hierarchy): string {
  const inner = names.slice(leaves).map((name, at) => [name, (children[leaves + at] ?? []).map((child) => names[child])] as const);
  return `${JSON.stringify(Object.fromEntries(inner), null, 1)}\n`;
}

/** A balanced tree: neighbours by number (by code point when an item is no number) in groups of `degree`, level by level. */
export function hierarchyByDegree(items: readonly string[], degree: number): Hierarchy {
  const numeric = items.every((item) => /^\d+$/.test(item));
  const sorted = [...new Set(items)].sort(numeric ? (a, b) => Number(a) - Number(b) : compareCodePoints);
  const childrenOf = new Map<string, string[]>();
  let level = sorted.map((item) => ({ name: item, from: item, to: item }));
  do {
    const above: typeof level = [];
    for (let at = 0; at < level.length; at += degree) {
      const group = level.slice(at, at + degree);
      const from = group[0]?.from ?? '';
      const to = group.at(-1)?.to ?? '';
      // A group of one is its member on the next level.
      const name = group.length === 1 && level.length > 1 ? (group[0]?.name ?? '') : `[${from}..${to}]`;
      if (name !== group[0]?.name)
        childrenOf.set(
          name,
          group.map((each) => each.name),
        );
      above.push({ name, from, to });
    }
    level = above;
  } while (level.length > 1);
  return itemHierarchy(childrenOf);
}
