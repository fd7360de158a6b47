// What the first rows of a table are taken to be, row by row as a person would read them.
import { planTable, type TablePlan } from '../../shared/core/format/table/plan.ts';

type Choice = NonNullable<Parameters<typeof planTable>[2]>;

/** Rows a line each, cells parted by commas; lists in a cell by semicolons. */
const planned = (lines: readonly string[], choice: Choice = {}): TablePlan =>
  planTable(
    'visits.csv',
    lines.map((line, at) => ({ line: at + 4, cells: line.split(',') })),
    choice,
  );
const told = (lines: readonly string[], choice?: Choice) => {
  const { header, id, items, rest, flags, list } = planned(lines, choice);
  return { header, id, items, rest, flags, list };
};
const plain = { header: true, id: 0, items: [1], rest: false, flags: false, list: null };

test.each([
  ['an id and an item', ['patient_id,diagnosis', '1,flu', '1,gout'], plain],
  ['the item first', ['diagnosis,patient_id', 'flu,1', 'gout,1'], { ...plain, id: 1, items: [0] }],
  ['pairs without names', ['7,flu', '7,gout', '8,flu'], { ...plain, header: false }],
  ['a name above numbers, whatever it is called', ['whose,what', '7,flu', '8,gout'], plain],
  ['names unlike all ids below', ['Who,what', 'P-0017,flu', 'P-123,gout'], plain],
  ['ids of one shape from the first row on', ['P-1,flu', 'P-2,gout', 'P-3,flu'], { ...plain, header: false }],
  ['a word that comes again below is no name', ['anna,flu', 'bert,gout', 'anna,flu'], { ...plain, header: false }],
  ['numbers in the first row are no names', ['anna,1', 'bert,2', 'carl,3'], { ...plain, header: false }],
  ['numbered columns', ['patient,dx1,dx2,dx3', 'a,flu,gout,', 'b,flu,,'], { ...plain, items: [1, 2, 3] }],
  ['one name above several columns', ['patient,diagnosis,,', 'a,flu,gout,hiv', 'b,flu,x,y'], { ...plain, items: [1, 2, 3], rest: true }],
  ['the same name again and again', ['patient,dx,dx,dx', 'a,flu,gout,', 'b,flu,,'], { ...plain, items: [1, 2, 3] }],
  ['empty columns behind', ['patient_id,diagnosis,,', '1,flu,,', '2,gout,,'], plain],
  ['numbers of rows beside a pair', [',patient_id,diagnosis', '1,7,flu', '2,7,gout'], { ...plain, id: 1, items: [2] }],
  ['flags', ['patient,aspirin,insulin', 'a,1,0', 'b,0,1'], { ...plain, items: [1, 2], flags: true }],
  ['columns of nothing but yes are codes', ['patient,dx1,dx2', 'a,1,1', 'b,1,1'], { ...plain, items: [1, 2] }],
  ['lists in a cell', ['patient,diagnoses', 'a,flu;gout', 'b,flu;hiv'], { ...plain, list: ';' }],
  ['half of the cells are lists', ['patient,diagnoses', 'a,flu|gout', 'b,hiv'], { ...plain, list: '|' }],
  ['fewer than half are none', ['patient,diagnoses', 'a,flu|gout', 'b,hiv', 'c,flu'], plain],
  ['an id of several rows holds no lists', ['patient,diagnosis', 'a,flu;gout', 'a,flu;hiv'], plain],
  ['what unveil itself writes holds one item a cell', ['id,item', 'a,flu;gout', 'b,flu;hiv'], plain],
  ['a single cell is no list', ['patient,diagnoses', 'a,flu;gout'], plain],
  ['one column of lists', ['diagnoses,,', 'flu,gout,', 'hiv,,', 'flu'], { ...plain, id: null, items: [0, 1], rest: true }],
  [
    'a basket a row',
    ['flu,gout,hiv', 'gout,flu,cold', 'hiv,cold', 'flu,hiv,cold'],
    { ...plain, header: false, id: null, items: [0, 1, 2], rest: true },
  ],
  [
    'an id before each basket',
    ['7001,flu,gout', '7002,flu,hiv,cold', '7003,gout,cold'],
    { ...plain, header: false, items: [1, 2, 3], rest: true },
  ],
  ['the basket is the row where its column holds no lists', ['basket,item_name', '1,tea', '1,milk'], plain],
  ['and is what is in it where it holds them', ['user,basket', '1,tea;milk', '2,tea;milk'], { ...plain, list: ';' }],
] as const)('%s', (_, lines, wanted) => expect(told(lines)).toEqual(wanted));

