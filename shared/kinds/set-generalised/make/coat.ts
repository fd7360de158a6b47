import { auditRequest } from '../../../contracts/audit-request.ts';
import { groupsOfItems } from '../../../core/codes/of-items.ts';
import { encoderOf } from '../../../core/format/encoder.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { indexItems } from '../../../core/model/item-index.ts';
import { generalise, type Transaction } from '../../../core/model/transaction.ts';
import type { NounGraph } from '../../../core/text/noun-graph.ts';
import { ADVICE_ROUNDS, ADVICE_STEPS, AS_NOW, PROVING_ATTACKS } from '../../../kit/advise/advise.ts';
import { transactionLines } from '../../../kit/make/transaction-lines.ts';
import type { MadeRelease, MakeAsked, MakeReaders, Method, Readers } from '../../../kit/offers.ts';
import { optionText, shareOption, targetOf, wholeNumber } from '../../../kit/option-values.ts';
import { readItemsets, transactionsIn } from '../../../kit/read/read-transactions.ts';
import { coat } from '../core/coat/coat.ts';
import {
  NESTED_SIZES,
  nestedItemsets,
  type PrivacyConstraint,
  randomItems,
  similarItems,
  similarityTo,
  type UtilityConstraint,
} from '../core/coat/policy.ts';
import { type Draft, draftOf, generalisationOf, shownIndex } from '../core/mend/draft.ts';
import type { MendPolicy } from '../core/mend/policy.ts';
import { shuffleItems } from '../core/order.ts';
import { type Utility, unchanged, utilityOf } from '../core/utility/utility.ts';

export const makeByCoat: Method['make'] = async (file, { k, seed, order, values }, readers) => {
  const named = optionText(values, 'privacy');
  if (named === undefined) throw new BadInput('coat needs --privacy: a file, random:SHARE or nested:CHAINS');
  if (values['weight'] !== 'none' && values['weight'] !== 'wordnet') throw new BadInput('--weight is none or wordnet');
  const transactions = await transactionsIn(file, readers);
  const index = indexItems(transactions);
  const privacy = await privacyFrom(named, transactions, seed, readers);
  if (privacy.length === 0) throw new BadInput('there is no privacy constraint: nothing would be protected');
  const utility = await utilityFrom(String(values['utility']), index.names, privacy, readers);
  const maxSuppressed = shareOption(String(values['max-suppressed']), '--max-suppressed');
  const semantic = values['weight'] === 'wordnet' ? wordnetDistance(readers.nouns()) : undefined;
  const standsFor = coat(transactions, { k, privacy, utility, maxSuppressed, ...(semantic === undefined ? {} : { semantic }) });
  const kept = generalise(transactions, standsFor);
  const plain = order === 'shuffle' ? shuffleItems(kept, seed) : kept;
  const policy = { k, privacy: privacy.map(({ items }) => items), utility };
  const against = optionText(values, 'against');
  const {
    release,
    utilities,
    notes = [],
    request = {},
    ...advised
  } = against === undefined
    ? { release: plain, utilities: utilityOf(index, standsFor) }
    : await saferThan(plain, { transactions, policy, seed, order, against: against.split(',') }, readers);
  return {
    files: [
      { name: 'release.jsonl', pieces: transactionLines(release) },
      { name: 'original.jsonl', pieces: transactionLines(transactions) },
      { name: 'privacy.txt', pieces: privacy.map(({ items }) => encoderOf('text').line({ items })) },
    ],
    measures: { method: 'coat', k, privacyConstraints: privacy.length, utilityConstraints: utility.length, ...utilities },
    notes: [...unchanged(utilities), ...notes],
    ...advised,
    nothingToAttack: utilities.generalisedItems === 0,
    request: {
      release: 'release.jsonl',
      original: 'original.jsonl',
      ...([...standsFor.values()].includes(null) ? { allowSuppressed: true } : {}),
      claim: { k, privacyConstraints: 'privacy.txt' },
      ...(order === 'shuffle' ? { context: { order: 'meaningless' } } : {}),
      ...request,
    },
  };
};

/** 1 - Wu-Palmer; 1 where WordNet lacks a term. */
function wordnetDistance(graph: NounGraph): (a: string, b: string) => number {
  const from = new Map<string, (b: string) => number>();
  return (a, b) => {
    let similarity = from.get(a);
    if (similarity === undefined) {
      similarity = similarityTo(graph, a);
      from.set(a, similarity);
    }
    const value = similarity(b);
    return Number.isNaN(value) ? 1 : 1 - value;
  };
}

interface Plain extends Pick<MakeAsked, 'seed' | 'order'> {
  readonly transactions: readonly Transaction[];
  readonly policy: MendPolicy;
  readonly against: readonly string[];
}

