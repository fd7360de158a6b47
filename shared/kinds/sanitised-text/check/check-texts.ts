import { type ComparedText, checkConfusable, checkPlausible, checkSafe, type Short } from '../../../core/sanitise/check-sanitised.ts';
import type { KnownContexts, KnownTopics } from '../../../core/sanitise/known-file.ts';
import { DEGREES, type SanitisedTexts } from '../../../core/sanitise/sanitised-file.ts';
import type { Claim } from '../../../core/verdict/claim.ts';

interface TextsCheck {
  /** Texts that fall short; null where what it takes to tell is not known. */
  readonly short: readonly Short[] | null;
  readonly claims: readonly Claim[];
}

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
): TextsCheck {
  const { method, documents } = release;
  const short = degree === null ? null : shortOf(release, degree, known);
  const claims: Claim[] = [];
  const placed = (texts: readonly number[], all: number): Pick<Claim, 'state' | 'checked' | 'violations' | 'example'> => ({
    state: all === 0 ? 'nothing to check' : texts.length === 0 ? 'held' : 'broken',
    checked: all,
    violations: texts.length,
    example: texts[0] === undefined ? null : `text ${texts[0] + 1}`,
  });
  if (degree !== null) {
    const claim = { text: `${DEGREES[method]} = ${degree}`, scope: SCOPES[method] };
    const texts = short === null ? [] : [...new Set(short.map(({ text }) => text))];
    claims.push(
      short === null
        ? { ...claim, state: 'not checked', checked: null, violations: null, example: NEEDS[method] }
        : { ...claim, ...placed(texts, documents.length) },
    );
  }
  if (differs !== null) {
    const other = differs.flatMap((each, text) => (each === null ? [] : [text]));
    claims.push({
      text: 'nothing but what is hidden was changed',
      scope: 'of every text next to its original',
      ...placed(other, documents.length),
    });
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
