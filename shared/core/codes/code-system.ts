import { Fault } from '../format/fault.ts';

/** A class of a code system: a code, a category, a block or a chapter. */
export interface CodeClass {
  readonly code: string;
  readonly label: string;
  /** The class above; null of a top. */
  readonly parent: string | null;
}

/** Normalises a code for comparison: no dots, no dagger, asterisk or optional marks, no placeholder dashes. */
const plainCode = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[.\s]/g, '')
    .replace(/[-*+!†#]+$/, '');

/** The code as a system holds it, or the longest one that it begins with: a list may end above the codes in use. Null of what is no code of it. */
export function heldCode(item: string, holds: (code: string) => boolean): string | null {
  const code = plainCode(item);
  for (let length = code.length; length >= Math.min(3, code.length) && length > 0; length -= 1)
    if (holds(code.slice(0, length))) return code.slice(0, length);
  return null;
}

/** Chapters of ICD-10, by their first and last category: order files and lists of codes leave them out. */
const CHAPTERS: readonly (readonly [number: string, from: string, to: string, label: string])[] = [
  ['I', 'A00', 'B99', 'Infectious and parasitic diseases'],
  ['II', 'C00', 'D49', 'Neoplasms'],
  ['III', 'D50', 'D89', 'Diseases of the blood and the immune mechanism'],
  ['IV', 'E00', 'E90', 'Endocrine, nutritional and metabolic diseases'],
  ['V', 'F00', 'F99', 'Mental and behavioural disorders'],
  ['VI', 'G00', 'G99', 'Diseases of the nervous system'],
  ['VII', 'H00', 'H59', 'Diseases of the eye and adnexa'],
  ['VIII', 'H60', 'H95', 'Diseases of the ear and mastoid process'],
  ['IX', 'I00', 'I99', 'Diseases of the circulatory system'],
  ['X', 'J00', 'J99', 'Diseases of the respiratory system'],
  ['XI', 'K00', 'K95', 'Diseases of the digestive system'],
  ['XII', 'L00', 'L99', 'Diseases of the skin'],
  ['XIII', 'M00', 'M99', 'Diseases of the musculoskeletal system'],
  ['XIV', 'N00', 'N99', 'Diseases of the genitourinary system'],
  ['XV', 'O00', 'O9A', 'Pregnancy and childbirth'],
  ['XVI', 'P00', 'P96', 'Conditions of the perinatal period'],
  ['XVII', 'Q00', 'Q99', 'Congenital malformations'],
  ['XVIII', 'R00', 'R99', 'Symptoms and findings not classified elsewhere'],
  ['XIX', 'S00', 'T98', 'Injury and poisoning'],
  ['XX', 'V00', 'Y99', 'External causes'],
  ['XXI', 'Z00', 'Z99', 'Factors that influence health status'],
  ['XXII', 'U00', 'U99', 'Codes for special purposes'],
];

/** The classes of a list without chapters: a code stands under the longest code that begins it, a category under its chapter of ICD-10. */
function byPrefix(labels: ReadonlyMap<string, string>): CodeClass[] {
  const classes: CodeClass[] = [];
  const used = new Set<string>();
  for (const [code, label] of labels) {
    let parent: string | null = null;
    for (let length = code.length - 1; length >= 3 && parent === null; length -= 1)
      if (labels.has(code.slice(0, length))) parent = code.slice(0, length);
    if (parent === null) {
      const category = code.slice(0, 3);
      const chapter = CHAPTERS.find(([, from, to]) => category >= from && category <= to);
      if (chapter !== undefined) used.add(chapter[0]);
      parent = chapter === undefined ? null : chapter[0];
    }
    classes.push({ code, label, parent });
  }
  return [...CHAPTERS.filter(([number]) => used.has(number)).map(([code, , , label]) => ({ code, label, parent: null })), ...classes];
}

/** How a distribution is written; null of a file that is none. */
export function codeFormatOf(head: string): 'order file' | 'ClaML' | 'BfArM' | 'list' | null {
  if (/<ClaML\b/.test(head)) return 'ClaML';
  const lines = head
    .split(/\r?\n/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  const all = (form: RegExp): boolean => lines.length > 0 && lines.every((line) => form.test(line));
  if (all(/^\d{5} [A-Z0-9]{3,7} +[01] /)) return 'order file';
  if (all(/^[345];[TN];[XS];/) || all(/^\d{1,2};[^;]+$/) || all(/^[A-Z]\d\d;[A-Z]\d\d;\d{1,2};[^;]+$/)) return 'BfArM';
  return all(/^"?[A-Z]\d[0-9A-Z][0-9A-Z.]{0,5}"?(?: {1,}|[,;\t]).+$/) ? 'list' : null;
}

/** Reads the files of one distribution, in any order. Throws a Fault for a line that is not of its format. */
export function readCodeClasses(
  files: readonly { readonly text: string; readonly format: NonNullable<ReturnType<typeof codeFormatOf>> }[],
): CodeClass[] {
  const labels = new Map<string, string>();
  const classes: CodeClass[] = [];
  const bfarm: string[][] = [];
  for (const { text, format } of files) {
    if (format === 'ClaML') classes.push(...fromClaml(text));
    else if (format === 'BfArM') bfarm.push(...linesOf(text).map((line) => line.split(';')));
    else for (const line of linesOf(text)) labels.set(...(format === 'order file' ? orderLine(line) : listLine(line)));
  }
  return [...classes, ...fromBfarm(bfarm), ...byPrefix(labels)];
}

const linesOf = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');

/** `00002 A000    1 Cholera due to ...    Cholera due to ...`: number, code, whether it is billed, short and long title. */
function orderLine(line: string): [string, string] {
  const [, code, short = '', long = ''] = /^\d{5} ([A-Z0-9]{3,7}) +[01] (.{0,60})(.*)$/.exec(line) ?? [];
  if (code === undefined) throw new Fault('no line of an order file: number, code, 0 or 1, titles', 0);
  return [code, long.trim() === '' ? short.trim() : long.trim()];
}

function listLine(line: string): [string, string] {
  const [, code, label] = /^"?([A-Z]\d[0-9A-Z][0-9A-Z.]{0,5})"?(?: +|[,;\t])\s*(.+?)\s*$/.exec(line) ?? [];
  if (code === undefined || label === undefined) throw new Fault('no line of a list of codes: code, separator, title', 0);
  return [plainCode(code), label.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')];
}

/** The metadata of the BfArM: chapters (`01;title`), blocks (`A00;A09;01;title`) and codes of 9 fields and more. */
function fromBfarm(rows: readonly (readonly string[])[]): CodeClass[] {
  const classes: CodeClass[] = [];
  for (const row of rows) {
    if (row.length === 2) classes.push({ code: `chapter ${Number(row[0])}`, label: row[1], parent: null });
    else if (row.length === 4) classes.push({ code: `${row[0]}-${row[1]}`, label: row[3], parent: `chapter ${Number(row[2])}` });
  }
  const blocks = new Map(classes.flatMap(({ code }) => (code.startsWith('chapter') ? [] : [[code.slice(0, 3), code] as const])));
  const chapters = new Set(classes.map(({ code }) => code));
  const coded = rows.filter((row) => row.length > 8);
  const codes = new Set(coded.map((row) => plainCode(row[6])));
  for (const row of coded) {
    const code = plainCode(row[6]);
    const shorter = Array.from({ length: Math.max(0, code.length - 3) }, (_, cut) => code.slice(0, code.length - 1 - cut)).find((each) =>
      codes.has(each),
    );
    const chapter = `chapter ${Number(row[3])}`;
    if (shorter === undefined && !blocks.has(row[4]) && !chapters.has(chapter)) {
      chapters.add(chapter);
      classes.push({ code: chapter, label: `Chapter ${Number(row[3])}`, parent: null });
    }
    classes.push({ code, label: row[8], parent: shorter ?? blocks.get(row[4]) ?? chapter });
  }
  return classes;
}

/** Classes of ClaML, with the title that is preferred. */
function fromClaml(text: string): CodeClass[] {
  const classes: CodeClass[] = [];
  for (const [, attributes = '', body = ''] of text.matchAll(/<Class\b([^>]*)>([\s\S]*?)<\/Class>/g)) {
    const code = /\bcode="([^"]*)"/.exec(attributes)?.[1];
    const label = /<Rubric\b[^>]*kind="preferred(?:Long)?"[^>]*>\s*<Label\b[^>]*>([\s\S]*?)<\/Label>/.exec(body)?.[1];
    if (code === undefined || label === undefined) continue;
    const parent = /<SuperClass\b[^>]*\bcode="([^"]*)"/.exec(body)?.[1] ?? null;
    const kind = /\bkind="([^"]*)"/.exec(attributes)?.[1];
    const own = (each: string): string => (/^[A-Z]\d\d-[A-Z]\d\d$|^[IVX]+$/.test(each) ? each : plainCode(each));
    classes.push({
      code: kind === 'category' ? plainCode(code) : code,
      label: unescaped(label),
      parent: parent === null ? null : own(parent),
    });
  }
  return classes;
}

const unescaped = (label: string): string =>
  label
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
