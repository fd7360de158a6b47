import type { HeldRow, RowChange, TermRows } from '../../shared/ports/term-rows.ts';

/** For tests and benches. */
export class MemoryTermRows implements TermRows {
  readonly rows = new Map<string, HeldRow & { readonly expires: number }>();

  async get(keys: readonly Uint8Array[], now: number): Promise<readonly (HeldRow | null)[]> {
    return keys.map((key) => {
      const row = this.rows.get(text(key));
      return row === undefined || row.expires <= now ? null : row;
    });
  }

  async put(changes: readonly RowChange[], now: number, expires: number): Promise<readonly boolean[]> {
    return changes.map(({ key, bytes, over }) => {
      const row = this.rows.get(text(key));
      const there = row === undefined || row.expires <= now ? null : row.version;
      if (there !== (over?.version ?? null)) return false;
      this.rows.set(text(key), { bytes, version: (over?.version ?? 0) + 1, expires });
      return true;
    });
  }
}

const text = (key: Uint8Array): string => Buffer.from(key).toString('hex');
