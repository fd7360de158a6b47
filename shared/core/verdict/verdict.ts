import { type Claim, claimsHold } from './claim.ts';
import { chanceOf, lowerBound, powerOf } from './exposed.ts';
import { type Finding, hasFigure, WAYS, type Way } from './finding.ts';

/** The most serious first. */
export const LEVELS = ['guarantee broken', 'leaks', 'cannot tell', 'no leak found'] as const;
export type Level = (typeof LEVELS)[number];

/** Why nothing can be concluded, and an action that works on this input. Whole clauses, in lower case. */
export interface Obstacle {
  readonly why: string;
  readonly remedy: string;
}

/** The conclusion on one way of exposure. */
export interface WayVerdict {
  readonly way: Way;
  /** `not tried`: no attack of this way has what it needs to know. */
  readonly level: Exclude<Level, 'guarantee broken'> | 'not tried';
  /** The leak with the greatest lower bound; without a leak the greatest exposure. */
  readonly lead: Finding | null;
  /** That bound, corrected for all findings tried together: a share of the targets. */
  readonly atLeast: number | null;
  /** Smallest leak, as a share of the targets, that each tried attack would have noticed. */
  readonly power: number | null;
  /** Attacks with a figure. */
  readonly tried: readonly string[];
  readonly obstacles: readonly Obstacle[];
}

export interface Verdict {
  readonly level: Level;
  /** The way in the headline; null for a broken guarantee, or if nothing was tried. */
  readonly way: Way | null;
  readonly ways: readonly WayVerdict[];
}

/** Input of a verdict. */
export interface Evidence {
  readonly findings: readonly Finding[];
  readonly claims: readonly Claim[];
  /** Obstacles to a conclusion, the most important first. */
  readonly obstacles: readonly (Obstacle & { readonly way: Way })[];
  /** Nothing is hidden in this file: `singled out` leads. */
  readonly nothingHidden: boolean;
}

/** Minimum share of known cells for a conclusion. */
export const LEAST_KNOWN = 0.5;
/** A way is undecided if its weakest attack would miss a leak of this share of the targets. */
const WORST_POWER = 0.1;
/** One-sided significance level, for all findings of a way together. */
const LEVEL = 0.05;

export function verdictOf(found: Evidence, worstPower = WORST_POWER): Verdict {
  const ways = WAYS.map((way) => wayVerdict(way, found, worstPower));
  if (claimsHold(found.claims) === false) return { level: 'guarantee broken', way: null, ways };
  const [first, linked, learned] = ways as [WayVerdict, WayVerdict, WayVerdict];
  const leading = found.nothingHidden ? first : worse(linked, learned);
  const lead = leading.level === 'not tried' ? first : leading;
  if (lead.level === 'not tried') return { level: 'cannot tell', way: null, ways };
  return { level: lead.level, way: lead.way, ways };
}

const RANK: Readonly<Record<WayVerdict['level'], number>> = { leaks: 0, 'cannot tell': 1, 'no leak found': 2, 'not tried': 3 };

const worse = (a: WayVerdict, b: WayVerdict): WayVerdict =>
  (RANK[a.level] - RANK[b.level] || (b.atLeast ?? 0) - (a.atLeast ?? 0)) <= 0 ? a : b;

function wayVerdict(way: Way, { findings, obstacles }: Evidence, worstPower: number): WayVerdict {
  const own = findings.filter((finding) => finding.way === way);
  const figures = own.filter(hasFigure);
  const tried = [...new Set(figures.map(({ attack }) => attack))];
  const acting = distinct(figures.filter(({ uncertainty, people }) => uncertainty !== null && people > 0));
  const powers = powersOf(figures, acting.length);
  const power = powers.length === 0 ? null : Math.max(...powers);
  const leak = worstLeak(figures, acting);
  const why = [...obstacles.filter((each) => each.way === way).map(({ why, remedy }) => ({ why, remedy })), ...shortcomings(own)];
  if (leak === null && power !== null && power > worstPower)
    why.push({
      why: `a leak below ${Math.ceil(100 * power)} % of the people could go unnoticed`,
      remedy: 'audit more of the release at once',
    });
  const verdict = { way, tried, power, obstacles: why };
  if (leak !== null) return { ...verdict, level: 'leaks', ...leak };
  const lead = figures.toSorted((a, b) => (b.exposed ?? 0) - (a.exposed ?? 0))[0] ?? null;
  const none = { ...verdict, lead, atLeast: null };
  if (own.every(({ state }) => state === 'not tried')) return { ...none, level: 'not tried' };
  return { ...none, level: why.length > 0 || figures.length === 0 ? 'cannot tell' : 'no leak found' };
}

