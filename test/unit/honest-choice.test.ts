import { seeded } from '../../shared/core/random/random.ts';
import { JoinedRows, type ReleaseRows } from '../../shared/kinds/set-generalised/measure/release-rows.ts';
import { emptyRows } from '../../shared/kinds/set-generalised/measure/row-figures.ts';
import { honestChoice } from '../../shared/kinds/set-generalised/publish/lifts.ts';

const attack = (name: string, baseline = false) => ({ name, baseline }) as never;
const ATTACKS = [attack('keen'), attack('dull'), attack('random', true)];

/** Rows of tables in which the first attack is right nine times of ten, the second one half of the time and the baseline always. */
function rowsOver(groups: readonly number[]): ReleaseRows {
  const random = seeded('honest choice', groups.join());
  const rows = emptyRows(ATTACKS.length);
  for (const group of groups) {
    for (let row = 0; row < 40; row += 1) {
      rows.group.push(group);
      rows.transaction.push(group * 40 + row);
      rows.added.push(2);
      for (const [at, chance] of [0.9, 0.5, 1].entries()) {
        rows.attacks[at]?.eliminated.push(1);
        rows.attacks[at]?.correct.push(random.unit() < chance ? 1 : 0);
      }
    }
  }
  const joined = new JoinedRows(ATTACKS.length);
  joined.add(rows);
  return joined.end();
}

/** Counted anew, over every other group. */
function share(rows: ReleaseRows, at: number, half: number): number {
  let [correct, eliminated] = [0, 0];
  for (const [row, group] of rows.group.entries()) {
    if (group % 2 !== half) continue;
    const from = row * (1 + 2 * ATTACKS.length) + 1 + 2 * at;
    eliminated += rows.own[from];
    correct += rows.own[from + 1];
  }
  return correct / eliminated;
}

test('chosen on one half of the groups, quoted on the other; baselines are not chosen', () => {
  const rows = rowsOver(Array.from({ length: 24 }, (_, group) => group));
  const found = honestChoice(ATTACKS, rows);
  expect(found?.attack.name).toBe('keen');
  expect(found?.tried).toBe(2);
  // With 40 right or wrong in 80 added items a row: F1 = 2 correct / (eliminated + added), here of half as many eliminations.
  expect(found?.chosenAt).toBeCloseTo((2 * share(rows, 0, 0)) / 3, 12);
  expect(found?.precision.value).toBeCloseTo(share(rows, 0, 1), 12);
  expect(found?.precision.value).not.toBeCloseTo(share(rows, 0, 0), 6);
  expect(found?.precision.interval?.low).toBeLessThan(found?.precision.value as number);
});

test.each([[[1]], [[0]], [[0, 2]], [[1, 3]]])('over groups %j one half is empty: nothing is said, rather than "n/c"', (groups) => {
  expect(honestChoice(ATTACKS, rowsOver(groups))).toBeNull();
});

test('nothing was chosen where one attack alone eliminated anything', () => {
  expect(honestChoice([attack('keen'), attack('random', true)], rowsOver([0, 1, 2]))).toBeNull();
});
