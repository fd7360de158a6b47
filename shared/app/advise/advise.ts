import { ADVICE_VERSION, type Advice, type AdvicePoint, type Change, type Move } from '../../contracts/advice.ts';
import type { Estimate } from '../../contracts/report-data.ts';
import { type Draft, generalisationOf, NoDraft, publishDraft, shownIndex } from '../../core/anonymise/mend/draft.ts';
import type { Evidence } from '../../core/anonymise/mend/guess.ts';
import { type MendPolicy, policyProblem } from '../../core/anonymise/mend/policy.ts';
import { utilityOf } from '../../core/anonymise/utility/utility.ts';
import type { Transaction } from '../../core/model/transaction.ts';
import { adviceVerdict } from './advice-verdict.ts';
import { changesOf } from './changes.ts';
import { mend } from './mend.ts';

/** One cell of an attack: a member of a generalised item in a transaction. */
export interface AttackedCell {
  /** The generalised item, by the attack's own number. */
  readonly unit: number;
  readonly item: number;
  /** From 0. */
  readonly transaction: number;
  readonly probability: number;
  readonly betrayedBy: number | null;
}

export interface Attacked {
  readonly people: Estimate;
  readonly cells: readonly AttackedCell[];
}

export interface AdviseInput {
  readonly transactions: readonly Transaction[];
  readonly draft: Draft;
  readonly policy: MendPolicy;
  readonly certainty: number;
  readonly target: number | null;
  /** Of NCP and of the pair-count error, as a multiple of those as given; null: no limit. */
  readonly mostLoss: number | null;
  readonly rounds: number;
  readonly seed: string;
}

export interface AdvisePorts {
  /** Attacks a release with this seed, practice and all; null is the release as it was given. */
  readonly attack: (release: readonly Transaction[] | null, seed: string) => Promise<Attacked>;
  /** The last attack, on the release that is written, with all that an audit has. */
  readonly confirm: (release: readonly Transaction[], seed: string) => Promise<Estimate>;
  readonly evidence: (draft: Draft, members: readonly number[]) => Promise<Evidence>;
  readonly step: (name: string) => void;
}

export interface Advised {
  readonly advice: Advice;
  readonly draft: Draft;
  readonly release: readonly Transaction[];
  readonly changes: readonly Change[];
}

/** A release that was tried and attacked. */
export interface Tried {
  readonly draft: Draft;
  readonly point: AdvicePoint;
  readonly attacked: Attacked;
}

/** A release beyond so many members is mended where it betrays most: what partners are chosen by grows with members times neighbours. */
const MOST_MEMBERS = 1_000;
/** A regrouping that lowers the share by less has found what there is. */
const WORTH_ANOTHER = 0.9;
/** Tries in a row that bring nothing. */
const MOST_VAIN = 2;
/** A loss that may grow by no more than this pays for no move that costs. */
const PAYS = 1.05;
/** Two losses within so much are the same: what is worked out in another order differs in the last bits. */
const SAME = 1 + 1e-9;

/**
 * Attacks, mends what is named, and attacks again with a seed of its own: until the target is reached, or nothing helps any more. What is chosen is attacked
 * once more by a seed that nothing was chosen by. Memory: the transactions, and members times neighbours.
 */
