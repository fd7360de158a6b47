import { SeenIds } from '../../shared/core/model/seen-ids.ts';

test('each of some thousand ids is new once, however the table of them grows', () => {
  const seen = new SeenIds();
  const ids = Array.from({ length: 5000 }, (_, at) => `id ${at}`);
  expect(ids.filter((id) => !seen.add(id))).toEqual([]);
  expect(ids.filter((id) => seen.add(id))).toEqual([]);
  expect([seen.add(''), seen.add('')]).toEqual([true, false]);
});
