import type { Warning, Warnings } from '../format/warnings.ts';
import { BadInput } from './bad-input.ts';
import { isGeneralised, type LocatedTransaction } from './transaction.ts';

/** A published transaction and the one it was made from. */
interface Match {
  readonly release: LocatedTransaction;
  readonly original: LocatedTransaction;
}

export interface MatchedFile {
  readonly name: string;
  readonly transactions: AsyncIterable<LocatedTransaction>;
  /** Items read differently from how they are written; complete after the last transaction. */
  readonly warnings?: () => readonly Warning[];
}

export const STRANGER = 'an item published alone that is not in the original transaction';

interface MatchOptions {
  readonly warnings?: Warnings;
  /** The release may lack items of the original: suppression is reported, not refused. */
  readonly allowSuppressed?: boolean;
}

/**
 * Pairs release and original, in the release's order: by id where both have ids, else the first with the first and so on.
 * Streams where both files have the same order; where ids come in another order, the original's are held until they are
 * asked for. Refused: a transaction without partner, an original item that the release cannot stand for.
 */
export async function* matchOriginal(release: MatchedFile, original: MatchedFile, options: MatchOptions = {}): AsyncGenerator<Match> {
  const originals = new Originals(original);
  try {
    for await (const published of release.transactions) {
      const match = { release: published, original: await originals.of(published, release.name) };
      checkMatch(match, original.name, options);
      yield match;
    }
    await originals.end(release.name);
  } finally {
    await originals.close();
  }
}

class Originals {
  readonly #file: string;
  readonly #transactions: AsyncIterator<LocatedTransaction>;
  /** Read before they were asked for, by id. */
  readonly #ahead = new Map<string, LocatedTransaction>();

  constructor({ name, transactions }: MatchedFile) {
    this.#file = name;
    this.#transactions = transactions[Symbol.asyncIterator]();
  }

  async of(published: LocatedTransaction, releaseFile: string): Promise<LocatedTransaction> {
    const { id, line } = published;
    const held = id === undefined ? undefined : this.#ahead.get(id);
    if (id !== undefined && held !== undefined) {
      this.#ahead.delete(id);
      return held;
    }
    for (;;) {
      const next = await this.#transactions.next();
      if (next.done === true) {
        const message =
          this.#ahead.size > 0
            ? 'no transaction of the original has the id of this one'
            : 'the original has fewer transactions than the release: none is left for this one';
        throw new BadInput(message, { file: releaseFile, line });
      }
      if (id === undefined || next.value.id === undefined || next.value.id === id) return next.value;
      this.#ahead.set(next.value.id, next.value);
    }
  }

  /** After the last published transaction nothing may be left. */
  async end(releaseFile: string): Promise<void> {
    for (const { line } of this.#ahead.values()) {
      throw new BadInput(`no transaction of ${releaseFile} has the id of this one`, { file: this.#file, line });
    }
    const next = await this.#transactions.next();
    if (next.done === true) return;
    throw new BadInput(`the original has more transactions than ${releaseFile}: none is left for this one`, {
      file: this.#file,
      line: next.value.line,
    });
  }

  async close(): Promise<void> {
    await this.#transactions.return?.();
  }
}

/** Whether this release could have been made from this original; what is odd but harmless to the measures is a warning. */
function checkMatch({ release, original }: Match, originalFile: string, { warnings, allowSuppressed = false }: MatchOptions = {}): void {
  const published = new Set(release.items.flat());
  const held = new Set<string>();
  for (const [index, item] of original.items.entries()) {
    if (typeof item !== 'string') continue;
    held.add(item);
    if (published.has(item)) continue;
    if (allowSuppressed) {
      warnings?.add('an item of the original that the release suppresses', release.line);
      continue;
    }
    throw new BadInput(
      `item ${index + 1} of this transaction is not in line ${release.line} of the release, alone or in a generalised item (--allow-suppressed accepts that)`,
      {
        file: originalFile,
        line: original.line,
      },
    );
  }
  for (const entry of release.items) {
    if (isGeneralised(entry)) {
      if (!entry.some((member) => held.has(member)))
        warnings?.add('a generalised item without any of its items in the original transaction', release.line);
    } else if (!held.has(entry)) warnings?.add(STRANGER, release.line);
  }
}
