import {
  ADVICE_VERSION,
  type Advice,
  type AdviceAttack,
  type AdviceFigure,
  type AdvicePoint,
  type LastAttacks,
} from '../../contracts/advice.ts';
import type { Estimate } from '../../contracts/report-data.ts';
import { percent } from '../../core/verdict/figure-text.ts';
import { type Finding, hasFigure } from '../../core/verdict/finding.ts';
import { actsAt } from '../../core/verdict/gate.ts';
import { adviceVerdict, attackersText, meanShare, priceText } from './advice-text.ts';

/** Result of one attack on a draft: the share of people named, and data for the moves. */
export interface Attacked<Seen> {
  /** Null: not computable. */
  readonly people: number | null;
  /** Why it could not. */
  readonly reason?: string;
  readonly seen: Seen;
}

export interface AdviceOutcome extends Pick<Advice, 'certainty' | 'reached' | 'mostLoss'> {
  readonly people: number | null;
  readonly reason: string | null;
  /** The release as given is handed back. */
  readonly isAsGiven: boolean;
}

/** A release that was tried, and what attackers saw in it: of each in turn, attack by attack. */
export interface Tried<Draft, Seen> {
  readonly draft: Draft;
  readonly point: AdvicePoint;
  readonly seen: readonly (readonly Seen[])[];
}

/** A way to a safer release. */
export interface AdviceMove<Draft, Seen> {
  readonly name: string;
  /** Moves without loss are tried first, and repeated while they help. */
  readonly free: boolean;
  /** The draft after this move; null if there is nothing to do. */
  make(base: Tried<Draft, Seen>, tried: readonly Tried<Draft, Seen>[]): Promise<Draft | null>;
}

/**
 * An attacker and the number of its attacks on each release that is tried. Advice lowers the mean share of the first and of those that are `chosen
 * by`; no other may find more than on the given release. Nothing is chosen by a `proof`: it attacks at the end only.
 */
export interface Attacker {
  readonly name: string;
  readonly attacks: number;
  readonly use?: 'chosen by' | 'proof';
  /** On the given and the chosen release at the end, if more. */
  readonly last?: number;
}

/** How a kind supports advice. Moves change drafts; the caller publishes the chosen one. */
export interface Advising<Draft, Seen> {
  readonly given: Draft;
  readonly attackers: readonly Attacker[];
  readonly moves: readonly AdviceMove<Draft, Seen>[];
  /** One attack by this attacker with this seed, practice and all. */
  attack(draft: Draft, attacker: string, seed: string): Promise<Attacked<Seen>>;
  /** Why what would be published breaks what it has to keep, by the checker of `unveil check`; null where it keeps it. */
  problem(draft: Draft): string | null;
  cost(draft: Draft): { readonly losses: readonly AdviceFigure[]; readonly counts: readonly AdviceFigure[] };
  /** Moves that may cost more than is allowed: they show its price, and are not chosen. Left out where nothing shows it. */
  priced?(mostLoss: number): readonly AdviceMove<Draft, Seen>[];
  /** Advice beyond the moves. */
  remedies?(outcome: AdviceOutcome): readonly string[];
  readonly step: (name: string) => void;
}

export interface AdviceWish {
  readonly certainty: number;
  readonly target: number | null;
  /** Of every loss, as a multiple of that as given; null: no limit. */
  readonly mostLoss: number | null;
  readonly rounds: number;
  readonly seed: string;
}

interface Advised<Draft, Seen> {
  readonly advice: Advice;
  readonly given: Tried<Draft, Seen>;
  readonly chosen: Tried<Draft, Seen>;
}

/** The release as given breaks what it has to keep. */
export class NotKept extends Error {}

