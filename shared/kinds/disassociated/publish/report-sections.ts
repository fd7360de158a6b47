import type { Against, Estimate, PeopleReport, Section } from '../../../contracts/report-data.ts';
import { differenceInterval } from '../../../core/statistics/cluster-sums.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import { describeViolation } from '../core/breach/check-release.ts';
import type { DisassociatedOutcome } from './finish-disassociated.ts';
import type { PieceRates, Rate, ReassociationResult } from './reassociation-result.ts';
import { named } from './report-words.ts';

/** Maximum number of violations, breaches and unmatched items on the page; the files have all of them. */
const SHOWN = 20;

const plain = (value: number | null): Estimate => ({ value, low: null, high: null });

/** How often a place of the leading attack is right, beside as many places at random. */
export function againstOf([lead]: readonly ReassociationResult[]): Against | null {
  if (lead === undefined || lead.counts === null || lead.rates.precision.value === null) return null;
  const { value, random } = lead.rates.precision;
  const ends = differenceInterval(lead.counts.overChance);
  const lift = random === null ? null : { value: value - random, low: ends?.low ?? null, high: ends?.high ?? null };
  return {
    title: 'Compared with guessing',
    conclude: 'Share of right places among those where it puts a piece.',
    rows: [
      { name: 'The attack', technical: lead.attack.name, value: plain(value), lift: null },
      { name: 'guessing at random', technical: null, value: plain(random), lift },
    ],
  };
}

export function violationSection({ violations }: DisassociatedOutcome, redacted: boolean): Section[] {
  if (violations === null || (violations.length > 0 && redacted)) return [];
  const title = 'Is the release what it claims to be?';
  if (violations.length === 0)
    return [
      {
        kind: 'text',
        title,
        paragraphs: ['Yes: every chunk was counted, and every pair across chunks over the possible worlds. No violation was found.'],
      },
    ];
  return [
    {
      kind: 'table',
      title,
      conclude: `No: ${violations.length} violations.`,
      ...(violations.length > SHOWN ? { note: `The first ${SHOWN} are shown; violations.jsonl has all.` } : {}),
      head: ['Rule', 'Violation'],
      rows: violations.slice(0, SHOWN).map((each) => [each.rule, describeViolation(each)]),
    },
  ];
}

export function attackSections({ attacks, hasOriginal }: DisassociatedOutcome): Section[] {
  if (!hasOriginal)
    return [
      {
        kind: 'table',
        title: 'Every attack that was tried',
        conclude: 'Without the original nobody can say which places are right.',
        head: ['Attack', 'Places'],
        rows: attacks.map(({ attack, places }) => [named(attack.name), places]),
      },
    ];
  const chance = attacks.find(({ attack }) => attack.name === 'random')?.breakage ?? null;
  return [
    {
      kind: 'table',
      title: 'Every attack that was tried',
      conclude: `An attack tells something where more of its places are right than of as many at random. Broken transactions say less: chance breaks ${percent(chance)} of them.`,
      note: 'At random is the expectation for as many places as the attack has. Broken is of the transactions with a separated piece; beside it what the random attack broke in this run.',
      head: ['Attack', 'Right places', 'At random', 'Put back', 'At random', 'Broken', 'By chance'],
      rows: attacks.map(({ attack, rates, breakage }) => [
        named(attack.name),
        plain(rates.precision.value),
        plain(rates.precision.random),
        plain(rates.recall.value),
        plain(rates.recall.random),
        plain(breakage),
        plain(chance),
      ]),
    },
    {
      kind: 'bars',
      title: 'Every attack as a picture',
      conclude: 'A bar that ends beyond its mark is more than as many places at random.',
      folded: true,
      bars: ['Right', 'Put back', 'With a hit'],
      mark: 'as many places at random',
      groups: attacks.map(({ attack, rates: { precision, recall, hitRate } }) => ({
        label: named(attack.name),
        values: [precision, recall, hitRate].map(({ value }) => plain(value)),
        marks: [precision, recall, hitRate].map(({ random }) => random),
      })),
    },
    rateTable(
      'All rates, with what was possible',
      attacks,
      ({ rates }) => rates,
      'In brackets: the expectation of random placement, then the most that the number of places allows.',
    ),
    rateTable(
      'Where there is a choice',
      attacks,
      ({ several }) => several,
      'The same over clusters whose anchoring sub-records are not all alike: elsewhere every place is as good as every other.',
    ),
    {
      kind: 'table',
      title: 'What that does to itemsets and transactions',
      conclude: 'What the release promises to hide, put together: rightly (exposed) or wrongly (false).',
      folded: true,
      head: ['Attack', 'Broken, of all', 'Exposed', 'False', "Word Mover's Distance"],
      rows: attacks.map(({ attack, breakageOfAll, exposed, falseShare, distance }) => [
        named(attack.name),
        plain(breakageOfAll),
        plain(exposed),
        plain(falseShare),
        distance === null ? 'n/c' : distance.toFixed(4),
      ]),
    },
  ];
}

