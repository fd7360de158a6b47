import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { seeded } from '../../shared/core/random/random.ts';
import type { StoredVerdict } from '../../shared/kinds/set-generalised/contracts.ts';
import type { FinishedUnit } from '../../shared/kinds/set-generalised/measure/finished-units.ts';
import { addRemovals, attackedTransactions, REMOVALS_PREFIX, removalsOf } from '../../shared/kinds/set-generalised/measure/removals.ts';
import { sliceRuns } from '../../shared/kit/plan/slice-records.ts';

const ATTACKS = 3;
const MEMBERS = ['gout', 'ulcer', 'fever'];
/** Three blocks of four transactions, of which each carries one of two generalised items. */
const blocks = [0, 1, 2].map((number) => ({ key: `release/${number}`, start: 4 * number, end: 4 * number + 4 }));
const memberOf = (item: number): string[] => MEMBERS.map((member) => `${member} ${item}`);
const random = seeded('removals');

/** A unit of every second transaction, with some cells taken out by each attack. */
function unitOf(item: number): FinishedUnit {
  const rows = [0, 2, 4, 6, 8, 10].map((t) => ({ t: t + item, c: [] }));
  const verdicts = Array.from({ length: ATTACKS }, (): StoredVerdict => {
    const cells = Int32Array.from(Array.from({ length: 18 }, (_, cell) => cell).filter(() => random.below(3) === 0));
    return { kind: 'decided', delta: null, cells, why: new Float64Array(cells.length) };
  });
  return { unit: item, group: { id: String(item), members: memberOf(item), context: [], rows }, verdicts } as unknown as FinishedUnit;
}

test('what attacks take out of all blocks is one blob a slice, and each attack finds its own', async () => {
  const store = memoryBlobStore();
  for (const { key, start, end } of blocks) {
    const lines = Array.from({ length: end - start }, (_, at) =>
      JSON.stringify({ t: start + at, items: ['cough', memberOf((start + at) % 2)] }),
    );
    await store.write(key, Buffer.from(`${lines.join('\n')}\n`));
  }
  const before = store.blobs.size;
  const units = [unitOf(0), unitOf(1)];
  for (const [slice, unit] of units.entries()) {
    const runs = sliceRuns(store, REMOVALS_PREFIX, [{ slice }]);
    await addRemovals(runs, [unit], [...Array(ATTACKS).keys()], blocks);
    await runs.end();
  }
  // The lines, and where those of each attack and block begin.
  expect(store.blobs.size - before).toBe(2 * units.length);
  const removals = await removalsOf(store);
  for (let attack = 0; attack < ATTACKS; attack += 1) {
    const attacked = await Array.fromAsync(attackedTransactions(store, { removals, attack }, blocks));
    const expected = Array.from({ length: 12 }, (_, t) => {
      const { group, verdicts } = units[t % 2];
      const { cells } = verdicts[attack] as Extract<StoredVerdict, { kind: 'decided' }>;
      const row = group.rows.findIndex((each) => each.t === t);
      return { items: ['cough', group.members.filter((_member, at) => !cells.includes(row * MEMBERS.length + at))] };
    });
    expect(attacked).toEqual(expected);
  }
});
