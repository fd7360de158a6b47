// Models and questions on sanitised texts, against explicit sums and every node of a small tree.
import { itemHierarchy } from '../../shared/core/model/hierarchy.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { type Answered, fitLeaves, LEAST_PRACTICE, leafChances } from '../../shared/kinds/sanitised-text/core/guess-leaves.ts';
import { learnTopics } from '../../shared/kinds/sanitised-text/core/k-confusability.ts';
import { markQuestions, numbersOf, practiceQuestions } from '../../shared/kinds/sanitised-text/core/leaf-questions.ts';
import type { TextPiece } from '../../shared/kinds/sanitised-text/core/sanitised-file.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

function answered(name: string, count: number): Answered[] {
  const random = seeded(name);
  return Array.from({ length: count }, () => {
    const features = Array.from({ length: 2 + random.below(4) }, () => Float64Array.of(random.unit() * 10, random.unit() - 0.5, 3));
    const scores = features.map((row) => row[0] / 3 - 4 * row[1] + 2 * random.unit());
    return { features, answer: scores.indexOf(Math.max(...scores)) };
  });
}

test('a choice is weighed by the greatest chance of all answers, less half the squares of the weights', () => {
  for (const count of [30, 80]) {
    const sets = answered('choices', count);
    const model = fitLeaves(sets, 3);
    if (model === null) throw new Error('enough to fit');
    const members = sum(sets.map(({ features }) => features.length));
    const scales = [0, 1, 2].map((f) => {
      const squares = sum(
        sets.flatMap(({ features }) => {
          const mean = sum(features.map((row) => row[f])) / features.length;
          return features.map((row) => (row[f] - mean) ** 2);
        }),
      );
      return squares < 1e-12 ? 1 : Math.sqrt(squares / members);
    });
    for (const [f, scale] of scales.entries()) expect(model.scales[f]).toBeCloseTo(scale, 9);
    const p = (weights: readonly number[], features: readonly Float64Array[]): number[] => {
      const odds = features.map((row) => Math.exp(sum(weights.map((weight, f) => (weight * row[f]) / scales[f]))));
      return odds.map((each) => each / sum(odds));
    };
    const worth = (weights: readonly number[]): number =>
      sum(sets.map(({ features, answer }) => Math.log(p(weights, features)[answer]))) - sum(weights.map((weight) => weight ** 2)) / 2;
    const found = [...model.weights];
    // At the top no way leads up, and a step to either side costs as much.
    for (const f of [0, 1, 2]) {
      const [above, below] = [1e-3, -1e-3].map((by) => worth(found.with(f, found[f] + by))) as [number, number];
      expect(Math.max(above, below)).toBeLessThan(worth(found));
      expect(Math.abs(above - below)).toBeLessThan(1e-7);
    }
    expect(model.practice).toBe(count);
    expect(found[2]).toBeCloseTo(0, 9);
    for (const { features } of sets)
      for (const [at, share] of p(found, features).entries()) expect(leafChances(model, features)[at]).toBeCloseTo(share, 9);
  }
  expect(LEAST_PRACTICE).toBe(30);
  expect(fitLeaves(answered('choices', 29), 3)).toBeNull();
});

test('how often a topic has a term: one text more that has it, one that has not; terms of fewer than three texts are none', () => {
  const texts = [
    { about: 'war', terms: ['gun', 'gun', 'tank', 'rare'] },
    { about: 'war', terms: ['gun', 'tea'] },
    { about: 'art', terms: ['gun', 'tea', 'rare'] },
    { about: 'war', terms: ['tea', 'tank', 'tank', 'tank'] },
  ];
  const topics = learnTopics(texts);
  expect([...topics.keys()]).toEqual(['art', 'war']);
  expect([...(topics.get('war')?.terms ?? [])]).toEqual([
    ['gun', 3 / 5],
    ['tea', 3 / 5],
  ]);
  expect([...(topics.get('art')?.terms ?? [])]).toEqual([
    ['gun', 2 / 3],
    ['tea', 2 / 3],
  ]);
  expect([topics.get('war')?.prior, topics.get('art')?.prior]).toEqual([3 / 4, 1 / 4]);
});

const TREE = itemHierarchy(
  new Map([
    ['thing', ['animal', 'tool', 'sun']],
    ['animal', ['pet', 'cow']],
    ['pet', ['cat', 'dog']],
    ['tool', ['saw']],
  ]),
);
const NUMBERS = numbersOf(TREE);
const leaf = (name: string): number => TREE.names.indexOf(name);
const kept = (term: string) => ({ text: term, term }) as unknown as TextPiece;

/** As a file has them: a term that stands, a mark with its node, words between. */
const textOf = (...pieces: readonly string[]): TextPiece[] =>
  pieces.map((piece) => {
    const hidden = /^(\d+)=(.*)$/.exec(piece);
    if (hidden !== null) return { mark: Number(hidden[1]), node: hidden[2], text: '' } as unknown as TextPiece;
    return piece === '-' ? ('words' as unknown as TextPiece) : kept(piece);
  });

