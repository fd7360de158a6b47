// Made crowds, graphs and logs: of the asked size, the same for the same seed, and of use to what they are made for.

import { syntheticEdges } from '../../../shared/kinds/graph/core/generate.ts';
import { graphOf } from '../../../shared/kinds/graph/core/graph.ts';
import { syntheticPlaces } from '../../../shared/kinds/places/core/generate.ts';
import { checkInside } from '../../../shared/kinds/places/core/grid.ts';
import { syntheticLog } from '../../../shared/kinds/query-log/core/generate.ts';
import { intentsOf } from '../../../shared/kinds/query-log/core/intents.ts';

test('a crowd stays inside its square and moves', () => {
  const square = { x: 100, y: -50, side: 10 };
  const snapshots = [...syntheticPlaces(square, { users: 200, snapshots: 3, towns: 8, seed: 's' })];
  for (const snapshot of snapshots) expect(() => checkInside(square, snapshot)).not.toThrow();
  expect(snapshots[1]?.x).not.toEqual(snapshots[0]?.x);
  expect([...syntheticPlaces(square, { users: 200, snapshots: 3, towns: 8, seed: 's' })]).toEqual(snapshots);
});

test('a graph has few nodes with many neighbours, and no edge twice', () => {
  const { graph, dropped } = graphOf(syntheticEdges(500, 3, 's'));
  expect([graph.names.length, dropped]).toEqual([500, { loops: 0, repeats: 0 }]);
  const degrees = graph.neighbours.map(({ length }) => length).sort((a, b) => b - a);
  expect(degrees[0]).toBeGreaterThan(10 * degrees[250]);
});

test('a log has intents that several users share', () => {
  const searches = [...syntheticLog({ users: 100, intents: 20, searches: 6, seed: 's' })];
  const { log } = intentsOf(searches, 0.5);
  expect(log.size).toBe(100);
  const holders = new Map<string, number>();
  for (const own of log.values()) for (const intent of own.keys()) holders.set(intent, (holders.get(intent) ?? 0) + 1);
  expect(Math.max(...holders.values())).toBeGreaterThan(10);
  expect([...syntheticLog({ users: 100, intents: 20, searches: 6, seed: 's' })]).toEqual(searches);
});
