import { wordnetFile, wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';

test('a synset is called by the lemma that has it earliest, of these by the first in spelling: the whole of WordNet, one line after another', () => {
  const entries = (name: string): string[] =>
    wordnetFile(name)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(' '));
  const named = new Map<string, { readonly rank: number; readonly lemma: string }>();
  for (const line of entries('index.noun')) {
    const [lemma = ''] = line.split(' ');
    for (const [rank, offset] of (line.match(/ \d{8}/g) ?? []).entries()) {
      const held = named.get(offset.trim());
      const isFirst = held === undefined || rank < held.rank || (rank === held.rank && lemma < held.lemma);
      if (isFirst) named.set(offset.trim(), { rank, lemma });
    }
  }
  const graph = wordnetNouns();
  const wrong = entries('data.noun').filter(
    (line, synset) => graph.name(synset) !== named.get(line.slice(0, 8))?.lemma.replaceAll('_', ' '),
  );
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(graph.synsets).toBeGreaterThan(80_000);
});
