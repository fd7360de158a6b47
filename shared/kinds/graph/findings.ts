import { commonestIn, commonestValues, rightOf } from '../../core/verdict/commonest.ts';
import { type ByAttack, byAttack, type Finding, proved, withoutFigure } from '../../core/verdict/finding.ts';
import { findingsOf, noGuess, type TargetGuess } from '../../core/verdict/guesses.ts';
import { KNOWN, type Known, type OriginalGraph, type WholeGraph } from './attack.ts';
import { degreesOf, type Graph } from './core/graph.ts';
import { densityOf, linkShares } from './core/graph-attacks.ts';

interface Assessing {
  readonly whole: WholeGraph;
  readonly graph: Graph;
  /** Signature of each node, by kind of knowledge. */
  readonly looks: Readonly<Record<Known, readonly string[]>>;
  readonly original: OriginalGraph | null;
  readonly seed: string;
}

const NEEDS_ORIGINAL = 'edges were added, so it needs the graph before (--original)';
const AT_RANDOM = 'any node at random';

const KNOWS: Readonly<Record<Known, string>> = {
  degree: 'with how many others a person is linked',
  'neighbour degrees': 'with how many others each friend of a person is linked',
  neighbourhood: 'how many friends a person has, and who of them are linked with each other',
};

/** Findings of every attack on the list: who knows a person from life knows the graph as it was before edges were added. */
export function graphFindings(assessing: Assessing): Finding[] {
  return [
    ...KNOWN.flatMap((known) => aloneFindings(known, assessing)),
    ...friendFindings(assessing),
    withoutFigure(byAttack('linked', 'other graph', 'another graph of the same people'), 'not tried', 'no other graph can be given'),
    ...contentFindings(assessing),
    ...linkFindings(assessing),
  ];
}

/** Without the original the effect of added edges is unknown. */
const cannotTell = ({ whole, original }: Assessing): boolean => whole.method !== null && original === null;

function aloneFindings(known: Known, assessing: Assessing): Finding[] {
  const { looks, original } = assessing;
  const by = byAttack('singled out', known, KNOWS[known], known === 'degree' ? { facts: 1 } : {});
  const now = looks[known];
  const of = now.length;
  if (cannotTell(assessing)) return [withoutFigure(by, 'not computable', NEEDS_ORIGINAL, { of })];
  const found = Map.groupBy(now.keys(), (node) => now[node]);
  const said = now.map((look, node): SaidOfNode => {
    const before = original === null ? look : (original.before[known][node] ?? null);
    const candidates = before === null ? [] : (found.get(before) ?? []);
    return { node, acts: candidates.length === 1, right: candidates[0] === node };
  });
  return [nodeFinding(by, said, original !== null, 'nobody else in the release looks so')];
}

function friendFindings(assessing: Assessing): Finding[] {
  const { graph, original } = assessing;
  const by = byAttack('linked', 'friend', 'with how many others a person and one friend are linked');
  const of = graph.names.length;
  if (cannotTell(assessing)) return [withoutFigure(by, 'not computable', NEEDS_ORIGINAL, { of })];
  const degrees = degreesOf(graph);
  const candidates = new Map<string, Set<number>>();
  for (const [node, list] of graph.neighbours.entries())
    for (const other of list) {
      const pair = `${degrees[node]} ${degrees[other]}`;
      candidates.set(pair, (candidates.get(pair) ?? new Set()).add(node));
    }
  const before = original?.neighbours ?? assessing.whole.graph.neighbours;
  const said = before.map((friends, node): SaidOfNode => {
    const found = friends.flatMap((friend) => {
      const own = candidates.get(`${friends.length} ${before[friend]?.length}`);
      return own?.size === 1 ? [...own] : [];
    });
    return { node, acts: found.length > 0, right: found.includes(node) };
  });
  return [nodeFinding(by, said, original !== null, 'one node alone has this degree and such a friend')];
}

interface SaidOfNode {
  readonly node: number;
  readonly acts: boolean;
  readonly right: boolean;
}

