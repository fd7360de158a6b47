import { type ReliabilityBin, reliability, Stated } from '../../measure/reliability.ts';
import { hit } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { tallyClasses } from '../model/classes.ts';

export interface ClassReliability {
  readonly bins: readonly ReliabilityBin[];
  readonly error: number;
  readonly floor: number;
}

/** Guesses of the class without the record, held against the record: what they state, and how often they are right. */
export function heldOutReliability({ classes }: KnownTable, { sensitive }: SensitiveColumn): ClassReliability | null {
  const stated = new Stated();
  tallyClasses(classes, sensitive, ({ counts, present, known }) => {
    if (known < 2) return;
    for (const truth of present) {
      const rest = present
        .map((code) => [code, (counts[code] as number) - (code === truth ? 1 : 0)] as const)
        .filter(([, count]) => count > 0)
        .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
      const posterior = { codes: rest.map(([code]) => code), shares: rest.map(([, count]) => count / (known - 1)) };
      const chance = hit(posterior, truth);
      // A tie is right as often as chance decides; whole records are counted, the rest by their nearest number.
      const records = counts[truth] as number;
      const right = Math.round(records * chance);
      for (let each = 0; each < records; each += 1) stated.add(posterior.shares[0] as number, each < right ? 1 : 0);
    }
  });
  const found = reliability(stated.counts());
  return found === null ? null : { bins: found.bins, error: found.error, floor: found.floor };
}
