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

const TITLE = 'The attack against chance';
const FIRST = 'The attack';

function measuredAgainst(lead: AttackResult, attacks: readonly AttackResult[]): Against | null {
  if (lead.precision === null) return null;
  const beside = (['context-only', 'frequency-only'] as const).flatMap((name) => {
    const found = attacks.find(({ attack }) => attack.name === name);
    return found === undefined || found === lead || found.precision === null ? [] : [found];
  });
  const lift = (over: string): Estimate | null => {
    const found = liftOver(lead, over, 'precision');
    return found === null ? null : { value: found.lift, low: found.low, high: found.high };
  };
  return {
    title: TITLE,
    conclude: `Of what the attack takes out, ${percent(lead.precision)} was added for protection; of as many cells taken at random ${percent(lead.matched.precision)} would be.`,
    rows: [
      { name: FIRST, technical: lead.attack.name, value: estimate(lead.precision, lead.intervals.precision), lift: null },
      ...beside.map((each) => ({
        name: plainly(each.attack.name),
        technical: each.attack.name,
        value: estimate(each.precision, each.intervals.precision),
        lift: lift(each.attack.name),
      })),
      { name: 'as many at random', technical: 'matched', value: estimate(lead.matched.precision), lift: lift('matched') },
    ],
  };
}

function expectedAgainst({ attack, details }: AttackResult): Against | null {
  const { expected, range, estimatedDensity } = (details ?? {}) as Partial<Outlook> & { readonly estimatedDensity?: number };
  if (expected?.precision == null || estimatedDensity === undefined) return null;
  const chance = 1 - estimatedDensity;
  return {
    title: TITLE,
    conclude: `Without the original the attack’s own model expects that ${percent(expected.precision)} of what it takes out was added; of cells taken at random about ${percent(chance)} would be.`,
    rows: [
      { name: `${FIRST}, expected`, technical: attack.name, value: estimate(expected.precision, range?.precision ?? null), lift: null },
      { name: 'taking out anything', technical: 'estimated 1 − density', value: estimate(chance), lift: null },
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
        'An attack tells something where it is right more often than as many cells at random. The first leads: it was chosen before anything was measured.',
      head: ['Attack', 'Right when it takes out', 'As many at random', 'Undone', 'Known cells', 'Protections truly broken'],
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
      title: 'The same as F1, beside every baseline',
      conclude: 'F1 joins “right” and “undone” in one figure. An F1 below that of chance is no sign of safety.',
      note: 'Matched: as many cells at random. Blind: every cell that can go. Random: each cell by a coin. 1 − density: how often taking out anything at all is right.',
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
      conclude: 'A bar that ends beyond its mark is more than chance; the thin line says how surely.',
      folded: true,
      bars: ['Right', 'Undone'],
      mark: 'as many at random',
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
  conclude: 'Without the original nobody can say which cells were taken out rightly: precision and recall are not computable (n/c).',
  head: ['Attack', 'Cells taken out', 'Of all cells', 'Known cells', 'Protections broken'],
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
      conclude: 'An interval above 0 is more than what it is held against; one that holds 0 may be chance.',
      note: `Differences in points on the same rows, with 95 % intervals clustered by generalised item and by transaction. The best is chosen anew in each resample.${few}`,
      folded: true,
      head: ['Held against', 'Rate', 'The attack', 'The other', 'Ahead', '95 % interval'],
      rows: lead.lifts.map(({ over, measure, of, yardstick, lift, low, high }) => [
        over === 'matched' ? 'as many at random (matched)' : named(over),
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
      title: 'Does what it says happen?',
      conclude: `The attack’s probabilities are off by ${(100 * calibration.error).toFixed(1)} points on average, where a perfect model would be by ${(100 * calibration.floor).toFixed(1)} by chance: the nearer the two, the more they can be taken at their word.`,
      note: `Each point is a tenth of the ${grouped(calibration.cells)} cells: the probability that ${lead.attack.name} stated, and the share that was added, measured ${where}. On the dashed line the two agree.${few}`,
      x: 'stated probability of being added',
      y: 'share that was added',
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
      conclude: `Of ${grouped(unmatched.length)} items nothing was known: an attacker with a better source would know more than this audit.`,
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
      title: 'The words, by one transaction',
      paragraphs: [
        `${capitalised(person)} was published with (${[target, ...among].join(', ')}) in the place of what it held: some of these are its own, the others were added for protection. Beside them stands “${by}”.`,
        `Outside knowledge says that “${target}” goes with “${by}”, more than ${others === '' ? 'others' : others}. So the attack gives “${target}” ${percent(probability)} of being the transaction’s own${without === null ? '' : `; from the release alone it would give ${percent(without)}`}. That is: it names it${right === true ? ', and is right: the original holds it' : ''}.`,
        'To take a member out is the other side of the same: to say that it was added. Of the members taken out, the share that was added is how often the attack is right (precision); of all that was added, the share taken out is how much it undoes (recall). Taking out members blindly is right often too, since most were added: so chance stands beside every figure.',
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
        'A record is claimed only where it stands out from all others; where the attack finds more than was published, what it took out helps to single people out.',
      note: 'Scoring attack of Narayanan and Shmatikov: rare items weigh more, a member of a generalised item as much less as there are others. Exact matching finds a record that alone may hold all known items.',
      folded: true,
      head: ['What is known', 'Records found', 'What knows less', 'Finds', 'Claims'],
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
