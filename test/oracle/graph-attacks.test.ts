// Attacks on graphs, against every pair of nodes.

import { type Random, seeded } from '../../shared/core/random/random.ts';
import { edgesOf, graphOf, linked, withEdges } from '../../shared/kinds/graph/core/graph.ts';
import {
  classFigures,
  contentAttack,
  densityOf,
  friendAttack,
  linkShares,
  originalDegreeAttack,
  SIGNATURES,
} from '../../shared/kinds/graph/core/graph-attacks.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

function drawnGraph(random: Random) {
  const names = Array.from({ length: 2 + random.below(8) }, (_, at) => `n${at}`);
  const edges = names.flatMap((a, at) => names.slice(at + 1).flatMap((b) => (random.below(5) < 2 ? [[a, b] as const] : [])));
  return { names, edges, graph: graphOf(edges, names).graph };
}

test('graphs: what is known of a person, of a friend and of two degrees, pair by pair', () => {
  for (let seed = 0; seed < 120; seed += 1) {
    const random = seeded('graph attacks', seed);
    const { names, edges, graph } = drawnGraph(random);
    const joined = (a: string, b: string): boolean => edges.some((edge) => edge.includes(a) && edge.includes(b));
    const friends = (name: string): string[] => names.filter((other) => other !== name && joined(name, other));
    const degree = (name: string): number => friends(name).length;
    expect([...edgesOf(graph)].map(([a, b]) => [names[a], names[b]])).toEqual(edges);
    for (const [a, one] of names.entries())
      for (const [b, other] of names.entries()) expect(linked(graph, a, b)).toBe(a !== b && joined(one, other));
    expect(SIGNATURES.degree(graph)).toEqual(names.map((name) => String(degree(name))));
    expect(SIGNATURES.neighbourDegrees(graph)).toEqual(
      names.map((name) =>
        friends(name)
          .map(degree)
          .toSorted((a, b) => a - b)
          .join(),
      ),
    );
    expect(densityOf(graph)).toBeCloseTo(edges.length / ((names.length * (names.length - 1)) / 2), 12);

    const sizeOf = (name: string): number => names.filter((other) => degree(other) === degree(name)).length;
    const k = 1 + random.below(4);
    expect(classFigures(SIGNATURES.degree(graph), k)).toEqual({
      classes: new Set(names.map(degree)).size,
      unique: names.filter((name) => sizeOf(name) === 1).length,
      smallest: Math.min(...names.map(sizeOf)),
      expectedSuccess: expect.closeTo(sum(names.map((name) => 1 / sizeOf(name))) / names.length, 12),
      belowK: names.filter((name) => sizeOf(name) < k).length / names.length,
    });

    // People with that degree and a friend of that degree.
    const having = (a: number, b: number): string[] =>
      names.filter((name) => degree(name) === a && friends(name).some((other) => degree(other) === b));
    const known = names.flatMap((name) => friends(name).map((other) => having(degree(name), degree(other))));
    const pairs = new Map(
      names.flatMap((name) => friends(name).map((other) => [`${degree(name)} ${degree(other)}`, having(degree(name), degree(other))])),
    );
    const single = [...pairs.values()].filter(({ length }) => length === 1);
    expect(friendAttack(graph)).toEqual({
      pairs: pairs.size,
      pairsWithOneCandidate: single.length,
      exposedNodes: new Set(single.flat()).size,
      expectedSuccess: known.length === 0 ? null : expect.closeTo(sum(known.map(({ length }) => 1 / length)) / known.length, 12),
    });

    const degrees = [...new Set(names.map(degree))].toSorted((a, b) => a - b);
    const wanted = degrees.flatMap((a) =>
      degrees
        .filter((b) => b >= a)
        .flatMap((b) => {
          const both = names.flatMap((one, at) =>
            names
              .slice(at + 1)
              .filter((other) => [degree(one), degree(other)].toSorted((x, y) => x - y).join() === `${a},${b}`)
              .map((other) => joined(one, other)),
          );
          return both.length === 0 ? [] : [{ degrees: [a, b], linked: both.filter(Boolean).length, possible: both.length }];
        }),
    );
    expect(linkShares(graph)).toEqual(wanted);

    const missing = names.flatMap((a, at) =>
      names.slice(at + 1).flatMap((b) => (!joined(a, b) && random.below(3) === 0 ? [[a, b] as const] : [])),
    );
    const release = withEdges(
      graph,
      missing.map(([a, b]) => [names.indexOf(a), names.indexOf(b)]),
    );
    expect(release).toEqual(graphOf([...edges, ...missing], names).graph);
    const published = (name: string): number => degree(name) + missing.filter((edge) => edge.includes(name)).length;
    // Not all of the original are in the release.
    const original = graphOf([...edges, ['gone', names[0]]], [...names, 'gone']).graph;
    const before = (name: string): number => (name === 'gone' ? 1 : degree(name) + (name === names[0] ? 1 : 0));
    const all = [...names, 'gone'];
    const chance = (fits: (own: number, was: number) => boolean): number =>
      sum(
        all.map((name) =>
          name === 'gone' || !fits(published(name), before(name))
            ? 0
            : 1 / names.filter((other) => fits(published(other), before(name))).length,
        ),
      ) / all.length;
    const attack = originalDegreeAttack(original, release);
    expect(attack.equal).toBeCloseTo(
      chance((own, was) => own === was),
      12,
    );
    expect(attack.atLeast).toBeCloseTo(
      chance((own, was) => own >= was),
      12,
    );

    const colours = names.map(() => (random.below(2) === 0 ? 'red' : 'blue'));
    const most = (own: readonly string[]): number =>
      Math.max(...['red', 'blue'].map((colour) => own.filter((each) => each === colour).length));
    const content = contentAttack(SIGNATURES.degree(graph), colours);
    expect(content.right).toBeCloseTo(
      sum(degrees.map((each) => most(colours.filter((_, at) => degree(names[at]) === each)))) / names.length,
      12,
    );
    expect(content.baseline).toBeCloseTo(most(colours) / names.length, 12);
  }
  const one = graphOf([], ['a']).graph;
  expect([densityOf(one), friendAttack(one).expectedSuccess, linkShares(one)]).toEqual([0, null, []]);
});
