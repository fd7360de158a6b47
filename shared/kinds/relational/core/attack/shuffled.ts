import { seeded } from '../../../../core/random/random.ts';
import { type Classes, type Sensitive, tallyClasses, type ValueTally } from '../model/classes.ts';

/** Approximate number of records permuted over all draws: large tables need fewer draws, since they have many classes. */
const DEALT = 1_000_000;
const MOST_DRAWS = 200;
const FEWEST_DRAWS = 5;

/** Permutes the known values over the records, draw by draw: the null model for classes of these sizes. */
export function shuffledClasses(classes: Classes, sensitive: Sensitive, seed: string, each: (tally: ValueTally) => void): number {
  const sizes: number[] = [];
  tallyClasses(classes, sensitive, ({ known }) => sizes.push(known));
  const records = sizes.reduce((sum, size) => sum + size, 0);
  const draws = Math.max(FEWEST_DRAWS, Math.min(MOST_DRAWS, Math.ceil(DEALT / Math.max(1, records))));
  if (records === 0) return draws;
  const values = new Int32Array(sensitive.known);
  let at = 0;
  for (const [code, total] of sensitive.totals.entries()) {
    values.fill(code, at, at + total);
    at += total;
  }
  const tally: ValueTally = { known: 0, counts: new Int32Array(sensitive.values.length), present: [] };
  const random = seeded(seed, 'shuffled', records, sizes.length);
  for (let draw = 0; draw < draws; draw += 1) {
    for (let left = values.length - 1; left > 0; left -= 1) {
      const other = random.below(left + 1);
      const held = values[left];
      values[left] = values[other];
      values[other] = held;
    }
    let from = 0;
    for (const size of sizes) {
      tally.known = size;
      for (let place = from; place < from + size; place += 1) {
        const code = values[place];
        if (tally.counts[code] === 0) tally.present.push(code);
        tally.counts[code] += 1;
      }
      each(tally);
      for (const code of tally.present) tally.counts[code] = 0;
      tally.present.length = 0;
      from += size;
    }
  }
  return draws;
}
