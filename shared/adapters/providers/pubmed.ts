import type { SourceAnswer } from '../../ports/live-source.ts';
import { safePhrase } from './phrase.ts';
import { countOr, field, type Provider, type ProviderSettings } from './provider.ts';

/** E-utilities accept long queries by POST only; no term is this long. */
const LONGEST_QUERY = 1_500;
const LIMIT_PARKING = 10_000;

/**
 * PubMed records with the phrase in title or abstract. A quoted phrase that PubMed's phrase index does not hold loses its
 * quotes without a word; `[tiab:~0]` asks for the words side by side whatever the index holds. 3 calls a second, 10 with a key.
 */
export const pubmed: Provider = {
  name: 'pubmed',
  baseUrl: 'https://eutils.ncbi.nlm.nih.gov',
  needsKey: false,
  operator: 'National Library of Medicine (eutils.ncbi.nlm.nih.gov)',
  variant: 'pubmed-tiab-live',
  limits: (hasKey) => ({ perSecond: hasKey ? 10 : 3, concurrent: 3, perDay: null }),
  phrase: safePhrase,
  search(phrases, settings) {
    const term = phrases.map((phrase) => `"${phrase}"[tiab:~0]`).join(' AND ');
    if (term.length > LONGEST_QUERY) return null;
    return { path: '/entrez/eutils/esearch.fcgi', query: { db: 'pubmed', retmode: 'json', rettype: 'count', ...identity(settings), term } };
  },
  size: (settings) => ({ path: '/entrez/eutils/einfo.fcgi', query: { db: 'pubmed', retmode: 'json', ...identity(settings) } }),
  readCount(body) {
    const error = errorOf(body);
    if (error !== null) return error;
    const result = field(body, 'esearchresult');
    // The quotes were ignored: the count is for something else.
    const ignored = [field(result, 'warninglist', 'quotedphrasesnotfound'), field(result, 'warninglist', 'phrasesignored')];
    if (ignored.some((list) => Array.isArray(list) && list.length > 0)) {
      return { kind: 'unavailable', reason: 'the source ignored the quotes of a phrase', final: true };
    }
    return countOr(field(result, 'count'), 'the answer holds no count');
  },
  readSize(body) {
    const info = field(body, 'einforesult', 'dbinfo');
    return errorOf(body) ?? countOr(field(Array.isArray(info) ? info[0] : info, 'count'), 'the answer holds no count of records');
  },
};

const identity = ({ contact, key }: ProviderSettings): Record<string, string> => ({
  tool: 'unveil',
  email: contact,
  ...(key === undefined ? {} : { api_key: key }),
});

/** Errors come with status 200. Their texts may contain the caller's address and are not passed on. */
function errorOf(body: unknown): SourceAnswer | null {
  const error = field(body, 'error');
  if (typeof error === 'string') {
    return /rate limit/i.test(error)
      ? { kind: 'unavailable', reason: 'rate limited', parkFor: LIMIT_PARKING }
      : { kind: 'unavailable', reason: 'the service reports an error' };
  }
  return field(body, 'esearchresult', 'ERROR') === undefined ? null : { kind: 'unavailable', reason: 'the service reports an error' };
}
