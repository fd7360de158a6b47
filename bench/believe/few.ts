import { type RowShare, type Shares, sharesOf } from '../../shared/core/measure/clusters.ts';
import { liftInterval, shareInterval } from '../../shared/core/measure/intervals.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import type { MakeSection } from './section.ts';

/** Releases of each world and number of groups. */
const RUNS = 400;
/** Groups from which something was eliminated; nineteen times as many stand beside them from which nothing was. */
const COUNTS = [2, 3, 6, 12, 20, 29, 40] as const;
const IDLE = 19;
const LEAST = 0.92;

interface World {
  readonly name: string;
  /** The share in the mean of all groups. */
  readonly truth: number;
  readonly chance: (random: Random) => number;
}

const either = (odds: number, one: number, other: number) => (random: Random) => (random.unit() < odds ? one : other);

/** How the eliminations of a group are right: all with one chance, or by the kind of the group. */
const WORLDS: readonly World[] = [
  { name: 'cells on their own', truth: 0.9, chance: () => 0.9 },
  { name: 'chance', truth: 0.5, chance: () => 0.5 },
  { name: 'groups of two kinds, as audits show them', truth: 0.886, chance: either(0.2, 0.55, 0.97) },
  { name: 'a rare kind of group', truth: 0.928, chance: either(0.1, 0.55, 0.97) },
  { name: 'groups wholly so or wholly not', truth: 0.8, chance: either(0.8, 1, 0) },
];

/** Releases in which few generalised items lose anything: how often the interval of precision, and of its lift over half of it, holds the truth. */
export const few: MakeSection = async (say) => {
  const rows: string[][] = [];
  let least = 1;
  for (const world of WORLDS) {
    const held = COUNTS.map((groups) => {
      const [share, lift] = [coverage(world, groups, 'share'), coverage(world, groups, 'lift')];
      least = Math.min(least, ...[share, lift].flatMap((each) => (each.stated === 0 ? [] : [each.held / each.stated])));
      return [share, lift].map(({ stated, held: own }) => (stated < RUNS / 20 ? 'too few to say' : percent(own / stated))).join(', ');
    });
    say(`${world.name}: ${held.join('; ')}`);
    rows.push([world.name, ...held]);
  }
  return {
    title: 'Few eliminations',
    note: `Of the 95 % intervals that are stated for a precision, and for its lift, how many hold the truth: ${RUNS} made releases for each entry, of 24 rows a group where groups are few, ${IDLE} groups from which nothing was taken beside each from which something was, and transactions that groups share. *Too few to say*: fewer than one release in twenty gets an interval at all.`,
    header: ['eliminations are right', ...COUNTS.map((count) => `${count} groups`)],
    rows,
    bars: [{ what: 'least coverage of any entry', figure: percent(least), bar: `at least ${percent(LEAST)}`, met: least >= LEAST }],
  };
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function coverage(world: World, groups: number, over: 'share' | 'lift'): { readonly stated: number; readonly held: number } {
  let [stated, held] = [0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    const { of, half } = released(world, groups, seeded('few eliminations', world.name, groups, run));
    const found = over === 'share' ? shareInterval(of) : liftInterval(of, half);
    const target = over === 'share' ? world.truth : world.truth - 0.5;
    if (found === null) continue;
    stated += 1;
    if (found.low <= target && target <= found.high) held += 1;
  }
  return { stated, held };
}

/** Two cells a row; `half` are as many, right in half of the cases. */
function released({ chance }: World, groups: number, random: Random): { readonly of: Shares; readonly half: Shares } {
  const rows = Math.floor(12 + 24 / groups);
  const transactions = Math.max(60, 2 * rows * groups);
  const [of, half]: [RowShare[], RowShare[]] = [[], []];
  const coin = (odds: number): number => (random.unit() < odds ? 1 : 0);
  for (let group = 0; group < groups * (1 + IDLE); group += 1) {
    const odds = chance(random);
    const count = Math.ceil(rows * (0.5 + random.unit()));
    for (let row = 0; row < count; row += 1) {
      const transaction = random.below(transactions);
      const whole = group < groups ? 2 : 0;
      of.push({ group, transaction, whole, part: whole === 0 ? 0 : coin(odds) + coin(odds) });
      half.push({ group, transaction, whole, part: whole === 0 ? 0 : coin(0.5) + coin(0.5) });
    }
  }
  return { of: sharesOf(of), half: sharesOf(half) };
}
