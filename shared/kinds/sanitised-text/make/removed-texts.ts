import { BadInput } from '../../../core/model/bad-input.ts';
import { seeded } from '../../../core/random/random.ts';
import type { MadeRelease, Method, Readers } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { checkConfusable, checkSafe, compareTexts } from '../core/check-sanitised.ts';
import { TermFinder } from '../core/find-terms.ts';
import type { MarkedText } from '../core/hide-terms.ts';
import { learnTopics } from '../core/k-confusability.ts';
import { type KnownTopics, knownTerms, parseContexts, parseTopics, writeTopics } from '../core/known-file.ts';
import { type RemovedFrom, removeUntilConfusable, removeUntilSafe } from '../core/remove-terms.ts';
import { keptTerms, type OriginalDocument, type SanitisedTexts, writeSanitised } from '../core/sanitised-file.ts';
import { type GivenText, namesInFile, originalLines, textsIn } from './texts.ts';

export function findWithin(texts: readonly GivenText[], terms: ReadonlySet<string>): readonly MarkedText[] {
  const finder = new TermFinder(terms);
  return texts.map(({ id, text }) => ({ id, text: finder.pieces(text) }));
}

/** A release of texts from which terms were taken, its original, and what it cost: the share of the distinct terms that are gone. */
export function textsRelease(
  method: 'k-safe' | 'k-confusable',
  k: number,
  made: readonly (RemovedFrom & { readonly id: string })[],
  found: readonly MarkedText[],
  given: readonly GivenText[],
): {
  readonly release: SanitisedTexts;
  readonly files: {
    readonly written: MadeRelease['files'];
    readonly original: readonly OriginalDocument[];
    readonly measures: Readonly<Record<string, number>>;
  };
} {
  const release: SanitisedTexts = { method, degree: k, children: [], documents: made.map(({ id, text }) => ({ id, text })) };
  const about = new Map(given.map((text) => [text.id, text.about]));
  const kept = new Set(made.map(({ id }) => id));
  const originals = found.filter(({ id }) => kept.has(id));
  const terms = originals.reduce((total, { text }) => total + keptTerms(text).length, 0);
  const removed = made.reduce((total, each) => total + each.removed.length, 0);
  return {
    release,
    files: {
      written: [
        { name: 'release.jsonl', pieces: writeSanitised(release) },
        { name: 'original.jsonl', pieces: originalLines(originals, about) },
      ],
      original: originals.map(({ id, text }) => ({ id, text, about: about.get(id) ?? null })),
      measures: { terms, removedTerms: removed, shareRemoved: terms === 0 ? 0 : removed / terms },
    },
  };
}

/** Terms out of texts, so that K others cover each protected entity. */
export const makeSafeTexts: Method['make'] = async (file, { k, values }, readers) => {
  const path = optionText(values, 'contexts');
  if (path === undefined)
    throw new BadInput('k-safe needs --contexts: a .json file, {"contexts":{"HIV":["antiviral"]},"protected":["HIV"]}');
  const text = readers.text(path);
  const known = parseContexts(text, path);
  const given = textsIn(file, readers);
  const found = findWithin(given, knownTerms(known));
  const made = found.map((each) => ({ id: each.id, ...removeUntilSafe(each.text, known.contexts, known.protected, k) }));
  const { release, files } = textsRelease('k-safe', k, made, found, given);
  // The checks are code of their own: what they do not pass is not written.
  if (
    checkSafe(release, known.contexts, known.protected, k).length > 0 ||
    compareTexts(release, files.original).some(({ differs }) => differs !== null)
  )
    throw new Error('the release made would not hold its claim');
  return {
    files: [...files.written, { name: 'contexts.json', pieces: [text] }],
    measures: { method: 'k-safe', k, texts: made.length, ...files.measures },
    request: { release: 'release.jsonl', kind: 'sanitised-text', original: 'original.jsonl', external: 'contexts.json' },
  };
};

/** Terms out of texts, so that k - 1 other topics are as probable as each sensitive one. */
export const makeConfusableTexts: Method['make'] = async (file, { k, seed, values }, readers) => {
  const { ours, theirs } = topicsFrom(optionText(values, 'topics'), optionText(values, 'sensitive'), seed, readers);
  const given = textsIn(file, readers);
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
};

/** Topics as they are given; or learned from texts whose topic is known, one half of them for the attacker, who has learned elsewhere. */
function topicsFrom(
  path: string | undefined,
  sensitive: string | undefined,
  seed: string,
  readers: Readers,
): { readonly ours: KnownTopics; readonly theirs: KnownTopics | null } {
  if (path === undefined)
    throw new BadInput(
      'k-confusable needs --topics: a .json file, {"topics":{...},"sensitive":[...]}, or texts with "about" as .jsonl to learn them from',
    );
  if (!readers.isJsonLines(path)) return { ours: parseTopics(readers.text(path), path), theirs: null };
  if (sensitive === undefined)
    throw new BadInput('topics that are learned need --sensitive FILE: which of them are to be hidden, one a line');
  const labelled = [...readers.documents(path)].filter(({ about }) => about !== undefined);
  const texts = new Map(textsIn(path, readers).map((text) => [text.id, text.items]));
  const halves = [0, 1].map((half) =>
    learnTopics(
      labelled
        .filter(({ id }) => seeded(seed, 'half', id).below(2) === half)
        .map(({ id, about }) => ({ about: about as string, terms: texts.get(id) ?? [] })),
    ),
  );
  const wanted = namesInFile(sensitive, readers);
  for (const topics of halves) {
    if (topics.size < 2)
      throw new BadInput('texts about two topics at least are needed, several of each: {"text":"...","about":"oncology"}', { file: path });
    const unknown = wanted.find((name) => !topics.has(name));
    if (unknown !== undefined) throw new BadInput(`too few texts are about "${unknown}" to learn from`, { file: path });
  }
  const [ours, theirs] = halves.map((topics) => ({ topics, sensitive: wanted })) as [KnownTopics, KnownTopics];
  return { ours, theirs };
}