test.each([
  ['by name, whatever its case', ['Who,Sex,What', 'a,m,flu', 'b,f,gout'], { id: 'who', items: ['WHAT'] }, { ...plain, items: [2] }],
  [
    'by number',
    ['Who,Sex,What', 'a,m,flu', 'b,f,gout'],
    { id: '#1', items: ['#3', '#2', '#3'], header: true },
    { ...plain, items: [2, 1] },
  ],
  ['none', ['Who,What', 'a,flu', 'b,gout'], { id: 'none', items: ['What'] }, { ...plain, id: null }],
  ['all but the id', ['Who,What,More', 'a,flu,x', 'b,gout,y'], { id: 'Who' }, { ...plain, items: [1, 2] }],
  ['the only id there is', ['patient,a,b', '1,flu,x', '2,gout,y'], { items: ['b'] }, { ...plain, items: [2] }],
  [
    'by a star, without the id',
    ['dx_id,dx_a,dx_b,note', '1,flu,x,-', '2,gout,y,-'],
    { id: 'dx_id', items: ['dx*'] },
    { ...plain, items: [1, 2] },
  ],
  ['by a star in the middle', ['id,a1b,a2b,ab,a1c', '1,u,v,w,x', '2,u,v,w,x'], { items: ['a*b'] }, { ...plain, items: [1, 2, 3] }],
  ['by two stars', ['id,a1b2c,abc,acb,ab', '1,u,v,w,x', '2,u,v,w,x'], { items: ['a*b*c'] }, { ...plain, items: [1, 2] }],
  ['without a header', ['a,flu', 'b,gout'], { header: false }, { ...plain, header: false }],
  ['as no list', ['patient,diagnoses', 'a,flu;gout', 'b,flu;hiv'], { list: null }, plain],
  ['as no flags', ['patient,aspirin,insulin', 'a,1,0', 'b,0,1'], { flags: false }, { ...plain, items: [1, 2] }],
] as const)('as it is asked for: %s', (_, lines, choice, wanted) => expect(told(lines, choice as unknown as Choice)).toEqual(wanted));

test.each([
  [
    'words above words',
    ['anna,flu', 'bert,gout'],
    {},
    'cannot tell whether the first row names the columns or is data; --header or --no-header says which',
  ],
  ['words above words, of three columns', ['anna,flu,x', 'bert,gout,y'], {}, /--header or --no-header says which$/],
  [
    'an id that is not there',
    ['patient,diagnosis', 'a,flu'],
    { id: 'whose' },
    '--id "whose": there is no such column; the columns are patient, diagnosis',
  ],
  [
    'no number of a column',
    ['a,flu', 'b,gout'],
    { id: '#3', header: false },
    '--id "#3": there is no such column; without a header columns are called #1, #2, ...',
  ],
  ['column 0', ['a,flu', 'b,gout'], { id: '#0', header: false }, 'there is no such column'],
  ['an id of several columns', ['dx1,dx2', 'a,flu', 'b,gout'], { id: 'dx*', items: ['dx2'] }, '--id "dx*" names several columns'],
  [
    'the same as both',
    ['patient,diagnosis', 'a,flu'],
    { id: 'patient', items: ['patient'] },
    'the column "patient" is named by both --id and --items',
  ],
  [
    'no id',
    ['a,b', '1,flu', '2,gout'],
    { items: ['b'] },
    'say whose items a row holds: --id COLUMN, or --id none (each row by itself); the columns are a, b',
  ],
  ['two ids', ['patient,visit,b', '1,2,flu', '2,3,gout'], { items: ['b'] }, 'say whose items a row holds'],
  ['flags without names', ['a,1', 'b,0'], { flags: true, header: false }, 'flags need a first row with the names of the items'],
  ['one column', ['flu', 'gout'], { header: false }, 'two columns are expected, whose item it is and the item; here is one'],
  [
    'three columns without names',
    ['a,b,c', 'd,e,f'],
    { header: false },
    'cannot tell without a row of names whether the first column is an id; --id "#1" or --id none says which',
  ],
  [
    'several columns of different names',
    ['patient,age,drug', '1,44,aspirin', '2,51,insulin'],
    {},
    /^visits\.csv:4: cannot tell which columns hold the items; the columns are patient, age, drug$/,
  ],
  ['numbered columns among others', ['patient,age,dx1,dx2', '1,44,flu,x', '2,51,gout,y'], {}, /the columns are patient, age, dx1, dx2$/],
  [
    'names that a shell would not take',
    ['patient,the drug,a$b', '1,aspirin,44', '2,insulin,51'],
    { id: undefined },
    /the columns are patient, the drug, a\$b$/,
  ],
  ['a name of two words', ['patient,age,drug name', '1,44,aspirin', '2,51,insulin'], {}, /the columns are patient, age, drug name$/],
  ['a log of searches', ['user_id,query,when', '1,flu,x', '2,gout,y'], {}, /anonymise: its --help has the method, under query logs/],
  ['positions', ['id,lat,lon', '1,2,3', '2,3,4'], {}, /under positions/],
] as const)('asked back: %s', (_, lines, choice, reason) => {
  expect(() => planned(lines, choice as unknown as Choice)).toThrow(reason);
});

