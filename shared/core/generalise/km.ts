import { BadInput } from '../model/bad-input.ts';
import type { Hierarchy } from '../model/hierarchy.ts';
import { type ItemIndex, indexItems } from '../model/item-index.ts';
import type { Generalisation, Transaction } from '../model/transaction.ts';
import { RareItemsets } from './rare-itemset.ts';
import { Recoding } from './recoding.ts';

interface KmSettings {
  readonly k: number;
  readonly m: number;
  readonly hierarchy: Hierarchy;
}

interface KmResult {
  /** Each item as the name of the node it is published as, as the source writes it. */
  readonly byName: Generalisation;
  /** Each item as the set of items that the node stands for: what an audit reads. */
  readonly bySet: Generalisation;
  /** Mean of (leaves under the node / all leaves) over the original's occurrences. */
  readonly ncp: number;
}

/**
 * k^m-anonymity by generalisation of full subtrees (Terrovitis, Mamoulis and Kalnis, 2008). For itemset sizes 1 to m: while an
 * itemset is held by some but fewer than k transactions, the one of its nodes is raised that adds least to the NCP, ties
 * by place. Raising never makes a satisfied itemset rare: what a parent meets, one of its children met. That greedy way
 * climbs too high at times, so nodes are split again afterwards wherever no itemset becomes rare.
 */
export function anonymiseKm(transactions: readonly Transaction[], { k, m, hierarchy }: KmSettings): KmResult {
  const index = indexItems(transactions);
  const recoding = new Recoding(index, hierarchy, leavesOf(index, hierarchy));
  climb(recoding, k, m);
  refineCut(recoding, k, m);
  return outcome(index, recoding);
}

function climb(recoding: Recoding, k: number, m: number): void {
  const rare = new RareItemsets(recoding, k);
  const { hierarchy } = recoding;
  for (let size = 1; size <= m; size += 1) {
    for (let again = true; again; ) {
      again = false;
      for (let leaf = 0; leaf < hierarchy.leaves; ) {
        const node = recoding.nodeAbove(leaf);
        const itemset = rare.after(node, size);
        if (itemset === null) leaf = hierarchy.end[node];
        else {
          again = true;
          raiseCheapest(recoding, itemset, k);
          // The node itself may have been raised, and stands for earlier leaves too.
          leaf = hierarchy.first[recoding.nodeAbove(leaf)];
        }
      }
    }
  }
}

function raiseCheapest(recoding: Recoding, itemset: readonly number[], k: number): void {
  const cheapest = itemset.reduce((least, node) => (recoding.costOfRaising(node) < recoding.costOfRaising(least) ? node : least));
  if (recoding.hierarchy.parent[cheapest] === -1) {
    throw new BadInput(
      `only ${recoding.support(cheapest)} transactions hold an item at all: fewer than k = ${k} cannot be hidden among each other`,
    );
  }
  recoding.raise(cheapest);
}

function leavesOf(index: ItemIndex, hierarchy: Hierarchy): Uint32Array {
  const leafNumber = new Map(hierarchy.names.slice(0, hierarchy.leaves).map((name, leaf) => [name, leaf]));
  return Uint32Array.from(index.names, (name) => {
    const leaf = leafNumber.get(name);
    if (leaf === undefined) throw new BadInput(`"${name}" is an item of the transactions and no leaf of the hierarchy`);
    return leaf;
  });
}

function outcome(index: ItemIndex, recoding: Recoding): KmResult {
  const { names, first, end, leaves } = recoding.hierarchy;
  const byName = new Map<string, string>();
  const bySet = new Map<string, string | readonly string[]>();
  const present = new Set(index.names);
  for (const node of recoding.cut()) {
    const members = names.slice(first[node], end[node]);
    const entry = node < leaves ? names[node] : members;
    for (const member of members) {
      if (!present.has(member)) continue;
      byName.set(member, names[node]);
      // A subtree of one leaf publishes that leaf: there is nothing else it could stand for.
      bySet.set(member, members.length === 1 ? member : entry);
    }
  }
  return { byName, bySet, ncp: recoding.ncp() };
}

/**
 * Splits nodes of the cut again, greatest gain first, where no itemset of at most m nodes becomes rare. A split
 * that fails would fail after any other split too (an itemset that is held rarely has a rarely held one below it), so each
 * node is tried once.
 */
export function refineCut(recoding: Recoding, k: number, m: number): void {
  const { hierarchy } = recoding;
  const rare = new RareItemsets(recoding, k);
  const waiting = [...recoding.cut()].filter((node) => node >= hierarchy.leaves);
  const gain = (node: number): number =>
    hierarchy.children[node].reduce((left, child) => left - recoding.penalty(child), recoding.penalty(node));
  while (waiting.length > 0) {
    waiting.sort((a, b) => gain(a) - gain(b) || hierarchy.first[b] - hierarchy.first[a]);
    const node = waiting.pop() as number;
    const children = recoding.split(node);
    if (children.some((child) => isRare(rare, child, m))) recoding.raise(children[0]);
    else waiting.push(...children.filter((child) => child >= hierarchy.leaves));
  }
}

function isRare(rare: RareItemsets, node: number, m: number): boolean {
  for (let size = 1; size <= m; size += 1) if (rare.around(node, size) !== null) return true;
  return false;
}
