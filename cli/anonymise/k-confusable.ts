import { documentsOf, isJsonLines, readText } from '../../shared/adapters/local/documents.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { checkConfusable, compareTexts } from '../../shared/core/sanitise/check-sanitised.ts';
import { type KnownTopics, knownTerms, parseTopics, writeTopics } from '../../shared/core/sanitise/known-file.ts';
import { learnTopics } from '../../shared/core/sanitise/learn-topics.ts';
import { removeUntilConfusable } from '../../shared/core/sanitise/remove-terms.ts';
import type { FileMethod } from './method.ts';
import { findWithin, textsRelease } from './removed-texts.ts';
import { namesInFile, textsIn } from './texts.ts';

/** Terms out of texts, so that k - 1 other topics are as probable as each sensitive one. */
export const method: FileMethod = {
  options: { topics: { type: 'string' }, sensitive: { type: 'string' } },
  async makeFrom(file, { k, seed, values }) {
    const { ours, theirs } = topicsFrom(values['topics'], values['sensitive'], seed);
    const given = textsIn(file);
    const found = findWithin(given, knownTerms(ours));
    const states = { 'not possible': 0, 'not found': 0 };
    const made = found.flatMap(({ id, text }) => {
      const done = removeUntilConfusable(text, ours.topics, ours.sensitive, k);
      if (typeof done !== 'string') return [{ id, ...done }];
      states[done] += 1;
      return [];
    });
    if (made.length === 0) throw new BadInput(`of no text are ${k - 1} other topics ever as probable; ask for a smaller --k`, { file });
    const { release, files } = textsRelease('k-confusable', k, made, found, given);
    // The checks are code of their own: what they do not pass is not written.
    if (
      checkConfusable(release, ours.topics, ours.sensitive, k).length > 0 ||
      compareTexts(release, files.original).some(({ differs }) => differs !== null)
    )
      throw new Error('the release made would not hold its claim');
    const leftOut = given.length - made.length;
    return {
      files: [
        ...files.written,
        { name: 'topics.json', pieces: writeTopics(ours) },
        ...(theirs === null ? [] : [{ name: 'attacker-topics.json', pieces: writeTopics(theirs) }]),
      ],
      measures: {
        method: 'k-confusable',
        k,
        texts: made.length,
        textsNotPossible: states['not possible'],
        textsNotFound: states['not found'],
        ...files.measures,
      },
      notes:
        leftOut === 0
          ? []
          : [`${leftOut} of ${given.length} texts are left out: no choice of their terms hides a sensitive topic among ${k}`],
      request: {
        release: 'release.jsonl',
        kind: 'sanitised-text',
        original: 'original.jsonl',
        external: theirs === null ? 'topics.json' : 'attacker-topics.json',
      },
    };
  },
};

/** Topics as they are given; or learned from texts whose topic is known, one half of them for the attacker, who has learned elsewhere. */
function topicsFrom(path: unknown, sensitive: unknown, seed: string): { readonly ours: KnownTopics; readonly theirs: KnownTopics | null } {
  if (typeof path !== 'string')
    throw new BadInput(
      'k-confusable needs --topics: a .json file, {"topics":{...},"sensitive":[...]}, or texts with "about" as .jsonl to learn them from',
    );
  if (!isJsonLines(path)) return { ours: parseTopics(readText(path), path), theirs: null };
  if (typeof sensitive !== 'string')
    throw new BadInput('topics that are learned need --sensitive FILE: which of them are to be hidden, one a line');
  const labelled = [...documentsOf(path)].filter(({ about }) => about !== undefined);
  const texts = new Map(textsIn(path).map((text) => [text.id, text.items]));
  const halves = [0, 1].map((half) =>
    learnTopics(
      labelled
        .filter(({ id }) => seeded(seed, 'half', id).below(2) === half)
        .map(({ id, about }) => ({ about: about as string, terms: texts.get(id) ?? [] })),
    ),
  );
  const wanted = namesInFile(sensitive);
  for (const topics of halves) {
    if (topics.size < 2)
      throw new BadInput('texts about two topics at least are needed, several of each: {"text":"...","about":"oncology"}', { file: path });
    const unknown = wanted.find((name) => !topics.has(name));
    if (unknown !== undefined) throw new BadInput(`too few texts are about "${unknown}" to learn from`, { file: path });
  }
  const [ours, theirs] = halves.map((topics) => ({ topics, sensitive: wanted })) as [KnownTopics, KnownTopics];
  return { ours, theirs };
}
