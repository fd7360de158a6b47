import { ownCopy } from './own-copy.ts';
import { type Entry, isGeneralised } from './transaction.ts';

/** The error in an entry and its position, so the reader can report the column. */
interface EntryFault {
  readonly message: string;
  readonly entry: number;
  readonly member: number;
}

interface KnownItem {
  /** One copy of the text for all transactions; a slice of a line would keep the whole line in memory. */
  readonly text: string;
  group: KnownGroup | null;
  /** The last transaction that held it alone. */
  aloneIn: number;
}

interface KnownGroup {
  readonly members: readonly string[];
  readonly line: number;
  /** The last transaction that held it, and the last that held one of its members alone. */
  seenIn: number;
  memberAloneIn: number;
}

const MOST_IN_MAP = 1 << 23;

/**
 * Every distinct item of a release, and which generalised item it belongs to: the memory of a reader, about 150 bytes an
 * item, whatever the number of transactions. It checks what a single line cannot tell: an item twice in a transaction, an
 * item in two generalised items.
 */
export class Vocabulary {
  /** One map nearly always: a map holds 16 million keys at most, so the next one begins before. */
  readonly #items: Map<string, KnownItem>[] = [new Map()];
  readonly #mostInMap: number;
  readonly #met: ((item: string) => void) | undefined;
  #transaction = 0;

  /** `met` is called at the first occurrence of each distinct item. */
  constructor({ mostInMap = MOST_IN_MAP, met }: { readonly mostInMap?: number; readonly met?: (item: string) => void } = {}) {
    this.#mostInMap = mostInMap;
    this.#met = met;
  }

  /**
   * Checks a transaction and shares its texts, in place. A repeat of a generalised item is dropped: the answer is how many
   * were, or what is wrong.
   */
  check(items: Entry[], line: number): number | EntryFault {
    this.#transaction += 1;
    let kept = 0;
    for (let entry = 0; entry < items.length; entry += 1) {
      const published = items[entry];
      const answer = isGeneralised(published) ? this.#generalised(published, entry, line) : this.#alone(published, entry);
      if (answer === null) continue;
      if (typeof answer === 'object' && 'message' in answer) return answer;
      items[kept] = answer;
      kept += 1;
    }
    const dropped = items.length - kept;
    items.length = kept;
    return dropped;
  }

  #alone(text: string, entry: number): string | EntryFault {
    const item = this.#item(text);
    if (item.aloneIn === this.#transaction) return twice(entry);
    item.aloneIn = this.#transaction;
    if (item.group !== null) {
      if (item.group.seenIn === this.#transaction) return twice(entry);
      item.group.memberAloneIn = this.#transaction;
    }
    return item.text;
  }

  #generalised(members: readonly string[], entry: number, line: number): readonly string[] | EntryFault | null {
    // Nearly always the set is known and written as before: comparing is cheaper than looking every member up.
    const expected = this.#item(members[0] ?? '').group;
    const same = expected !== null && isSame(expected.members, members);
    const group = same ? expected : this.#groupOf(members, entry, line);
    if ('message' in group) return group;
    if (group.seenIn === this.#transaction) return null;
    group.seenIn = this.#transaction;
    if (group.memberAloneIn === this.#transaction) {
      const member = members.findIndex((each) => this.#item(each).aloneIn === this.#transaction);
      return twice(entry, member);
    }
    if (same || isSame(group.members, members)) return group.members;
    return members.map((member) => this.#item(member).text);
  }

  /** The known group with exactly these members, or a new one. */
  #groupOf(members: readonly string[], entry: number, line: number): KnownGroup | EntryFault {
    const items = members.map((member) => this.#item(member));
    const group = items[0]?.group ?? null;
    const stranger = items.findIndex((item) => item.group !== group);
    const repeated = new Set(items).size < items.length ? items.findIndex((item, at) => items.indexOf(item) < at) : -1;
    if (repeated >= 0) return twice(entry, repeated);
    if (stranger >= 0 || (group !== null && group.members.length !== items.length)) {
      const member = group === null ? stranger : 0;
      const other = items[member]?.group?.line;
      return { message: `an item of two different generalised items, here and on line ${other}; an item belongs to one`, entry, member };
    }
    if (group !== null) return group;
    const found: KnownGroup = { members: items.map(({ text }) => text), line, seenIn: 0, memberAloneIn: 0 };
    for (const item of items) {
      item.group = found;
      if (item.aloneIn === this.#transaction) found.memberAloneIn = this.#transaction;
    }
    return found;
  }

  #item(text: string): KnownItem {
    for (const items of this.#items) {
      const known = items.get(text);
      if (known !== undefined) return known;
    }
    let last = this.#items.at(-1);
    if (last === undefined || last.size >= this.#mostInMap) {
      last = new Map();
      this.#items.push(last);
    }
    const item = { text: ownCopy(text), group: null, aloneIn: 0 };
    last.set(item.text, item);
    this.#met?.(item.text);
    return item;
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

const twice = (entry: number, member = 0): EntryFault => ({ message: 'an item for the second time in one transaction', entry, member });