test('behind a mark are the leaves of its node but those that stand in the text; beside it the nearest terms first', () => {
  const text = textOf('dog', '-', 'saw', '1=pet', '-', 'sun', '2=thing', '1=pet', 'cow', 'sun', '3=tool');
  const asked = markQuestions({ id: 'a', text }, TREE, NUMBERS);
  expect(
    asked.map(({ mark, node, leaves, excluded }) => [mark, TREE.names[node], leaves.map((each) => TREE.names[each]), excluded]),
  ).toEqual([
    [1, 'pet', ['cat'], 1],
    [2, 'thing', ['cat'], 4],
    // All leaves occur in the text, which no sanitised text has: nothing is known.
    [3, 'tool', ['saw'], 0],
  ]);
  expect(asked.map(({ context }) => context)).toEqual([
    ['saw', 'sun', 'dog', 'cow'],
    ['sun', 'cow', 'saw', 'dog'],
    ['sun', 'cow', 'saw', 'dog'],
  ]);
  expect(markQuestions({ id: 'b', text: textOf('-', 'dog', '-') }, TREE, NUMBERS)).toEqual([]);
});

test('a node above more than a thousand leaves is asked about by nobody', () => {
  const names = Array.from({ length: 1001 }, (_, at) => `x${at}`);
  const wide = itemHierarchy(
    new Map([
      ['top', ['x', 'y']],
      ['x', names],
      ['y', ['y0']],
    ]),
  );
  const of = (node: string) => markQuestions({ id: 'a', text: textOf(`1=${node}`) }, wide, numbersOf(wide)).length;
  expect([of('x'), of('top'), of('y')]).toEqual([0, 0, 1]);
  const even = itemHierarchy(new Map([['x', names.slice(1)]]));
  expect(markQuestions({ id: 'a', text: textOf('1=x') }, even, numbersOf(even))).toHaveLength(1);
});

test('terms that stand are practised on behind a node above them, without the others of their text', () => {
  const text = textOf('dog', '-', 'cow', 'dog', 'unknown', 'sun', 'animal');
  const seen = new Set<string>();
  for (let seed = 0; seed < 60; seed += 1) {
    const asked = practiceQuestions({ id: 'a', text }, TREE, NUMBERS, 5, String(seed));
    for (const { id, leaves, answer, context } of asked) {
      const own = TREE.names[leaves[answer]];
      expect([id, leaves.length > 1, ['dog', 'cow', 'sun'].includes(own)]).toEqual(['a', true, true]);
      // Its ancestors, each without leaves of the text.
      const above = ['pet', 'animal', 'thing'].filter((node) => leaf(own) >= TREE.first[leaf(node)] && leaf(own) < TREE.end[leaf(node)]);
      const sets = above.map((node) =>
        TREE.names
          .slice(TREE.first[leaf(node)], TREE.end[leaf(node)])
          .filter((name) => name === own || !['dog', 'cow', 'sun'].includes(name)),
      );
      expect(sets.map((each) => each.join())).toContain(leaves.map((each) => TREE.names[each]).join());
      seen.add(`${own} ${leaves.length}`);
      expect(context).toEqual(
        { dog: ['cow', 'unknown', 'sun', 'animal'], cow: ['dog', 'unknown', 'sun', 'animal'], sun: ['unknown', 'animal', 'dog', 'cow'] }[
          own
        ],
      );
    }
  }
  // A dog behind pet (cat) or animal (cat), or thing (cat and saw); a cow and the sun with the same.
  expect([...seen].toSorted()).toEqual(['cow 2', 'cow 3', 'dog 2', 'dog 3', 'sun 3']);
  // Nodes of no more leaves than are asked for.
  for (let seed = 0; seed < 20; seed += 1)
    for (const { leaves } of practiceQuestions({ id: 'a', text }, TREE, NUMBERS, 2, String(seed)))
      expect(leaves.map((each) => TREE.names[each])).toEqual(['cat', 'dog']);
});

test('of each text six terms are practised on', () => {
  const names = Array.from({ length: 12 }, (_, at) => `x${at}`);
  const tree = itemHierarchy(new Map([['x', [...names, 'hidden']]]));
  const asked = practiceQuestions({ id: 'a', text: textOf(...names) }, tree, numbersOf(tree), 20, 's');
  expect(asked).toHaveLength(6);
  expect(new Set(asked.map(({ leaves, answer }) => leaves[answer])).size).toBe(6);
  const other = practiceQuestions({ id: 'b', text: textOf(...names) }, tree, numbersOf(tree), 20, 's');
  expect(other.map(({ leaves, answer }) => leaves[answer])).not.toEqual(asked.map(({ leaves, answer }) => leaves[answer]));
});
