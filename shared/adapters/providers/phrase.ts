/**
 * A term as the inside of a quoted phrase: words of letters, marks and digits in lower case with single spaces between
 * them. Nothing that any of the services reads as an operator, quote, wildcard, field name or control can be left, and
 * lower case cannot spell AND, OR or NOT. Their tokenisers drop the same punctuation, so the phrase means the same.
 * null: the term has no such words, or a symbol carries its meaning (c++, c#, $): it cannot be asked.
 */
export function safePhrase(term: string): string | null {
  const plain = term.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  if (/[\p{L}\p{N}][+#]|[\p{Sc}%@&*^=<>|~\\]/u.test(plain)) return null;
  const words = plain
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : null;
}
