// Scoring asks for each pair once, in whatever batches, and the attacks on tables ask for nothing.
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { openRelease, openStudy } from '../../shared/kinds/set-generalised/learn/calibrated/open-release.ts';
import { readStudyCounts, storeStudyCounts } from '../../shared/kinds/set-generalised/learn/calibrated/study-counts.ts';
import type { CountRequest } from '../../shared/ports/hit-counter.ts';
import { auditInMemory } from '../helpers/audits.ts';
import { calibratedOver } from '../helpers/calibrated-release.ts';
import { countsOver } from '../helpers/counts-over.ts';

test.each([1, 5, 1_000])('an audit by published attacks asks for each pair once, in batches of %i', async (units) => {
  const { release, original } = calibratedOver('asked once');
  const asked = new Map<string, number>();
  const counts = countsOver(original.map((items) => items.join(' ')));
  const countAll = (request: CountRequest) => {
    for (let at = 0; at < request.pairs.length; at += 2) {
      const pair = [request.terms[request.pairs[at]], request.terms[request.pairs[at + 1]]].toSorted().join(' and ');
      asked.set(pair, (asked.get(pair) ?? 0) + 1);
    }
    return counts.countAll(request);
  };
  const { outcome } = await auditInMemory({
    release,
    source: { ...counts, countAll },
    request: { attacks: ['rba', 'wba', 'mda'] },
    batch: { units, cells: 1e9 },
  });
  expect(outcome.attacks.filter(({ status }) => status === 'decided')).toHaveLength(5);
  expect(asked.size).toBeGreaterThan(100);
  expect([...asked].filter(([, times]) => times > 1)).toEqual([]);
});

test('a function that attacks opens the study by the counts that learning left, and asks for none of them', async () => {
  const { release: rows, original } = calibratedOver('asked once');
  const release = rows.map((items) => ({ items }));
  const documents = Array.from({ length: 20 }, () => original.map((items) => items.join(' '))).flat();
  const counter = { ...countsOver(documents), source: { id: 'corpus:counted', version: '1' } };
  const knowing = { labels: undefined, ordered: true, constrained: true, seed: 's', asked: 0.9, sources: [counter], embeddings: null };
  const opened = await openRelease({ ...knowing, release, study: 'learned' });
  const store = memoryBlobStore();
  await storeStudyCounts(store, opened);
  const silent = { ...counter, countAll: () => Promise.reject(new Error('asked again')) };
  const load = async () => ({ release, counts: await readStudyCounts(store, 1) });
  const again = await openStudy('in another function', { ...knowing, sources: [silent] }, load);
  expect({ ...again, asked: opened.asked }).toEqual(opened);
  expect(again.asked.map(({ single }) => single)).toEqual(opened.asked.map(({ single }) => single));
  expect(opened.counts[0].profiles.length).toBeGreaterThan(100);
});
