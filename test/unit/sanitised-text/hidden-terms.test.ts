// t-plausible texts, and texts from which terms were taken: golden cases as whole texts, and 200 seeded ones each through checks of their own.
import { readFileSync } from 'node:fs';
import { wordnetNouns } from '../../../shared/adapters/local/wordnet-nouns.ts';
import { type Hierarchy, itemHierarchy } from '../../../shared/core/model/hierarchy.ts';
import { type Random, seeded, shuffle } from '../../../shared/core/random/random.ts';
import { checkConfusable, checkPlausible, checkSafe, compareTexts } from '../../../shared/kinds/sanitised-text/core/check-sanitised.ts';
import { TermFinder } from '../../../shared/kinds/sanitised-text/core/find-terms.ts';
import { Chains, hideTerms, type MarkedText, stillSaid, treeUnder } from '../../../shared/kinds/sanitised-text/core/hide-terms.ts';
import type { Topics } from '../../../shared/kinds/sanitised-text/core/k-confusability.ts';
import type { Contexts } from '../../../shared/kinds/sanitised-text/core/k-safety.ts';
import { removeUntilConfusable, removeUntilSafe } from '../../../shared/kinds/sanitised-text/core/remove-terms.ts';
import { isHidden, keptTerms, marksOf, type SanitisedTexts } from '../../../shared/kinds/sanitised-text/core/sanitised-file.ts';
import { wordnetTree } from '../../../shared/kinds/sanitised-text/core/wordnet-terms.ts';

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8'));

function release(tree: Hierarchy, t: number, texts: readonly MarkedText[]): SanitisedTexts & { readonly left: readonly MarkedText[] } {
  const chains = new Chains(tree, t, new Set(tree.names.slice(0, tree.leaves)));
  const hidden = texts.map((text) => hideTerms(text, chains, t));
  const documents = hidden.flatMap((each) => (each === null ? [] : [each.document]));
  const nodes = new Set(documents.flatMap(({ text }) => marksOf(text).map(({ node }) => node)));
  return {
    method: 't-plausible',
    degree: t,
    children: treeUnder(tree, nodes),
    documents,
    left: texts.filter((_, at) => hidden[at] !== null),
  };
}

const original = (texts: readonly MarkedText[]) => texts.map((text) => ({ ...text, about: null }));

test('the figure as a text: the nodes and the number of base texts for every t of the golden case', () => {
  const { chains, choices, published, base_texts } = golden.t_plausibility;
  const children = new Map<string, string[]>();
  for (const [at, [term, chain]] of Object.entries(chains as Record<string, [string, number][]>).entries()) {
    let [below, leaves] = [term, 1];
    for (const [node, size] of chain.slice(1)) {
      children.set(node, [below, ...Array.from({ length: size - leaves }, (_, more) => `${at} ${node} ${more}`)]);
      [below, leaves] = [node, size];
    }
  }
  const tree = itemHierarchy(children);
  const terms = Object.keys(chains);
  const text = new TermFinder(terms).pieces('In Sacramento he takes marijuana for lumbar pain; he has liver cancer.');
  for (const { t, base_texts: wanted, levels } of choices.rows) {
    const made = release(tree, t, [{ id: '1', text }]);
    const nodes = terms.flatMap((term, at) => (levels[at] === 0 ? [] : [chains[term][levels[at]][0]]));
    expect(marksOf(made.documents[0]?.text ?? []).map(({ node }) => node)).toEqual(nodes);
    expect(checkPlausible(made, wanted)).toEqual([]);
    expect(checkPlausible(made, wanted + 1)).toHaveLength(1);
    if (t === 96) expect([nodes, wanted]).toEqual([published, base_texts]);
  }
  expect(release(tree, choices.not_possible_from, [{ id: '1', text }]).documents).toEqual([]);
});

function treeOver(random: Random, terms: readonly string[]): Hierarchy {
  const children = new Map<string, string[]>();
  let level = [...terms];
  for (let height = 0; level.length > 1; height += 1) {
    const above: string[] = [];
    while (level.length > 0) {
      const name = `node ${height} ${above.length}`;
      children.set(name, level.splice(0, 1 + random.below(4)));
      above.push(name);
    }
    level = above.length < terms.length || height > 3 ? above : [];
    if (height > 6) break;
  }
  return itemHierarchy(children);
}