/** Findings of an attack on the same people at several confidences count once, with the highest confidence. */
const distinct = (figures: readonly Finding[]): Finding[] => {
  const keyOf = ({ attack, about, facts, people, exposed, uncertainty }: Finding): string =>
    JSON.stringify([attack, about, facts, people, exposed, uncertainty]);
  return [...new Map(figures.map((each) => [keyOf(each), each])).values()];
};

/**
 * The smallest leak that each attack would have noticed, at its best confidence. Proved findings miss no person; an attack that has others too notices one
 * certain person, and misses many probable ones.
 */
function powersOf(figures: readonly Finding[], tried: number): number[] {
  const ofAttack = Map.groupBy(figures, ({ attack, about }) => `${attack}\n${about}`);
  return Array.from(ofAttack.values(), (all) => {
    const measured = all.filter(({ state }) => state !== 'proved');
    return Math.min(
      ...(measured.length === 0 ? all : measured).map(({ state, of, uncertainty }) =>
        state === 'proved' ? (of === 0 ? 1 : 1 / of) : uncertainty === null ? 1 : powerOf(uncertainty, Math.max(1, tried)),
      ),
    );
  });
}

/** Obstacles from errors, lost units and missing inputs. */
function shortcomings(own: readonly Finding[]): Obstacle[] {
  const seen = new Set<string>();
  return own.flatMap(({ attack, state, lost, reason }): Obstacle[] => {
    const short = (why: string, remedy: string): Obstacle[] => (seen.size === seen.add(why).size ? [] : [{ why, remedy }]);
    if (state === 'errored') return short(`the attack ${attack} failed: ${reason}`, 'run the audit again; if it fails again, report it');
    if (lost > 0) return short(`the attack ${attack} failed on ${lost} units`, 'run the audit again; if it fails again, report it');
    if (state === 'not computable') return short(`${attack} cannot be computed: ${reason}`, remedyOf(reason));
    return [];
  });
}

const remedyOf = (reason: string): string => (/original/.test(reason) ? 'give the original (--original)' : 'give what is missing');

/**
 * The worst of the findings that chance does not explain. Proved findings need no test; for the others Holm's procedure keeps the probability of any
 * false leak at 5 %.
 */
function worstLeak(figures: readonly Finding[], acting: readonly Finding[]): { readonly lead: Finding; readonly atLeast: number } | null {
  let worst: { readonly lead: Finding; readonly atLeast: number } | null = null;
  const take = (lead: Finding, atLeast: number): void => {
    if (worst === null || atLeast > worst.atLeast) worst = { lead, atLeast };
  };
  for (const finding of figures) if (finding.state === 'proved' && (finding.exposed ?? 0) > 0) take(finding, finding.exposed ?? 0);
  const tested = acting
    .flatMap((finding) => {
      const { exposed, uncertainty } = finding;
      return exposed === null || uncertainty === null ? [] : [{ finding, exposed, uncertainty, chance: chanceOf(exposed, uncertainty) }];
    })
    .sort((a, b) => a.chance - b.chance);
  for (const [at, { finding, exposed, uncertainty, chance }] of tested.entries()) {
    const left = tested.length - at;
    if (chance > LEVEL / left) break;
    take(finding, Math.max(0, lowerBound(exposed, uncertainty, left)));
  }
  return worst;
}
