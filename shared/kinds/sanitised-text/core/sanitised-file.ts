import { columnOf, Fault } from '../../../core/format/fault.ts';
import { isItem, itemFault } from '../../../core/format/item.ts';
import { jsonRecord, textOfKey, valueOffset } from '../../../core/format/json-record.ts';
import { LineReader } from '../../../core/format/lines.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { type Hierarchy, itemHierarchy } from '../../../core/model/hierarchy.ts';

/** How texts were made safe to publish, and what the number that it promises is called. */
export const DEGREES = { 't-plausible': 't', 'k-safe': 'k', 'k-confusable': 'k' } as const;
type Sanitising = keyof typeof DEGREES;

/** A marked term that stands as it was; `as`: how it was written, where that differs. */
export interface KeptTerm {
  readonly term: string;
  readonly as?: string;
}

/** A marked term behind a node of the tree: all marks of one number in a text are one term. */
export interface Hidden {
  readonly mark: number;
  readonly node: string;
}

/** A marked term that was taken out. */
export interface Gap {
  readonly gap: true;
}

/** Words that are not marked are texts. */
export type TextPiece = string | KeptTerm | Hidden | Gap;

export interface SanitisedDocument {
  readonly id: string;
  readonly text: readonly TextPiece[];
}

export interface SanitisedTexts {
  readonly method: Sanitising;
  /** t, or k; null where the release claims none. */
  readonly degree: number | null;
  /** Children of each inner node, as the file has them; none but of t-plausible texts. */
  readonly children: readonly (readonly [node: string, children: readonly string[]])[];
  readonly documents: readonly SanitisedDocument[];
}

/** Original pieces of a text, with the terms. */
export interface OriginalDocument {
  readonly id: string;
  readonly text: readonly (string | KeptTerm)[];
  /** The entity or topic that it is about; null where that is not said. */
  readonly about: string | null;
}

type Row = Readonly<Record<string, unknown>>;

const WANTED = {
  header: 'the first line is {"sanitised":"t-plausible","t":100}, {"sanitised":"k-safe","k":2} or {"sanitised":"k-confusable","k":2}',
  node: 'a node of the tree is {"node":"drug","children":["aspirin","insulin"]}',
  document: 'a text is {"id":"1","text":["Takes ",{"mark":1,"node":"drug"}," for ",{"term":"headache","as":"headaches"},"."]}',
  original: 'a text of an original is {"id":"1","text":["Takes ",{"term":"aspirin","as":"Aspirin"},"."],"about":"migraine"}',
  piece: 'a piece of a text is words in quotes, {"term":"headache"}, {"mark":1,"node":"drug"} or {"gap":true}',
} as const;

export const isHidden = (piece: TextPiece): piece is Hidden => typeof piece !== 'string' && 'mark' in piece;
export const isKept = (piece: TextPiece): piece is KeptTerm => typeof piece !== 'string' && 'term' in piece;

/** The tree of a release; null where it has none. */
export const treeOf = (children: SanitisedTexts['children'], file?: string): Hierarchy | null =>
  children.length === 0 ? null : itemHierarchy(new Map(children), file);

/** Distinct unchanged terms of a text, in text order. */
export const keptTerms = (text: readonly TextPiece[]): readonly string[] => [...new Set(text.filter(isKept).map(({ term }) => term))];

/** The marks of a text with their nodes, in text order, each once. */
export function marksOf(text: readonly TextPiece[]): readonly Hidden[] {
  const marks = new Map<number, Hidden>();
  for (const piece of text) if (isHidden(piece) && !marks.has(piece.mark)) marks.set(piece.mark, piece);
  return [...marks.values()];
}

/** Reads a release line by line: header, nodes of its tree, texts. Throws BadInput with the place. */
class SanitisedReader {
  readonly #file: string;
  readonly #lines: LineReader;
  readonly #children: (readonly [string, readonly string[]])[] = [];
  readonly #nodes = new Set<string>();
  readonly #documents: SanitisedDocument[] = [];
  readonly #ids = new Set<string>();
  #header: { readonly method: Sanitising; readonly degree: number | null } | null = null;

  constructor(file: string) {
    this.#file = file;
    this.#lines = new LineReader(file);
  }

