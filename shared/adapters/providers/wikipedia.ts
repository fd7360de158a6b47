import { safePhrase } from './phrase.ts';
import { countOr, field, type Provider } from './provider.ts';

/** CirrusSearch rejects a longer query (CirrusSearchMaxFullTextQueryLength). */
const LONGEST_QUERY = 300;
const LAG_PARKING = 5_000;

/**
 * Articles of the English Wikipedia whose title, redirects, headings or text hold the phrase. Two quoted phrases side by
 * side mean AND; the words AND and OR are not operators one can rely on there. Limits: with a User-Agent that names a
 * contact, 200 calls a minute and three at once.
 */
export const wikipedia: Provider = {
  name: 'wikipedia',
  baseUrl: 'https://en.wikipedia.org',
  needsKey: false,
  operator: 'Wikimedia Foundation (en.wikipedia.org)',
  variant: 'enwiki-live',
  limits: () => ({ perSecond: 200 / 60, concurrent: 3, perDay: null }),
  phrase: safePhrase,
  search(phrases) {
    const query = phrases.map((phrase) => `"${phrase}"`).join(' ');
    if ([...query].length > LONGEST_QUERY) return null;
    const fixed = { action: 'query', format: 'json', formatversion: '2', list: 'search', srnamespace: '0', srlimit: '1', srprop: '' };
    return { path: '/w/api.php', query: { ...fixed, srinfo: 'totalhits', maxlag: '5', srsearch: query } };
  },
  size: () => ({
    path: '/w/api.php',
    query: { action: 'query', format: 'json', formatversion: '2', meta: 'siteinfo', siprop: 'statistics', maxlag: '5' },
  }),
  readCount: (body) => errorOf(body) ?? countOr(field(body, 'query', 'searchinfo', 'totalhits'), 'the answer holds no totalhits'),
  readSize: (body) => errorOf(body) ?? countOr(field(body, 'query', 'statistics', 'articles'), 'the answer holds no number of articles'),
};

/** MediaWiki reports its own errors with status 200. */
function errorOf(body: unknown) {
  const code = field(body, 'error', 'code');
  if (code === undefined) return null;
  if (code === 'maxlag') return { kind: 'unavailable', reason: 'the servers lag behind', parkFor: LAG_PARKING } as const;
  if (code === 'cirrussearch-query-too-long') return { kind: 'not expressible', reason: 'longer than the source accepts' } as const;
  if (code === 'ratelimited') return { kind: 'unavailable', reason: 'rate limited', parkFor: 60_000 } as const;
  return { kind: 'unavailable', reason: `error ${typeof code === 'string' ? code.slice(0, 40) : 'without a code'}` } as const;
}
