import { type Draft, draftOf, generalisationOf, shownIndex } from '../../shared/core/anonymise/mend/draft.ts';
import type { MendPolicy } from '../../shared/core/anonymise/mend/policy.ts';
import { type Utility, utilityOf } from '../../shared/core/anonymise/utility/utility.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import { ADVICE_ROUNDS, ADVICE_STEPS, AS_NOW, PROVING_ATTACKS } from '../advise/defaults.ts';
import { targetOf } from '../advise/target.ts';
import { adviceFiles, placed } from '../advise/write-advice.ts';
import { parseRequest } from '../audit/request.ts';
import type { MadeRelease, MethodChoices } from './method.ts';

interface Plain extends Pick<MethodChoices, 'seed' | 'order'> {
  readonly transactions: readonly Transaction[];
  readonly policy: MendPolicy;
  /** Sources that an attacker has. */
  readonly against: readonly string[];
  readonly progress: Progress;
}

interface Safer extends Required<Pick<MadeRelease, 'files' | 'notes' | 'request'>> {
  readonly release: readonly Transaction[];
  readonly utilities: Utility;
}

/** A release of the same constraints and the same utility, of which attackers with these sources name fewer people: by `unveil advise`. */
export async function saferThan(
  plain: readonly Transaction[],
  { transactions, policy, seed, order, against, progress }: Plain,
): Promise<Safer> {
  if (order === 'keep') throw new BadInput('--against makes a release in shuffled order: the order of items betrays them');
  const draft = draftOf(transactions, plain);
  const utilitiesOf = (of: Draft): Utility => utilityOf(of.index, generalisationOf(of), shownIndex(of));
  if (draft.groups.length === 0) return { release: plain, utilities: utilitiesOf(draft), files: [], notes: [], request: {} };
  const sources = { sources: against.map(placed) };
  const request = parseRequest({ release: 'release.jsonl', ...sources, seed, context: { order: 'meaningless' } });
  const given = { request, transactions, published: plain, ordered: false, draft, policy, notices: [] };
  progress.plan?.(ADVICE_STEPS);
  // What needs a corpus opens it: a plain release needs none.
  const { adviseOn } = await import('../advise/advise-on.ts');
  try {
    const asked = { ...given, target: targetOf(undefined), mostLoss: AS_NOW, rounds: ADVICE_ROUNDS, attacks: PROVING_ATTACKS };
    const { advice, draft: chosen, release, changes } = await adviseOn(asked, progress);
    return {
      release,
      utilities: utilitiesOf(chosen),
      files: adviceFiles({ advice, changes }),
      notes: [advice.verdict, ...advice.notices],
      request: sources,
    };
  } finally {
    progress.end();
  }
}
