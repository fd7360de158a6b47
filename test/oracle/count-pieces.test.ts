import { parseInterval } from '../../shared/core/model/interval.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { cellsOf } from '../../shared/kinds/counts/core/cells.ts';
import { countsOf } from '../../shared/kinds/counts/core/counts-file.ts';

const holds = (condition: string, value: number): boolean => parseInterval(condition)?.holds(value) ?? Number(condition) === value;

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'values are in one piece if and only if the same conditions hold of them, seed %s',
  (seed) => {
    const random = seeded('count pieces', seed);
    const end = (): number => random.below(9) / (seed % 2 === 0 ? 1 : 2);
    const conditions = Array.from({ length: 1 + random.below(4) }, () => {
      const [a, b] = [end(), end() + 1];
      const low = Math.min(a, b);
      return [`${a}`, `[${low}, ${low + b}]`, `[${low}, ${low + b})`, `<${a}`, `>=${b}`][random.below(5)] as string;
    });
    const rows = [...new Set(conditions)].map((text, at) => ({ line: at + 2, cells: [text, '7'] }));
    const file = countsOf({ file: 'counts.csv', names: ['age', 'count'], nameLine: 1, rows, remark: null });
    const { columns } = cellsOf(file, false, 'counts.csv');
    const [column] = columns;
    // Steps of a quarter, beyond all ends.
    const values = Array.from({ length: 121 }, (_, at) => (at - 20) / 4).filter((value) => seed % 2 === 1 || Number.isInteger(value));
    const said = values.map((value) => JSON.stringify([...new Set(conditions)].map((each) => holds(each, value))));
    const pieces = values.map((value) => column.pieceOf(String(value)));
    for (const [at, piece] of pieces.entries()) {
      expect([values[at], conditions, piece >= 0]).toEqual([values[at], conditions, true]);
      for (const [other, theirs] of pieces.entries())
        if ((piece === theirs) !== (said[at] === said[other]))
          throw new Error(`${values[at]} and ${values[other]} under ${conditions.join(' ')}`);
    }
  },
);
