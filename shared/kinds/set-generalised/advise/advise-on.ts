import type { Advice, Change } from '../../../contracts/advice.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import { exp } from '../../../core/numeric/numeric.ts';
import { percent, surely } from '../../../core/verdict/figure-text.ts';
import { type AdviceOutcome, type Advising, type Attacker, advise, type Tried } from '../../../kit/advise/advise.ts';
import type { OpenKnown } from '../../../kit/offers.ts';
import type { Target } from '../../../kit/option-values.ts';
import type { Progress } from '../../../ports/progress.ts';
import { FREQUENCY } from '../attacks.ts';
import { type Draft, generalisationOf, publishDraft, shownIndex } from '../core/mend/draft.ts';
import { type MendPolicy, policyProblem } from '../core/mend/policy.ts';
import { shuffleItems } from '../core/order.ts';
import { utilityOf } from '../core/utility/utility.ts';
import { type AttackedCell, attackRelease, type Seen } from './attack.ts';
import { AttackersForesight } from './foresight.ts';
import { type Mending, movesOf, pricedMoves } from './mend.ts';

export interface Matched {
  /** In the release's order. */
  readonly transactions: readonly Transaction[];
  readonly published: readonly Transaction[];
  /** The order of its items carries something. */
  readonly ordered: boolean;
  readonly draft: Draft;
}

export interface KeptPolicy {
  readonly policy: MendPolicy;
  readonly notices: readonly string[];
}

export interface AdviseOn extends Matched, KeptPolicy {
  readonly request: AuditRequest;
  readonly target: Target;
  readonly mostLoss: number | null;
  readonly rounds: number;
  readonly attacks: number;
}

export interface SaferRelease {
  readonly advice: Advice;
  readonly draft: Draft;
  readonly release: readonly Transaction[];
  readonly changes: readonly Change[];
}

/** Writes nothing. */
export async function adviseOn(
  { target: { people: target, certainty }, ...asked }: AdviseOn,
  { progress, known: open }: { readonly progress: Pick<Progress, 'step' | 'advance'>; known(request: AuditRequest): Promise<OpenKnown> },
): Promise<SaferRelease> {
  const { request, transactions, rounds, mostLoss } = asked;
  const notices = [...asked.notices];
  const { known, others, close } = await open(request);
  try {
    const input: ToAdvise = {
      ...asked,
      certainty,
      target,
      known,
      others,
      looksAt: (some, all) => notices.push(`of ${all} members of generalised items ${some} were looked at: those that betray most`),
      advance: (done) => progress.advance(done),
      step: (name) => progress.step(name, null),
    };
    const { advice, given, chosen } = await advise({ certainty, target, mostLoss, rounds, seed: request.seed }, advisingOf(input));
    return {
      advice: { ...advice, notices: [...notices, ...advice.notices, ...publishedAlone(given.draft, chosen.draft)] },
      draft: chosen.draft,
      release: draftRelease(chosen.draft, input),
      changes: changesOf(given, chosen, transactions, certainty),
    };
  } finally {
    await close();
  }
}

function publishedAlone(before: Draft, after: Draft): string[] {
  const hidden = new Set(after.groups.flat());
  const alone = before.groups.flat().filter((item) => !hidden.has(item)).length;
  return alone === 0
    ? []
    : [`${alone} items that no privacy constraint protects are published alone now: they stood in generalised items for others' sake`];
}

type ToAdvise = Omit<AdviseOn, 'target'> &
  Omit<OpenKnown, 'close'> &
  Pick<Mending, 'certainty' | 'target' | 'looksAt' | 'advance'> & { readonly step: (name: string) => void };

const AS_ASKED = 'as asked';
/** Knows only how common items are, by the sources that were asked. */
const BY_FREQUENCY = 'frequency only';

/** Items in shuffled order: their originals' places betray them. */
const draftRelease = (draft: Draft, { transactions, request }: Pick<ToAdvise, 'transactions' | 'request'>): readonly Transaction[] =>
  shuffleItems(publishDraft(draft, transactions), request.seed);

