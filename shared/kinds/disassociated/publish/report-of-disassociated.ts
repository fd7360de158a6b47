import { grouped, percent } from '../../../app/figure-text.ts';
import type { ReportData, Section } from '../../../contracts/report-data.ts';
import { describeViolation } from '../../../core/breach/describe-violation.ts';
import type { DisassociatedAudit, DisassociatedOutcome } from './finish-disassociated.ts';
import type { Rate, ReassociationResult } from './reassociation-result.ts';

/** Violations, breaches and unmatched items that the page lists; all of them stand in the files beside it. */
const SHOWN = 20;

/** What the page shows of a disassociated release. */
export function reportOfDisassociated(audit: DisassociatedAudit, outcome: DisassociatedOutcome): ReportData {
  const { release, claim, violations } = outcome;
  return {
    version: 1,
    name: audit.name,
    kind: 'disassociated',
    headline: headlineOf(outcome),
    comparisons: [],
    facts: [
      { label: 'Transactions', value: grouped(outcome.transactions) },
      { label: 'Clusters', value: grouped(release.clusters.length) },
      { label: 'Joint clusters', value: grouped(release.jointClusters.length) },
      { label: 'Separated pieces', value: grouped(outcome.pieces) },
      { label: 'Claim', value: claim === null ? 'none given' : `k = ${claim.k}, m = ${claim.m}` },
      {
        label: 'Claim holds',
        value: violations === null ? 'not checked' : violations.length === 0 ? 'yes' : `no: ${grouped(violations.length)} violations`,
      },
    ],
    hasOriginal: outcome.hasOriginal,
    attacks: [],
    heatMap: null,
    sections: [
      ...violationSection(outcome),
      ...attackSections(outcome),
      ...breachSections(outcome),
      ...worldsSection(outcome),
      ...unmatchedSection(outcome),
    ],
    notices: [...outcome.notices],
    provenance: [
      { label: 'Audit', value: audit.identity.auditId },
      { label: 'unveil', value: audit.identity.unveilVersion },
      { label: 'Release', value: `SHA-256 ${audit.identity.releaseSha256}` },
      { label: 'Original', value: audit.identity.originalSha256 === null ? 'not given' : `SHA-256 ${audit.identity.originalSha256}` },
      { label: 'Request', value: `SHA-256 ${audit.identity.requestHash}` },
      ...audit.sources.map((value) => ({ label: 'Source', value })),
      { label: 'Seed', value: audit.request.seed },
      ...outcome.attacks.map(({ attack }) => ({
        label: attack.name,
        value: `version ${attack.version}, parameters ${attack.parametersHash}`,
      })),
    ],
  };
}

function headlineOf({ violations, attacks, hasOriginal, claim }: DisassociatedOutcome): string {
  const check =
    violations === null
      ? 'No claim was checked.'
      : violations.length === 0
        ? `The release is ${claim?.k}^${claim?.m}-anonymous, as it claims.`
        : `The release is not what it claims to be: ${violations.length} places break ${claim?.k}^${claim?.m}-anonymity.`;
  const [lead] = attacks;
  if (lead === undefined || !hasOriginal || lead.rates.recall.value === null)
    return `${check} Without the original nobody can say how much of what was put together is right.`;
  return `${check} The attack ${lead.attack.name} puts ${percent(lead.rates.recall.value)} of the separated pieces back where they belong; chance would put ${percent(lead.rates.recall.random)}. ${percent(lead.breakage)} of the transactions with a separated piece are broken.`;
}

function violationSection({ violations }: DisassociatedOutcome): Section[] {
  if (violations === null) return [];
  if (violations.length === 0)
    return [
      {
        kind: 'text',
        title: 'Is the release what it claims to be?',
        paragraphs: ['Yes: every cluster, record chunk and shared chunk was counted, and no violation was found.'],
      },
    ];
  const more = violations.length > SHOWN ? ` The first ${SHOWN} are shown; violations.jsonl has all.` : '';
  return [
    {
      kind: 'table',
      title: 'Is the release what it claims to be?',
      note: `No: ${violations.length} violations.${more}`,
      head: ['Rule', 'Violation'],
      rows: violations.slice(0, SHOWN).map((each) => [each.rule, describeViolation(each)]),
    },
  ];
}

