// Scoring asks for each pair once, in whatever batches, and the attacks on tables ask for nothing.
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { LeftCounts } from '../../shared/kinds/set-generalised/learn/asked-once.ts';
import { openRelease, openStudy } from '../../shared/kinds/set-generalised/learn/calibrated/open-release.ts';
import { readStudyCounts, storeStudyCounts } from '../../shared/kinds/set-generalised/learn/calibrated/study-counts.ts';
import type { CountRequest, HitCounter } from '../../shared/ports/hit-counter.ts';
import { auditInMemory } from '../helpers/audits.ts';
import { calibratedOver } from '../helpers/calibrated-release.ts';
import { countsOver } from '../helpers/counts-over.ts';

/** Counts how often each pair is asked for. */
function tallied(source: HitCounter): { readonly source: HitCounter; readonly asked: ReadonlyMap<string, number> } {
  const asked = new Map<string, number>();
  const countAll = (request: CountRequest) => {
    for (let at = 0; at < request.pairs.length; at += 2) {
      const pair = [request.terms[request.pairs[at]], request.terms[request.pairs[at + 1]]].toSorted().join(' and ');
      asked.set(pair, (asked.get(pair) ?? 0) + 1);
    }
    return source.countAll(request);
  };
  return { source: { ...source, countAll }, asked };
}

const corpus = (documents: readonly string[]): HitCounter => ({ ...countsOver(documents), source: { id: 'corpus:counted', version: '1' } });

test.each([
  { attacks: ['rba', 'wba', 'mda'], units: 1, decided: 5 },
  { attacks: ['rba', 'wba', 'mda'], units: 5, decided: 5 },
  { attacks: ['rba', 'wba', 'mda'], units: 1_000, decided: 5 },
  { attacks: ['calibrated', 'rba'], units: 5, decided: 7 },
])('an audit by $attacks asks for each pair once, in batches of $units', async ({ attacks, units, decided }) => {
  const { release, original } = calibratedOver('asked once');
  const documents = Array.from({ length: 4 }, () => original.map((items) => items.join(' '))).flat();
  const { source, asked } = tallied(corpus(documents));
  const { outcome } = await auditInMemory({ release, source, request: { attacks }, batch: { units, cells: 1e9 } });
  expect(outcome.attacks.filter(({ status }) => status === 'decided')).toHaveLength(decided);
  expect(asked.size).toBeGreaterThan(100);
  expect([...asked].filter(([, times]) => times > 1)).toEqual([]);
});

test('a source that is asked once counts as it does when it is asked each time', async () => {
  const { original } = calibratedOver('asked once');
  const plain = countsOver(original.map((items) => items.join(' ')));
  const once = new LeftCounts(1).askedOnce(0, plain);
  const random = seeded('requests');
  const words = [...new Set(original.flat()), 'of', 'no', 'document'];
  for (let turn = 0; turn < 40; turn += 1) {
    const terms = Array.from({ length: 30 }, () => words[random.below(words.length)]);
    const pairs = Uint32Array.from({ length: 200 }, () => random.below(terms.length));
    expect((await once.countAll({ terms, pairs })).pairs).toEqual((await plain.countAll({ terms, pairs })).pairs);
  }
});

test('a function that attacks opens the study by the counts that learning left, and asks for none of them', async () => {
  const { release: rows, original } = calibratedOver('asked once');
  const release = rows.map((items) => ({ items }));
  const documents = Array.from({ length: 4 }, () => original.map((items) => items.join(' '))).flat();
  const counter = corpus(documents);
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
