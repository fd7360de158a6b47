import { isKept, type SanitisedDocument, type TextPiece } from './sanitised-file.ts';

/**
 * Forms of identifiers: `d` a digit, `d*` digits, `ext*` a word that begins so, `{a, b}` one of them, all else itself. Whoever looks for identifiers takes
 * blanks and punctuation as optional: those who write numbers do.
 */
const TEMPLATES: readonly string[] = [
  '(ddd) ddd - dddd ext* d*',
  '(ddd) ddd - dddd',
  'ddd - dddd ext* d*',
  'ddd - dddd',
  'ddd - dd - dddd',
  '{tel*, ph*, fax*, mob*, cell*} d*',
  '{mrn*, ssn*, id*, iban*, passport*, insurance*} d*',
];
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Fewer digits are a dose, an age or a year. */
const LEAST_DIGITS = 6;
const BETWEEN = '[\\s()./,:;#+-]*';

/** `literally`: blanks and punctuation have to be there as in the template. */
export function templatePattern(template: string, literally: boolean): string {
  const piece = (each: string): string => {
    if (each === 'd*') return literally ? '\\d+' : '\\d(?:[ ./-]?\\d)*';
    if (/^[a-z]+\*$/i.test(each)) return `${each.slice(0, -1)}${literally ? '\\w*' : '[a-z]*'}`;
    if (literally) return each.replace(/d|[^\w\s]/g, (character) => (character === 'd' ? '\\d' : `\\${character}`));
    return (each.match(/d+|\w+/g) ?? []).map((run) => (/^d+$/.test(run) ? `\\d{${run.length}}` : run)).join(BETWEEN);
  };
  return template
    .split(/\s+(?![^{]*\})/)
    .map((each) => (each.startsWith('{') ? `(?:${each.slice(1, -1).split(/,\s*/).map(piece).join('|')})` : piece(each)))
    .filter((each) => each !== '')
    .join(literally ? '\\s+' : BETWEEN);
}

const PATTERNS = TEMPLATES.map((template) => new RegExp(`(?<![\\w])${templatePattern(template, false)}(?!\\w)`, 'gi'));

/** The plain words of a text; what is hidden parts them. */
const wordsOf = (text: readonly TextPiece[]): string =>
  text.map((piece) => (typeof piece === 'string' ? piece : isKept(piece) ? (piece.as ?? piece.term) : ' | ')).join('');

/** Identifiers that can be read in a text, however they are written. */
export function identifiersIn({ text }: Pick<SanitisedDocument, 'text'>): ReadonlySet<string> {
  const words = wordsOf(text);
  const found = new Set<string>();
  for (const pattern of PATTERNS)
    for (const [match] of words.matchAll(pattern)) {
      const digits = match.replace(/\D/g, '');
      if (digits.length >= LEAST_DIGITS) found.add(digits);
    }
  for (const [match] of words.matchAll(MAIL)) found.add(match.toLowerCase());
  return found;
}