/** A move without cost that lowers the share by less has found what there is. */
const WORTH_ANOTHER = 0.9;
/** Two losses within so much are the same: what is worked out in another order differs in the last bits. */
const SAME = 1 + 1e-9;
/** An attacker's share may rise by this in the mean of three attacks: their seeds move it. Of fewer it moves more. */
const NOISE = 0.02;
const noiseOf = (attacks: number): number => NOISE * Math.sqrt(Math.max(1, 3 / attacks));
/** Other attackers from which on the weakest is kept for the proof: with fewer, all are needed to choose by. */
const ENOUGH_TO_PROVE = 3;
/** An attacker that finds more than this share of what it found on the given release has little room to be lowered. */
const ROOM = 0.8;
/** Losses, as multiples of the given release's, at which the price of less risk is shown. */
const PRICES = [1.25, 2];
/** Steps in addition to the rounds: attacks on the given release, and the final ones. */
export const STEPS_BESIDE = 2;

/**
 * Attacks, mends what is named, and attacks again with seeds of their own: until the target is reached, or nothing helps any more. A release is
 * judged by the mean of several attacks, since the seed of one decides much. The chosen and the given release are attacked again with unused seeds.
 * Unless fewer people are named then too, the given one is handed back.
 */
export async function advise<Draft, Seen>(
  { certainty, target, mostLoss, rounds, seed }: AdviceWish,
  kind: Advising<Draft, Seen>,
): Promise<Advised<Draft, Seen>> {
  const { moves, step } = kind;
  const broken = kind.problem(kind.given);
  if (broken !== null) throw new NotKept(`the release as given breaks what it has to keep: ${broken}`);
  const [own] = kind.attackers as readonly [Attacker, ...Attacker[]];

  let reason: string | null = null;
  let proofs: ReadonlySet<string> = new Set(kind.attackers.filter(({ use }) => use === 'proof').map(({ name }) => name));
  const attacksOn = async (draft: Draft, round: string): Promise<{ attacks: AdviceAttack[]; seen: Seen[][] }> => {
    const attacks: AdviceAttack[] = [];
    const isLast = round === LAST;
    const able = kind.attackers.filter(({ name }) => isLast || !proofs.has(name));
    const seen = able.map((): Seen[] => []);
    for (const [at, attacker] of able.entries()) {
      for (let number = 1; number <= Math.max(attacker.attacks, isLast ? (attacker.last ?? 0) : 0); number += 1) {
        const attackSeed = `${seed}: ${round}.${number}`;
        const attacked = await kind.attack(draft, attacker.name, attackSeed);
        if (attacker.name === own.name) reason = attacked.reason ?? null;
        attacks.push({ attacker: attacker.name, seed: attackSeed, people: attacked.people });
        seen[at]?.push(attacked.seen);
      }
    }
    return { attacks, seen };
  };
  const attacked = async (draft: Draft, named: Pick<AdvicePoint, 'name' | 'move' | 'base'>, round: string): Promise<Tried<Draft, Seen>> => {
    const { attacks, seen } = await attacksOn(draft, round);
    return { draft, seen, point: { ...named, people: meanShare(attacks, own.name), attacks, ...kind.cost(draft) } };
  };

  step('attack what is given');
  const first = await attacked(kind.given, { name: 'as given', move: 'as given', base: null }, '0');
  const weakest = keptForProof(kind.attackers, first.point.attacks);
  const seenBy = kind.attackers.filter(({ name }) => !proofs.has(name));
  // No move sees what it saw.
  const given: Tried<Draft, Seen> = { ...first, seen: first.seen.filter((_, at) => seenBy[at].name !== weakest) };
  if (weakest !== null) proofs = new Set([...proofs, weakest]);
  /** The first, and those that it is chosen by; without those that know nothing of such items. */
  const choosing = kind.attackers.filter(
    ({ name, use }) =>
      name === own.name || (use === 'chosen by' && !proofs.has(name) && meanShare(first.point.attacks, name).value !== null),
  );
  const riskBy = (attacks: readonly AdviceAttack[]): number =>
    choosing.reduce((total, { name }) => total + shareOf(meanShare(attacks, name)), 0) / choosing.length;
  const worstOf = (attacks: readonly AdviceAttack[]): Estimate =>
    choosing.map(({ name }) => meanShare(attacks, name)).reduce((worst, each) => (shareOf(each) > shareOf(worst) ? each : worst));
  const allows = ({ point }: Tried<Draft, Seen>): boolean =>
    mostLoss === null ||
    point.losses.every(({ value }, at) => (value ?? 0) <= mostLoss * (given.point.losses[at]?.value ?? Infinity) * SAME);
  const gainsNone = (after: readonly AdviceAttack[], before: readonly AdviceAttack[], all: readonly Attacker[]): boolean =>
    all.every(({ name }) => {
      const made = after.filter(({ attacker }) => attacker === name).length;
      return shareOf(meanShare(after, name)) <= shareOf(meanShare(before, name)) + noiseOf(made);
    });
  const bounded = kind.attackers.filter(({ name }) => !proofs.has(name));
  const tried = [given];
  let base = given;
  let [at, vain] = [0, 0];
  for (let round = 1; round <= rounds && vain < moves.length && !isReached(worstOf(base.point.attacks), target); round += 1) {
    const move = moves[at];
    step(`round ${round}: ${move.name}`);
    const draft = await move.make(base, tried);
    // Checked on what would be published: no try that breaks a constraint is attacked, or chosen.
    const next =
      draft === null || kind.problem(draft) !== null
        ? null
        : await attacked(draft, { name: `${round}: ${move.name}`, move: move.name, base: base.point.name }, String(round));
    const before = riskBy(base.point.attacks);
    if (next !== null) tried.push(next);
    const helps =
      next !== null && allows(next) && gainsNone(next.point.attacks, given.point.attacks, bounded) && riskBy(next.point.attacks) < before;
    if (helps) base = next;
    vain = helps ? 0 : vain + 1;
    if (!(move.free && helps && riskBy(base.point.attacks) <= WORTH_ANOTHER * before)) at = (at + 1) % moves.length;
  }
  const lacksRoom = (): string[] =>
    choosing
      .filter(
        ({ name }) =>
          shareOf(meanShare(base.point.attacks, name)) > Math.max(ROOM * shareOf(meanShare(given.point.attacks, name)), target ?? 0),
      )
      .map(({ name }) => name);
  const prices = kind.priced === undefined || mostLoss === null || lacksRoom().length === 0 ? [] : PRICES.filter((each) => each > mostLoss);
  for (const factor of prices) {
    step(`the price: ${factor} times the loss`);
    for (const move of kind.priced?.(factor) ?? []) {
      const draft = await move.make(base, tried);
      if (draft === null || kind.problem(draft) !== null) continue;
      const name = `price: ${move.name}, at most ${factor} times the loss`;
      tried.push(await attacked(draft, { name, move: move.name, base: base.point.name }, `price ${factor} ${move.name}`));
      break;
    }
  }
  step('attack what is chosen');
  const lastOf = async ({ draft }: Tried<Draft, Seen>): Promise<LastAttacks> => {
    const { attacks } = await attacksOn(draft, LAST);
    const attackers = kind.attackers.flatMap(({ name, use }): LastAttacks['attackers'] => {
      const isOwn = name === own.name;
      if (!isOwn && use === undefined) return [];
      return [{ attacker: name, use: isOwn ? 'asked' : proofs.has(name) ? 'proof' : 'chosen by', people: meanShare(attacks, name) }];
    });
    return {
      people: meanShare(attacks, own.name),
      attacks,
      attackers: attackers.toSorted((a, b) => (b.people.value ?? -1) - (a.people.value ?? -1)),
    };
  };
  const lastOfGiven = await lastOf(given);
  const lastOfBase = base === given ? lastOfGiven : await lastOf(base);
  const stated = kind.attackers.filter(({ use }) => use !== undefined);
  const isSafer =
    riskBy(lastOfBase.attacks) < riskBy(lastOfGiven.attacks) &&
    shareOf(lastOfBase.people) <= shareOf(lastOfGiven.people) &&
    gainsNone(lastOfBase.attacks, lastOfGiven.attacks, stated);
  const chosen = isSafer ? base : given;
  const last = { given: lastOfGiven, chosen: isSafer ? lastOfBase : lastOfGiven };
  const luck =
    isSafer || base === given
      ? []
      : [
          `"${base.point.name}" looked safer by the attacks that chose it and did not by the last ones: the release as given is handed back`,
        ];
  const strongest = last.chosen.attackers[0]?.people ?? last.chosen.people;
  const reached = target === null ? null : isReached(strongest, target);
  const end = { certainty, reached, mostLoss, reason, people: strongest.value, isAsGiven: chosen === given };
  const points = tried.map(({ point }) => point);
  const notices = [
    ...luck,
    ...attackersText(last),
    ...(kind.priced === undefined || mostLoss === null ? [] : priceText(points, lacksRoom(), mostLoss)),
    ...(kind.remedies?.(end) ?? []),
  ];
  const figures = { certainty, target, reached, mostLoss, chosen: chosen.point.name, last, points };
  return { advice: { version: ADVICE_VERSION, verdict: adviceVerdict(figures), notices, ...figures }, given, chosen };
}

