import { type Entry, isGeneralised } from './transaction.ts';

/** What is wrong with an entry, by position, so that the reader can say the column. */
export interface EntryFault {
  readonly message: string;
  readonly entry: number;
  readonly member: number;
}

interface KnownItem {
  /** One copy of the text for all transactions; a slice of a line would keep the whole line in memory. */
  readonly text: string;
  /** The generalised item it belongs to. */
  group: KnownGroup | null;
  /** The last transaction that held it. */
  seenIn: number;
}

interface KnownGroup {
  readonly members: readonly string[];
  readonly line: number;
  seenIn: number;
}

export interface Checked {
  readonly items: readonly Entry[];
  /** Repeats of a generalised item within the transaction, which were dropped. */
  readonly repeats: number;
}

/**
 * Every distinct item of a release, and which generalised item it belongs to: the memory of a reader, about 200 bytes an
 * item, whatever the number of transactions. It checks what a single line cannot tell: an item twice in a transaction, an
 * item in two generalised items.
 */
export class Vocabulary {
  readonly #items = new Map<string, KnownItem>();
  #transaction = 0;

  /** The same entries with shared texts and a repeat of a generalised item dropped, or what is wrong with them. */
  check(items: readonly Entry[], line: number): Checked | EntryFault {
    this.#transaction += 1;
    const kept: Entry[] = [];
    for (let entry = 0; entry < items.length; entry += 1) {
      const published = items[entry] as Entry;
      if (isGeneralised(published)) {
        const answer = this.#generalised(published, entry, line);
        if (answer !== null && 'message' in answer) return answer;
        if (answer !== null) kept.push(answer);
      } else {
        const item = this.#item(published);
        if (item.seenIn === this.#transaction) return { message: TWICE, entry, member: 0 };
        item.seenIn = this.#transaction;
        kept.push(item.text);
      }
    }
    return { items: kept, repeats: items.length - kept.length };
  }

  #generalised(members: readonly string[], entry: number, line: number): readonly string[] | EntryFault | null {
    const known = members.map((member) => this.#item(member));
    const group = known[0]?.group ?? null;
    const stranger = known.findIndex((item) => item.group !== group);
    const other = known[Math.max(stranger, 0)]?.group ?? group;
    // The first member that tells this set from the one that it shares an item with.
    if (stranger >= 0 || (group !== null && group.members.length > new Set(members).size)) {
      const first = group ?? other;
      const message = `an item of two different generalised items: here and on line ${first?.line}; an item belongs to one`;
      return { message, entry, member: group === null ? Math.max(stranger, 0) : 0 };
    }
    if (group !== null && group.seenIn === this.#transaction && known.length === group.members.length) return null;
    for (const [member, item] of known.entries()) {
      if (item.seenIn === this.#transaction) return { message: TWICE, entry, member };
      item.seenIn = this.#transaction;
    }
    const found = group ?? { members: known.map(({ text }) => text), line, seenIn: 0 };
    for (const item of known) item.group = found;
    found.seenIn = this.#transaction;
    return found.members.every((member, at) => member === known[at]?.text) ? found.members : known.map(({ text }) => text);
  }

  #item(text: string): KnownItem {
    const known = this.#items.get(text);
    if (known !== undefined) return known;
    // Joined and cut again: the copy owns its characters.
    const item = { text: ` ${text}`.slice(1), group: null, seenIn: 0 };
    this.#items.set(item.text, item);
    return item;
  }
}

const TWICE = 'an item for the second time in one transaction';
