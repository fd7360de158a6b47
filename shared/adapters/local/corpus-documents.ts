import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { BadInput } from '../../core/model/bad-input.ts';
import { Bunzip2, type DocumentReader, jsonLines, mediawikiArticles, plainLines, pubmedCitations, wholeText } from '../../corpus/corpus.ts';
import { namedInfo } from './door.ts';
import { steadyBytes } from './file-bytes.ts';

export const FORMATS = ['wikipedia', 'pubmed', 'jsonl', 'lines', 'text'] as const;
export type DocumentFormat = (typeof FORMATS)[number];

const READERS: Readonly<Record<DocumentFormat, (file: string) => DocumentReader>> = {
  wikipedia: mediawikiArticles,
  pubmed: pubmedCitations,
  jsonl: jsonLines,
  lines: plainLines,
  text: wholeText,
};

const COMPRESSED = /\.(gz|bz2|zst)$/i;
const IN_FOLDER = /\.(txt|text|md|jsonl|ndjson|xml)(\.(gz|bz2|zst))?$/i;

interface CorpusFile {
  readonly path: string;
  readonly bytes: number;
  readonly isInFolder: boolean;
}

/** The file itself, or the document files in a folder and below it, sorted by path. */
export function corpusFiles(path: string): CorpusFile[] {
  const info = namedInfo(path);
  if (info === undefined) throw new BadInput('there is no such file or folder', { file: path });
  if (!info.isDirectory()) return [{ path, bytes: info.size, isInFolder: false }];
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && IN_FOLDER.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  if (files.length === 0) throw new BadInput('no .txt, .md, .jsonl or .xml file is in this folder', { file: path });
  return files.map((file) => ({ path: file, bytes: statSync(file).size, isInFolder: true }));
}

/** The documents of one file, in batches. `onBytes` gets the number of bytes read from the disk. */
export async function* documentsIn(
  { path, isInFolder }: CorpusFile,
  options: { readonly format?: DocumentFormat; readonly onBytes?: (bytes: number) => void } = {},
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let read = 0;
  const onBytes = (bytes: number): void => {
    read += bytes;
    options.onBytes?.(bytes);
  };
  let reader = options.format === undefined ? null : READERS[options.format](path);
  try {
    for await (const bytes of decompressed(path, onBytes)) {
      const text = decoder.decode(bytes, { stream: true });
      reader ??= READERS[formatOf(path, text, isInFolder)](path);
      yield reader.push(text);
    }
  } catch (error) {
    throw translated(error, path, read);
  }
  if (reader === null) return;
  yield reader.push(decoder.decode());
  yield reader.end();
}

/** All documents of a file, or of the files in a folder. */
export async function* documentsAt(path: string): AsyncGenerator<readonly string[]> {
  for (const file of corpusFiles(path)) yield* documentsIn(file);
}

/** By the file's name, and for XML by its first element. */
function formatOf(path: string, beginning: string, isInFolder: boolean): DocumentFormat {
  const name = path.replace(COMPRESSED, '').toLowerCase();
  if (beginning.includes('\0')) throw new BadInput('this is not text (it holds NUL bytes)', { file: path });
  if (/\.(jsonl|ndjson)$/.test(name)) return 'jsonl';
  if (name.endsWith('.xml')) {
    if (beginning.includes('<mediawiki')) return 'wikipedia';
    if (beginning.includes('<PubmedArticleSet')) return 'pubmed';
    throw new BadInput('this XML is neither a Wikipedia dump nor a PubMed file; give the documents as JSON Lines', { file: path });
  }
  return isInFolder ? 'text' : 'lines';
}

async function* decompressed(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const raw = Readable.from(counted(path, onBytes), { objectMode: false });
  const ending = COMPRESSED.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) yield* raw;
  else if (ending === 'bz2') yield* bunzipped(raw, path);
  else {
    const unpacked = ending === 'gz' ? createGunzip() : createZstdDecompress();
    raw.on('error', (error) => unpacked.destroy(error));
    yield* raw.pipe(unpacked);
  }
}

async function* counted(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of steadyBytes(path)) {
    onBytes(chunk.length);
    yield chunk;
  }
}

async function* bunzipped(raw: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  const decoder = new Bunzip2(path);
  for await (const chunk of raw) yield* decoder.push(chunk);
  yield* decoder.end();
}

function translated(error: unknown, path: string, read: number): unknown {
  if (error instanceof BadInput) return error;
  const code = String((error as NodeJS.ErrnoException).code);
  if (code === 'EACCES' || code === 'EPERM') return new BadInput('this file may not be read by you', { file: path }, { cause: error });
  if (/^(Z_|ZSTD_|ERR_BUFFER_TOO_LARGE)/.test(code)) {
    const message = `this file cannot be decompressed: it is cut off or damaged, somewhere in its first ${read} bytes`;
    return new BadInput(message, { file: path }, { cause: error });
  }
  return error;
}
