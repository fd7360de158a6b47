import { RareItemsets } from './rare-itemset.ts';
import type { Recoding } from './recoding.ts';

/**
 * Splits nodes of the cut again, those that give most first, wherever no itemset of at most m nodes becomes rare. A split
 * that fails would fail after any other split too (an itemset that is held rarely has a rarely held one below it), so each
 * node is tried once.
 */
export function refineCut(recoding: Recoding, k: number, m: number): void {
  const { hierarchy } = recoding;
  const rare = new RareItemsets(recoding, k);
  const waiting = [...recoding.cut()].filter((node) => node >= hierarchy.leaves);
  const gain = (node: number): number =>
    (hierarchy.children[node] as readonly number[]).reduce((left, child) => left - recoding.penalty(child), recoding.penalty(node));
  while (waiting.length > 0) {
    waiting.sort((a, b) => gain(a) - gain(b) || (hierarchy.first[b] as number) - (hierarchy.first[a] as number));
    const node = waiting.pop() as number;
    const children = recoding.split(node);
    if (children.some((child) => isRare(rare, child, m))) recoding.raise(children[0] as number);
    else waiting.push(...children.filter((child) => child >= hierarchy.leaves));
  }
}

function isRare(rare: RareItemsets, node: number, m: number): boolean {
  for (let size = 1; size <= m; size += 1) if (rare.around(node, size) !== null) return true;
  return false;
}
