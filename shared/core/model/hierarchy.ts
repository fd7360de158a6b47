import { BadInput } from './bad-input.ts';

/**
 * A tree over the items. Nodes are numbered so that the leaves under a node are next to each other: node n stands for the
 * leaves `first[n] .. end[n] - 1`, which are numbered 0 .. leaves - 1 as nodes too.
 */
export interface Hierarchy {
  readonly names: readonly string[];
  readonly parent: Int32Array;
  readonly children: readonly (readonly number[])[];
  readonly first: Uint32Array;
  readonly end: Uint32Array;
  readonly leaves: number;
  readonly root: number;
}

/** The root that is put above several tops. */
export const ANY = '*';

/** From the children of each inner node, by name and in order. A name that is no one's child is a top. */
export function itemHierarchy(childrenOf: ReadonlyMap<string, readonly string[]>, file?: string): Hierarchy {
  const place = file === undefined ? {} : { file };
  const hasParent = new Set<string>();
  for (const children of childrenOf.values()) {
    for (const child of children) {
      if (hasParent.has(child)) throw new BadInput(`"${child}" stands under two nodes of the hierarchy, or twice under one`, place);
      hasParent.add(child);
    }
  }
  const tops = [...childrenOf.keys()].filter((name) => !hasParent.has(name));
  if (tops.length === 0)
    throw new BadInput('the hierarchy has no top: its nodes stand under each other in a circle, or it is empty', place);
  const single = tops.length === 1 ? tops[0] : undefined;
  const all = new Map(single === undefined ? [...childrenOf, [ANY, tops]] : childrenOf);
  if (single === undefined && (childrenOf.has(ANY) || hasParent.has(ANY)))
    throw new BadInput(`"${ANY}" names the root of a hierarchy with several tops; give one top, or another name`, place);
  return numbered(all, single ?? ANY, place);
}

function numbered(childrenOf: ReadonlyMap<string, readonly string[]>, top: string, place: { file?: string }): Hierarchy {
  const leafNames: string[] = [];
  const inner: { name: string; first: number; end: number; children: (string | number)[] }[] = [];
  const innerNumber = new Map<string, number>();
  // Depth first without recursion: a hierarchy from a file can be deep.
  const open: { name: string; children: readonly string[]; next: number; first: number }[] = [];
  const enter = (name: string): void => {
    const children = childrenOf.get(name) ?? [];
    if (children.length === 0) leafNames.push(name);
    else open.push({ name, children, next: 0, first: leafNames.length });
  };
  enter(top);
  while (open.length > 0) {
    const node = open.at(-1) as (typeof open)[number];
    const child = node.children[node.next];
    node.next += 1;
    if (child !== undefined) enter(child);
    else {
      open.pop();
      innerNumber.set(node.name, inner.length);
      inner.push({ name: node.name, first: node.first, end: leafNames.length, children: [...node.children] });
    }
  }
  const leaves = leafNames.length;
  if (inner.length < childrenOf.size) throw new BadInput('nodes of the hierarchy stand under each other in a circle', place);
  const leafNumber = new Map(leafNames.map((name, at) => [name, at]));
  const size = leaves + inner.length;
  const parent = new Int32Array(size).fill(-1);
  const first = Uint32Array.from({ length: size }, (_, node) => inner[node - leaves]?.first ?? node);
  const end = Uint32Array.from({ length: size }, (_, node) => inner[node - leaves]?.end ?? node + 1);
  const children = Array.from({ length: size }, (_, node) =>
    (inner[node - leaves]?.children ?? []).map(
      (name) => leafNumber.get(String(name)) ?? leaves + (innerNumber.get(String(name)) as number),
    ),
  );
  for (const [node, below] of children.entries()) for (const child of below) parent[child] = node;
  return { names: [...leafNames, ...inner.map(({ name }) => name)], parent, children, first, end, leaves, root: size - 1 };
}
