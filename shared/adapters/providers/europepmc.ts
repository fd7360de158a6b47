import { safePhrase } from './phrase.ts';
import { countOr, field, type Provider } from './provider.ts';

/** The service answers 414 above some 12,000 characters; no pair of terms comes near. */
const LONGEST_QUERY = 4_000;
const SEARCH = '/europepmc/webservices/rest/search';
const FIXED = { resultType: 'idlist', pageSize: '1', format: 'json', synonym: 'false' };

/**
 * Europe PMC, restricted to MEDLINE records so that counts and N mean the same. The trap: `{"version":"6.9"}` with status
 * 200 and no hitCount is both a passing fault and the answer to a malformed query; it is never a zero.
 * No official rate: 5 calls a second is cautious.
 */
export const europepmc: Provider = {
  name: 'europepmc',
  baseUrl: 'https://www.ebi.ac.uk',
  needsKey: false,
  operator: 'EMBL-EBI (www.ebi.ac.uk)',
  variant: 'europepmc-med-live',
  limits: () => ({ perSecond: 5, concurrent: 3, perDay: null }),
  phrase: safePhrase,
  search(phrases) {
    const query = [...phrases.map((phrase) => `("${phrase}")`), '(SRC:MED)'].join(' AND ');
    return query.length > LONGEST_QUERY ? null : { path: SEARCH, query: { ...FIXED, query } };
  },
  size: () => ({ path: SEARCH, query: { ...FIXED, query: 'SRC:MED' } }),
  readCount: readHits,
  readSize: readHits,
};

function readHits(body: unknown) {
  if (field(body, 'errCode') !== undefined) return { kind: 'unavailable', reason: 'the service reports an error' } as const;
  return countOr(field(body, 'hitCount'), 'the answer holds no hitCount');
}
