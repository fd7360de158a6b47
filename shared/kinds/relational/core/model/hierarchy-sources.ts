import { parseHierarchy } from '../../../../core/format/hierarchy-formats.ts';
import { BadInput } from '../../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { itemHierarchy } from '../../../../core/model/hierarchy.ts';
import type { NounGraph } from '../../../../core/text/noun-graph.ts';
import { type ValueHierarchy, valueHierarchy } from './hierarchy.ts';
import { numberOf } from './table.ts';

/**
 * The levels above each value. In a tree they are counted from the top: a value that is nearer to the top than others stays itself on the levels
 * below.
 */
export function valuesFromText(text: string, file: string): ValueHierarchy {
  const parsed = parseHierarchy(text, file);
  if ('paths' in parsed)
    return valueHierarchy(
      parsed.paths.map(({ labels }) => labels),
      { file, line: (row) => parsed.paths[row].line },
    );
  const { names, parent, leaves } = itemHierarchy(parsed.childrenOf, file);
  const chains = names.slice(0, leaves).map((_, leaf) => {
    const chain: string[] = [];
    for (let node = leaf; node >= 0; node = parent[node]) chain.push(names[node]);
    return chain;
  });
  const levels = chains.reduce((most, { length }) => Math.max(most, length), 0);
  return valueHierarchy(
    chains.map((chain) => Array.from({ length: levels }, (_, level) => chain[Math.max(0, chain.length - levels + level)])),
    { file },
  );
}

/**
 * Intervals for numbers: a level a width, each a multiple of the one before, counted from 0 and closed below, `[20, 25[`; `*` on top.
 * A value that is no number (a missing value) generalises only to `*`.
 */
export function intervalHierarchy(values: readonly string[], widths: readonly number[], name: string): ValueHierarchy {
  for (const [at, width] of widths.entries()) {
    const below = widths[at - 1];
    if (!(width > 0)) throw new BadInput(`${name}: the width of an interval is more than 0`);
    if (below !== undefined && (width <= below || !isWhole(width / below)))
      throw new BadInput(`${name}: each width is a multiple of the one before, so that intervals nest`);
  }
  const rows = values.map((value) => {
    const number = numberOf(value);
    if (number === null) return [value, ...widths.map(() => value), '*'];
    const intervals = widths.map((width) => {
      const from = Math.floor(number / width) * width;
      return `[${from}, ${from + width}[`;
    });
    return [value, ...intervals, '*'];
  });
  return valueHierarchy(rows);
}

const isWhole = (value: number): boolean => Math.abs(value - Math.floor(value + 0.5)) < 1e-9;

/**
 * WordNet's nouns above each value: of its commonest sense the chain of first hypernyms, which is a tree. Level j is the ancestor of a depth
 * that is the same for all values; values above that depth stay as they are. Unknown values know only `*`. Levels that change nothing go.
 */
export function wordnetHierarchy(values: readonly string[], graph: NounGraph): ValueHierarchy {
  const chains = values.map((value) => {
    const [sense] = graph.senses(value);
    return sense === undefined ? [] : graph.chain(sense);
  });
  const deepest = chains.reduce((most, chain) => Math.max(most, chain.length), 0);
  const names = labelNames(chains.flat(), graph, new Set(values));
  const columns: string[][] = [[...values]];
  for (let depth = deepest; depth >= 1; depth -= 1) {
    const column = chains.map((chain, at) => {
      const synset = chain[depth - 1];
      // A chain runs from the top down to the value's own synset; that one is named by the value until something above is shared.
      return synset === undefined ? (columns.at(-1)?.[at] as string) : (names.get(synset) as string);
    });
    const before = columns.at(-1) as string[];
    if (new Set(column).size < new Set(before).size) columns.push(column);
  }
  if (new Set(columns.at(-1)).size > 1 || columns.length === 1) columns.push(values.map(() => '*'));
  return valueHierarchy(values.map((_, at) => columns.map((column) => column[at])));
}

/** A name for each synset, told apart by a number where two synsets, or a synset and a value, share one. */
function labelNames(synsets: readonly number[], graph: NounGraph, taken: Set<string>): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const used = new Set(taken);
  const distinct = [...new Set(synsets)].sort((a, b) => compareCodePoints(graph.name(a), graph.name(b)) || a - b);
  for (const synset of distinct) {
    const name = graph.name(synset);
    let own = name;
    for (let number = 2; used.has(own); number += 1) own = `${name} (${number})`;
    used.add(own);
    names.set(synset, own);
  }
  return names;
}
