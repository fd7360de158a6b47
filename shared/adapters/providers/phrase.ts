/**
 * A term as the inside of a quoted phrase: words of lower-case letters, marks and digits with single spaces between them. It has no operator, quote,
 * wildcard, field name or control of any service, and cannot spell AND, OR or NOT. The services drop the same punctuation, so the phrase means the same.
 * Null if the term has no such words, or if a symbol carries its meaning (c++, c#, $).
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
