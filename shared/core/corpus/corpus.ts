// All that the rest may use of corpora, as if they were a package of its own; scripts/import-table.ts lets nothing else through. Tests, benches
// and fuzzing look inside, to set a part against its slow twin.
//
// An index is built once from documents and answers how many pieces of text hold a term, and how many hold two terms:
//
//   const builder = new IndexBuilder({ ...options, runs });   // memory as asked for; runs: where sorted parts wait
//   for (const text of texts) builder.add(text);              // one document after the other
//   const head = builder.finish(sink);
//
//   const index = await CorpusIndex.open(source);             // reads its head and its words; all else when it is asked for
//   const counter = new TermCounter(index, options);
//   const counts = await counter.countAll({ terms, pairs });  // pairs: places of two terms, one after the other

/** Where an index is read from and written to. */
export { type ByteSink, type ByteSource, memorySource } from './byte-source.ts';
/** An index that is open: what it holds, and whether it is intact. */
export { CorpusIndex } from './corpus-index.ts';
/** Builds an index from documents. */
export { type BuildOptions, IndexBuilder, MOST_PIECE_WORDS, PIECE_WORDS } from './index-builder.ts';
/** What the first bytes of an index say, for who has no more of it. */
export { decodeHead, FORMAT_VERSION, HEAD_BYTES, type Head, hasMagic, type IndexMeta } from './index-format.ts';
/** Documents of texts that were compressed by bzip2. */
export { Bunzip2 } from './readers/bunzip2.ts';
/** Documents: what readers make of bytes. */
export type { DocumentReader } from './readers/document-reader.ts';
export { jsonLineDocuments as jsonLines, plainLines } from './readers/lines.ts';
export { mediawikiArticles } from './readers/mediawiki.ts';
export { pubmedCitations } from './readers/pubmed.ts';
export { wholeDocument as wholeText } from './readers/whole-text.ts';
/** Where a builder lays sorted parts down until they are merged. */
export type { RunStore } from './run-merge.ts';
/** The text of an open index as it ran. */
export { joinedTexts, type RunningText, runningText } from './running-text.ts';
/** Counts of terms and pairs in an open index. */
export { BACKED_OFF, TermCounter } from './term-counter.ts';
