import { addExposureCluster, noExposure } from '../../../../core/verdict/exposed.ts';
import { type ByAttack, CONFIDENCES, type Finding, proved } from '../../../../core/verdict/finding.ts';
import { findingAt } from '../../../../core/verdict/guesses.ts';
import type { ClassGuess } from '../attack/class-guess.ts';
import { shuffledClasses } from '../attack/shuffled.ts';
import { type Classes, type Sensitive, tallyClasses } from '../model/classes.ts';

/** Classes of one size and one share of the guess; null: no guess. */
interface Dealt {
  readonly size: number;
  readonly share: number | null;
  records: number;
}

const TIE = 1e-12;
const DEALT_ANEW = 'the same guess where values are dealt to records at random';
/** Natural logarithm of the significance level, 0.001. */
const BY_CHANCE = -6.907755278982137;

/**
 * Findings of a guess for each class, compared with random classes of the same sizes. Classes in which all people agree are certain: a separate
 * finding, proved if `always` or if there are more of them than by chance.
 */
export function guessFindings(
  by: ByAttack,
  { classes, sensitive, guess }: { readonly classes: Classes; readonly sensitive: Sensitive; readonly guess: ClassGuess },
  { seed, always, reason }: { readonly seed: string; readonly always: boolean; readonly reason: string },
): Finding[] {
  const own: { readonly known: number; readonly share: number | null }[] = [];
  tallyClasses(classes, sensitive, (tally) => {
    if (tally.known > 0) own.push({ known: tally.known, share: guess.share(tally) });
  });
  const { dealt, draws } = dealtBySize(classes, sensitive, guess, seed);
  const bySize = Map.groupBy(dealt, ({ size }) => size);
  const order = dealt.toSorted((a, b) => (b.share ?? guess.atLarge) - (a.share ?? guess.atLarge));
  const of = own.reduce((sum, { known }) => sum + known, 0);
  const findings = CONFIDENCES.map((confidence) => {
    const acts = ({ share }: { readonly share: number | null }): boolean => share !== null && share >= confidence - TIE;
    const acting = own.reduce((sum, each) => sum + (acts(each) ? each.known : 0), 0);
    const less = lessBySize(order, bySize, draws * acting, guess.atLarge);
    const sums = noExposure();
    for (const each of own) {
      const { baselineActs, baselineRight } = less.get(each.known) ?? { baselineActs: 0, baselineRight: 0 };
      addExposureCluster(sums, [{ weight: each.known, acts: acts(each), right: each.share ?? 0, baselineActs, baselineRight }]);
    }
    return findingAt(by, confidence, sums, { baseline: DEALT_ANEW, reason, measured: true });
  });
  const isCertain = ({ share }: { readonly share: number | null }): boolean => share !== null && share >= 1 - TIE;
  const certain = own.filter(isCertain);
  const people = certain.reduce((sum, { known }) => sum + known, 0);
  const classesByChance = dealt.filter(isCertain).reduce((sum, { size, records }) => sum + records / size, 0);
  const byChance = dealt.filter(isCertain).reduce((sum, { records }) => sum + records, 0) / draws;
  const figures = { people, of, reason };
  if (always)
    return [
      ...findings.filter(({ confidence }) => confidence < 1),
      proved(by, { ...figures, baseline: { name: 'the commonest value at large', right: people * guess.atLarge } }),
    ];
  // Rule of three: a count of zero in the draws does not prove that it never occurs.
  if (!isBeyondChance(certain.length, (classesByChance + 3) / draws)) return findings;
  const right = Math.max(Math.min(byChance, people), people * guess.atLarge);
  return [...findings, proved(by, { ...figures, baseline: { name: DEALT_ANEW, right } })];
}

function dealtBySize(classes: Classes, sensitive: Sensitive, guess: ClassGuess, seed: string) {
  const found = new Map<string, Dealt>();
  const draws = shuffledClasses(classes, sensitive, seed, (tally) => {
    const size = tally.known;
    if (size === 0) return;
    const share = guess.share(tally);
    const key = `${size} ${share}`;
    const one = found.get(key) ?? { size, share, records: 0 };
    one.records += size;
    found.set(key, one);
  });
  // Sorted by content, so the order of classes has no influence.
  const dealt = [...found.values()].sort((a, b) => a.size - b.size || (a.share ?? -1) - (b.share ?? -1));
  return { dealt, draws };
}

/** The most confident random guesses for as many records as `wanted`: by class size the share acted on and the share right. */
function lessBySize(order: readonly Dealt[], bySize: ReadonlyMap<number, readonly Dealt[]>, wanted: number, atLarge: number) {
  const taken = new Map<number, { records: number; right: number }>();
  let left = wanted;
  for (let from = 0; from < order.length && left > 0; ) {
    const level = order[from].share ?? atLarge;
    let [to, alike] = [from, 0];
    for (; to < order.length && (order[to].share ?? atLarge) >= level - TIE; to += 1) alike += order[to].records;
    const part = Math.min(1, left / alike);
    for (const { size, share, records } of order.slice(from, to)) {
      const own = taken.get(size) ?? { records: 0, right: 0 };
      own.records += part * records;
      own.right += part * records * (share ?? atLarge);
      taken.set(size, own);
    }
    left -= part * alike;
    from = to;
  }
  return new Map(
    Array.from(taken, ([size, { records, right }]) => {
      const all = (bySize.get(size) ?? []).reduce((sum, each) => sum + each.records, 0);
      return [size, { baselineActs: records / all, baselineRight: right / records }] as const;
    }),
  );
}

/** Chernoff's bound on the tail of a Poisson count. */
const isBeyondChance = (count: number, expected: number): boolean =>
  count > expected && count - expected - count * Math.log(count / expected) <= BY_CHANCE;