export async function advise(input: AdviseInput, ports: AdvisePorts): Promise<Advised> {
  const { transactions, policy, certainty, target, mostLoss, seed } = input;
  const broken = policyProblem(publishDraft(input.draft, transactions), policy);
  if (broken !== null) throw new NoDraft(`the release as given breaks what it has to keep: ${broken}`);
  const attackSeed = (round: number | 'last'): string => `${seed}: ${round}`;
  ports.step('attack what is given');
  const given = triedOf(input.draft, {
    name: 'as given',
    move: 'as given',
    base: null,
    seed: attackSeed(0),
    attacked: await ports.attack(null, attackSeed(0)),
  });
  const notices: string[] = [];
  const members = membersToMend(given.draft, given.attacked, certainty);
  if (members.length < given.draft.groups.flat().length)
    notices.push(
      `of ${given.draft.groups.flat().length} members of generalised items ${members.length} were looked at: those that betray most`,
    );
  ports.step('ask the sources');
  const evidence = await ports.evidence(given.draft, members);
  const allows = ({ point }: Tried): boolean =>
    mostLoss === null ||
    (point.ncp <= mostLoss * given.point.ncp * SAME &&
      (point.pairCountError ?? 0) <= mostLoss * (given.point.pairCountError ?? Infinity) * SAME);
  const tried = [given];
  let base = given;
  let [move, vain]: [Move, number] = ['regroup', 0];
  for (let round = 1; round <= input.rounds && vain < MOST_VAIN && !isReached(base, target); round += 1) {
    ports.step(`round ${round}: ${move}`);
    const draft = mend(base, { move, tried, given, evidence, members: new Set(members), policy, certainty, target, mostLoss });
    const release = draft === null ? null : publishDraft(draft, transactions);
    // Checked on what would be published, by the checker of `unveil check`: no try that breaks a constraint is attacked, or chosen.
    const next =
      draft === null || release === null || policyProblem(release, policy) !== null
        ? null
        : triedOf(draft, {
            name: `${round}: ${move}`,
            move,
            base: base.point.name,
            seed: attackSeed(round),
            attacked: await ports.attack(release, attackSeed(round)),
          });
    const before = shareOf(base);
    if (next !== null) tried.push(next);
    const helps = next !== null && allows(next) && shareOf(next) < before;
    if (helps) base = next;
    vain = helps ? 0 : vain + 1;
    move = nextMove(move, helps && shareOf(base) <= WORTH_ANOTHER * before, mostLoss === null || mostLoss > PAYS);
  }
  ports.step('attack what is chosen');
  const release = publishDraft(base.draft, transactions);
  const confirmed = await ports.confirm(release, attackSeed('last'));
  const reached = target === null ? null : confirmed.value !== null && confirmed.value <= target;
  const points = tried.map(({ point }) => point);
  const figures = { certainty, target, reached, mostLoss, chosen: base.point.name, confirmed, points };
  return {
    advice: { version: ADVICE_VERSION, verdict: adviceVerdict(figures), notices, ...figures },
    draft: base.draft,
    release,
    changes: changesOf(given, base, transactions, certainty),
  };
}

function triedOf(
  draft: Draft,
  { attacked, ...named }: Pick<AdvicePoint, 'name' | 'move' | 'base' | 'seed'> & { readonly attacked: Attacked },
): Tried {
  const { ncp, pairCountError, generalisedItems } = utilityOf(draft.index, generalisationOf(draft), shownIndex(draft));
  const point = { ...named, people: attacked.people, ncp, pairCountError, generalisedItems, withheldOccurrences: draft.withheld.size };
  return { draft, point, attacked };
}

/** What no attack could say is no sign of safety. */
const shareOf = ({ point }: Tried): number => point.people.value ?? 1;

const isReached = (tried: Tried, target: number | null): boolean => target !== null && shareOf(tried) <= target;

/** What costs nothing first, as long as it brings something. */
function nextMove(last: Move, broughtMuch: boolean, mayCost: boolean): Move {
  if (last === 'regroup' && (broughtMuch || !mayCost)) return 'regroup';
  return last === 'withhold' ? 'merge' : 'withhold';
}

/** Whole generalised items, those that name most people first, in the order of the draft. */
function membersToMend({ groups }: Draft, { cells }: Attacked, certainty: number): readonly number[] {
  const named = new Map<number, number>();
  for (const { item, probability } of cells) if (probability >= certainty) named.set(item, (named.get(item) ?? 0) + 1);
  const worst = (members: readonly number[]): number => members.reduce((total, item) => total + (named.get(item) ?? 0), 0);
  const members: number[] = [];
  for (const group of groups.toSorted((a, b) => worst(b) - worst(a))) {
    if (members.length > 0 && members.length + group.length > MOST_MEMBERS) break;
    members.push(...group);
  }
  return members.toSorted((a, b) => a - b);
}