/** Terms of one to three words that hold each other: "ache", "back ache", "low back ache". */
const TERMS = [
  'ache',
  'back ache',
  'low back ache',
  'back',
  'fever',
  'yellow fever',
  'flu',
  'gout',
  'knee',
  'knee cap',
  'lung',
  'low back',
];

test('200 seeded texts: t base texts, terms under their nodes, and no hidden one to be read; texts in another order are hidden alike', () => {
  const random = seeded('hidden terms');
  let [made, out] = [0, 0];
  for (let round = 0; round < 200; round += 1) {
    const tree = treeOver(random, shuffle([...TERMS], random));
    const finder = new TermFinder(TERMS);
    const texts = Array.from({ length: 3 }, (_, at) => {
      const words = Array.from({ length: 3 + random.below(12) }, () => (random.unit() < 0.7 ? TERMS[random.below(TERMS.length)] : 'and'));
      return { id: String(at), text: finder.pieces(words.join(random.unit() < 0.5 ? ' ' : ', ')) };
    });
    const t = 2 + random.below(30);
    const { left, ...found } = release(tree, t, texts);
    made += found.documents.length;
    out += texts.length - found.documents.length;
    expect(checkPlausible(found, t)).toEqual([]);
    expect(compareTexts(found, original(left)).map(({ differs }) => differs)).toEqual(left.map(() => null));
    for (const [at, { text }] of found.documents.entries()) {
      const terms = compareTexts(found, original(left))[at]?.terms as ReadonlyMap<number, string>;
      const said = text
        .map((piece) => (typeof piece === 'string' ? piece : isHidden(piece) ? '\n\n' : 'term' in piece ? (piece.as ?? piece.term) : ''))
        .join('');
      for (const term of terms.values()) expect(new RegExp(`(?<![a-z])${term.replaceAll(' ', '[ ]+')}(?![a-z])`).test(said)).toBe(false);
    }
    const { left: _, ...turned } = release(tree, t, texts.toReversed());
    expect({ ...turned, documents: turned.documents.toReversed() }).toEqual(found);
  }
  expect(made).toBeGreaterThan(400);
  expect(out).toBeGreaterThan(0);
});

test('a hidden term in a longer one, or across one, is still said', () => {
  expect(stillSaid(['the ', { term: 'back ache' }], new Set(['ache']))).toEqual(['back ache']);
  expect(stillSaid([{ term: 'low back' }, ' ache'], new Set(['back ache']))).toEqual(['low back']);
  expect(stillSaid([{ mark: 1, node: 'n' }, ' ache'], new Set(['back ache']))).toEqual([]);
  expect(stillSaid(['an ache'], new Set(['ache']))).toEqual(['']);
});

test('what a release is not is found: other words, another node, two terms behind one mark, a term that still stands', () => {
  const children = [
    ['n', ['a', 'b']],
    ['m', ['c', 'd']],
  ] as const;
  const hidden = (...text: SanitisedTexts['documents'][number]['text']): SanitisedTexts => ({
    method: 't-plausible',
    degree: 2,
    children,
    documents: [{ id: '1', text }],
  });
  const differs = (made: SanitisedTexts, ...text: readonly (string | { term: string; as?: string })[]) =>
    compareTexts(made, [{ id: '1', text, about: null }])[0]?.differs;
  const n = { mark: 1, node: 'n' };
  expect(differs(hidden('x ', n), 'x ', { term: 'a' })).toBeNull();
  expect(differs(hidden('x ', n), 'y ', { term: 'a' })).toBe('other words');
  expect(differs(hidden('x ', n), 'x ')).toBe('other words');
  expect(differs(hidden(n, { term: 'c', as: 'C' }), { term: 'a' }, { term: 'c' })).toBe('other words');
  expect(differs(hidden('x ', n), 'x ', { term: 'c' })).toBe('not under its node');
  expect(differs(hidden(n, n), { term: 'a' }, { term: 'b' })).toBe('one mark, two terms');
  expect(differs(hidden(n, ' a'), { term: 'a' }, ' a')).toBe('still said');
  expect(compareTexts(hidden(n), [])[0]?.differs).toBe('no original');
});

