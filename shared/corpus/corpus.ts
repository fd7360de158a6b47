// The interface of corpus, used like a package: scripts/import-table.ts forbids imports of its other files. Tests and benches are exempt,
// since they compare single parts with slow twins.
//
// An index is built once from documents and answers how many pieces of text hold a term, and how many hold two terms:
//
//   const builder = new IndexBuilder({ ...options, runs });   // runs: temporary storage for sorted runs
//   for (const text of texts) builder.add(text);
//   const head = builder.finish(sink);
//
//   const index = await CorpusIndex.open(source);
//   const counter = new TermCounter(index, options);
//   const counts = await counter.countAll({ terms, pairs });  // pairs: two positions in `terms` for each pair

export { type ByteSink, type ByteSource, memorySource, onceRead, type Soon } from './byte-source.ts';
export { CorpusIndex } from './corpus-index.ts';
export { type BuildOptions, IndexBuilder, MOST_PIECE_WORDS, PIECE_WORDS } from './index-builder.ts';
export { decodeHead, FORMAT_VERSION, HEAD_BYTES, type Head, hasMagic, type IndexMeta } from './index-format.ts';
export { Bunzip2 } from './readers/bunzip2.ts';
export { type DocumentReader, wholeDocument as wholeText } from './readers/document-reader.ts';
export { jsonLineDocuments as jsonLines, plainLines } from './readers/lines.ts';
export { mediawikiArticles } from './readers/mediawiki.ts';
export { pubmedCitations } from './readers/pubmed.ts';
export type { RunStore } from './run-merge.ts';
export { joinedTexts, type RunningText, runningText } from './running-text.ts';
export { BACKED_OFF, TermCounter } from './term-counter.ts';
