import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import { byAttack, type Finding, proved, withoutFigure } from '../../../core/verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../../../core/verdict/guesses.ts';
import type { Trial } from '../../../core/verdict/trial.ts';
import { anyOf, heldWith, type LeafClass, leafShares, likeliest } from './leaf-odds.ts';

export const FREQUENCY = byAttack('learned', 'frequency', 'how common items are, by the classes that publish them as themselves');

/** Of each person the surest guess: the commonest item under a node, next to any item under the person's smallest node. */
export function byFrequencyExposed(
  classes: readonly LeafClass[],
  tree: Hierarchy,
  original: readonly (readonly number[])[] | null,
  seed: string,
): Finding[] {
  const { first, end, leaves } = tree;
  const inner = (nodes: readonly number[]): number[] => nodes.filter((node) => node >= leaves);
  if (classes.every(({ nodes }) => inner(nodes).length === 0)) return [withoutFigure(FREQUENCY, 'not tried', 'nothing is generalised')];
  const shares = leafShares(classes, tree);
  const sure = (node: number, leaf: number): number => heldWith(shares[leaf], anyOf(shares, first[node], end[node]));
  const width = (node: number): number => end[node] - first[node];
  const said = classes.flatMap(({ rows, nodes }): TargetGuess[] => {
    const guesses = inner(nodes).map((node) => ({ node, leaf: likeliest(shares, tree, node, seed) }));
    if (guesses.length === 0) return [];
    const best = guesses.reduce((a, b) => (sure(b.node, b.leaf) > sure(a.node, a.leaf) ? b : a));
    const smallest = inner(nodes).reduce((a, b) => (width(b) < width(a) ? b : a));
    return rows.map((row) => {
      const held = original?.[row] ?? null;
      const under = held?.filter((leaf) => leaf >= first[smallest] && leaf < end[smallest]).length ?? 0;
      return {
        // The same item is guessed wherever the node is published.
        cluster: best.node,
        confidence: sure(best.node, best.leaf),
        right: held === null ? null : held.includes(best.leaf) ? 1 : 0,
        baselineConfidence: 1 / width(smallest),
        baselineRight: held === null ? null : under / width(smallest),
      };
    });
  });
  return findingsOf(FREQUENCY, said, {
    baseline: 'an item of the node at random',
    reason: original === null ? 'without the original nobody can say how often it is right' : 'what it names, compared with the original',
  });
}

/** People alone in their class are singled out by their published items. A row singled out by a few known items is also alone in its class. */
export function aloneInClass(classes: readonly LeafClass[]): Finding {
  const of = classes.reduce((sum, { rows }) => sum + rows.length, 0);
  const people = classes.filter(({ rows }) => rows.length === 1).length;
  return proved(byAttack('singled out', 'class', 'all that is published of the person'), {
    people,
    of,
    baseline: { name: 'a record at random', right: of === 0 ? 0 : people / of },
    reason: 'people whose published set nobody else has',
  });
}

export const NEEDS_ORIGINAL = 'it needs the original';

/** Finding from linking: people for whom only one row fits. */
export function linkedExposed({ about, status, reason, people, details }: Trial, known: number, records: number): Finding {
  const by = byAttack('singled out', 'link', `${about} of the person, drawn from the original`, { about, facts: known });
  if (status === 'errored') return withoutFigure(by, status, reason);
  if (status !== 'decided') return withoutFigure(by, reason === NEEDS_ORIGINAL ? 'not computable' : 'not tried', reason, { of: records });
  const alone = Number(details['alone']);
  const said = Array.from({ length: people }, (_, at): TargetGuess => {
    const fits = at < alone;
    return { cluster: at, confidence: fits ? 1 : null, right: fits ? 1 : 0, baselineConfidence: 1 / records, baselineRight: 1 / records };
  });
  return findingsOf(by, said, { baseline: 'a record at random', reason }, [1])[0] as Finding;
}
