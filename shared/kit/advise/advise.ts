import { ADVICE_VERSION, type Advice, type AdviceAttack, type AdviceFigure, type AdvicePoint } from '../../contracts/advice.ts';
import type { Estimate } from '../../contracts/report-data.ts';
import { finePercent, percent } from '../../core/verdict/figure-text.ts';
import { type Finding, hasFigure } from '../../core/verdict/finding.ts';
import { actsAt } from '../../core/verdict/gate.ts';

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

/** An attacker and the number of its attacks. Advice lowers the share of the first; no other may find more than on the given release. */
export interface Attacker {
  readonly name: string;
  readonly attacks: number;
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
/** Another attacker's share may rise by this: its attacks are few, and their seeds move it. */
const NOISE = 0.02;
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
  const attacksOn = async (draft: Draft, round: string): Promise<{ attacks: AdviceAttack[]; seen: Seen[][] }> => {
    const attacks: AdviceAttack[] = [];
    const seen = kind.attackers.map((): Seen[] => []);
    for (const [at, attacker] of kind.attackers.entries()) {
      for (let number = 1; number <= attacker.attacks; number += 1) {
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
    return { draft, seen, point: { ...named, people: meanOf(attacks, own.name), attacks, ...kind.cost(draft) } };
  };

  step('attack what is given');
  const given = await attacked(kind.given, { name: 'as given', move: 'as given', base: null }, '0');
  const allows = ({ point }: Tried<Draft, Seen>): boolean =>
    mostLoss === null ||
    point.losses.every(({ value }, at) => (value ?? 0) <= mostLoss * (given.point.losses[at]?.value ?? Infinity) * SAME);
  const gainsNoOther = ({ point }: Tried<Draft, Seen>): boolean =>
    kind.attackers.every(
      ({ name }) => name === own.name || shareOf(meanOf(point.attacks, name)) <= shareOf(meanOf(given.point.attacks, name)) + NOISE,
    );
  const tried = [given];
  let base = given;
  let [at, vain] = [0, 0];
  for (let round = 1; round <= rounds && vain < moves.length && !isReached(base.point.people, target); round += 1) {
    const move = moves[at];
    step(`round ${round}: ${move.name}`);
    const draft = await move.make(base, tried);
    // Checked on what would be published: no try that breaks a constraint is attacked, or chosen.
    const next =
      draft === null || kind.problem(draft) !== null
        ? null
        : await attacked(draft, { name: `${round}: ${move.name}`, move: move.name, base: base.point.name }, String(round));
    const before = shareOf(base.point.people);
    if (next !== null) tried.push(next);
    const helps = next !== null && allows(next) && gainsNoOther(next) && shareOf(next.point.people) < before;
    if (helps) base = next;
    vain = helps ? 0 : vain + 1;
    if (!(move.free && helps && shareOf(base.point.people) <= WORTH_ANOTHER * before)) at = (at + 1) % moves.length;
  }
  step('attack what is chosen');
  const lastOf = async ({ draft }: Tried<Draft, Seen>): Promise<Advice['last']['chosen']> => {
    const { attacks } = await attacksOn(draft, 'last');
    return { people: meanOf(attacks, own.name), attacks };
  };
  const lastOfGiven = await lastOf(given);
  const lastOfBase = base === given ? lastOfGiven : await lastOf(base);
  const isSafer = shareOf(lastOfBase.people) < shareOf(lastOfGiven.people);
  const chosen = isSafer ? base : given;
  const last = { given: lastOfGiven, chosen: isSafer ? lastOfBase : lastOfGiven };
  const luck =
    isSafer || base === given
      ? []
      : [
          `"${base.point.name}" looked safer by the attacks that chose it and did not by the last ones: the release as given is handed back`,
        ];
  const reached = target === null ? null : isReached(last.chosen.people, target);
  const end = { certainty, reached, mostLoss, reason, people: last.chosen.people.value, isAsGiven: chosen === given };
  const notices = [...luck, ...(kind.remedies?.(end) ?? [])];
  const points = tried.map(({ point }) => point);
  const figures = { certainty, target, reached, mostLoss, chosen: chosen.point.name, last, points };
  return { advice: { version: ADVICE_VERSION, verdict: adviceVerdict(figures), notices, ...figures }, given, chosen };
}

/** The mean of one attacker's attacks, with the least and the greatest; null where none of them could say. */
function meanOf(attacks: readonly AdviceAttack[], attacker: string): Estimate {
  const shares = attacks.filter((each) => each.attacker === attacker && each.people !== null).map(({ people }) => people as number);
  if (shares.length === 0) return { value: null, low: null, high: null };
  const value = shares.reduce((total, share) => total + share, 0) / shares.length;
  return { value, low: Math.min(...shares), high: Math.max(...shares) };
}

/** Not computable counts as everybody named. */
const shareOf = ({ value }: Estimate): number => value ?? 1;

const isReached = (people: Estimate, target: number | null): boolean => target !== null && shareOf(people) <= target;

/** Tolerance for losses that regrouping changes slightly (error of pair counts). */
export const AS_NOW = 1.02;
export const ADVICE_ROUNDS = 6;
export const PROVING_ATTACKS = 3;
export const ADVICE_STEPS = ADVICE_ROUNDS + STEPS_BESIDE;

/** Verdict on the advised release, from the last attacks. */
export function adviceVerdict({
  certainty,
  target,
  reached,
  mostLoss,
  chosen,
  last,
  points,
}: Omit<Advice, 'version' | 'verdict' | 'notices'>): string {
  const [before, after] = [last.given.people.value, last.chosen.people.value];
  if (before === null || after === null)
    return 'No attack here states a probability, so nothing can be advised. That is no sign of safety.';
  const named = `something hidden is named with at least ${percent(certainty)} certainty`;
  const given = points[0]?.losses ?? [];
  const cost = (points.find(({ name }) => name === chosen)?.losses ?? [])
    .map(({ name, value }, at) => `${finePercent(value)} by ${name} (${finePercent(given[at]?.value ?? null)})`)
    .join(', ');
  const change =
    chosen === 'as given'
      ? `Of ${shareText(before)} ${named} in the release as given, ${points.length === 1 ? 'and nothing was tried' : 'and nothing that was tried is safer'}.`
      : `Of ${shareText(after)} ${named}, where the release as given has ${percent(before)}.${cost === '' ? '' : ` The utility lost, in brackets as given: ${cost}.`}`;
  if (target === null) return change;
  const limit = mostLoss === null ? '' : ` at no more than ${mostLoss} times the loss`;
  return reached === true
    ? `The target of ${percent(target)} is reached. ${change}`
    : `The target of ${percent(target)} is not reached${limit}. ${change}`;
}

const shareText = (share: number): string => (share === 0 ? 'nobody' : `${percent(share)} of the people`);

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
