import { ADVICE_VERSION, type Advice, type AdviceAttack, type AdviceFigure, type AdvicePoint } from '../../contracts/advice.ts';
import type { Estimate } from '../../contracts/report-data.ts';
import { adviceVerdict } from './advice-verdict.ts';

/** What one attack said of a release: the share of people named, and whatever the moves go by. */
export interface Attacked<Seen> {
  /** Null: it could not say. */
  readonly people: number | null;
  /** Why it could not. */
  readonly reason?: string;
  readonly seen: Seen;
}

/** How advice ended, for whoever knows what else can be done. */
export interface AdviceOutcome extends Pick<Advice, 'certainty' | 'reached' | 'mostLoss'> {
  /** By the last attacks. */
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
  /** What costs nothing is tried first, and again as long as it brings much. */
  readonly free: boolean;
  /** The release with this move made on what the attacks named; null where there is nothing to do. */
  make(base: Tried<Draft, Seen>, tried: readonly Tried<Draft, Seen>[]): Promise<Draft | null>;
}

/** Who attacks, how often. The first is the one that the request names, whose share is to fall; no other may find more than of what was given. */
export interface Attacker {
  readonly name: string;
  readonly attacks: number;
}

/** What advice has to know of a kind of release. A draft is what its moves change; it is published by the caller. */
export interface Advising<Draft, Seen> {
  readonly given: Draft;
  readonly attackers: readonly Attacker[];
  readonly moves: readonly AdviceMove<Draft, Seen>[];
  /** One attack by this attacker with this seed, practice and all. */
  attack(draft: Draft, attacker: string, seed: string): Promise<Attacked<Seen>>;
  /** Why what would be published breaks what it has to keep, by the checker of `unveil check`; null where it keeps it. */
  problem(draft: Draft): string | null;
  cost(draft: Draft): { readonly losses: readonly AdviceFigure[]; readonly counts: readonly AdviceFigure[] };
  /** What a publisher can do beyond the moves. */
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

export interface Advised<Draft, Seen> {
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
/** Steps beside the rounds: the attacks on what is given, and the last ones. */
export const STEPS_BESIDE = 2;

/**
 * Attacks, mends what is named, and attacks again with seeds of their own: until the target is reached, or nothing helps any more. A release is judged by the
 * mean of several attacks, since the seed of one decides much. What is chosen and what was given are both attacked anew by seeds that nothing was chosen by;
 * unless fewer people are named then too, what was given is handed back.
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
    const move = moves[at] as AdviceMove<Draft, Seen>;
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

/** What no attack could say is no sign of safety. */
const shareOf = ({ value }: Estimate): number => value ?? 1;

const isReached = (people: Estimate, target: number | null): boolean => target !== null && shareOf(people) <= target;