function advisingOf(input: ToAdvise): Advising<Draft, Seen> {
  const { transactions, published, ordered, draft: given, policy, certainty, known, others } = input;
  const { index } = given;
  const measured = (draft: Draft) => utilityOf(draft.index, generalisationOf(draft), shownIndex(draft));
  const { utilityLossLog10: asGiven } = measured(given);
  const attackers: Attacker[] = [
    { name: AS_ASKED, attacks: input.attacks },
    ...others.map(({ name }): Attacker => ({ name, attacks: 1, last: input.attacks, use: 'chosen by' })),
    ...(known.sources.length > 0 ? [{ name: BY_FREQUENCY, attacks: input.attacks, use: 'proof' } as const] : []),
  ];
  const moving = {
    ...input,
    seed: input.request.seed,
    foresight: ({ seen }: Tried<Draft, Seen>) => new AttackersForesight(seen, index.names, certainty),
  };
  return {
    given,
    attackers,
    moves: movesOf(moving),
    priced: (mostLoss) => pricedMoves({ ...moving, mostLoss }),
    attack(draft, attacker, seed) {
      const { sources, embeddings, labels } = others.find(({ name }) => name === attacker) ?? known;
      const evidence = attacker === BY_FREQUENCY ? FREQUENCY : undefined;
      const isGiven = draft === given;
      const attacking = { sources, embeddings, labels, seed, certainty, numberOf: index.numberOf, ordered: isGiven && ordered, evidence };
      return attackRelease(isGiven ? published : draftRelease(draft, input), attacking);
    },
    problem: (draft) => policyProblem(publishDraft(draft, transactions), policy),
    cost(draft) {
      const { ncp, pairCountError, generalisedItems, utilityLossLog10 } = measured(draft);
      return {
        losses: [
          { name: 'NCP', value: ncp },
          { name: 'the error of pair counts', value: pairCountError },
          // Itself too small for a number.
          { name: "COAT's own measure, relative", value: exp(Math.LN10 * ((utilityLossLog10 ?? -Infinity) - (asGiven ?? 0))) },
        ],
        counts: [
          { name: 'generalised items', value: generalisedItems },
          { name: 'withheld', value: draft.withheld.size },
        ],
      };
    },
    remedies: (outcome) => remediesOf(outcome, { transactions: transactions.length, k: policy.k }),
    step: input.step,
  };
}

/** With fewer transactions a silent attack says little. */
const FEW = 100;

/** Advice beyond the moves: if nothing could be attacked, no person is named, or no move helps. */
export function remediesOf(
  { people, certainty, reached, reason, mostLoss, isAsGiven }: AdviceOutcome,
  { transactions, k }: { readonly transactions: number; readonly k: number },
): string[] {
  const more = `unveil anonymise with a larger k (here ${k}), or without the items that nobody may know, hides more`;
  if (people === null) {
    const why = reason === null ? '' : `: ${reason}`;
    return [
      `the attack could not be made${why}. Publish more transactions at once, or give it other knowledge (--source, --embeddings glove); until then ${more}, unproved`,
    ];
  }
  if (people === 0) {
    const few = `${transactions} transactions are few to learn from, and each is ${percent(1 / transactions)} of the people: who knows more may name somebody. `;
    const lower = certainty > 0.8 ? 'Ask for less certainty (--target people=0@certainty=0.8), or hide more at once: ' : '';
    return isAsGiven && transactions < FEW ? [`${few}${lower}${more}`] : [];
  }
  if (reached === true || (reached === null && !isAsGiven)) return [];
  return [`${mostLoss === null ? '' : 'to go further allow more loss (--max-loss 2); beyond that '}${more}`];
}

export function changesOf(
  given: Tried<Draft, Seen>,
  chosen: Tried<Draft, Seen>,
  transactions: readonly Transaction[],
  certainty: number,
): readonly Change[] {
  const { names } = given.draft.index;
  const nameOf = (item: number): string => names[item];
  const named = given.seen.flatMap(([first]) => first?.cells ?? []).filter(({ probability }) => probability >= certainty);
  const groupOf = new Map(given.draft.groups.flatMap((items) => items.map((item) => [item, items] as const)));
  const before = new Set(given.draft.groups.map((items) => items.join()));
  const changes: Change[] = [];
  for (const items of chosen.draft.groups) {
    if (before.has(items.join())) continue;
    const from = [...new Set(items.map((item) => groupOf.get(item) ?? [item]))];
    const was = from.map((members) => ({ members: members.map(nameOf), ...betrayalOf(members, named, nameOf) }));
    const people = was.reduce((total, each) => total + each.named, 0);
    const why =
      people === 0
        ? 'its members stand where those of a generalised item that betrayed more could be hidden'
        : `${people} times a member of what it is made of was named ${surely(certainty)}`;
    changes.push({ change: 'generalised item', now: items.map(nameOf), was, why });
  }
  const { index } = chosen.draft;
  for (const [t, { id }] of transactions.entries()) {
    const items: string[] = [];
    for (let at = index.starts[t]; at < index.starts[t + 1]; at += 1)
      if (chosen.draft.withheld.has(at) && !given.draft.withheld.has(at)) items.push(nameOf(index.items[at]));
    if (items.length > 0)
      changes.push({
        change: 'withheld',
        transaction: t + 1,
        id: id ?? null,
        items,
        why: 'it said most of what was named in this transaction',
      });
  }
  return changes;
}

function betrayalOf(members: readonly number[], named: readonly AttackedCell[], nameOf: (item: number) => string) {
  const own = named.filter(({ item }) => members.includes(item)).toSorted((a, b) => b.probability - a.probability);
  const by = own.find(({ betrayedBy }) => betrayedBy !== null)?.betrayedBy ?? null;
  return { named: new Set(own.map(({ transaction }) => transaction)).size, betrayedBy: by === null ? null : nameOf(by) };
}
