import { seeded } from '../random/random.ts';
import { type Attack, seedOf } from './attack.ts';
import { Guard } from './guard.ts';
import { RandomCells } from './random-cells.ts';

/** RA, the sources' baseline: a random number of attempts, each on a cell not yet tried, each coming off half the time. */
export const randomAttack: Attack = {
  name: 'random',
  version: 1,
  summary: 'RA: a random number of random cells, each taken out half the time',
  takes: ['seed'],
  run(table, options = {}) {
    const random = seeded(...seedOf('random', table, options));
    const guard = new Guard(table);
    const cells = new RandomCells(table.cells.length);
    const attempts = random.below(table.cells.length + 1);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const cell = cells.next(random);
      if (random.unit() < 0.5 && guard.lets(cell)) guard.eliminate(cell, null);
    }
    return { kind: 'decided', delta: null, eliminations: guard.eliminations };
  },
};
