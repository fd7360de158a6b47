import { DRAWS } from '../../shared/core/attack/matched.ts';
import { seeded, shuffle, streamOf } from '../../shared/core/random/random.ts';
import { groupContent } from '../../shared/kinds/set-generalised/attack/attack-units.ts';
import type { FinishedUnit } from '../../shared/kinds/set-generalised/measure/finished-units.ts';
import { addRows, emptyRows } from '../../shared/kinds/set-generalised/measure/row-figures.ts';
import { matchedAlone } from './twins/matched.ts';

/** A random group with truth, and random verdicts of five attacks. */
function unitOf(name: string): FinishedUnit {
  const random = seeded('row figures', name);
  const [rows, columns] = [2 + random.below(4), 2 + random.below(3)];
  const cells = Array.from({ length: rows * columns }, (_, cell) => cell);
  const verdicts = Array.from({ length: 5 }, (_, attack) =>
    attack === 4
      ? { kind: 'not computable', reason: 'none' }
      : {
          kind: 'decided',
          delta: null,
          cells: Int32Array.from(shuffle([...cells], random).slice(0, random.below(cells.length - rows))),
          why: [],
        },
  );
  return {
    unit: random.below(100),
    group: {
      id: name,
      members: Array.from({ length: columns }, (_, at) => `m${at}`),
      context: [],
      rows: Array.from({ length: rows }, (_, t) => ({ t: 10 + t, c: [] })),
    },
    scored: { unit: 0, cells: Float64Array.from(cells, () => random.unit()), unmatchedMembers: [], unmatchedContext: [], pairs: {} },
    verdicts,
    original: Uint8Array.from(cells, () => random.below(2)),
    lost: false,
  } as never;
}

test('eliminations and matched eliminations of each row equal counting draw by draw, cell by cell: 15 groups', () => {
  for (let index = 0; index < 15; index += 1) {
    const unit = unitOf(String(index));
    const { original, group, verdicts } = unit as FinishedUnit & { readonly original: Uint8Array };
    const width = group.members.length;
    const rows = emptyRows(verdicts.length);
    addRows(rows, unit, 'seed');
    const taken = verdicts.map((verdict): readonly number[] => (verdict.kind === 'decided' ? [...verdict.cells] : []));
    const counted = (cells: readonly number[], of: (cell: number) => boolean) =>
      group.rows.map((_, row) => cells.filter((cell) => Math.floor(cell / width) === row && of(cell)).length);
    const all = (): boolean => true;
    const wrong = (cell: number): boolean => original[cell] === 0;
    expect(rows.attacks).toEqual(taken.map((cells) => ({ eliminated: counted(cells, all), correct: counted(cells, wrong) })));
    const lengths = taken.map(({ length }) => length);
    const randomOf = (draw: number) => {
      const random = streamOf('seed', 'matched', groupContent(group));
      random.branch(draw);
      return random;
    };
    const drawn = matchedAlone(group.rows.length, width, lengths, DRAWS, randomOf).map((draws) => draws.flat());
    expect(rows.matched).toEqual(drawn.map((cells) => ({ eliminated: counted(cells, all), correct: counted(cells, wrong) })));
    expect(rows.added).toEqual(counted([...original.keys()], wrong));
  }
});
