import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { groupKey } from '../../shared/core/model/transaction.ts';
import { readScores, storeScores } from '../../shared/kinds/set-generalised/learn/calibrated-attack.ts';
import type { SliceUnits } from '../../shared/kinds/set-generalised/learn/release-view.ts';
import type { GroupRecord } from '../../shared/kit/score/group-record.ts';

const group = (members: readonly string[], rows: number): GroupRecord => ({
  id: members.join(),
  members,
  context: [],
  rows: Array.from({ length: rows }, (_, t) => ({ t, c: [] })),
});
const [knee, cough, gout] = [group(['knee', 'hip'], 2), group(['cough', 'rash'], 1), group(['gout', 'ulcer'], 2)];

async function* slices(): AsyncGenerator<SliceUnits> {
  yield { slice: 0, units: [0, 1], groups: [knee, cough], scored: async () => new Map() };
  yield { slice: 1, units: [2], groups: [gout], scored: async () => new Map() };
}
const betrayedBy = { item: 'ankle', row: 1, column: 0, measure: 'lift', nearness: 2, above: 1, items: ['ankle'], of: [-1, -1, 0, -1] };
const table = ({ members }: GroupRecord, s: readonly number[]) => ({
  key: groupKey(members),
  rows: 2,
  columns: 2,
  s: Float64Array.from(s),
});

test('each slice has one blob of log-odds of all models, the same to the last bit, and who decides it reads no other', async () => {
  const store = memoryBlobStore();
  const odds = [1 / 3, -1e-300, 5, 1e-17];
  await storeScores(
    store,
    [
      [
        'calibrated',
        [
          { ...table(gout, [1, 2, 3, 4]), betrayedBy: null },
          { ...table(knee, odds), betrayedBy },
        ],
      ],
      ['context-only', [{ ...table(knee, [4, 3, 2, 1]), betrayedBy: null }]],
    ],
    slices(),
  );
  expect([...store.blobs.keys()].toSorted()).toEqual(['scores/000000.columns', 'scores/000001.columns']);
  await store.remove('scores/000001.columns');
  const first = await readScores(store, 0);
  expect([...first.keys()]).toEqual(['calibrated', 'context-only']);
  // A group of one transaction is shown to no model.
  expect([...(first.get('calibrated') ?? [])]).toEqual([[0, { s: Float64Array.from(odds), betrayedBy }]]);
  expect([...(first.get('context-only') ?? [])]).toEqual([[0, { s: Float64Array.of(4, 3, 2, 1), betrayedBy: null }]]);
  await expect(readScores(store, 1)).rejects.toThrow('000001');
});
