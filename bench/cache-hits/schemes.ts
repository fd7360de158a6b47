// Three ways to keep counts in a table, told how much of what they are asked they hold, and what DynamoDB bills for it.
import { MemoryTermRows } from '../../shared/adapters/local/memory-term-rows.ts';
import { planCounts } from '../../shared/app/audit/score/score-groups.ts';
import { PRICE } from '../../shared/app/cloud/cost/prices.ts';
import { KeptCounter } from '../../shared/app/fetch/kept-counter.ts';
import type { GroupRecord } from '../../shared/contracts/work.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import type { HeldRow, RowChange, TermRows } from '../../shared/ports/term-rows.ts';

export interface Bill {
  readonly pairs: number;
  readonly found: number;
  /** Units as they are billed. */
  readonly reads: number;
  readonly writes: number;
}

export interface Scheme {
  readonly name: string;
  ask(units: readonly GroupRecord[]): Promise<Bill>;
  copy(): Scheme;
}

export const dollars = ({ reads, writes }: Bill): number => reads * PRICE.readUnit + writes * PRICE.writeUnit;

const NOW = 1_800_000_000;
const BATCH = 2_000;
/** Half a unit for each 4 KB that need not be the newest, a unit for each that must. */
const readUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 4096)) / 2;
const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));
/** Key, version and expiry of a row. */
const FRAME = 50;
/** An entry of a block in which partners are named by eight bytes of their key. */
const ENTRY = 11;

class Metered implements TermRows {
  reads = 0;
  writes = 0;
  readonly rows: MemoryTermRows;
  constructor(rows: MemoryTermRows) {
    this.rows = rows;
  }
  async get(keys: readonly Uint8Array[], now: number): Promise<readonly (HeldRow | null)[]> {
    const rows = await this.rows.get(keys, now);
    for (const row of rows) this.reads += readUnits(FRAME + (row?.bytes.length ?? 0));
    return rows;
  }
  put(changes: readonly RowChange[], now: number, expires: number): Promise<readonly boolean[]> {
    for (const { bytes, over } of changes) this.writes += writeUnits(FRAME + Math.max(bytes.length, over?.bytes.length ?? 0));
    return this.rows.put(changes, now, expires);
  }
}

/** What is built: rows by the rarer term, by the product's own code. */
export function termRows(counter: HitCounter, size: number, rows = new MemoryTermRows()): Scheme {
  return {
    name: 'rows by term',
    async ask(units) {
      const metered = new Metered(rows);
      const lazy = { source: counter.source, size, open: async () => counter };
      const kept = new KeptCounter(lazy, { secret: new Uint8Array(32), rows: metered, now: NOW, pays: () => true });
      let pairs = 0;
      for (let from = 0; from < units.length; from += BATCH) {
        const plan = planCounts(units.slice(from, from + BATCH));
        pairs += plan.pairs.length / 2;
        await kept.countAll(plan);
      }
      return { pairs, found: kept.sought.found, reads: metered.reads, writes: metered.writes };
    },
    copy() {
      const own = new MemoryTermRows();
      for (const [key, row] of rows.rows) own.rows.set(key, row);
      return termRows(counter, size, own);
    },
  };
}

/** Blocks by member, whichever term is the member: its context items, and a row for each term's own count. */
export function memberBlocks(blocks = new Map<string, Set<string>>()): Scheme {
  return {
    name: 'blocks by member',
    async ask(units) {
      const bill = { pairs: 0, found: 0, reads: 0, writes: 0 };
      for (let from = 0; from < units.length; from += BATCH) {
        const asked = new Map<string, Set<string>>();
        for (const { members, context } of units.slice(from, from + BATCH)) {
          for (const member of members) asked.set(member, new Set([...(asked.get(member) ?? []), ...context]));
          for (const other of context) asked.set(other, asked.get(other) ?? new Set());
        }
        for (const [term, others] of asked) {
          const block = blocks.get(term);
          bill.reads += readUnits(FRAME + ENTRY * (block?.size ?? 0));
          const missing = [...others].filter((other) => block?.has(other) !== true);
          bill.pairs += others.size;
          bill.found += others.size - missing.length;
          if (block !== undefined && missing.length === 0) continue;
          const after = new Set([...(block ?? []), ...missing]);
          bill.writes += writeUnits(FRAME + ENTRY * after.size);
          blocks.set(term, after);
        }
      }
      return bill;
    },
    copy: () => memberBlocks(new Map(blocks)),
  };
}

/** As it was: one row for all counts of a generalised item, under a key of all its members and context items. */
export function unitRows(rows = new Set<string>()): Scheme {
  return {
    name: 'rows by generalised item',
    async ask(units) {
      const bill = { pairs: 0, found: 0, reads: 0, writes: 0 };
      for (const unit of units) {
        const pairs = unit.members.length * unit.context.length;
        const bytes = FRAME + 2 + 2 * (pairs + unit.members.length + unit.context.length);
        const key = JSON.stringify([unit.members, unit.context]);
        bill.pairs += pairs;
        bill.reads += 2 * readUnits(bytes);
        if (rows.has(key)) bill.found += pairs;
        else bill.writes += writeUnits(bytes);
        rows.add(key);
      }
      return bill;
    },
    copy: () => unitRows(new Set(rows)),
  };
}