interface Safer extends Partial<Pick<MadeRelease, 'advice' | 'notes' | 'request'>> {
  readonly release: readonly Transaction[];
  readonly utilities: Utility;
}

/** Uses `unveil advise` to find a release under the same constraints and utility in which these attackers name fewer people. */
async function saferThan(
  plain: readonly Transaction[],
  { transactions, policy, seed, order, against }: Plain,
  { progress, known, placed }: MakeReaders,
): Promise<Safer> {
  if (order === 'keep') throw new BadInput('--against makes a release in shuffled order: the order of items betrays them');
  const draft = draftOf(transactions, plain);
  const utilitiesOf = (of: Draft): Utility => utilityOf(of.index, generalisationOf(of), shownIndex(of));
  if (draft.groups.length === 0) return { release: plain, utilities: utilitiesOf(draft) };
  const sources = { sources: against.map(placed) };
  const request = auditRequest.parse({ release: 'release.jsonl', ...sources, seed, context: { order: 'meaningless' } });
  const given = { request, transactions, published: plain, ordered: false, draft, policy, notices: [] };
  progress.plan?.(ADVICE_STEPS);
  // Loaded on demand: a plain release needs no corpus.
  const { adviseOn } = await import('../advise/advise-on.ts');
  try {
    const asked = { ...given, target: targetOf(undefined), mostLoss: AS_NOW, rounds: ADVICE_ROUNDS, attacks: PROVING_ATTACKS };
    const { advice, draft: chosen, release, changes } = await adviseOn(asked, { progress, known });
    const notes = [advice.verdict, ...advice.notices];
    return { release, utilities: utilitiesOf(chosen), advice: { advice, changes }, notes, request: sources };
  } finally {
    progress.end();
  }
}

type ConstraintReaders = Pick<Readers, 'file' | 'reading' | 'nouns' | 'codes'>;

/** `random:SHARE`, `nested:CHAINS`, `nested:CHAINS:SIZE`, or a file with an itemset a line. */
export async function privacyFrom(
  spec: string,
  transactions: readonly Transaction[],
  seed: string,
  readers: ConstraintReaders,
): Promise<readonly PrivacyConstraint[]> {
  const [kind, first = '', second] = spec.split(':');
  if (kind === 'random') return randomItems(transactions, shareOption(first, '--privacy random:SHARE'), seed);
  if (kind === 'nested') {
    const chains = wholeNumber(first, '--privacy nested:CHAINS', 1);
    if (second === undefined) return nestedItemsets(transactions, chains, seed);
    const size = wholeNumber(second, '--privacy nested:CHAINS:SIZE', 1);
    if (!NESTED_SIZES.some((each) => each === size))
      throw new BadInput(`--privacy nested:CHAINS:SIZE has a size of ${NESTED_SIZES.join(', ')}`);
    return nestedItemsets(transactions, chains, seed, [size]);
  }
  const known = new Set(transactions.flatMap(({ items }) => items as readonly string[]));
  const sets = await setsFrom(spec, known, 'protects', readers);
  return sets.map(({ items, line }) => ({ items, place: { file: spec, line } }));
}

/** A set that names an item of no transaction would do nothing, in silence: most often it is mistyped. */
async function setsFrom(
  file: string,
  known: ReadonlySet<string>,
  does: string,
  readers: ConstraintReaders,
): Promise<readonly { readonly items: readonly string[]; readonly line: number }[]> {
  return (await readItemsets(file, readers)).map(({ items, line }) => {
    const at = items.findIndex((item) => !known.has(item as string));
    if (at >= 0)
      throw new BadInput(`item ${at + 1} of this set stands in no transaction, so it ${does} nothing: is it mistyped?`, { file, line });
    return { items: items as readonly string[], line };
  });
}

/** `all`, `wordnet`, `wordnet:THRESHOLD`, `codes:NAME`, or a file with a set of items a line. */
export async function utilityFrom(
  spec: string,
  items: readonly string[],
  privacy: readonly PrivacyConstraint[],
  readers: ConstraintReaders,
): Promise<readonly UtilityConstraint[]> {
  const [kind, threshold = '0.5'] = spec.split(':');
  if (spec === 'all') return [items];
  if (kind === 'wordnet') return similarItems(items, privacy, readers.nouns(), shareOption(threshold, '--utility wordnet:THRESHOLD'));
  const codes = readers.codes(spec);
  if (codes !== null) return groupsOfItems(items, codes).filter((group) => group.length > 1);
  return (await setsFrom(spec, new Set(items), 'stands for', readers)).map((set) => set.items);
}
