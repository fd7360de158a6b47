import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { BadInput } from '../../core/model/bad-input.ts';
import { namedInfo, readNamed } from './door.ts';
import { STANDARD_INPUT } from './file-bytes.ts';

interface Document {
  readonly id: string;
  readonly text: string;
  /** Its topic, if JSON Lines give one. */
  readonly about?: string;
}

/**
 * The documents of a folder (each text file in it and below it, by path) or of a file of JSON Lines `{"id","text"}`, plain, gzip or zstd. Can be called
 * again: the filter for repeated lines needs two passes. Only one file of a folder is in memory.
 */
export function* documentsOf(path: string): Generator<Document> {
  const info = path === STANDARD_INPUT ? null : namedInfo(path);
  if (info === undefined) throw new BadInput('there is no such file or folder', { file: path });
  if (info?.isDirectory() === true) yield* inFolder(path);
  else if (isJsonLines(path)) yield* inJsonLines(path);
  else yield { id: basename(path), text: prose(path) };
}

/** A text as one document. Tables and query logs are rejected: all their words would become one transaction. */
function prose(path: string): string {
  const text = readText(path);
  const first = text.slice(0, text.indexOf('\n') >>> 0).toLowerCase();
  if (/^(?:anonid|user_?id|user)\t.*\bquery\b|\bquery\b.*\t(?:anonid|user_?id|user)\b/.test(first))
    throw new BadInput('this begins as a log of queries; unveil extract --help has the option that reads one', { file: path, line: 1 });
  if (/\.(?:csv|tsv|tab)(?:\.gz|\.zst)?$/i.test(path))
    throw new BadInput('this is a table: unveil import reads it; texts in a column of it are given as JSON Lines {"id","text"}', {
      file: path,
    });
  return text;
}

/** By the file's name; for standard input by its beginning. */
export const isJsonLines = (path: string): boolean =>
  path === STANDARD_INPUT ? /^\ufeff?\s*\{/.test(readText(path)) : /\.(jsonl|ndjson)(\.gz|\.zst)?$/.test(path);

/** The text of a file, decompressed by the ending of its name, or of its copy `at`. BadInput with the line if it is not UTF-8. */
export function readText(path: string, at: string | null = null): string {
  const bytes = decompressed(path, at);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new BadInput(
      'this is not UTF-8 text; save it as UTF-8 (iconv -f LATIN1 -t UTF-8)',
      { file: path, line: badLine(bytes) },
      { cause: error },
    );
  }
}

/** Kept, because documents are read twice. */
let held: Uint8Array | null = null;
function standardInputAtOnce(): Uint8Array {
  held ??= readFileSync(0);
  return held;
}

function decompressed(path: string, at: string | null): Uint8Array {
  const bytes = at !== null ? readFileSync(at) : path === STANDARD_INPUT ? standardInputAtOnce() : readNamed(path);
  try {
    return path.endsWith('.gz') ? gunzipSync(bytes) : path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes;
  } catch (error) {
    throw new BadInput('this file cannot be decompressed: it is cut off or damaged', { file: path }, { cause: error });
  }
}

function badLine(bytes: Uint8Array): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, from);
    const stop = end === -1 ? bytes.length : end;
    // TextDecoder gives no position: the first line that is not UTF-8 is the place, since no character spans a line feed.
    if (new TextDecoder().decode(bytes.subarray(from, stop)).includes('\ufffd')) return line;
    from = stop + 1;
  }
  return line;
}

const TEXT_FILE = /\.(txt|text|md)(\.gz|\.zst)?$/i;

function* inFolder(folder: string): Generator<Document> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
  if (files.length === 0) throw new BadInput('no text file (.txt, .md) is in this folder', { file: folder });
  for (const file of files) yield { id: file.replace(TEXT_FILE, ''), text: readText(join(folder, file)) };
}

function* inJsonLines(path: string): Generator<Document> {
  for (const [at, line] of readText(path).split('\n').entries()) {
    if (line.trim() === '') continue;
    const { id, text, about } = jsonObject(line, path, at + 1);
    if (typeof text !== 'string') throw new BadInput('"text" is missing or is not a string', { file: path, line: at + 1 });
    const name = typeof id === 'string' || typeof id === 'number' ? String(id) : String(at + 1);
    yield typeof about === 'string' ? { id: name, text, about } : { id: name, text };
  }
}

export function jsonObject(line: string, file: string, at: number): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    throw new BadInput('this line is not JSON', { file, line: at }, { cause: error });
  }
  throw new BadInput('this line is not a JSON object', { file, line: at });
}
