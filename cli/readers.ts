import { documentsOf, isJsonLines, jsonObject, readText } from '../shared/adapters/local/documents.ts';
import { fileBytes } from '../shared/adapters/local/file-bytes.ts';
import { WinkTagger } from '../shared/adapters/local/wink-tagger.ts';
import { wordnetNouns } from '../shared/adapters/local/wordnet-nouns.ts';
import { gunzip } from '../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../shared/adapters/tables/table-files.ts';
import type { Readers } from '../shared/kit/offers.ts';
import { codesNamed } from './codes/codes-here.ts';

/** How kinds read on this machine. `encoding`: of files that are not UTF-8. */
export const readersHere = (encoding?: string, note: Readers['note'] = () => {}): Readers => ({
  reading: { gunzip, tables: tableFiles, encoding },
  file: async (path) => ({ name: path, bytes: await fileBytes(path) }),
  text: (path) => readText(path),
  documents: documentsOf,
  isJsonLines,
  jsonObject,
  tagger: () => new WinkTagger(),
  nouns: wordnetNouns,
  codes: (named) => codesNamed(named)?.classes ?? null,
  note,
});
