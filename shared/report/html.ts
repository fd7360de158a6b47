/** Text that is HTML. Only `html` and `raw` make it, so data is always escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | null | undefined | false | readonly Value[];

/** HTML with escaped values, because items are hostile text. For elements and quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  let text = parts[0] ?? '';
  for (const [at, value] of values.entries()) text += render(value) + (parts[at + 1] ?? '');
  return new Markup(text);
}

/** Our own constant text, such as styles. Never data. */
export const raw = (text: string): Markup => new Markup(text);

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return escapeText(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Invisible and direction-changing characters are replaced by visible ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is its purpose.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSEEN, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

export const tiedPercent = (value: number | null): string => (value === null ? 'n/c' : `${(value * 100).toFixed(1)}\u00a0%`);

/** Keeps a percent sign on the line of its number. */
export const tied = (sentence: string): string => sentence.replace(/(\d) %/g, '$1\u00a0%');

/** Maximum characters of an item on a page. */
const LONGEST = 300;
export const clipped = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`);
