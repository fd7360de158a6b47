import { ADVICE_ROUNDS, PROVING_ATTACKS } from '../../shared/kit/advise/advise.ts';
import type { Options } from '../../shared/kit/option.ts';
import { ATTACKING_OPTIONS } from '../audit/attacking-options.ts';
import { ATTACKER_OPTIONS, RELEASE_OPTIONS } from '../audit/options.ts';

export const OWN_ADVICE_OPTIONS = {
  release: { type: 'string', value: 'PATH', help: 'the release, the folder that "unveil anonymise" made, or an audit.json' },
  target: {
    type: 'string',
    value: 'LIMIT',
    help: 'people=S@certainty=C: stop when of at most this share of the people something hidden is named with this certainty, 0.8, 0.9 or 0.95; without it, as few as can be at the utility that the release has now',
  },
  privacy: {
    type: 'string',
    value: 'FILE',
    help: 'itemsets to protect, as "unveil anonymise" has them (default: the request\'s, or each member of a generalised item)',
  },
  keep: {
    type: 'string',
    value: 'FILE',
    help: "sets of items that may stand for one another: nothing else ever does (default: the request's, or all items)",
  },
  'max-loss': {
    type: 'string',
    value: 'FACTOR',
    help: "each loss (NCP, the error of pair counts, COAT's own) may be so many times that of the release as given (default 1.02, and no limit with --target)",
  },
  rounds: { type: 'string', value: 'N', default: String(ADVICE_ROUNDS), help: 'of mending and attacking (default 6)' },
  attacks: {
    type: 'string',
    value: 'N',
    default: String(PROVING_ATTACKS),
    help: 'on each release that is tried, by seeds of their own: the mean counts (default 3); once by each other attacker on this machine (WordNet, your corpora, GloVe), and as often at the end',
  },
  k: { type: 'string', value: 'K', help: "what is protected is supported K times or not at all (default: the request's, or as it is now)" },
  out: { type: 'string', value: 'DIR', help: 'a folder that does not exist yet' },
  json: { type: 'boolean', help: 'the advice as JSON on standard output' },
} as const satisfies Options;

const { source, corpus, embeddings, external } = ATTACKER_OPTIONS;
const { labels, encoding, roles, id, quasi, sensitive } = RELEASE_OPTIONS;
const { seed, context, width } = ATTACKING_OPTIONS;
export const AS_AUDITED_OPTIONS = {
  source,
  corpus,
  embeddings,
  external,
  labels,
  encoding,
  roles,
  id,
  quasi,
  sensitive,
  seed,
  context,
  width,
} as const;

export const ADVICE_OPTIONS = { ...OWN_ADVICE_OPTIONS, ...AS_AUDITED_OPTIONS };
