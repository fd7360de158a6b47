import { exposePersons } from '../../../shared/kinds/relational/core/joint/expose-persons.ts';
import type { Believed } from '../../../shared/kinds/relational/core/joint/model.ts';

type Told = readonly [codes: readonly number[], shares: readonly number[]] | null;
const model = (...told: readonly Told[]): Believed => ({
  of: (person) => {
    const [codes = [], shares = []] = told[person] ?? [];
    return codes.length === 0 ? null : { codes, shares };
  },
  present: () => 1,
  approximated: 0,
  drawn: 0,
  error: 0,
});

test('columns make nobody surer than practice tells, and hold back nothing that is known without them', () => {
  const sensitive = { name: 'disease', values: ['flu', 'gout'], codes: Int32Array.of(1, 0) };
  const external = { table: { columns: [], rows: 5 }, recordOf: Int32Array.of(0, -1, 1, 0, 0) };
  const linked = {
    left: { of: Int32Array.of(0, 0, 1, 2, 2) },
    right: { count: 2 },
    partners: [Int32Array.of(1), Int32Array.of(0, 1), Int32Array.of()],
  };
  const own = model(
    [
      [0, 1],
      [0.95, 0.05],
    ],
    [[1], [1]],
    [
      [0, 1],
      [0.96, 0.04],
    ],
    [
      [1, 0],
      [0.6, 0.4],
    ],
    null,
  );
  const plain = model(
    [
      [1, 0],
      [0.9, 0.1],
    ],
    [[1], [1]],
    [
      [0, 1],
      [0.5, 0.5],
    ],
    [
      [1, 0],
      [0.5, 0.5],
    ],
    null,
  );
  const marked = { harmful: [1], most: 0.7, without: () => plain };
  const found = exposePersons(own, sensitive as never, external, marked, linked as never);
  expect(
    found.map(({ person, unit, target, probability, truth, isProtected }) => [person, unit, target, probability, truth, isProtected]),
  ).toEqual([
    [0, 1, 'disease: gout', 0.9, true, true],
    [1, 1, 'disease: gout', 1, null, true],
    [2, 0, 'disease: flu', 0.7, true, false],
    [3, 4, 'disease: gout', 0.6, true, true],
  ]);
});
