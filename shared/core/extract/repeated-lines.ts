/**
 * Headers and footers: lines that occur in many documents, once their digits are masked ("Page 3 of 12").
 * First every document is counted, then its lines are kept or dropped, so a collection is read twice and the
 * order of its documents does not matter. Only the counts are held.
 */
export class RepeatedLines {
  readonly #documentsWith = new Map<string, number>();
  #documents = 0;
  readonly #share: number;

  /** A line in more than this share of the documents, and in two at least, is a header or footer. */
  constructor(share: number) {
    this.#share = share;
  }

  count(text: string): void {
    this.#documents += 1;
    for (const line of new Set(text.split(LINE_BREAK).map(masked))) {
      if (line !== '') this.#documentsWith.set(line, (this.#documentsWith.get(line) ?? 0) + 1);
    }
  }

  without(text: string): string {
    return text
      .split(LINE_BREAK)
      .filter((line) => !this.#isRepeated(masked(line)))
      .join('\n');
  }

  #isRepeated(line: string): boolean {
    const documents = this.#documentsWith.get(line) ?? 0;
    return documents >= 2 && documents > this.#share * this.#documents;
  }
}

const LINE_BREAK = /\r\n|\n|\r|\f/;
const masked = (line: string): string => line.trim().replace(/\s+/g, ' ').replace(/\d+/g, '#');
