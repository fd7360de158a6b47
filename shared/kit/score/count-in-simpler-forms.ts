import { isConjunction } from '../../core/relatedness/conjunction.ts';
import { simplerForms } from '../../core/text/simpler-forms.ts';
import { CountFlag, type CountRequest, type Counts, type HitCounter } from '../../ports/hit-counter.ts';

/**
 * A source that is asked for the first simpler form of a term that it does not hold as it is written; such counts are flagged. A live
 * source stays as it is: it knows only what was fetched for it, and its quota is for terms as they are written.
 */
export const inSimplerForms = (counter: HitCounter): HitCounter =>
  isLocal(counter) ? { source: counter.source, ...simplerCounts(counter) } : counter;

function simplerCounts(counter: HitCounter): Pick<HitCounter, 'size' | 'count' | 'countAll'> {
  /** Of the terms that were asked for: those which the source holds in another form only. */
  const known = new Map<string, string | null>();
  const formOf = (term: string): string => known.get(term) ?? term;
  const learn = async (terms: readonly string[]): Promise<void> => {
    const found = await heldForms(
      counter,
      terms.filter((term) => !known.has(term)),
    );
    for (const [term, form] of found) known.set(term, form);
  };
  return {
    size: () => counter.size(),
    count: async (term, other) => {
      await learn(other === undefined ? [term] : [term, other]);
      return counter.count(formOf(term), other === undefined ? undefined : formOf(other));
    },
    countAll: async (request) => {
      await learn(request.terms);
      return request.terms.some((term) => known.get(term) != null) ? countForms(counter, request, formOf) : counter.countAll(request);
    },
  };
}

/** For each term that has simpler forms: the first that the source holds, null where that is the term itself or none. */
export async function heldForms(counter: HitCounter, terms: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const forms = new Map<string, readonly string[]>();
  for (const term of terms) {
    const simpler = isConjunction(term) ? [] : simplerForms(term);
    if (simpler.length > 0) forms.set(term, simpler);
  }
  const asked = [...new Set([...forms].flatMap(([term, simpler]) => [term, ...simpler]))];
  if (asked.length === 0) return new Map();
  const counts = await counter.countAll({ terms: asked, pairs: new Uint32Array(0) });
  const held = new Set(asked.filter((_, at) => counts.terms[at] > 0));
  return new Map(Array.from(forms, ([term, simpler]) => [term, held.has(term) ? null : (simpler.find((each) => held.has(each)) ?? null)]));
}

/** Terms that come to the same form are asked for once. */
async function countForms(counter: HitCounter, { terms, pairs }: CountRequest, formOf: (term: string) => string): Promise<Counts> {
  const places = new Map<string, number>();
  const placeOf = terms.map((term) => {
    const form = formOf(term);
    const place = places.get(form) ?? places.size;
    places.set(form, place);
    return place;
  });
  const counts = await counter.countAll({ terms: [...places.keys()], pairs: pairs.map((term) => placeOf[term]) });
  return {
    ...counts,
    terms: Float64Array.from(placeOf, (place) => counts.terms[place]),
    termFlags: Uint8Array.from(placeOf, (place, at) => {
      const term = terms[at];
      return counts.termFlags[place] | (formOf(term) === term ? 0 : CountFlag.simplerForm);
    }),
  };
}

/** Asked as often as one likes: a dictionary or a corpus, not a live source. */
export const isLocal = ({ source }: HitCounter): boolean => source.id === 'wordnet' || source.id.startsWith('corpus:');