/** Of several that it could be chosen by the one that finds least: the strongest are those to be safe from. */
function keptForProof(attackers: readonly Attacker[], attacks: readonly AdviceAttack[]): string | null {
  const others = attackers
    .filter(({ use }) => use === 'chosen by')
    .flatMap(({ name }) => {
      const { value } = meanShare(attacks, name);
      return value === null ? [] : [{ name, share: value }];
    });
  if (others.length < ENOUGH_TO_PROVE) return null;
  return others.reduce((least, each) => (each.share < least.share ? each : least)).name;
}

/** Not computable counts as everybody named. */
const shareOf = ({ value }: Estimate): number => value ?? 1;

/** The round of the last attacks, whose seeds nothing is chosen by. */
const LAST = 'last';

const isReached = (people: Estimate, target: number | null): boolean => target !== null && shareOf(people) <= target;

/** Tolerance for losses that regrouping changes slightly (error of pair counts). */
export const AS_NOW = 1.02;
export const ADVICE_ROUNDS = 6;
export const PROVING_ATTACKS = 3;
export const ADVICE_STEPS = ADVICE_ROUNDS + STEPS_BESIDE;

/**
 * The audit of the result has the last word: the target is reached only if no finding on what is linked or learned is above it, whichever attack it
 * came from, and nothing failed.
 */
export function afterAudit(advice: Advice, findings: readonly Finding[]): Advice {
  const { target, certainty, reached } = advice;
  if (target === null || reached !== true) return advice;
  const own = findings.filter(({ way }) => way !== 'singled out');
  const worst = own
    .filter((finding) => hasFigure(finding) && actsAt(finding, certainty))
    .reduce<Finding | null>((most, each) => (most === null || (each.exposed ?? 0) > (most.exposed ?? 0) ? each : most), null);
  const failed = own.find(({ state, lost }) => state === 'errored' || lost > 0);
  if (failed === undefined && (worst === null || (worst.exposed ?? 0) <= target)) return advice;
  const why =
    failed !== undefined
      ? `the attack ${failed.attack} failed in the audit of the result`
      : `in the audit of the result ${worst?.attack}${worst?.about == null ? '' : ` on ${worst.about}`} exposes ${percent(worst?.exposed ?? null)} of the people, which advice does not mend`;
  return { ...advice, reached: false, verdict: adviceVerdict({ ...advice, reached: false }), notices: [why, ...advice.notices] };
}
