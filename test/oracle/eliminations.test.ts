import type { AttackOptions } from '../../shared/core/attack/attack.ts';
import { attackNamed } from '../../shared/core/attack/attacks.ts';
import { attackTallGroups } from '../../shared/core/attack/tall-groups.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { type Cells, randomTables, tableOf } from '../helpers/tables.ts';
import * as twin from './twins/eliminations.ts';

const TWINS: Readonly<Record<string, (cells: Cells, settings: AttackOptions) => twin.Outcome>> = {
  mda: twin.mda,
  tba: twin.tba,
  wba: twin.wba,
  gba: twin.gba,
  'gba-normalised': (cells, settings) => twin.gba(cells, settings, true),
  rba: twin.rba,
  'rba-normalised': (cells, settings) => twin.rba(cells, settings, true),
};

function outcomeOf(name: string, cells: Cells, settings: AttackOptions): twin.Outcome {
  const verdict = attackNamed(name)?.run(tableOf(cells), settings);
  if (verdict?.kind !== 'decided') throw new Error(`${name}: ${JSON.stringify(verdict)}`);
  return {
    delta: verdict.delta,
    eliminated: verdict.eliminations.map(({ row, column }) => [row, column]),
    why: verdict.eliminations.map(({ why }) => why as number),
  };
}

/** The way of tables of many rows must give the same on all. */
const TALL: Readonly<Record<string, { readonly normalised: boolean; readonly shares: boolean }>> = {
  gba: { normalised: false, shares: false },
  'gba-normalised': { normalised: true, shares: false },
  rba: { normalised: false, shares: true },
  'rba-normalised': { normalised: true, shares: true },
};

function expectTallTheSame(name: string, cells: Cells, settings: AttackOptions): void {
  const form = TALL[name];
  if (form === undefined) return;
  const [tall, wide] = [attackTallGroups(tableOf(cells), settings, form), attackNamed(name)?.run(tableOf(cells), settings)];
  if (JSON.stringify(tall) !== JSON.stringify(wide)) expect({ cells, settings, tall }).toEqual({ cells, settings, tall: wide });
}

describe.each(Object.entries(TWINS))('%s equals its slow twin: same cells, same order, same delta, same reasons', (name, slow) => {
  test('on 2,000 tables, with thresholds of its own, scaled and given', () => {
    let eliminated = 0;
    let index = 0;
    for (const { kind, cells } of randomTables(2_000, 'eliminations')) {
      const random = seeded('settings', index);
      const settings = [{}, { ratio: 0.5 }, { ratio: 1.3 }, { ratio: 0 }, { delta: random.unit() }, { delta: -1 }][random.below(6)] ?? {};
      const fast = outcomeOf(name, cells, settings);
      const expected = slow(cells, settings);
      expectTallTheSame(name, cells, settings);
      // Compared as text first: it is quicker than toEqual, and shows -0 and NaN as well.
      if (JSON.stringify(fast) !== JSON.stringify(expected))
        expect({ index, kind, settings, cells, ...fast }).toEqual({ index, kind, settings, cells, ...expected });
      eliminated += expected.eliminated.length;
      index += 1;
    }
    expect(index).toBe(2_000);
    expect(eliminated).toBeGreaterThan(1_000);
  });

  test('on larger tables, where groups are long', () => {
    const random = seeded('larger');
    for (const [rows, columns] of [
      [18, 18],
      [40, 6],
      [5, 40],
    ] as const) {
      for (const values of [() => random.unit(), () => random.below(6), () => 10 ** random.unit()]) {
        const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, values));
        expect(outcomeOf(name, cells, {})).toEqual(slow(cells, {}));
        expectTallTheSame(name, cells, {});
      }
    }
  });
});