test("WordNet's tree: every term a leaf, every node above t nouns or at the top, no noun twice", () => {
  const terms = ['headache', 'aspirin', 'insulin', 'dog', 'kidney', 'nowordofenglish', 'disease'];
  const tree = itemHierarchy(wordnetTree(terms, wordnetNouns(), 20));
  const leaves = new Set(tree.names.slice(0, tree.leaves));
  expect(terms.filter((term) => leaves.has(term))).toEqual(terms.filter((term) => term !== 'nowordofenglish'));
  expect(new Set(tree.names).size).toBe(tree.names.length);
  const chains = new Chains(tree, 20, leaves);
  for (const term of terms.filter((each) => leaves.has(each))) {
    const top = chains.of(term).at(-1) as number;
    expect(chains.leaves(top)).toBeGreaterThanOrEqual(20);
  }
  expect(wordnetTree(terms.toReversed(), wordnetNouns(), 20)).toEqual(wordnetTree(terms, wordnetNouns(), 20));
});

test('K-safety as a text: the golden document; 200 seeded ones', () => {
  const { contexts, document, protected: entities, fewest_removed_by_brute_force } = golden.k_safety;
  const own: Contexts = new Map(Object.entries(contexts as Record<string, string[]>).map(([entity, terms]) => [entity, new Set(terms)]));
  const finder = new TermFinder([...own.values()].flatMap((terms) => [...terms]));
  const text = finder.pieces(document.join(', '));
  for (const { K, removed } of fewest_removed_by_brute_force)
    expect(removeUntilSafe(text, own, entities, K).removed.toSorted()).toEqual(removed);
  const random = seeded('safe texts');
  for (let round = 0; round < 200; round += 1) {
    const known: Contexts = new Map(Array.from({ length: 5 }, (_, at) => [`e${at}`, new Set(TERMS.filter(() => random.unit() < 0.5))]));
    const pieces = new TermFinder(TERMS).pieces(
      shuffle([...TERMS], random)
        .slice(0, 8)
        .join(' and '),
    );
    const k = 1 + random.below(3);
    const made = removeUntilSafe(pieces, known, ['e0', 'e1'], k);
    const found: SanitisedTexts = { method: 'k-safe', degree: k, children: [], documents: [{ id: '1', text: made.text }] };
    expect(checkSafe(found, known, ['e0', 'e1'], k)).toEqual([]);
    expect(compareTexts(found, [{ id: '1', text: pieces, about: null }])[0]?.differs).toBeNull();
  }
});

test('k-confusability as a text: the golden cases; 200 seeded ones', () => {
  const { sensitive, twelfths, cases } = golden.k_confusability;
  for (const { prior, terms, results } of cases) {
    const topics: Topics = new Map(
      Object.entries(twelfths as Record<string, Record<string, number>>).map(([name, own]) => [
        name,
        { prior: prior[name], terms: new Map(Object.entries(own).map(([term, times]) => [term, times / 12])) },
      ]),
    );
    const text = new TermFinder(['chemo', 'scan', 'rest', 'heart']).pieces(terms.join(' '));
    for (const { k, removed, state } of results) {
      const made = removeUntilConfusable(text, topics, [sensitive], k);
      expect(typeof made === 'string' ? [null, made] : [made.removed, state]).toEqual([removed, state]);
    }
  }
  const random = seeded('confusable texts');
  let done = 0;
  for (let round = 0; round < 200; round += 1) {
    const topics: Topics = new Map(
      ['s', 'r', 'u', 'v'].map((name) => [
        name,
        { prior: 0.1 + random.unit(), terms: new Map(TERMS.map((term) => [term, 0.05 + random.unit()])) },
      ]),
    );
    const pieces = new TermFinder(TERMS).pieces(
      shuffle([...TERMS], random)
        .slice(0, 6)
        .join(', '),
    );
    const k = 2 + random.below(2);
    const made = removeUntilConfusable(pieces, topics, ['s', 'r'], k);
    if (typeof made === 'string') continue;
    done += 1;
    const found: SanitisedTexts = { method: 'k-confusable', degree: k, children: [], documents: [{ id: '1', text: made.text }] };
    expect(checkConfusable(found, topics, ['s', 'r'], k)).toEqual([]);
    expect(keptTerms(made.text).filter((term) => made.removed.includes(term))).toEqual([]);
  }
  expect(done).toBeGreaterThan(100);
});