/** Compared with the graph as it was it is measured; of a graph that is published as it is, counting proves it. */
function nodeFinding(by: ByAttack, said: readonly SaidOfNode[], measured: boolean, reason: string): Finding {
  const of = said.length;
  const acting = said.filter(({ acts }) => acts);
  const right = acting.filter((each) => each.right).length;
  if (!measured) return proved(by, { people: acting.length, right, of, baseline: { name: AT_RANDOM, right: acting.length / of }, reason });
  const one = { baselineConfidence: 1 / of, baselineRight: 1 / of };
  const each = said.map(
    (node): TargetGuess => ({ cluster: node.node, confidence: node.acts ? 1 : null, right: node.right ? 1 : 0, ...one }),
  );
  return findingsOf(by, each, { baseline: AT_RANDOM, reason }, [1])[0] as Finding;
}

/** Guess: the most frequent attribute among nodes with the same signature. */
function contentFindings(assessing: Assessing): Finding[] {
  const { whole, graph, looks, original, seed } = assessing;
  const by = byAttack('learned', 'content', `${KNOWS[whole.strongest]}, and the attributes in the release`, { about: 'attribute' });
  const attributes = new Map(whole.attributes);
  const nodes = graph.names.flatMap((name, node) => (attributes.has(name) ? [node] : []));
  if (nodes.length === 0) return [withoutFigure(by, 'not tried', 'no node has an attribute')];
  if (cannotTell(assessing)) return [withoutFigure(by, 'not computable', NEEDS_ORIGINAL, { of: nodes.length })];
  const attributeOf = (node: number): string => attributes.get(graph.names[node]) as string;
  const now = looks[whole.strongest];
  const classes = new Map<string, string[]>();
  for (const node of nodes) {
    const own = classes.get(now[node]);
    if (own === undefined) classes.set(now[node], [attributeOf(node)]);
    else own.push(attributeOf(node));
  }
  const told = commonestValues(classes, seed);
  const said = nodes.map((node, at): TargetGuess => {
    const before = original === null ? now[node] : original.before[whole.strongest][node];
    const found = before == null ? undefined : told.get(before);
    if (found === undefined) return noGuess(told.size + at);
    const { cluster, share, less } = found;
    return { cluster, confidence: share, right: rightOf(found, attributeOf(node)), baselineConfidence: less, baselineRight: less };
  });
  const guesses = findingsOf(by, said, {
    baseline: 'the commonest of as many nodes at random',
    reason: 'the commonest attribute of those who look alike is guessed',
  });
  if (original !== null) return guesses;
  const certain = [...told.values()].reduce((sum, { share, size }) => sum + (share === 1 ? size : 0), 0);
  const overall = commonestIn(nodes.map(attributeOf)).count / nodes.length;
  const alike = proved(by, {
    people: certain,
    of: nodes.length,
    baseline: { name: 'the commonest of all', right: certain * overall },
    reason: 'all who look so have the same attribute',
  });
  return [...guesses.filter(({ confidence }) => confidence < 1), alike];
}

/** Two degree classes with all possible edges: the degrees of two people reveal their edge. */
function linkFindings(assessing: Assessing): Finding[] {
  const { graph, original } = assessing;
  const by = byAttack('learned', 'links', 'with how many others two people are linked', { about: 'links' });
  const of = graph.names.length;
  if (cannotTell(assessing)) return [withoutFigure(by, 'not computable', NEEDS_ORIGINAL, { of })];
  const sure = new Set(
    linkShares(graph)
      .filter(({ linked, possible }) => linked === possible)
      .flatMap(({ degrees: [a, b] }) => [`${a} ${b}`, `${b} ${a}`]),
  );
  const degrees = degreesOf(graph);
  const density = densityOf(graph);
  const said = graph.neighbours.map((list, node): TargetGuess => {
    const before = original === null ? null : (original.neighbours[node] ?? []);
    // An attacker with the old degrees recognises only people whose degree is unchanged.
    const asWas = (each: number): boolean => original === null || original.before.degree[each] === String(degrees[each]);
    const told = asWas(node) ? [...list].filter((other) => asWas(other) && sure.has(`${degrees[node]} ${degrees[other]}`)) : [];
    const right = before === null ? told.length : told.filter((other) => before.includes(other)).length;
    return {
      cluster: node,
      confidence: told.length === 0 ? null : 1,
      right: told.length === 0 ? 0 : right / told.length,
      baselineConfidence: density,
      baselineRight: density,
    };
  });
  const reason = 'all nodes of the two degrees are linked with each other';
  return findingsOf(by, said, { baseline: 'how many of all pairs are linked', reason, proved: original === null }, [1]);
}
