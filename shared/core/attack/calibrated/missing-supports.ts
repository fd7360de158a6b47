import { holdersOf, type IndexedRelease } from './indexed-release.ts';

/** Items in one transaction or two, and in a few more: those that rare items are merged with. */
const RARE = 2;
const FEW = 6;
/** Rare items that stand alone: with fewer there is no telling. */
const ENOUGH = 100;
/** So many items in a few transactions to one that is rare stand alone at least where none were taken; in texts it is one to eight. */
const LEAST = 0.02;

/**
 * Whether much of a release is generalised and hardly an item stands alone in it that is in a few transactions, though many are rarer: an anonymiser that
 * merges rare items with the next more frequent ones has taken those. Practice, which is made of what stands alone, then has no such members: the
 * release's own tables hold more originals than tables of practice of the same shape, and other cells of them.
 */
export function supportsAreMissing(release: IndexedRelease): boolean {
  if (!release.neighbours) return false;
  let [rare, few] = [0, 0];
  for (const { length } of holdersOf(release)) {
    if (length > 0 && length <= RARE) rare += 1;
    else if (length > RARE && length <= FEW) few += 1;
  }
  return rare >= ENOUGH && few < LEAST * rare;
}
