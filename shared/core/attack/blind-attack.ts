import { seeded } from '../random/random.ts';
import { type Attack, seedOf } from './attack.ts';
import { Guard } from './guard.ts';
import { RandomCells } from './random-cells.ts';

/** All cells in random order, each taken out while the guard lets it: what can be had for nothing. */
export const blindAttack: Attack = {
  name: 'blind',
  version: 1,
  summary: 'every cell that the guard lets go, in random order, knowing nothing',
  takes: ['seed'],
  run(table, options = {}) {
    const random = seeded(...seedOf('blind', table, options));
    const guard = new Guard(table);
    const cells = new RandomCells(table.cells.length);
    while (cells.left > 0) {
      const cell = cells.next(random);
      if (guard.lets(cell)) guard.eliminate(cell, null);
    }
    return { kind: 'decided', delta: null, eliminations: guard.eliminations };
  },
};
