import { TermFinder } from '../../shared/core/sanitise/find-terms.ts';
import type { MarkedText } from '../../shared/core/sanitise/hide-terms.ts';
import type { RemovedFrom } from '../../shared/core/sanitise/remove-terms.ts';
import { keptTerms, type OriginalDocument, type SanitisedTexts, writeSanitised } from '../../shared/core/sanitise/sanitised-file.ts';
import type { MadeRelease } from './method.ts';
import { type GivenText, originalLines } from './texts.ts';

/** Texts with these terms found in them. */
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
