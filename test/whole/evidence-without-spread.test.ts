// A source that knows single items and no hidden ones, so evidence without outside knowledge is constant.
import { seeded } from '../../shared/core/random/random.ts';
import { auditInMemory, type MemoryResults, rowsOf } from '../helpers/audits.ts';
import { countsOver } from '../helpers/counts-over.ts';

/** 900 transactions with one of 30 generalised items and up to four of 30 single items. */
function dataset(): { readonly release: (string | string[])[][]; readonly original: string[][]; readonly texts: string[] } {
  const random = seeded('evidence without spread');
  const beside = (): string[] => [...new Set(Array.from({ length: 4 }, () => `context${random.below(30)}`))];
  const [release, original]: [(string | string[])[][], string[][]] = [[], []];
  for (let at = 0; at < 900; at += 1) {
    const members = Array.from({ length: 5 }, (_, member) => `hidden${at % 30}x${member}`);
    const [first = '', ...others] = beside();
    release.push([first, members, ...others]);
    original.push([first, members[random.below(5)], ...others]);
  }
  return { release, original, texts: Array.from({ length: 300 }, () => beside().join(' ')) };
}

let results: MemoryResults;
beforeAll(async () => {
  const { release, original, texts } = dataset();
  results = await auditInMemory({
    release,
    original,
    source: { ...countsOver(texts), source: { id: 'corpus:context', version: '1' } },
    request: { attacks: ['calibrated', 'context-only'] },
  });
}, 120_000);

test('the audit ends, and that attack is not computable, with the reason', () => {
  const { attacks } = results.outcome;
  const told = Object.fromEntries(attacks.map(({ attack, status, reason }) => [attack.name, { status, reason }]));
  expect(told).toMatchObject({
    calibrated: { status: 'decided', reason: null },
    'context-only': { status: 'not computable', reason: 'its evidence is the same for all items that it could practise on' },
  });
});

test('nothing is read as a number where it says none', () => {
  const exposures = rowsOf(results, 'exposures');
  expect(exposures).toHaveLength(900 * 5);
  expect(exposures.every(({ probability, without }) => Number.isFinite(probability) && without === null)).toBe(true);
  expect(results.outcome.people?.figures.views['all without']).toEqual([]);
  expect(results.files['report.html']).not.toMatch(/NaN|without outside knowledge nobody/);
});
