import type { Against, Estimate, PeopleReport, Section } from '../../../contracts/report-data.ts';
import { type Interval, TOO_FEW } from '../../../core/statistics/intervals.ts';
import { share } from '../../../core/statistics/share.ts';
import { capitalised, grouped, percent, signedPoints } from '../../../core/verdict/figure-text.ts';
import type { Trial } from '../../../core/verdict/trial.ts';
import type { Outlook } from '../core/calibrated/outlook.ts';
import { named, plainly } from '../words.ts';
import { type AttackResult, broken } from './attack-results.ts';
import type { SetGeneralisedOutcome } from './finish-audit.ts';
import { liftOver } from './lifts.ts';

/** Maximum unmatched items on the page; `unmatched.jsonl` has all. */
const UNMATCHED = 20;

const estimate = (value: number | null, ends: Interval | null = null): Estimate => ({
  value,
  low: ends?.low ?? null,
  high: ends?.high ?? null,
});

export function againstOf(lead: AttackResult | undefined, attacks: readonly AttackResult[]): Against | null {
  if (lead === undefined || lead.status !== 'decided') return null;
  return lead.hasOriginal ? measuredAgainst(lead, attacks) : expectedAgainst(lead);
}

const TITLE = 'Compared with guessing';
const FIRST = 'The attack';

function measuredAgainst(lead: AttackResult, attacks: readonly AttackResult[]): Against | null {
  if (lead.precision === null) return null;
  const alone = attacks.find(({ attack }) => attack.name === 'context-only');
  const lift = (over: string): Estimate | null => {
    const found = liftOver(lead, over, 'precision');
    return found === null ? null : { value: found.lift, low: found.low, high: found.high };
  };
  return {
    title: TITLE,
    conclude: 'Share of decoys among removed members.',
    rows: [
      { name: FIRST, technical: lead.attack.name, value: estimate(lead.precision, lead.intervals.precision), lift: null },
      ...(alone === undefined || alone === lead || alone.precision === null
        ? []
        : [
            {
              name: plainly(alone.attack.name),
              technical: alone.attack.name,
              value: estimate(alone.precision, alone.intervals.precision),
              lift: lift(alone.attack.name),
            },
          ]),
      { name: 'guessing at random', technical: 'matched', value: estimate(lead.matched.precision), lift: lift('matched') },
    ],
  };
}

function expectedAgainst({ attack, details }: AttackResult): Against | null {
  const { expected, range, estimatedDensity } = (details ?? {}) as Partial<Outlook> & { readonly estimatedDensity?: number };
  if (expected?.precision == null || estimatedDensity === undefined) return null;
  const chance = 1 - estimatedDensity;
  return {
    title: TITLE,
    conclude: 'Expected share of decoys among removed.',
    rows: [
      { name: FIRST, technical: attack.name, value: estimate(expected.precision, range?.precision ?? null), lift: null },
      { name: 'guessing at random', technical: 'estimated 1 − density', value: estimate(chance), lift: null },
    ],
  };
}

export function failureSection(attacks: readonly AttackResult[]): Section[] {
  const failed = attacks.filter(({ status }) => status !== 'decided');
  if (failed.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Attacks that could not decide',
      conclude: 'These say nothing. This is no sign of safety.',
      head: ['Attack', 'Status', 'Why'],
      rows: failed.map(({ attack, status, reason }) => [named(attack.name), status, reason ?? '–']),
    },
  ];
}

/** All attacks at once, and their other forms folded. */
export function attackSections(attacks: readonly AttackResult[], hasOriginal: boolean): Section[] {
  if (attacks.length === 0) return [];
  return hasOriginal ? measured(attacks) : [unmeasured(attacks)];
}

function measured(attacks: readonly AttackResult[]): Section[] {
  const drawn = attacks.filter(({ status, precision }) => status === 'decided' && precision !== null);
  return [
    {
      kind: 'table',
      title: 'Every attack that was tried',
      conclude:
        'An attack knows something if it is right more often than guessing at random. The first leads: it was chosen before anything was measured.',
      head: ['Attack', 'Right when it removes', 'Guessing at random', 'Undone', 'Known cells', 'Protections truly broken'],
      rows: attacks.map((each) => [
        named(each.attack.name),
        estimate(each.precision, each.intervals.precision),
        estimate(each.matched.precision),
        estimate(each.recall, each.intervals.recall),
        estimate(each.coverage),
        broken(each, true),
      ]),
    },
    {
      kind: 'table',
      title: 'F1 and all baselines',
      conclude: 'F1 joins “right” and “undone” in one figure. An F1 below guessing is no sign of safety.',
      note: 'Matched: as many cells at random. Blind: every cell that can be removed. Random: each cell by a coin. 1 − density: the share of decoys.',
      folded: true,
      head: ['Attack', 'F1', 'Matched F1', 'Blind F1', 'Random F1', '1 − density'],
      rows: attacks.map((each) => [
        named(each.attack.name),
        estimate(each.f1, each.intervals.f1),
        estimate(each.matched.f1),
        estimate(each.blind.f1),
        estimate(each.random.f1),
        estimate(each.basePrecision),
      ]),
    },
    {
      kind: 'bars',
      title: 'Every attack as a picture',
      conclude: 'A bar that ends beyond its mark is better than guessing. The thin line is the 95 % interval.',
      folded: true,
      bars: ['Right', 'Undone'],
      mark: 'guessing at random',
      groups: drawn.map((each) => ({
        label: named(each.attack.name),
        values: [estimate(each.precision, each.intervals.precision), estimate(each.recall, each.intervals.recall)],
        marks: [each.matched.precision, each.matched.recall],
      })),
    },
  ];
}

