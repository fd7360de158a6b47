import { detectFormat } from '../../shared/core/format/detect.ts';

test.each([
  ['one line with a tab', 'a\tb', 'text'],
  ['lines that all have a tab', 'a\tb\nc\td\n', 'csv'],
  ['a last line that is cut off before its tab', 'a\tb\nc\td\ne', 'csv'],
  ['a line without a tab among others', 'a\tb\nc\nd\te\n', 'text'],
  ['two lines, the first without a tab', 'a\nb\tc\n', 'text'],
  ['JSON arrays', '["a", "b"]\n["c"]\n', 'jsonl'],
])('%s', (_, head, format) => {
  expect(detectFormat('release', head)).toBe(format);
});
