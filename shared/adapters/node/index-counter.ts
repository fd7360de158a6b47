import type { Normalisation } from '../../core/text/tokens.ts';
import { type CorpusIndex, TermCounter } from '../../corpus/corpus.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { segmenterFor } from './segmenter.ts';

export function builtNormalisation({ meta: { plurals, lang } }: CorpusIndex): Normalisation {
  return { plurals, segmenter: lang === null ? null : segmenterFor(lang) };
}

/** Counts over an index, next to the counter that backs off to the words of a phrase that the index lacks: the calibrated attack uses it, in both homes. */
export function hitCounters(id: string, index: CorpusIndex, normalisation: Normalisation, memory?: number) {
  const counterOver = (backOff: boolean): HitCounter => {
    const counter = new TermCounter(index, { normalisation, backOff, ...(memory === undefined ? {} : { memory }) });
    return {
      source: { id, version: counter.version },
      size: async () => counter.size,
      count: (term, other) => counter.count(term, other),
      countAll: (request) => counter.countAll(request),
    };
  };
  return { exact: counterOver(false), backedOff: counterOver(true) };
}
