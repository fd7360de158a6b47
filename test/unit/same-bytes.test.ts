import { readFileSync } from 'node:fs';
import { goldenHash } from '../../scripts/golden-run.ts';

// scripts/same-bytes.ts holds the same hash against other processors and versions of Node.
test('the golden run has the recorded hash: numeric functions and verdicts, bit by bit', () => {
  expect(goldenHash()).toBe((JSON.parse(readFileSync('test/golden/same-bytes.json', 'utf8')) as { readonly sha256: string }).sha256);
});
