import { guessEncoding } from '../../shared/core/format/encoding.ts';
import { RecordRows } from '../../shared/core/format/json-rows.ts';
import type { TableRow } from '../../shared/core/format/table/delimited.ts';
import { planTable } from '../../shared/core/format/table/plan.ts';
import { proposeColumns } from '../../shared/core/format/table/propose.ts';

const rowsOf = (text: string): TableRow['cells'][] => {
  const reader = new RecordRows('table.json');
  return [...text.split('\n').flatMap((line, at) => reader.line(line, at + 1)), ...reader.end()].map(({ cells }) => cells);
};

const table = (...lines: readonly string[]): TableRow[] =>
  lines.map((text, at) => ({ cells: text.split(','), line: at + 1, text, delimiter: ',', at: 0 }) as unknown as TableRow);

describe('pandas, orient="table"', () => {
  const of = (key: string): string =>
    JSON.stringify({ schema: { fields: [], primaryKey: [key] }, data: [{ [key]: 4, zip: 'a', diagnosis: 'gout' }] });
  test('the unnamed index is no column', () =>
    expect(rowsOf(of('index'))).toEqual([
      ['zip', 'diagnosis'],
      ['a', 'gout'],
    ]));
  test('an index that has a name is one', () =>
    expect(rowsOf(of('visit'))).toEqual([
      ['visit', 'zip', 'diagnosis'],
      ['4', 'a', 'gout'],
    ]));
});

describe('UTF-16 without a mark', () => {
  test.each(['utf-16le', 'utf-16be'] as const)('%s of plain letters, and of letters of a language', (encoding) => {
    for (const text of ['knee, gout, asthma\n'.repeat(4), 'Fieber, Übelkeit, Prüfung, häufig\n'.repeat(4)]) {
      const bytes = Buffer.from(text, 'utf16le');
      expect(guessEncoding(encoding === 'utf-16le' ? bytes : bytes.swap16())).toBe(encoding);
    }
  });
  test('zeros that are no text are nothing that is known', () => {
    expect(guessEncoding(Uint8Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? 1 + (at % 5) : 0)))).toBe('unknown');
  });
});

describe('how many people a row is', () => {
  const proposed = (header: string, ...rows: readonly string[]) => proposeColumns(header.split(','), table(...rows), new Set()).counts;
  const ROWS = ['m,30,gout,4', 'f,30,gout,2', 'm,40,asthma,7', 'f,40,asthma,5'];
  test('a last column that says so', () => expect(proposed('sex,age,diagnosis,count', ...ROWS)).toBe('count'));
  test('not one of another name', () => expect(proposed('sex,age,diagnosis,weight', ...ROWS)).toBeNull());
  test('not where a combination comes twice, or a cell is no count', () => {
    expect(proposed('sex,age,diagnosis,count', ...ROWS, 'm,30,gout,3')).toBeNull();
    expect(proposed('sex,age,diagnosis,count', ...ROWS, 'm,50,gout,few')).toBeNull();
  });
});

describe('a table of two columns', () => {
  const plan = (...lines: readonly string[]) => planTable('table.csv', table(...lines));
  test('of codes and what they mean is no data', () => {
    expect(() => plan('diagnosis,description', 'J45,asthma', 'M10,gout', 'I10,high blood pressure')).toThrow();
  });
  test('of whose a row is and what it holds is data', () => {
    expect(plan('patient,diagnosis', '1,gout', '1,asthma', '2,gout')).toMatchObject({ id: 0, items: [1] });
  });
});

describe('a column that counts the rows', () => {
  const roleOf = (name: string, numbers: readonly (number | string)[]) => {
    const rows = table(...numbers.map((number, at) => `${number},visit${at % 2},${['gout', 'asthma', 'knee'][at % 3]}`));
    return proposeColumns([name, 'visit_id', 'diagnosis'], rows, new Set()).columns[0]?.why;
  };
  const COUNTED = roleOf('Unnamed: 0', [0, 1, 2, 3]);
  test('from 0 or 1, without a name or with that of an index', () => {
    expect(roleOf('', [1, 2, 3, 4])).toBe(COUNTED);
    expect(roleOf('index', [0, 1, 2, 3])).toBe(COUNTED);
  });
  test.each([
    ['with a gap', 'index', [0, 1, 3, 4]],
    ['from 2', 'index', [2, 3, 4, 5]],
    ['of another name', 'severity', [0, 1, 2, 3]],
    ['with a text', 'index', [0, 1, 'x', 3]],
  ] as const)('%s: it is none', (_, name, numbers) => expect(roleOf(name, numbers)).not.toBe(COUNTED));
});
