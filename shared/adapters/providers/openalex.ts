import { safePhrase } from './phrase.ts';
import { countOr, field, type Provider } from './provider.ts';

/** URLs of about 4 kB are accepted; percent-encoding triples the longest scripts. */
const LONGEST_QUERY = 1_000;
const UNTIL_RESET = 3_600_000;

/**
 * Works whose title, abstract or full text hold the phrase, unstemmed (`search.exact`). Searches cost a tenth of a cent
 * and the free allowance with a key is a dollar a day: a budget of 1,000 calls, reset at midnight UTC.
 */
export const openalex: Provider = {
  name: 'openalex',
  baseUrl: 'https://api.openalex.org',
  needsKey: true,
  operator: 'OurResearch (api.openalex.org)',
  variant: 'openalex-exact-live',
  limits: () => ({ perSecond: 10, concurrent: 3, perDay: 1_000 }),
  phrase: safePhrase,
  search(phrases, { key, contact }) {
    const query = phrases.map((phrase) => `"${phrase}"`).join(' AND ');
    if (query.length > LONGEST_QUERY) return null;
    return {
      path: '/works',
      query: { 'search.exact': query, per_page: '1', mailto: contact, ...(key === undefined ? {} : { api_key: key }) },
    };
  },
  size: ({ key, contact }) => ({
    path: '/works',
    query: { per_page: '1', mailto: contact, ...(key === undefined ? {} : { api_key: key }) },
  }),
  readCount: readMeta,
  readSize: readMeta,
};

function readMeta(body: unknown) {
  const error = field(body, 'error');
  if (typeof error === 'string') {
    return /rate limit/i.test(error)
      ? ({ kind: 'unavailable', reason: 'the budget is spent', parkFor: UNTIL_RESET } as const)
      : ({ kind: 'unavailable', reason: 'the service reports an error' } as const);
  }
  return countOr(field(body, 'meta', 'count'), 'the answer holds no meta.count');
}