function attackSections({ attacks, hasOriginal }: DisassociatedOutcome): Section[] {
  const title = 'What can be re-associated';
  if (!hasOriginal)
    return [
      {
        kind: 'table',
        title,
        note: 'Without the original nobody can say which places are right.',
        head: ['Attack', 'Places'],
        rows: attacks.map(({ attack, places }) => [attack.name, places]),
      },
    ];
  const note =
    'Hit rate: pieces with at least one correct place. Precision: correct places of all. Recall: correct places of all occurrences in the original. In brackets: the expectation of random placement, then the most that the number of places allows. Hit rate rises with the number of places, even at random.';
  const measured = (pick: (result: ReassociationResult) => ReassociationResult['rates']): (string | number)[][] =>
    attacks.map((result) => [result.attack.name, ...[pick(result).hitRate, pick(result).precision, pick(result).recall].map(rate)]);
  return [
    { kind: 'table', title, note, head: ['Attack', 'Hit rate', 'Precision', 'Recall'], rows: measured(({ rates }) => rates) },
    {
      kind: 'table',
      title: 'Where there is a choice',
      note: 'The same over clusters whose anchoring sub-records are not all alike: elsewhere every place is as good as every other.',
      head: ['Attack', 'Hit rate', 'Precision', 'Recall'],
      rows: measured(({ several }) => several),
    },
    {
      kind: 'table',
      title: 'What that does to transactions',
      note: 'Broken: original transactions with a separated piece whose partner has a correct one. Exposed: itemsets of up to m items that fewer than k transactions hold and no chunk shows, put together where they belong. False: of those put together, the ones where they do not belong. The row of the random baseline is what chance did in this run.',
      head: ['Attack', 'Broken', 'Of all', 'Exposed', 'False', "Word Mover's Distance"],
      rows: attacks.map(({ attack, breakage, breakageOfAll, exposed, falseShare, distance }) => [
        attack.name,
        percent(breakage),
        percent(breakageOfAll),
        percent(exposed),
        percent(falseShare),
        distance === null ? 'n/c' : distance.toFixed(4),
      ]),
    },
  ];
}

function breachSections({ breaches }: DisassociatedOutcome): Section[] {
  if (breaches.length === 0) return [];
  const strong = breaches[0]?.count?.breaches ?? [];
  return [
    {
      kind: 'table',
      title: 'What the structure alone gives away',
      note: 'Cover problems: whoever holds one item is known to hold others. Quantity: over all clusters, the most earlier chunks against which one item is breached.',
      head: ['Attacker', 'Knows', 'Breaches', 'Quantity'],
      rows: breaches.map(({ attacker, knows, count }) => [attacker, knows, count?.breaches.length ?? 'n/c', count?.quantity ?? 'n/c']),
    },
    ...(strong.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            title: 'Breaches',
            note: `${strong.length} for the strong attacker.${strong.length > SHOWN ? ` The first ${SHOWN} are shown; the table breaches has all.` : ''}`,
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

function worldsSection({ worlds, claim }: DisassociatedOutcome): Section[] {
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
      note: `Every dataset that a small cluster may stand for; valid are those that the method would not have published otherwise. The guarantee: some world has the pair in at least ${claim?.k} rows. Sampled shares carry their 95 % interval. worlds.jsonl has all.`,
      head: ['Cluster', 'Pair', 'Valid worlds', 'Rows with the pair', `Worlds with at least ${claim?.k}`],
      rows: rows.slice(0, SHOWN),
    },
  ];
}

function unmatchedSection({ unmatched }: DisassociatedOutcome): Section[] {
  if (unmatched.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Items that nothing is known of',
      note: `${unmatched.length} items have no score with anything.${unmatched.length > SHOWN ? ` The ${SHOWN} most frequent are shown; unmatched.jsonl has all.` : ''}`,
      head: ['Item', 'Clusters'],
      rows: unmatched.slice(0, SHOWN).map(([item, times]) => [item, times]),
    },
  ];
}

const rate = ({ value, random, best }: Rate): string => `${percent(value)} (${percent(random)}, ${percent(best)})`;
