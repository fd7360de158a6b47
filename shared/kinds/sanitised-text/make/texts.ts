import { itemFault } from '../../../core/format/item.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { transactionsFromTexts } from '../../../kit/make/extract-transactions.ts';
import type { Readers } from '../../../kit/offers.ts';
import type { MarkedText } from '../core/hide-terms.ts';

/** A text to be sanitised, with the items that the extractor finds in it. */
export interface GivenText {
  readonly id: string;
  readonly text: string;
  readonly about: string | null;
  readonly items: readonly string[];
}

/** The texts of a folder or of JSON Lines. No line is taken for a header or footer: all of a text is published. */
export function textsIn(file: string, { documents: documentsOf, tagger }: Pick<Readers, 'documents' | 'tagger'>): readonly GivenText[] {
  const documents = [...documentsOf(file)];
  const seen = new Set<string>();
  for (const [at, { id, text, about }] of documents.entries()) {
    const wrong = itemFault(id) ?? (about === undefined ? null : itemFault(about));
    if (wrong !== null) throw new BadInput(`text ${at + 1}: ${wrong} (in "id" or "about")`, { file });
    if (seen.has(id)) throw new BadInput(`text ${at + 1}: its id stands before another text too`, { file });
    if (!text.isWellFormed()) throw new BadInput(`text ${at + 1}: half of a surrogate pair`, { file });
    seen.add(id);
  }
  if (documents.length === 0) throw new BadInput('there is no text: {"id":"1","text":"..."} a line', { file });
  const items = [...transactionsFromTexts(() => documents, tagger(), 1)];
  return documents.map(({ id, text, about }, at) => ({ id, text, about: about ?? null, items: items[at]?.items as readonly string[] }));
}

export function namesInFile(file: string, { text }: Pick<Readers, 'text'>): readonly string[] {
  const names = text(file)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (names.length === 0) throw new BadInput('no name is in this file; one a line is wanted', { file });
  return names;
}

export function* originalLines(texts: readonly MarkedText[], about: ReadonlyMap<string, string | null>): Generator<string> {
  for (const { id, text } of texts) {
    const own = about.get(id) ?? null;
    yield `${JSON.stringify({ id, text, ...(own === null ? {} : { about: own }) })}\n`;
  }
}
