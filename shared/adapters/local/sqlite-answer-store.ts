import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { AnswerStore, StoredAnswer } from '../../ports/answer-store.ts';
import { atomically, soundly } from './sqlite-atomically.ts';

const KEPT_FOR = 180 * 86_400;

/** Answers of language models on this machine: a table of their own, since they are no counts. */
export class SqliteAnswerStore implements AnswerStore {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #names: readonly [team: string, model: string, prompt: string];
  readonly #get: StatementSync;
  readonly #put: StatementSync;

  /** `names`: team, model and version of the prompt, by which answers may be counted or removed. */
  constructor(file: string, names: readonly [team: string, model: string, prompt: string] = ['', '', '']) {
    [this.#file, this.#names] = [file, names];
    this.#database = new DatabaseSync(file, { timeout: 30_000 });
    try {
      soundly(file, () =>
        this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
          CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, team TEXT, model TEXT, prompt TEXT, fits BLOB, observed INTEGER) WITHOUT ROWID`),
      );
      this.#get = this.#database.prepare('SELECT fits FROM answers WHERE key = ? AND observed > ?');
      this.#put = this.#database.prepare('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  async get(keys: readonly Uint8Array[], now: number): Promise<readonly (Float64Array | null)[]> {
    return soundly(this.#file, () =>
      keys.map((key) => {
        const row = this.#get.get(key, now - KEPT_FOR) as { readonly fits: Uint8Array } | undefined;
        return row === undefined ? null : new Float64Array(Uint8Array.from(row.fits).buffer);
      }),
    );
  }

  async put(answers: readonly StoredAnswer[], now: number): Promise<void> {
    soundly(this.#file, () =>
      atomically(this.#database, () => {
        for (const { key, fits } of answers)
          this.#put.run(key, ...this.#names, new Uint8Array(fits.buffer, fits.byteOffset, fits.byteLength), now);
      }),
    );
  }

  count(): number {
    return Number((this.#database.prepare('SELECT count(*) AS answers FROM answers').get() as { answers: number }).answers);
  }

  /** Deletes everything, or what is too old by a time. Returns the number of rows. */
  purge(expiredBy?: number): number {
    const remove = this.#database.prepare('DELETE FROM answers WHERE observed <= ?');
    const { changes } = remove.run(expiredBy === undefined ? Number.MAX_SAFE_INTEGER : expiredBy - KEPT_FOR);
    this.#database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    return Number(changes);
  }

  close(): void {
    this.#database.close();
  }
}
