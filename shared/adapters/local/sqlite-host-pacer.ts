import { DatabaseSync } from 'node:sqlite';
import { FRESH, giveBack, type HostLimits, type PaceState, park, placesLeft, type Reservation, reserve } from '../../core/pacing/pacing.ts';
import type { HostPacer } from '../../ports/host-pacer.ts';
import { isAlive } from './lease-owner.ts';
import { atomically } from './sqlite-atomically.ts';

/** The pace of each host for all processes of this machine, in a SQLite file. */
export class SqliteHostPacer implements HostPacer {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 30_000 });
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS hosts (host TEXT PRIMARY KEY, state TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS places (host TEXT, owner TEXT, held INTEGER, until REAL, PRIMARY KEY (host, owner))`);
  }

  async admit(host: string, owner: string, wanted: number, limits: HostLimits, now: number, until: number): Promise<number> {
    return atomically(this.#database, () => {
      const others = this.#database.prepare('SELECT owner, held, until FROM places WHERE host = ? AND owner <> ?').all(host, owner) as {
        owner: string;
        held: number;
        until: number;
      }[];
      let held = 0;
      for (const other of others) {
        if (other.until > now && isAlive(other.owner)) held += other.held;
        else this.#database.prepare('DELETE FROM places WHERE host = ? AND owner = ?').run(host, other.owner);
      }
      const places = placesLeft(wanted, held, limits);
      this.#database.prepare('INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?)').run(host, owner, places, until);
      return places;
    });
  }

  async leave(host: string, owner: string): Promise<void> {
    this.#database.prepare('DELETE FROM places WHERE host = ? AND owner = ?').run(host, owner);
  }

  async reserve(host: string, wanted: number, limits: HostLimits, now: number): Promise<Reservation> {
    return this.#change(host, (state) => {
      const { state: next, reservation } = reserve(state, wanted, limits, now);
      return [next, reservation];
    });
  }

  async giveBack(host: string, day: number, unused: number): Promise<void> {
    this.#change(host, (state) => [giveBack(state, day, unused), undefined]);
  }

  async park(host: string, until: number): Promise<void> {
    this.#change(host, (state) => [park(state, until), undefined]);
  }

  async parkedUntil(host: string): Promise<number> {
    return this.#read(host).parkedUntil;
  }

  close(): void {
    this.#database.close();
  }

  #read(host: string): PaceState {
    const row = this.#database.prepare('SELECT state FROM hosts WHERE host = ?').get(host) as { state: string } | undefined;
    return row === undefined ? FRESH : (JSON.parse(row.state) as PaceState);
  }

  #change<T>(host: string, change: (state: PaceState) => [PaceState, T]): T {
    return atomically(this.#database, () => {
      const [next, answer] = change(this.#read(host));
      this.#database.prepare('INSERT OR REPLACE INTO hosts VALUES (?, ?)').run(host, JSON.stringify(next));
      return answer;
    });
  }
}
