import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { readLabels } from '../../shared/pipeline/read/read-labels.ts';
import { streamOf } from '../helpers/bytes.ts';

const labels = (text: string) => readLabels({ name: 'codes.tsv', bytes: streamOf(text, 3) }, { gunzip });

test('a code, a tab, a term', async () => {
  expect([...(await labels('250.0\tdiabetes\n\nS83\tknee injury \r\n__proto__\tx'))]).toEqual([
    ['250.0', 'diabetes'],
    ['S83', 'knee injury'],
    ['__proto__', 'x'],
  ]);
});

test.each([
  ['code,term\r\nE11,"Diabetes mellitus, type 2"\r\nJ45,Asthma\r\n'],
  ['E11,"Diabetes mellitus, type 2"\nJ45,Asthma\n'],
  ['E11;Diabetes mellitus, type 2\nJ45;Asthma\n'],
  ['sep=;\nicd10_code;chapter;long_title\nE11;4;"Diabetes mellitus, type 2"\nJ45;10;Asthma\n'],
  ['concept_id\tdomain\tdisplay\nE11\tx\tDiabetes mellitus, type 2\nJ45\tx\tAsthma\n'],
])('labels as a spreadsheet or a registry writes them: %j', async (text) => {
  expect([...(await labels(text))]).toEqual([
    ['E11', 'Diabetes mellitus, type 2'],
    ['J45', 'Asthma'],
  ]);
});

test.each([
  ['a,b,c', '1:5: a third column'],
  ['a,"b', '1:3: this quote is never closed'],
  ['a\tb\nknee', '2:5: a tab is missing'],
  ['a\tb\tc', '1:5: a third column'],
  ['\tb', '1:1: the code is missing'],
  ['a\t', '1:3: the term is missing'],
  ['a\tb\na\tc', '2:1: this code has another term'],
  ['\n', '1:1: the file holds no labels'],
])('%j', async (text, message) => {
  const error = await labels(text).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(BadInput);
  expect((error as BadInput).describe()).toContain(`codes.tsv:${message}`);
});
