import type { Advising, Attacker } from '../../../app/advise/advise.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { type Draft, generalisationOf, publishDraft, shownIndex } from '../../../core/anonymise/mend/draft.ts';
import { type MendPolicy, policyProblem } from '../../../core/anonymise/mend/policy.ts';
import { shuffleItems } from '../../../core/anonymise/order.ts';
import { utilityOf } from '../../../core/anonymise/utility/utility.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import { exp } from '../../../core/numeric/numeric.ts';
import type { Embeddings } from '../../../ports/embeddings.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import { attackRelease, type Seen } from './attack.ts';
import { AttackersForesight } from './foresight.ts';
import { movesOf } from './mend.ts';
import { remediesOf } from './remedies.ts';

/** Who knows what. */
export interface Known {
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly labels: ReadonlyMap<string, string> | undefined;
}

export interface ToAdvise {
  /** In the order of the release. */
  readonly transactions: readonly Transaction[];
  /** As they were published, and whether the order of their items carries something. */
  readonly published: readonly Transaction[];
  readonly ordered: boolean;
  readonly draft: Draft;
  readonly policy: MendPolicy;
  readonly request: Pick<AuditRequest, 'seed'>;
  readonly certainty: number;
  readonly target: number | null;
  readonly mostLoss: number | null;
  readonly attacks: number;
  /** What the attacker of the request knows, and another one, if there is any. */
  readonly known: Known;
  readonly other: (Known & { readonly name: string }) | null;
  readonly looksAt: (some: number, all: number) => void;
  readonly advance: (done: number) => void;
  readonly step: (name: string) => void;
}

const AS_ASKED = 'as asked';

/** Items in shuffled order: their originals' places betray them. */
export const draftRelease = (draft: Draft, { transactions, request }: Pick<ToAdvise, 'transactions' | 'request'>): readonly Transaction[] =>
  shuffleItems(publishDraft(draft, transactions), request.seed);

/** What advice has to know of generalised items. */
export function advisingOf(input: ToAdvise): Advising<Draft, Seen> {
  const { transactions, published, ordered, draft: given, policy, certainty, known, other } = input;
  const { index } = given;
  const measured = (draft: Draft) => utilityOf(draft.index, generalisationOf(draft), shownIndex(draft));
  const { utilityLossLog10: asGiven } = measured(given);
  const attackers: Attacker[] = [{ name: AS_ASKED, attacks: input.attacks }];
  if (other !== null) attackers.push({ name: other.name, attacks: input.attacks });
  return {
    given,
    attackers,
    moves: movesOf({ ...input, seed: input.request.seed, foresight: ({ seen }) => new AttackersForesight(seen, index.names, certainty) }),
    attack(draft, attacker, seed) {
      const { sources, embeddings, labels } = attacker === AS_ASKED ? known : (other ?? known);
      const isGiven = draft === given;
      const attacking = { sources, embeddings, labels, seed, certainty, numberOf: index.numberOf, ordered: isGiven && ordered };
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
