/** Text that is HTML already. Only `html` and `raw` make it, so what comes from data is always escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | null | undefined | false | readonly Value[];

/** HTML with its values escaped: items are hostile text. Works in elements and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  let text = parts[0] ?? '';
  for (const [at, value] of values.entries()) text += render(value) + (parts[at + 1] ?? '');
  return new Markup(text);
}

/** Our own constant text: styles. Never data. */
export const raw = (text: string): Markup => new Markup(text);

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return escapeText(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Characters that turn the direction of text around them, or that no page should hold, are shown as what they are: nothing to read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is its purpose.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSEEN, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

export const tiedPercent = (value: number | null): string => (value === null ? 'n/c' : `${(value * 100).toFixed(1)}\u00a0%`);

/** A sentence of ours whose figures keep their percent signs on their line. */
export const tied = (sentence: string): string => sentence.replace(/(\d) %/g, '$1\u00a0%');

/** Items may be of any length: as much of one as a page should show. */
const LONGEST = 300;
export const clipped = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`);
