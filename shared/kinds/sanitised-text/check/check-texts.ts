import { type Claim, checkedClaim, uncheckedClaim } from '../../../core/verdict/claim.ts';
import { grouped } from '../../../core/verdict/figure-text.ts';
import { plural } from '../../../kit/publish/text.ts';
import { type ComparedText, checkConfusable, checkPlausible, checkSafe, type Short } from '../core/check-sanitised.ts';
import type { KnownContexts, KnownTopics } from '../core/known-file.ts';
import { DEGREES, isHidden, isKept, type SanitisedDocument, type SanitisedTexts } from '../core/sanitised-file.ts';

const SCOPES = {
  't-plausible': 'of the base texts of every text, by its marks',
  'k-safe': 'of every text and protected entity, by the contexts that are given',
  'k-confusable': 'of every text and sensitive topic, by the topics that it was made by',
} as const;
const NEEDS = {
  't-plausible': '',
  'k-safe': 'it needs the contexts of entities (--external)',
  'k-confusable': 'it needs the topics that it was made by (unveil check --external)',
} as const;

/**
 * The check of `check`, `audit` and `certify`. An audit's topics are those that an attacker has learned elsewhere: it knows none that a release was made
 * by. `differs`: by text, how it differs from the original; null without one.
 */
export function textsCheck(
  release: SanitisedTexts,
  degree: number | null,
  known: KnownContexts | KnownTopics | null,
  differs: readonly ComparedText['differs'][] | null,
) {
  const { method, documents } = release;
  const short = degree === null ? null : shortOf(release, degree, known);
  const claims: Claim[] = [];
  const placed = (claim: string, scope: string, texts: readonly number[]): Claim =>
    checkedClaim(claim, scope, documents.length, texts.length, `text ${texts[0] + 1}`);
  if (degree !== null) {
    const claim = `${DEGREES[method]} = ${degree}`;
    const texts = [...new Set(short?.map(({ text }) => text))];
    claims.push(short === null ? uncheckedClaim(claim, SCOPES[method], NEEDS[method]) : placed(claim, SCOPES[method], texts));
  }
  if (differs !== null) {
    const other = differs.flatMap((each, text) => (each === null ? [] : [text]));
    claims.push(placed('nothing but what is hidden was changed', 'of every text next to its original', other));
  }
  return { short, claims };
}

function shortOf(release: SanitisedTexts, degree: number, known: KnownContexts | KnownTopics | null): readonly Short[] | null {
  if (release.method === 't-plausible') return checkPlausible(release, degree);
  if (known === null) return null;
  return 'contexts' in known
    ? checkSafe(release, known.contexts, known.protected, degree)
    : checkConfusable(release, known.topics, known.sensitive, degree);
}

/** How often a term was hidden in the texts, behind nodes or by taking it out, and how often one stands as it was. */
export function termTotals(documents: readonly SanitisedDocument[]): { hidden: number; kept: number; behindNodes: boolean } {
  const pieces = documents.flatMap(({ text }) => text.filter((piece) => typeof piece !== 'string'));
  const kept = pieces.reduce((count, piece) => count + (isKept(piece) ? 1 : 0), 0);
  return { hidden: pieces.length - kept, kept, behindNodes: pieces.some(isHidden) };
}

/** Share of terms left readable: a claim covers hidden terms only. Null if no term is left. */
export function standingSaid(documents: readonly SanitisedDocument[]): string | null {
  const { hidden, kept } = termTotals(documents);
  if (kept === 0) return null;
  return `${grouped(hidden)} of ${plural(hidden + kept, 'term')} ${hidden === 1 ? 'is' : 'are'} hidden; ${grouped(kept)} ${kept === 1 ? 'stands as it was, as does' : 'stand as they were, as do'} every name and number that is no marked term`;
}
