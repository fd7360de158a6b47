import type { Assessed } from '../../../app/audit/plain/plain-kind.ts';
import { distancesOf, type RelatedPairs } from '../../../app/audit/plain/relate-pairs.ts';
import { plural } from '../../../app/audit/publish/text.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { STRATEGIES } from '../../../core/attack/reassociation/reconstruct.ts';
import { type GroupFindings, groupFindings, type Near } from '../../../core/cahd/group-findings.ts';
import { checkDegree, type GroupedRelease } from '../../../core/cahd/grouped-release.ts';
import { grouped, percent } from '../../../core/findings/figure-text.ts';
import type { Trial } from '../../../core/findings/finding.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { Known } from '../read/stored-groups.ts';

interface GroupsEvidence {
  readonly known: Known | null;
  readonly related: RelatedPairs | null;
  readonly request: AuditRequest;
}

/** All attacks on the groups, with what the page says of them. */
export function assessGroups(release: GroupedRelease, { known, related, request }: GroupsEvidence): Assessed {
  const { findings, items } = groupFindings(release, {
    holders: known?.holders ?? null,
    near: nearOf(related),
    placings: Object.entries(STRATEGIES).map(([name, worth]) => ({ name: `semantic-${name}`, worth })),
    seed: request.seed,
  });
  const links = findings.filter(({ attack, status }) => attack === 'link' && status === 'decided');
  const { k } = request.claim;
  return {
    findings,
    lead: leadOf(findings),
    obstacles: items.length > 0 ? [] : [NOTHING_SENSITIVE],
    claim: { checked: k !== undefined || known !== null, broken: [...brokenDegree(release, k), ...(known?.differences ?? [])] },
    facts: factsOf(release, items.length, request),
    sections: [],
    revealing: itemSections(items),
    notices: [...(known !== null && known.holders === null ? [WITHOUT_GROUPS] : []), ...aheadByChance(findings, leadOf(findings))],
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

/** The verdict rests on what is sure. An attack that was more often right, on too few holders to say so, is told of all the same. */
function aheadByChance(findings: readonly Trial[], lead: number | null): Assessed['notices'] {
  const quoted = lead === null ? null : findings[lead];
  if (quoted?.attack !== 'group') return [];
  const told = quoted.value ?? 0;
  const [best] = findings
    .filter(({ attack, status, value }) => NAMES_HOLDERS.test(attack) && status === 'decided' && (value ?? 0) > told)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  if (best === undefined) return [];
  return [
    {
      code: 'ahead-but-not-surely',
      message: `${best.attack} names ${percent(best.value ?? 0)} of the holders rightly, more than the groups say outright (${percent(told)}): of so few, and among so many attacks, that may be chance, and may be not`,
    },
  ];
}

const NAMES_HOLDERS = /^(?:learned|semantic-.*)$/;

const NOTHING_SENSITIVE = { why: 'it tells of no sensitive item', remedy: 'audit a release whose groups have "sensitive" items' };

/** An NGD with its sign turned: greater is closer. */
function nearOf(related: RelatedPairs | null): Near | null {
  const distance = distancesOf(related);
  return distance === null ? null : (item, quasi) => -distance(item, quasi);
}

/** The attack that surely names holders beyond what their group says, the most right first; else what the groups say most of. */
function leadOf(findings: readonly Trial[]): number | null {
  const best = (of: (finding: Trial) => number | null): number | null => {
    let [found, most]: [number | null, number] = [null, -Infinity];
    for (const [at, finding] of findings.entries()) {
      const value = finding.status === 'decided' ? of(finding) : null;
      if (value !== null && value > most) [found, most] = [at, value];
    }
    return found;
  };
  return (
    best(({ attack, value, overBaseline }) => (attack !== 'group' && attack !== 'link' && (overBaseline?.low ?? 0) > 0 ? value : null)) ??
    best(({ attack, overBaseline }) => (attack === 'group' ? (overBaseline?.lift ?? null) : null))
  );
}

function brokenDegree(release: GroupedRelease, k: number | undefined): string[] {
  const broken = k === undefined ? [] : checkDegree(release, k);
  const count = new Set(broken.map(({ group }) => group)).size;
  return count === 0 ? [] : [`size / count is below ${k} in ${plural(count, 'group')}`];
}

function factsOf(release: GroupedRelease, items: number, { claim: { k } }: AuditRequest): Assessed['facts'] {
  const { groups } = release;
  const people = groups.reduce((sum, { transactions }) => sum + transactions.length, 0);
  const free = groups.filter(({ sensitive }) => sensitive.size === 0);
  const degrees = groups.flatMap(({ transactions, sensitive }) => Array.from(sensitive.values(), (count) => transactions.length / count));
  const least = degrees.reduce((a, b) => Math.min(a, b), Infinity);
  return [
    { label: 'Sensitive items', value: grouped(items) },
    { label: 'Least size / count', value: degrees.length === 0 ? 'none' : String(Number(least.toPrecision(6))) },
    { label: 'Claim holds', value: k === undefined ? 'none given' : checkDegree(release, k).length === 0 ? 'yes' : 'no' },
    {
      label: 'Surely without a sensitive item',
      value: `${grouped(free.reduce((sum, { transactions }) => sum + transactions.length, 0))} of ${grouped(people)}`,
    },
    { label: 'Alone with their items', value: percent(uniqueShare(release, people)) },
  ];
}

/** Identity is not hidden: the share of the transactions whose other items nobody else has. */
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