  push(bytes: Uint8Array): void {
    for (const line of this.#lines.push(bytes)) this.#take(line);
  }

  end(): SanitisedTexts {
    for (const line of this.#lines.end()) this.#take(line);
    if (this.#header === null) throw new BadInput(WANTED.header, { file: this.#file, line: 1 });
    if (this.#documents.length === 0) throw new BadInput(`there is no text; ${WANTED.document}`, { file: this.#file });
    treeOf(this.#children, this.#file);
    return { ...this.#header, children: this.#children, documents: this.#documents };
  }

  #take(line: string): void {
    placed(this.#file, this.#lines.line, line, () => {
      if (this.#header === null) this.#header = headerOf(line);
      else if (/^\s*\{\s*"node"/.test(line)) this.#node(line, this.#header.method);
      else this.#document(line, this.#header.method);
    });
  }

  #node(line: string, method: Sanitising): void {
    if (method !== 't-plausible') throw new Fault('only t-plausible texts have a tree', 0);
    if (this.#documents.length > 0) throw new Fault('the nodes of the tree stand before the texts', 0);
    const row = jsonRecord(line, new Set(['node', 'children']), WANTED.node);
    const node = textOfKey(line, row, 'node');
    const { children } = row;
    if (this.#nodes.has(node)) throw new Fault('this node stands on an earlier line too', valueOffset(line, 'node'));
    if (
      !Array.isArray(children) ||
      children.length === 0 ||
      !children.every((each) => typeof each === 'string' && itemFault(each) === null)
    )
      throw new Fault('"children" is a list of one or more names', valueOffset(line, 'children'));
    this.#nodes.add(node);
    this.#children.push([node, children]);
  }

  #document(line: string, method: Sanitising): void {
    const row = jsonRecord(line, new Set(['id', 'text']), WANTED.document);
    const id = newId(line, row, this.#ids);
    const text = piecesOf(line, row);
    const nodes = new Map<number, string>();
    for (const piece of text) {
      if (typeof piece === 'string') continue;
      const fault = this.#pieceFault(piece, method, nodes);
      if (fault !== null) throw new Fault(fault, valueOffset(line, 'text'));
    }
    this.#documents.push({ id, text });
  }

  #pieceFault(piece: Exclude<TextPiece, string>, method: Sanitising, nodes: Map<number, string>): string | null {
    if ('gap' in piece) return method === 't-plausible' ? 'a t-plausible text has no gaps; its terms stand behind nodes' : null;
    if (!('mark' in piece)) return null;
    if (method !== 't-plausible') return `a ${method} text has no marks; its terms stand as they are or are gaps`;
    if (!this.#nodes.has(piece.node)) return `mark ${piece.mark} has a node that is no inner node of the tree`;
    const before = nodes.get(piece.mark) ?? piece.node;
    nodes.set(piece.mark, piece.node);
    return before === piece.node ? null : `mark ${piece.mark} has two nodes in one text; all marks of a number are one term`;
  }
}

export async function readSanitised(file: string, bytes: AsyncIterable<Uint8Array>): Promise<SanitisedTexts> {
  const reader = new SanitisedReader(file);
  for await (const piece of bytes) reader.push(piece);
  return reader.end();
}

/** Original texts of a release, in any order. */
export async function readOriginalTexts(file: string, bytes: AsyncIterable<Uint8Array>): Promise<readonly OriginalDocument[]> {
  const documents: OriginalDocument[] = [];
  const ids = new Set<string>();
  const lines = new LineReader(file);
  const take = (line: string): void =>
    placed(file, lines.line, line, () => {
      const row = jsonRecord(line, new Set(['id', 'text', 'about']), WANTED.original);
      const id = newId(line, row, ids);
      const text = piecesOf(line, row);
      if (!text.every((piece) => typeof piece === 'string' || 'term' in piece))
        throw new Fault('an original has its terms, and neither marks nor gaps', valueOffset(line, 'text'));
      const about = row['about'] === undefined || row['about'] === null ? null : textOfKey(line, row, 'about');
      documents.push({ id, text: text as readonly (string | KeptTerm)[], about });
    });
  for await (const piece of bytes) for (const line of lines.push(piece)) take(line);
  for (const line of lines.end()) take(line);
  if (documents.length === 0) throw new BadInput(`there is no text; ${WANTED.original}`, { file });
  return documents;
}

/** A release as it is written, a line at a time. */
export function* writeSanitised({ method, degree, children, documents }: SanitisedTexts): Generator<string> {
  yield `${JSON.stringify({ sanitised: method, ...(degree === null ? {} : { [DEGREES[method]]: degree }) })}\n`;
  for (const [node, below] of children) yield `${JSON.stringify({ node, children: below })}\n`;
  for (const { id, text } of documents) yield `${JSON.stringify({ id, text })}\n`;
}

function placed(file: string, line: number, text: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new BadInput(error.message, { file, line, column: columnOf(text, error.offset) });
  }
}

function headerOf(line: string): { readonly method: Sanitising; readonly degree: number | null } {
  const row = jsonRecord(line, new Set(['sanitised', 't', 'k']), WANTED.header);
  const { sanitised } = row;
  if (typeof sanitised !== 'string' || !Object.hasOwn(DEGREES, sanitised)) throw new Fault(WANTED.header, valueOffset(line, 'sanitised'));
  const method = sanitised as Sanitising;
  const own = DEGREES[method];
  const other = own === 't' ? 'k' : 't';
  if (row[other] !== undefined) throw new Fault(`${method} texts claim "${own}", not "${other}"`, valueOffset(line, other));
  const degree = row[own] ?? null;
  if (degree !== null && !(Number.isSafeInteger(degree) && (degree as number) >= 2))
    throw new Fault(`"${own}" is a whole number, at least 2`, valueOffset(line, own));
  return { method, degree: degree as number | null };
}

function newId(line: string, row: Row, ids: Set<string>): string {
  const id = textOfKey(line, row, 'id');
  if (ids.has(id)) throw new Fault('this id stands on an earlier line too', valueOffset(line, 'id'));
  ids.add(id);
  return id;
}

function piecesOf(line: string, row: Row): readonly TextPiece[] {
  const { text } = row;
  if (!Array.isArray(text)) throw new Fault(`"text" is a list of pieces; ${WANTED.piece}`, valueOffset(line, 'text'));
  return text.map((piece, at) => {
    const read = pieceOf(piece);
    if (read === null) throw new Fault(`piece ${at + 1}: ${WANTED.piece}`, valueOffset(line, 'text'));
    return read;
  });
}

function pieceOf(value: unknown): TextPiece | null {
  if (typeof value === 'string') return value !== '' && value.isWellFormed() ? value : null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const row = value as Row;
  const keys = Object.keys(row).join(' ');
  const { term, as, mark, node, gap } = row;
  if (keys === 'gap') return gap === true ? { gap } : null;
  if (keys === 'mark node' || keys === 'node mark')
    return Number.isSafeInteger(mark) && (mark as number) >= 1 && isItem(node) ? { mark: mark as number, node } : null;
  if (keys === 'term') return isItem(term) ? { term } : null;
  if (keys === 'term as' || keys === 'as term')
    return isItem(term) && typeof as === 'string' && as !== '' && as.isWellFormed() ? { term, as } : null;
  return null;
}
