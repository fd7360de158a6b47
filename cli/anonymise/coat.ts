import { wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';
import { coat } from '../../shared/core/anonymise/coat/coat.ts';
import { generalise } from '../../shared/core/anonymise/generalisation.ts';
import { indexItems } from '../../shared/core/anonymise/item-index.ts';
import { shuffleItems } from '../../shared/core/anonymise/order.ts';
import { utilityOf } from '../../shared/core/anonymise/utility/utility.ts';
import { encoderOf } from '../../shared/core/format/encoder.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { similarityTo } from '../../shared/core/wordnet/wu-palmer.ts';
import { privacyFrom, utilityFrom } from './constraints.ts';
import { transactionLines } from './json-lines.ts';
import { type Method, unchanged } from './method.ts';
import { shareOption } from './numbers.ts';
import { saferThan } from './safer.ts';

export const method: Method = {
  options: {
    privacy: { type: 'string' },
    utility: { type: 'string', default: 'all' },
    'max-suppressed': { type: 'string', default: '0' },
    weight: { type: 'string', default: 'none' },
    against: { type: 'string' },
  },
  async make({ transactions, k, seed, order, values, progress }) {
    if (values['privacy'] === undefined) throw new BadInput('coat needs --privacy: a file, random:SHARE or nested:CHAINS');
    if (values['weight'] !== 'none' && values['weight'] !== 'wordnet') throw new BadInput('--weight is none or wordnet');
    const index = indexItems(transactions);
    const privacy = await privacyFrom(String(values['privacy']), transactions, seed);
    if (privacy.length === 0) throw new BadInput('there is no privacy constraint: nothing would be protected');
    const utility = await utilityFrom(String(values['utility']), index.names, privacy);
    const maxSuppressed = shareOption(String(values['max-suppressed']), '--max-suppressed');
    const semantic = values['weight'] === 'wordnet' ? wordnetDistance() : undefined;
    const standsFor = coat(transactions, { k, privacy, utility, maxSuppressed, ...(semantic === undefined ? {} : { semantic }) });
    const kept = generalise(transactions, standsFor);
    const plain = order === 'shuffle' ? shuffleItems(kept, seed) : kept;
    const policy = { k, privacy: privacy.map(({ items }) => items), utility };
    const against = values['against'];
    const safer =
      typeof against === 'string'
        ? await saferThan(plain, { transactions, policy, seed, order, against: against.split(','), progress })
        : null;
    const { release, utilities, files, notes, request } = safer ?? {
      release: plain,
      utilities: utilityOf(index, standsFor),
      files: [],
      notes: [],
      request: {},
    };
    return {
      files: [
        { name: 'release.jsonl', pieces: transactionLines(release) },
        { name: 'original.jsonl', pieces: transactionLines(transactions) },
        { name: 'privacy.txt', pieces: privacy.map(({ items }) => encoderOf('text').line({ items })) },
        ...files,
      ],
      measures: {
        method: 'coat',
        k,
        privacyConstraints: privacy.length,
        utilityConstraints: utility.length,
        ...utilities,
      },
      notes: [...unchanged(utilities), ...notes],
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
  },
};

/** 1 - Wu-Palmer; 1 where WordNet lacks a term. */
function wordnetDistance(): (a: string, b: string) => number {
  const graph = wordnetNouns();
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
