// What the score cache finds again, and what it costs: a release is audited, then others against the table that it left.
import { openSource } from '../shared/adapters/local/open-source.ts';
import { wordnetIndex } from '../shared/adapters/local/wordnet.ts';
import { planCounts } from '../shared/app/audit/score/score-groups.ts';
import { countPrice } from '../shared/app/cloud/cost/count-price.ts';
import type { GroupRecord } from '../shared/contracts/work.ts';
import { EXACT } from '../shared/core/text/normalisation.ts';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { BASE, CASES, GROUPS, unitsOf } from './cache-hits/datasets.ts';
import { type Bill, dollars, memberBlocks, type Scheme, termRows, unitRows } from './cache-hits/schemes.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const cell = (bill: Bill): string => `${percent(bill.found / bill.pairs)}, $${dollars(bill).toFixed(5)}`;
const forABillion = (price: number, pairs: number): string => `$${((price / pairs) * 1e9).toFixed(2)}`;

/** The pairs of terms that units ask for, whichever of the two is the member. */
function pairsOf(units: readonly GroupRecord[]): Set<string> {
  const { terms, pairs } = planCounts(units);
  return new Set(
    Array.from({ length: pairs.length / 2 }, (_, at) =>
      [terms[pairs[2 * at] as number], terms[pairs[2 * at + 1] as number]].toSorted().join('\u001f'),
    ),
  );
}

/** Processor microseconds of the best of three. */
async function processorTime(run: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < 3; pass += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return best;
}

export const bench: Bench = async () => {
  const wordnet = await openSource('wordnet');
  const base = await unitsOf(BASE, 2, '0');
  const asked = pairsOf(base);
  const schemes: Scheme[] = [termRows(wordnet, await wordnet.size()), memberBlocks(), unitRows()];
  const first: Bill[] = [];
  for (const scheme of schemes) first.push(await scheme.ask(base));
  const indexBytes = (await wordnetIndex(EXACT)).length;
  const anew = (units: readonly GroupRecord[]): number => {
    const { terms, pairs } = planCounts(units);
    return countPrice({ terms: terms.length, pairs: pairs.length / 2, indexBytes }).anew;
  };
  const rows = [['the first audit', '0.0 %', ...first.map(cell), `$${anew(base).toFixed(5)}`]];
  const bars: Bar[] = [];
  for (const [what, transactions, width] of CASES) {
    const units = await unitsOf(transactions, width, what.includes('seed') ? 'another' : '0');
    const own = pairsOf(units);
    const common = [...own].filter((pair) => asked.has(pair)).length;
    const bills: Bill[] = [];
    for (const scheme of schemes) bills.push(await scheme.copy().ask(units));
    rows.push([what, percent(common / own.size), ...bills.map(cell), `$${anew(units).toFixed(5)}`]);
    const share = (bills[0]?.found ?? 0) / common;
    bars.push({ what: `found of the pairs in common: ${what}`, figure: percent(share), bar: '100 %', met: share === 1 });
  }
  const again: Bill[] = [];
  for (const scheme of schemes) again.push(await scheme.copy().ask(base));
  const pairs = asked.size;
  const microseconds = [
    await processorTime(() => (schemes[0] as Scheme).ask(base)),
    await processorTime(() => wordnet.countAll(planCounts(base))),
  ].map((time) => `${(time / pairs).toFixed(2)} \u00b5s`);
  const bill = (bills: readonly Bill[]): string[] => bills.map((each) => forABillion(dollars(each), each.pairs));
  rows.push(['a billion pairs, the first time', '', ...bill(first), forABillion(anew(base), pairs)]);
  rows.push(['a billion pairs, again', '', ...bill(again), forABillion(anew(base), pairs)]);
  rows.push(['processor time a pair, again, the table in memory', '', microseconds[0] as string, '', '', microseconds[1] as string]);
  writeFigures(
    'cache-hits',
    ['asked', 'in common with the first', ...schemes.map(({ name }) => name), 'counted anew'],
    rows,
    `${GROUPS.toLocaleString('en')} generalised items of 4 members, WordNet, ${pairs.toLocaleString('en')} pairs: those found of those asked, and what DynamoDB bills by list price (counted anew: S3 and Lambda).`,
  );
  await wordnet.close();
  return bars;
};
