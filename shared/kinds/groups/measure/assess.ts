import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { STRATEGIES } from '../../../core/closeness/closeness.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { grouped, percent } from '../../../core/verdict/figure-text.ts';
import type { Assessed } from '../../../kit/plain/plain-kind.ts';
import { distancesOf, type RelatedPairs } from '../../../kit/plain/relate-pairs.ts';
import { checkGroupClaims } from '../check/check.ts';
import { type GroupFindings, groupFindings, type Near } from '../core/group-findings.ts';
import type { GroupedRelease } from '../core/grouped-release.ts';
import type { Known } from '../kind.ts';

export function assessGroups(
  release: GroupedRelease,
  known: Known | null,
  related: RelatedPairs | null,
  { claim: { k }, seed }: AuditRequest,
): Assessed {
  const { trials, findings, items } = groupFindings(release, {
    holders: known?.holders ?? null,
    near: nearOf(related),
    placings: Object.entries(STRATEGIES).map(([name, worth]) => ({ name: `semantic-${name}`, worth })),
    seed,
  });
  const links = trials.filter(({ attack, status }) => attack === 'link' && status === 'decided');
  return {
    trials,
    findings,
    claims: checkGroupClaims(release, k ?? null, known?.differences ?? null).claims,
    obstacles: [],
    nothingHidden: items.length === 0,
    facts: factsOf(release, items.length),
    sections: [],
    revealing: itemSections(items),
    notices: known !== null && known.holders === null ? [WITHOUT_GROUPS] : [],
    singlingOut: {
      figure: links.length === 0 ? 'none' : links.map(({ about, reason }) => `${about}: ${reason}`).join('; '),
      answers: 'How many of those tried stand alone with some of their items that are not sensitive: these stay in their transaction.',
      not: 'Somebody who knows wrong items too, or other things than items.',
    },
    linking: {
      figure: 'none',
      answers: 'Nothing: no further data is linked to this kind of release.',
      not: 'All joining with other data.',
    },
  };
}

const WITHOUT_GROUPS = {
  code: 'original-without-groups',
  message: 'the original does not say which group stands for each transaction ("cluster"), so nobody can tell who holds what',
};

/** An NGD with its sign turned: greater is closer. */
function nearOf(related: RelatedPairs | null): Near | null {
  const distance = distancesOf(related);
  return distance === null ? null : (item, quasi) => -distance(item, quasi);
}

function factsOf(release: GroupedRelease, items: number): Assessed['facts'] {
  const { groups } = release;
  const people = groups.reduce((sum, { transactions }) => sum + transactions.length, 0);
  const free = groups.filter(({ sensitive }) => sensitive.size === 0);
  const degrees = groups.flatMap(({ transactions, sensitive }) => Array.from(sensitive.values(), (count) => transactions.length / count));
  const least = degrees.reduce((a, b) => Math.min(a, b), Infinity);
  return [
    { label: 'Sensitive items', value: grouped(items) },
    { label: 'Least size / count', value: degrees.length === 0 ? 'none' : String(Number(least.toPrecision(6))) },
    {
      label: 'Surely without a sensitive item',
      value: `${grouped(free.reduce((sum, { transactions }) => sum + transactions.length, 0))} of ${grouped(people)}`,
    },
    { label: 'Alone with their items', value: percent(uniqueShare(release, people)) },
  ];
}

/** Share of transactions with unique quasi-items (the method does not hide identity). */
function uniqueShare({ groups }: GroupedRelease, people: number): number {
  const times = new Map<string, number>();
  for (const { transactions } of groups) {
    for (const items of transactions) {
      const key = JSON.stringify(items.toSorted(compareCodePoints));
      times.set(key, (times.get(key) ?? 0) + 1);
    }
  }
  return [...times.values()].filter((count) => count === 1).length / people;
}

const SHOWN = 20;

function itemSections(items: GroupFindings['items']): Assessed['revealing'] {
  const attacks = Object.keys(items[0]?.right ?? {});
  if (items.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Each sensitive item',
      conclude: 'What the groups say outright, and how often each attack is right that names as many holders as there are.',
      head: ['Item', 'Transactions', 'Groups', 'At large', 'Most in a group', ...attacks.map((name) => `Right: ${name}`)],
      rows: items
        .toSorted((a, b) => b.most - a.most || b.total - a.total || compareCodePoints(a.item, b.item))
        .slice(0, SHOWN)
        .map(({ item, total, groups, most, atLarge, right }) => [
          item,
          grouped(total),
          grouped(groups),
          shareCell(atLarge),
          shareCell(most),
          ...attacks.map((name) => shareCell(right[name] ?? null)),
        ]),
    },
  ];
}

const shareCell = (value: number | null) => ({ value, low: null, high: null });