const unmeasured = (attacks: readonly AttackResult[]): Section => ({
  kind: 'table',
  title: 'Every attack that was tried',
  conclude: 'Without the original, precision and recall are not computable (n/c).',
  head: ['Attack', 'Cells removed', 'Of all cells', 'Known cells', 'Protections broken'],
  rows: attacks.map((each) => [
    named(each.attack.name),
    each.status === 'decided' ? each.tally.eliminated : null,
    estimate(each.status === 'decided' ? share(each.tally.eliminated, each.tally.cells) : null),
    estimate(each.coverage),
    broken(each, false),
  ]),
});

export function liftSection(lead: AttackResult | undefined): Section[] {
  if (lead === undefined || lead.lifts.length === 0) return [];
  const few = lead.lifts.every(({ low }) => low === null) ? ` No interval: ${TOO_FEW}: too few to say.` : '';
  return [
    {
      kind: 'table',
      title: 'How far the attack is ahead',
      conclude: 'An interval above 0 is better than the baseline. One that contains 0 may be chance.',
      note: `Differences in points on the same rows; 95 % intervals clustered by generalised item and by transaction.${few}`,
      folded: true,
      head: ['Compared with', 'Rate', 'The attack', 'The other', 'Ahead', '95 % interval'],
      rows: lead.lifts.map(({ over, measure, of, yardstick, lift, low, high }) => [
        over === 'matched' ? 'guessing at random (matched)' : named(over),
        measure === 'f1' ? 'F1' : 'precision',
        percent(of),
        percent(yardstick),
        lift === null ? null : signedPoints(lift),
        low === null || high === null ? 'too few to say' : `${signedPoints(low)} to ${signedPoints(high)}`,
      ]),
    },
  ];
}

export function reliabilitySection(lead: AttackResult | undefined): Section[] {
  const calibration = lead?.calibration ?? null;
  if (lead === undefined || calibration === null) return [];
  const where =
    calibration.on === 'release' ? 'on this release' : 'on practice tables that it was not fitted on, since there is no original';
  const few = lead.hasOriginal && lead.intervals.f1 === null ? ' The release is too small to say more.' : '';
  return [
    {
      kind: 'lines',
      title: 'Can its confidence be trusted?',
      conclude: `The attack’s probabilities are off by ${(100 * calibration.error).toFixed(1)} points on average. A perfect model would be off by ${(100 * calibration.floor).toFixed(1)} by chance.`,
      note: `Each point is a tenth of the ${grouped(calibration.cells)} cells: the stated probability and the share of decoys, measured ${where}. On the dashed line the two agree.${few}`,
      x: 'stated probability of being a decoy',
      y: 'share of decoys',
      diagonal: true,
      series: [{ name: lead.attack.name, points: calibration.bins.map(({ said, was }) => [said, was]) }],
    },
  ];
}

export function unmatchedSection({ unmatched }: SetGeneralisedOutcome): Section[] {
  if (unmatched.length === 0) return [];
  const more = unmatched.length - UNMATCHED;
  return [
    {
      kind: 'table',
      title: 'Items that no source knows',
      conclude: `No source knows ${grouped(unmatched.length)} items. An attacker with a better source would learn more.`,
      ...(more > 0 ? { note: `The ${UNMATCHED} most frequent are shown; unmatched.jsonl has all.` } : {}),
      head: ['Item', 'Places in tables'],
      rows: unmatched.slice(0, UNMATCHED).map(([item, times]) => [item, times]),
    },
  ];
}

export function workedSection(people: PeopleReport | null): Section[] {
  const [example] = people?.examples ?? [];
  if (example === undefined) return [];
  const { person, target, among, by, probability, without, right } = example;
  const others = among.join(', ');
  return [
    {
      kind: 'text',
      title: 'The words, explained by one transaction',
      paragraphs: [
        `${capitalised(person)} was published with (${[target, ...among].join(', ')}): some of these are its own, the others are decoys. Next to them is “${by}”.`,
        `Outside knowledge says that “${target}” is closer to “${by}” than ${others === '' ? 'the others' : others}. So the attack gives “${target}” a probability of ${percent(probability)}${without === null ? '' : `; from the release alone it would give ${percent(without)}`}. It names it${right === true ? ', and is right: the original has it' : ''}.`,
        'To remove a member is to call it a decoy. Precision is the share of decoys among the removed members, recall the share of all decoys that is removed. Most members are decoys, so removing blindly is often right too: every figure needs its baseline.',
      ],
    },
  ];
}

export function scoringSection(findings: readonly Trial[]): Section[] {
  const said = findings.filter(({ status }) => status === 'decided');
  if (said.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Who is found by a few known items',
      conclude:
        'A record is claimed only if it is clearly ahead of all others. If the attack finds more records than the release itself, removing decoys helps to single people out.',
      note: 'Scoring attack of Narayanan and Shmatikov: rare items weigh more, a member of a large generalised item weighs less. Exact matching finds a record that alone may hold all known items.',
      folded: true,
      head: ['Knows', 'Records found', 'Baseline', 'Finds', 'Claims'],
      rows: said.map(({ about, value, interval, baseline, reason }) => [
        about ?? '',
        estimate(value, interval),
        baseline?.name ?? '',
        estimate(baseline?.value ?? null),
        `${capitalised(reason)}.`,
      ]),
    },
  ];
}
