import { seeded } from '../../shared/core/random/random.ts';
import { FlowNetwork } from '../../shared/kinds/disassociated/core/flow-network.ts';

/** The cheapest way to move all supply, unit by unit, trying every sink with room for every unit. */
function cheapest(supplies: readonly number[], room: readonly number[], cost: (from: number, to: number) => number): number {
  const units = supplies.flatMap((count, from) => new Array<number>(count).fill(from));
  const left = [...room];
  const from = (at: number): number => {
    const unit = units[at];
    if (unit === undefined) return 0;
    let least = Infinity;
    for (let to = 0; to < left.length; to += 1) {
      if (left[to] === 0) continue;
      left[to] -= 1;
      least = Math.min(least, cost(unit, to) + from(at + 1));
      left[to] += 1;
    }
    return least;
  };
  return from(0);
}

test('send moves everything at the least cost, as found by trying all ways, on 1,000 seeded problems', () => {
  const random = seeded('flow');
  for (let round = 0; round < 1_000; round += 1) {
    const supplies = Array.from({ length: 1 + random.below(3) }, () => random.below(3));
    const total = supplies.reduce((sum, each) => sum + each, 0);
    const room = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(3));
    if (room.reduce((sum, each) => sum + each, 0) < total) continue;
    const costs = supplies.map(() => room.map(() => (random.below(2) === 0 ? random.below(5) - 2 : random.unit())));
    const network = new FlowNetwork(supplies.length + room.length + 2);
    const source = supplies.length + room.length;
    const sink = source + 1;
    supplies.forEach((supply, from) => {
      network.arc(source, from, supply, 0);
    });
    room.forEach((space, to) => {
      network.arc(supplies.length + to, sink, space, 0);
    });
    const arcs = supplies.map((_, from) => room.map((__, to) => network.arc(from, supplies.length + to, total, costs[from]?.[to] ?? 0)));
    const { units, cost } = network.send(source, sink);
    expect(units).toBe(total);
    expect(cost).toBeCloseTo(
      cheapest(supplies, room, (from, to) => costs[from]?.[to] ?? 0),
      9,
    );
    const paid = arcs.flatMap((row, from) => row.map((arc, to) => network.flowOf(arc) * (costs[from]?.[to] ?? 0)));
    expect(paid.reduce((sum, each) => sum + each, 0)).toBeCloseTo(cost, 9);
  }
});
