import { isObject, listAt, objectAt, parseShaped, ShapeFault, termsAt } from '../../../core/format/json-shape.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { type Hierarchy, itemHierarchy } from '../../../core/model/hierarchy.ts';
import type { LocatedTransaction } from '../../../core/model/transaction.ts';

/** Transactions whose items are published as nodes of a tree: leaves, or what stands above some. */
export interface LocalRelease {
  readonly tree: Hierarchy;
  /** Children by the name of each inner node, as the file has them. */
  readonly children: readonly (readonly [node: string, children: readonly string[]])[];
  /** Of each transaction its nodes by number, ascending by the leaves under them. */
  readonly transactions: readonly (readonly number[])[];
}

/** Reads a locally generalised release; whatever is wrong with it is a BadInput, with its line and column. */
export const parseLocal = (text: string, file: string): LocalRelease =>
  parseShaped(text, file, (value) => {
    const release = objectAt(value, [], ['hierarchy', 'transactions']);
    const given = release['hierarchy'];
    if (!isObject(given))
      throw new ShapeFault('"hierarchy" has the children of each inner node: {"fruit":["apple","pear"]}', ['hierarchy']);
    const children = Object.entries(given).map(([node, below]) => {
      const own = termsAt(below, ['hierarchy', node]);
      if (own.length === 0) throw new ShapeFault('an inner node has at least one child', ['hierarchy', node]);
      return [node, own] as const;
    });
    const tree = itemHierarchy(new Map(children), file);
    const list = listAt(release['transactions'], ['transactions'], '"transactions" is a list of transactions, each a list of nodes');
    if (list.length === 0) throw new ShapeFault('a release has at least one transaction', ['transactions']);
    return { tree, children, transactions: nodesIn(list, tree) };
  });

function nodesIn(list: readonly unknown[], { names, first, end }: Hierarchy): number[][] {
  const number = new Map(names.map((name, node) => [name, node]));
  return list.map((each, at) => {
    const named = termsAt(each, ['transactions', at]);
    const nodes = named.map((name, place) => {
      const node = number.get(name);
      if (node === undefined) throw new ShapeFault('no node of the hierarchy', ['transactions', at, place]);
      return node;
    });
    const sorted = nodes.toSorted((a, b) => first[a] - first[b] || b - a);
    for (const [place, node] of sorted.entries()) {
      const before = sorted[place - 1];
      if (before !== undefined && first[node] < end[before])
        throw new ShapeFault('two nodes of which one stands under the other', ['transactions', at]);
    }
    return sorted;
  });
}

/** A transaction a line, in pieces as they are made. */
export function* writeLocal(tree: Hierarchy, transactions: Iterable<readonly number[]>): Generator<string> {
  const { names, children, leaves } = tree;
  const inner = children.flatMap((below, node) =>
    node < leaves ? [] : [`${JSON.stringify(names[node])}:${JSON.stringify(below.map((child) => names[child]))}`],
  );
  yield `{"hierarchy":{${inner.join(',\n')}},\n"transactions":[\n`;
  let at = 0;
  for (const nodes of transactions) {
    yield `${at === 0 ? '' : ',\n'}${JSON.stringify(nodes.map((node) => names[node]))}`;
    at += 1;
  }
  yield '\n]}\n';
}

/** The originals as leaves of the release's tree, the first of them the first of the release. */
export async function originalLeaves(
  file: string,
  transactions: AsyncIterable<LocatedTransaction>,
  { tree, transactions: published }: Pick<LocalRelease, 'tree' | 'transactions'>,
): Promise<number[][]> {
  const number = new Map(tree.names.slice(0, tree.leaves).map((name, leaf) => [name, leaf]));
  const read: number[][] = [];
  for await (const { line, items } of transactions) {
    if (read.length === published.length)
      throw new BadInput(`the release has ${published.length} transactions; this is one more`, { file, line });
    const leaves = items.map((item, at) => {
      const leaf = number.get(item as string);
      if (leaf === undefined) throw new BadInput(`item ${at + 1} is no leaf of the release's hierarchy`, { file, line });
      return leaf;
    });
    read.push(leaves.sort((a, b) => a - b));
  }
  if (read.length < published.length)
    throw new BadInput(`the release has ${published.length} transactions, this original ${read.length}`, { file });
  return read;
}
