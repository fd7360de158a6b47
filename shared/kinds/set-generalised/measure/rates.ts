import { DRAWS } from '../../../core/attack/matched.ts';
import type { ShareRows } from '../../../core/measure/share-products.ts';
import { type ReleaseRows, widthsOf } from './release-rows.ts';

export const RATES = ['precision', 'recall', 'f1'] as const;
export type Rate = (typeof RATES)[number];

/** The number of a rate as a share of rows: three of each attack, and behind them three of as many eliminations at random as each made. */
export const rateAt = (place: number, rate: Rate): number => RATES.length * place + RATES.indexOf(rate);

/** What each row of the groups that are kept adds to every rate. Of what was drawn 200 times all is counted 200 times: shares stay as they are. */
export function rateRows(
  { attacks, group, clusters, own, matched }: ReleaseRows,
  keeps: (group: number) => boolean = () => true,
): ShareRows {
  const widths = widthsOf(attacks);
  return {
    clusters,
    shares: 2 * RATES.length * attacks,
    read(row, into) {
      if (!keeps(group[row] as number)) return false;
      const added = own[row * widths.own] as number;
      writeRates(own, row * widths.own + 1, attacks, added, into, 0);
      writeRates(matched, row * widths.matched, attacks, DRAWS * added, into, 2 * RATES.length * attacks);
      return true;
    },
  };
}

/** Part and whole of each rate, from eliminated and correct of each attack. */
function writeRates(counts: ReleaseRows['own'], from: number, attacks: number, added: number, into: Float64Array, first: number): void {
  for (let attack = 0, at = from, to = first; attack < attacks; attack += 1, at += 2, to += 2 * RATES.length) {
    const [eliminated, correct] = [counts[at] as number, counts[at + 1] as number];
    into[to] = correct;
    into[to + 1] = eliminated;
    into[to + 2] = correct;
    into[to + 3] = added;
    into[to + 4] = 2 * correct;
    into[to + 5] = eliminated + added;
  }
}

/** Whether each attack eliminated anything. */
export function decidedIn({ attacks, own }: ReleaseRows): boolean[] {
  const { own: width } = widthsOf(attacks);
  return Array.from({ length: attacks }, (_, attack) => {
    for (let at = 1 + 2 * attack; at < own.length; at += width) if ((own[at] as number) > 0) return true;
    return false;
  });
}
