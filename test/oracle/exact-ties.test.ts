import { attackNamed } from '../../shared/core/attack/attacks.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { tableOf } from '../helpers/tables.ts';
import { type ExactAttack, exactEliminations } from './twins/exact-eliminations.ts';

const TABLE_ATTACKS: readonly ExactAttack[] = ['tba', 'wba', 'gba', 'gba-normalised', 'rba', 'rba-normalised'];

// 0.1 + 0.2 is not 0.3: on such tables the plain comparison of floating-point numbers takes other cells.
test.each(TABLE_ATTACKS)('%s takes the cells that exact fractions take, on 200 tables full of ties', (attack) => {
  let eliminated = 0;
  for (let index = 0; index < 200; index += 1) {
    const random = seeded('exact', index);
    const [rows, columns] = [2 + random.below(3), 2 + random.below(3)];
    const step = [1, 7, 10, 30][random.below(4)] ?? 1;
    const hundredths = Array.from({ length: rows }, () => Array.from({ length: columns }, () => step * (1 + random.below(6))));
    const verdict = attackNamed(attack)?.run(tableOf(hundredths.map((line) => line.map((value) => value / 100))));
    if (verdict?.kind !== 'decided') throw new Error(attack);
    const exact = exactEliminations(attack, hundredths);
    expect({ index, hundredths, cells: verdict.eliminations.map(({ row, column }) => [row, column]) }).toEqual({
      index,
      hundredths,
      cells: exact,
    });
    eliminated += exact.length;
  }
  expect(eliminated).toBeGreaterThan(200);
});