test('commas in cells that each id has once are asked about, unless brackets say that they are lists', () => {
  const rows = (...cells: readonly string[]) => [
    { line: 1, cells: ['patient', 'diagnoses'] },
    ...cells.map((cell, at) => ({ line: at + 2, cells: [`p${at}`, cell] })),
  ];
  expect(() => planTable('f', rows('flu, gout', 'hiv'))).toThrow(
    'every id has one row, and its cell holds commas: a list of items, or one item; --list',
  );
  expect(planTable('f', rows('flu, gout', 'hiv', 'cold')).list).toBeNull();
  expect(planTable('f', rows('["flu","gout"]', '{hiv}')).list).toBe(',');
  expect(planTable('f', rows('flu;gout', 'a,b', 'c;d')).list).toBe(';');
});

test('many columns are named up to the thirtieth, and long names cut', () => {
  const names = Array.from({ length: 31 }, (_, at) => `c${String.fromCharCode(97 + (at % 26))}${at < 26 ? 'x' : 'y'}`);
  expect(() => planned([`patient,${names.join()}`, `1,${names.map(() => 'z').join()}`], { id: 'nobody' })).toThrow(
    `patient, ${names.slice(0, 29).join(', ')}, ... (32)`,
  );
  expect(() => planned([`patient,${names.slice(0, 29).join()}`, `1,${names.map(() => 'z').join()}`], { id: 'nobody' })).toThrow(
    new RegExp(`${names[28]}$`),
  );
  expect(() => planned([`patient,${'n'.repeat(61)}`, '1,z'], { id: 'nobody' })).toThrow(`patient, ${'n'.repeat(60)}...`);
  expect(() => planned([`patient,${'n'.repeat(60)}`, '1,z'], { id: 'nobody' })).toThrow(/n{60}$/);
});

test.each([
  ['pairs as unveil writes them without names', ['7,flu', '7,gout'], null],
  ['an id and an item', ['patient,diagnosis', 'a,flu', 'a,gout'], 'read as a table: id "patient"; items "diagnosis"'],
  [
    'lists',
    ['patient,diagnoses', 'a,flu;x', 'b,gout;x'],
    'read as a table: id "patient"; items "diagnoses", several in a cell, separated by ";"',
  ],
  ['several columns', ['patient,dx1,dx2,dx3', 'a,flu,gout,', 'b,flu,,x'], 'read as a table: id "patient"; items "dx1" to "dx3" (3)'],
  ['flags', ['patient,aspirin,insulin', 'a,1,0', 'b,0,1'], 'read as a table: id "patient"; the names of 2 columns, where a cell says yes'],
  [
    'baskets',
    ['flu,gout,hiv', 'gout,flu,cold', 'hiv,cold', 'flu,hiv,cold'],
    'read as a table: each row is a transaction; items #1 to #3 (3)',
  ],
] as const)('in words: %s', (_, lines, said) => expect(planned(lines).said).toBe(said));