const rateTable = (
  title: string,
  attacks: readonly ReassociationResult[],
  pick: (result: ReassociationResult) => PieceRates,
  conclude: string,
): Section => ({
  kind: 'table',
  title,
  conclude,
  folded: true,
  head: ['Attack', 'Pieces with a right place', 'Right places', 'Put back'],
  rows: attacks.map((result) => [
    named(result.attack.name),
    ...[pick(result).hitRate, pick(result).precision, pick(result).recall].map(rate),
  ]),
});

const rate = ({ value, random, best }: Rate): string => `${percent(value)} (${percent(random)}, ${percent(best)})`;

export function breachSections({ breaches }: DisassociatedOutcome, redacted: boolean): Section[] {
  if (breaches.length === 0) return [];
  const strong = breaches[0]?.count?.breaches ?? [];
  return [
    {
      kind: 'table',
      title: 'What the structure alone gives away',
      conclude: 'Cover problems: whoever holds one item is known to hold others, with no knowledge from outside.',
      note: 'Quantity: over all clusters, the most earlier chunks against which one item is breached.',
      head: ['Attacker', 'Knows', 'Breaches', 'Quantity'],
      rows: breaches.map(({ attacker, knows, count }) => [attacker, knows, count?.breaches.length ?? 'n/c', count?.quantity ?? 'n/c']),
    },
    ...(strong.length === 0 || redacted
      ? []
      : [
          {
            kind: 'table' as const,
            title: 'Breaches',
            conclude: `${strong.length} for the strong attacker: make the release anew with --safe to be rid of them.`,
            ...(strong.length > SHOWN ? { note: `The first ${SHOWN} are shown; the table breaches has all.` } : {}),
            head: ['Cluster', 'Item', 'Covered item', 'Transactions with both'],
            rows: strong
              .slice(0, SHOWN)
              .map(({ cluster, item, covered, least, most }) => [
                cluster,
                item,
                covered,
                least === most ? String(least) : `${least} to ${most}`,
              ]),
          },
        ]),
  ];
}

export function worldsSection({ worlds, claim }: DisassociatedOutcome): Section[] {
  if (worlds.length === 0) return [];
  const rows = worlds.flatMap(({ cluster, exact, total, valid, itemsets }) =>
    (itemsets ?? []).map(({ items, least, mean, greatest, share, interval }) => [
      cluster,
      items.join(' + '),
      `${valid} of ${total}${exact ? '' : ' drawn'}`,
      `${least} to ${greatest}, mean ${mean.toFixed(2)}`,
      interval === null ? percent(share) : `${percent(share)} (${percent(interval[0])} to ${percent(interval[1])})`,
    ]),
  );
  return [
    {
      kind: 'table',
      title: 'Possible worlds',
      conclude: `Every dataset that a small cluster may stand for. The guarantee: some world has the pair in at least ${claim?.k} rows.`,
      note: 'Valid are those that the method would not have published otherwise. Sampled shares carry their 95 % interval. worlds.jsonl has all.',
      folded: true,
      head: ['Cluster', 'Pair', 'Valid worlds', 'Rows with the pair', `Worlds with at least ${claim?.k}`],
      rows: rows.slice(0, SHOWN),
    },
  ];
}

export function unmatchedSection({ unmatched }: DisassociatedOutcome): Section[] {
  if (unmatched.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Items that nothing is known of',
      conclude: `Of ${unmatched.length} items nothing was known: an attacker with a better source would know more than this audit.`,
      ...(unmatched.length > SHOWN ? { note: `The ${SHOWN} most frequent are shown; unmatched.jsonl has all.` } : {}),
      head: ['Item', 'Clusters'],
      rows: unmatched.slice(0, SHOWN).map(([item, times]) => [item, times]),
    },
  ];
}

/** The words of this page by the plainest true example. */
export function workedSection(people: PeopleReport | null): Section[] {
  const [example] = people?.examples ?? [];
  if (example === undefined) return [];
  const { person, target, by, probability, without, right } = example;
  return [
    {
      kind: 'text',
      title: 'The words, by one transaction',
      paragraphs: [
        `Of ${person} the release shows a part in its first chunk, with “${by}” in it. The piece “${target}” was separated from it: the release shows it for the cluster, not for whom.`,
        `Outside knowledge says that “${target}” goes with “${by}”. So the attack puts it there, with ${percent(probability)} certainty${without === null ? '' : `; at random it would be ${percent(without)}`}${right === true ? '. It is right: the original holds both' : ''}.`,
      ],
    },
  ];
}
