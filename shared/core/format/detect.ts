import type { Format } from './format.ts';
import { isRecords } from './json-rows.ts';
import { isWrittenByR } from './table/delimiter.ts';

/** Detects the format by name, then by content. `head`: first text of the file, decompressed. */
export function detectFormat(fileName: string, head: string): Format {
  const extension = /\.([a-z]+)(?:\.gz)?$/i.exec(fileName)?.[1]?.toLowerCase();
  const text = head.replace(/^\ufeff/, '').trimStart();
  if (extension === 'csv' || extension === 'tsv' || extension === 'tab') return 'csv';
  if (extension === 'fimi') return 'fimi';
  if (extension === 'spmf') return 'spmf';
  // A set in the wrong brackets is no JSON: the reader of text says so better.
  if (/^\{\s*(?:["}]|$)/.test(text)) return firstKnownKey(text) ?? (isRecords(text) ? 'records' : 'jsonl');
  // A JSON array is no format of ours: the reader of JSON Lines says so better than that of text.
  if (text.startsWith('[') && isRecords(text)) return 'records';
  if (/^\[\s*[[{"]/.test(text)) return 'jsonl';
  if (extension === 'jsonl' || extension === 'ndjson' || extension === 'json') return 'jsonl';
  return integers(text) ?? (isTabbed(text) || isWrittenByR(wholeLines(text)) ? 'csv' : 'text');
}

/** No item holds a tab, so lines that all have one are rows of a table. A last line that the head cuts off may have lost it. */
function isTabbed(text: string): boolean {
  const lines = linesOf(text);
  return lines.length > 1 && wholeLines(text).every((line) => line.includes('\t'));
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

/** Without the last, which the head may cut off. */
function wholeLines(text: string): string[] {
  const lines = linesOf(text);
  return lines.length > 2 ? lines.slice(0, -1) : lines;
}

/** Which of the keys that tell the two JSON forms apart comes first in the outermost object. */
function firstKnownKey(text: string): Format | null {
  const token = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g;
  let depth = 0;
  for (const [whole, key, colon] of text.matchAll(token)) {
    if (whole === '{' || whole === '[') depth += 1;
    else if (whole === '}' || whole === ']') depth -= 1;
    else if (depth === 1 && colon !== undefined) {
      if (key === 'clusters' || key === 'jointClusters') return 'clusters';
      if (key === 'items') return 'jsonl';
    }
    if (depth === 0) return null;
  }
  return null;
}

/** The first key of the outermost object of JSON: releases that are one value tell by it what they are. Null: the text is none. */
export const firstKey = (head: string): string | null => /^\ufeff?\s*\{\s*"((?:[^"\\]|\\.){0,100})"\s*:/.exec(head)?.[1] ?? null;

/** Lines of numbers only: SPMF where headers or the separators -1 and -2 say so. A last line that the head cuts off is numbers still. */
function integers(text: string): Format | null {
  const data = text.split(/\r?\n/).filter((line) => line !== '' && !/^[@#%]/.test(line));
  if (data.length === 0 || !data.every((line) => /^[\d\- \t]+$/.test(line))) return null;
  if (/^@(?:CONVERTED_FROM|ITEM=|NAME=|ATTRIBUTE)/m.test(text) || data.some((line) => /(?:^|\s)-[12](?:\s|$)/.test(line))) return 'spmf';
  return 'fimi';
}
