import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsAt } from '../../shared/adapters/local/corpus-documents.ts';
import { buildInMemory } from '../../shared/adapters/local/index-file.ts';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { conjunction } from '../../shared/core/relatedness/conjunction.ts';
import { EXACT } from '../../shared/core/text/tokens.ts';
import { CountFlag } from '../../shared/ports/hit-counter.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-source-'));
process.env['UNVEIL_HOME'] = folder;
afterAll(() => rmSync(folder, { recursive: true }));

describe('the WordNet source', () => {
  test('counts words and phrases over its entries', async () => {
    const source = await openSource('wordnet');
    expect(source.source).toEqual({ id: 'wordnet', version: expect.stringContaining('nfkc-lower-1') });
    expect(await source.size()).toBe(117_791);
    expect(await source.count('Blood_Pressure')).toBe(await source.count('blood pressure'));
    const counts = await source.countAll({ terms: ['knee', 'injury', 'zzyzzyx', '?'], pairs: Uint32Array.of(0, 1, 0, 2, 0, 3) });
    expect(counts.terms[0]).toBeGreaterThan(10);
    expect(counts.pairs[0]).toBeGreaterThan(0);
    expect([...counts.terms.slice(2)]).toEqual([0, Number.NaN]);
    expect([...counts.pairs.slice(1)]).toEqual([0, Number.NaN]);
    expect([...counts.pairFlags]).toEqual([0, 0, CountFlag.notExpressible]);
    await source.close();
  });
});

test('a source that is not there is a bad input', async () => {
  await expect(openSource('corpus:none-such')).rejects.toBeInstanceOf(BadInput);
  await expect(openSource('/no/such/folder')).rejects.toBeInstanceOf(BadInput);
});

test('an index is one by what it holds, whatever its name', async () => {
  const documents = join(folder, 'documents.txt');
  writeFileSync(documents, 'asthma and inhaler\nknee and injury\n');
  const [named, unnamed] = [join(folder, 'as-named.unveil-index'), join(folder, 'under any name')];
  const opened = await openSource(documents);
  const bytes = await buildInMemory(documentsAt(documents), { normalisation: EXACT, lang: null });
  for (const path of [named, unnamed]) writeFileSync(path, bytes);
  for (const path of [named, unnamed]) {
    const source = await openSource(path);
    expect([await source.size(), await source.count('asthma', 'inhaler')]).toEqual([await opened.size(), 1]);
    await source.close();
  }
});

test('a conjunction counts the documents that hold all of its terms', async () => {
  const source = await openSource('wordnet');
  const [one, both] = [await source.count('knee'), await source.count('knee', 'joint')];
  expect(await source.count(conjunction(['knee', 'joint']))).toBe(both);
  expect(await source.count('knee', conjunction(['joint', 'knee']))).toBe(both);
  expect(both).toBeLessThan(one);
  await source.close();
});
