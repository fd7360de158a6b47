import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { RESULT_TABLES } from '../../shared/contracts/result-tables.ts';
import { defineTable } from '../../shared/contracts/table.ts';
import { machineSummary, summaryText } from '../../shared/kinds/set-generalised/publish/summary.ts';
import { Publisher, partKey, publishParts, publishRows } from '../../shared/kit/publish/publisher.ts';
import { ITEM_COLUMNS } from '../../shared/kit/publish/redacted.ts';
import { rowBlocks } from '../../shared/kit/publish/row-blocks.ts';
import { csvTables } from '../../shared/pipeline/text-tables.ts';
import { auditInMemory } from '../helpers/audits.ts';
import { calibratedOver } from '../helpers/calibrated-release.ts';
import { countsOver } from '../helpers/counts-over.ts';
import { disassociatedOver } from '../helpers/reports.ts';

/** Words of the items of both samples. */
const ITEM = /topic\d(?:word|secret)\d/;

describe('redact', () => {
  const { release, original, embeddings } = calibratedOver('redacted');
  const source = countsOver(['nothing of it']);
  const request = { claim: { k: 40, m: 2 }, attacks: ['calibrated'] };
  const audit = (output: object) => auditInMemory({ release, original, source, embeddings, request: { ...request, output } });

  test('no item stands in any file or in what the terminal shows, and all figures stay', async () => {
    const [open, redacted] = [await audit({}), await audit({ redact: true })];
    // So that the test means something: without it items are all over.
    for (const name of [
      'attacked.jsonl',
      'report.html',
      'exposures.jsonl',
      'people.jsonl',
      'decisions.jsonl',
      'groups.jsonl',
      'violations.jsonl',
    ])
      expect([name, ITEM.test(open.files[name] ?? '')]).toEqual([name, true]);
    for (const [name, text] of Object.entries(redacted.files)) expect([name, ITEM.exec(text)?.[0]]).toEqual([name, undefined]);
    expect(Object.keys(redacted.files)).not.toEqual(expect.arrayContaining(['attacked.jsonl']));
    for (const shown of [summaryText, machineSummary]) expect(shown(redacted.outcome, '.')).not.toMatch(ITEM);
    expect(redacted.outcome.people?.figures).toEqual(open.outcome.people?.figures);
    expect(redacted.files['attacks.jsonl']).toBe(open.files['attacks.jsonl']);
    const column = (text: string | undefined): unknown[] =>
      (text ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).probability);
    expect(column(redacted.files['exposures.jsonl'])).toEqual(column(open.files['exposures.jsonl']));
  });

  test('nor of a disassociated release', async () => {
    const output = { redact: true };
    const { files } = await disassociatedOver('redacted', { output });
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['placements.jsonl', 'exposures.jsonl', 'report.html']));
    for (const [name, text] of Object.entries(files)) expect([name, ITEM.exec(text)?.[0]]).toEqual([name, undefined]);
  });

  test('the columns that it names are there', () => {
    for (const [name, columns] of Object.entries(ITEM_COLUMNS)) {
      const table = RESULT_TABLES.find((each) => each.name === name);
      expect(table?.columns.filter((column) => columns.includes(column.name)).map(({ type }) => type)).toEqual(columns.map(() => 'string'));
    }
  });
});

describe('CSV', () => {
  const TABLE = defineTable('made', 1, 'Made.', [
    ['text', 'string?', 'Any.'],
    ['number', 'double?', 'Any.'],
    ['truth', 'boolean', 'Any.'],
  ]);
  const FORMULAS = ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\t=1', ' =1', '\r=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'];

  test('no spreadsheet takes a text for a formula; numbers, commas, quotes and line ends stay what they are', async () => {
    const results = memoryBlobStore();
    const rows = [...FORMULAS.map((text) => [text, -1.5, true]), ['a,"b"\nc', null, false], [null, 2, true]];
    await publishRows(new Publisher(results), TABLE, rows, [csvTables], { day: 'd', auditId: 'a' });
    const text = new TextDecoder().decode(results.blobs.get('made.csv'));
    expect(text.startsWith('text,number,truth\r\n')).toBe(true);
    for (const formula of FORMULAS) expect(text).toContain(`'${formula}`);
    expect(text).not.toMatch(/(?:^|[\n,"])[=+@\t]/);
    expect(text).toContain('"a,""b""\nc",,false\r\n,2,true\r\n');
    expect(text).toContain(',-1.5,true\r\n');
  });

  test('parts become one file with one head, also where there are none', async () => {
    const [work, results] = [memoryBlobStore(), memoryBlobStore()];
    for (const part of [0, 1]) {
      const rows = rowBlocks(TABLE, [[`part ${part}`, part, true]]);
      await work.write(partKey(TABLE.name, part, 'csv'), csvTables.encode(TABLE, rows));
    }
    const written = async (parts: number): Promise<string> => {
      await publishParts(new Publisher(results), work, TABLE, parts, [csvTables], { day: 'd', auditId: 'a' });
      return new TextDecoder().decode(results.blobs.get('made.csv'));
    };
    expect(await written(0)).toBe('text,number,truth\r\n');
    expect(await written(2)).toBe('text,number,truth\r\npart 0,0,true\r\npart 1,1,true\r\n');
  });
});

test('a request may ask for both', () => {
  expect(auditRequest.parse({ release: 'r', output: { csv: true, redact: true } }).output).toEqual({
    attacked: true,
    json: false,
    csv: true,
    redact: true,
  });
});
