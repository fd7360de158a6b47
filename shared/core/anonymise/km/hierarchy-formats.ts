import { columnOf, Fault } from '../../format/fault.ts';
import { parseJson } from '../../format/json-shape.ts';
import { DelimitedReader } from '../../format/table/delimited.ts';
import { textOf } from '../../format/table/text-of.ts';
import { BadInput } from '../../model/bad-input.ts';
import { compareCodePoints } from '../../model/code-points.ts';
import { type Hierarchy, itemHierarchy } from './hierarchy.ts';

/** `{"milk": ["skim milk", "choco milk"], ...}`: the children of each inner node; a child may be an inner node itself. */
export function hierarchyFromJson(text: string, file: string): Hierarchy {
  const value = parseJson(text, file, '; a hierarchy is {"parent": ["child", ...], ...}');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadInput('a hierarchy is an object: {"parent": ["child", ...], ...}', { file });
  for (const children of Object.values(value)) {
    if (!Array.isArray(children) || children.length === 0 || children.some((child) => typeof child !== 'string' || child.trim() === '')) {
      throw new BadInput('each node of a hierarchy has a list of one or more names: {"parent": ["child", ...], ...}', { file });
    }
  }
  return itemHierarchy(new Map(Object.entries(value as Record<string, string[]>)), file);
}

/** A hierarchy's file in whichever form: JSON, ARX's lines, or Amnesia's. Told by how it begins. */
export function hierarchyFromText(text: string, file: string): Hierarchy {
  const begin = text.replace(/^\ufeff/, '').trimStart();
  if (begin.startsWith('{') || begin.startsWith('[')) return hierarchyFromJson(text, file);
  if (/^(?:distinct|range)\b.*\r?\n/.test(begin)) return hierarchyFromAmnesia(text, file);
  return hierarchyFromArx(text, file);
}

/** The same as JSON: what `hierarchyFromJson` reads. */
export function writeHierarchy({ names, children, leaves }: Hierarchy): string {
  const inner = names.slice(leaves).map((name, at) => [name, (children[leaves + at] ?? []).map((child) => names[child])] as const);
  return `${JSON.stringify(Object.fromEntries(inner), null, 1)}\n`;
}

/** ARX's form: a line for each item, from the item to the root, `skim milk;milk;dairy;*`, all of the same length. */
export function hierarchyFromArx(text: string, file: string): Hierarchy {
  const childrenOf = new Map<string, Set<string>>();
  const parentOf = new Map<string, string>();
  let width = 0;
  for (const { line, cells } of rowsOf(text, file)) {
    const place = { file, line };
    if (cells.length < 2 || cells.includes(''))
      throw new BadInput('a line is the item and its ancestors up to the root: item;group;root', place);
    if (width !== 0 && cells.length !== width) throw new BadInput(`${cells.length} levels, but the lines above have ${width}`, place);
    width = cells.length;
    for (const [level, child] of cells.slice(0, -1).entries()) {
      const parent = cells[level + 1] as string;
      // ARX repeats a name where a level does not generalise further.
      if (child === parent) continue;
      const before = parentOf.get(child);
      if (before !== undefined && before !== parent)
        throw new BadInput(`level ${level + 1} has another parent than on an earlier line`, { ...place });
      parentOf.set(child, parent);
      const children = childrenOf.get(parent) ?? new Set();
      childrenOf.set(parent, children.add(child));
    }
  }
  if (width === 0) throw new BadInput('the hierarchy is empty', { file });
  return itemHierarchy(new Map([...childrenOf].map(([parent, children]) => [parent, [...children]])), file);
}

/** ARX writes semicolons; commas and tabs are what a spreadsheet makes of them. */
function* rowsOf(text: string, file: string): Generator<{ readonly line: number; readonly cells: readonly string[] }> {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const full = lines.filter((line) => line.trim() !== '');
  const separator = [';', '\t', ','].find((each) => full.every((line) => line.includes(each))) ?? ';';
  const reader = new DelimitedReader(separator);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    try {
      const row = reader.row(line, at + 1);
      if (row !== null) yield { line: row.line, cells: row.cells.map(textOf) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new BadInput(error.message, { file, line: at + 1, column: columnOf(line, error.offset) }, { cause: error });
    }
  }
}

/** Amnesia's form: a head (`distinct`, `name`, `type`, `height`), then `parent has child child ...`; its names hold no spaces. */
function hierarchyFromAmnesia(text: string, file: string): Hierarchy {
  const childrenOf = new Map<string, string[]>();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [parent = '', has, ...children] = line.trim().split(/\s+/);
    if (at === 0 && parent === 'range')
      throw new BadInput('a hierarchy of ranges; export the distinct values, or write a line a number: 23;20-29;*', { file, line: 1 });
    if (has !== 'has') continue;
    if (children.length === 0) throw new BadInput('a node without children; a line is: parent has child child ...', { file, line: at + 1 });
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), ...children]);
  }
  return itemHierarchy(childrenOf, file);
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
