import fc from 'fast-check';
import { parseJsonLine } from '../../shared/core/format/json-lines.ts';

/** What a line comes to: what it holds, or that it is refused. */
function readOf(line: string): unknown {
  try {
    return parseJsonLine(line);
  } catch {
    return 'refused';
  }
}

const texts = fc.oneof(fc.constantFrom('gout', 'asthma', '', ' '), fc.nat(9), fc.constant(null), fc.constant(1.5));
const items = fc.oneof(fc.array(fc.oneof(texts, fc.array(texts, { maxLength: 3 })), { maxLength: 3 }), texts);
const objects = fc.record(
  { id: texts, cluster: fc.constantFrom(0, 7, -1, 1.5, '3', null, 2 ** 53), items, more: texts },
  { requiredKeys: [] },
);

// The quick way leaves lines with a backslash alone: one that does not change what the line says sends it the exact way.
test('a line is read the same by the quick way and by the exact one', () => {
  fc.assert(
    fc.property(fc.oneof(objects, items), (value) => {
      const line = JSON.stringify(value);
      const exact = line.replace('gout', 'g\\u006fut');
      fc.pre(exact !== line);
      expect(readOf(exact)).toEqual(readOf(line));
    }),
    { seed: 30, numRuns: 2_000 },
  );
});
