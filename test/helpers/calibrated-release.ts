import type { Entry } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';

/**
 * 120 transactions of 9 items, each about one of eight topics, with 12 generalised items of four members, each member in one transaction; and
 * vectors in which the words of a topic lie near each other.
 */
export function calibratedOver(
  seed: string,
  {
    transactions = 120,
    words = 36,
    groups = 12,
    items: length = 8,
  }: { readonly [of in 'transactions' | 'words' | 'groups' | 'items']?: number } = {},
): {
  readonly release: Entry[][];
  readonly original: string[][];
  readonly embeddings: Embeddings;
} {
  const random = seeded(seed);
  const original = Array.from({ length: transactions }, (_, at) => {
    const items = new Set<string>();
    while (items.size < length) items.add(`topic${at % 8}word${random.below(words)}`);
    return [...items];
  });
  const release = original.map((items): Entry[] => [...items]);
  for (let group = 0; group < groups; group += 1) {
    const members = [0, 1, 2, 3].map((member) => `topic${(group + 2 * member) % 8}secret${group}`);
    for (const member of members) {
      const at = 8 * random.below(transactions / 8) + Number(member.charAt(5));
      if (release[at]?.some((entry) => entry === members)) continue;
      original[at]?.splice(5, 0, member);
      release[at]?.splice(5, 0, members);
    }
  }
  const embeddings: Embeddings = {
    source: { id: 'made', version: '1' },
    dimensions: 12,
    vectors: async (words) =>
      words.map((word) => {
        const own = seeded('vector', word);
        const vector = Float32Array.from({ length: 12 }, (_, at) => (at === Number(word.charAt(5)) ? 1 : 0) + (own.unit() - 0.5) * 0.9);
        const length = Math.sqrt(vector.reduce((total, each) => total + each * each, 0));
        return vector.map((each) => each / length);
      }),
  };
  return { release, original, embeddings };
}
