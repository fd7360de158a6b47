import { columnOf, Fault } from '../../../core/format/fault.ts';
import { degreeIn, jsonRecord, textAt, valueOffset } from '../../../core/format/json-record.ts';
import { LineReader } from '../../../core/format/lines.ts';
import { textOf } from '../../../core/format/table/cells.ts';
import { DelimitedReader } from '../../../core/format/table/delimited.ts';
import { headerDelimiter } from '../../../core/format/table/delimiter.ts';
import { edgeEnds } from '../../../core/format/table/names.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { type DroppedEdges, type Graph, graphOf } from './graph.ts';

// JSON Lines: {"graph":"undirected"} first, then {"edge":["a","b"]} and {"node":"a","attribute":"teacher"}. Or an edge a line, two names.

export interface GraphFile {
  readonly graph: Graph;
  readonly dropped: DroppedEdges;
  /** By node, where any node has one. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Of an original: what a node is called in the release, where that is another name. */
  readonly as: ReadonlyMap<string, string>;
  readonly method: 'k-degree' | null;
  readonly k: number | null;
}

const HEADER = new Set(['graph', 'method', 'k']);
const LINE = new Set(['edge', 'node', 'attribute', 'as']);
const WANTED_HEADER = 'the first line is {"graph":"undirected"}';
const WANTED_LINE = 'a line is {"edge":["a","b"]} or {"node":"a"}, with "attribute" or "as" where there is one';
const WANTED_PAIR =
  'a line of an edge list is two names with a comma, a semicolon, a tab or spaces between them, and on every line as many numbers after them, or on none';

/** Reads a graph from its bytes; everything that is wrong is a BadInput with its line. */
export class GraphReader {
  readonly #file: string;
  readonly #lines: LineReader;
  #form: 'unknown' | 'json' | 'list' = 'unknown';
  #method: GraphFile['method'] = null;
  #k: number | null = null;
  /** Of a list with more columns than two: where the names stand. */
  #columns: EdgeColumns | null = null;
  /** Further columns of an edge: a weight, a time, networkx data. */
  #more: number | null = null;
  readonly #edges: [string, string][] = [];
  readonly #nodes = new Set<string>();
  readonly #attributes = new Map<string, string>();
  readonly #as = new Map<string, string>();

  constructor(file: string) {
    this.#file = file;
    this.#lines = new LineReader(file);
  }

  push(piece: Uint8Array): void {
    for (const line of this.#lines.push(piece)) this.#line(line);
  }

  end(): GraphFile {
    for (const line of this.#lines.end()) this.#line(line);
    this.#columns?.reader.end();
    if (this.#form === 'list' && namesColumns(this.#edges)) this.#edges.shift();
    if (this.#edges.length === 0)
      throw new BadInput(`this graph has no edge; ${WANTED_LINE}`, { file: this.#file, line: this.#lines.line });
    const { graph, dropped } = graphOf(this.#edges, [...this.#nodes]);
    const known = new Set(graph.names);
    const names = new Set(graph.names.map((name) => this.#as.get(name) ?? name));
    if (names.size < known.size)
      throw new BadInput('two nodes have the same "as": each has a name of its own in the release', { file: this.#file });
    return { graph, dropped, attributes: this.#attributes, as: this.#as, method: this.#method, k: this.#k };
  }

  #line(line: string): void {
    try {
      if (this.#form === 'unknown') this.#first(line);
      else if (this.#form === 'list') this.#pair(line);
      else this.#record(line);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new BadInput(error.message, { file: this.#file, line: this.#lines.line, column: columnOf(line, error.offset) });
    }
  }

  #first(line: string): void {
    if (!line.trimStart().startsWith('{')) {
      this.#form = 'list';
      this.#pair(line);
      return;
    }
    this.#form = 'json';
    const { graph, method = null, k = null } = jsonRecord(line, HEADER, WANTED_HEADER);
    if (graph !== 'undirected') throw new Fault(WANTED_HEADER, valueOffset(line, 'graph'));
    if (method !== null && method !== 'k-degree') throw new Fault('"method" is k-degree', valueOffset(line, 'method'));
    this.#method = method;
    this.#k = degreeIn(line, k);
  }

  #record(line: string): void {
    const record = jsonRecord(line, LINE, WANTED_LINE);
    const { edge, node } = record;
    if ((edge === undefined) === (node === undefined) || (edge !== undefined && Object.keys(record).length > 1))
      throw new Fault(WANTED_LINE, 0);
    if (edge !== undefined) {
      if (!Array.isArray(edge) || edge.length !== 2) throw new Fault('"edge" is a list of two nodes', valueOffset(line, 'edge'));
      this.#edges.push([textAt(line, 'edge', edge[0]), textAt(line, 'edge', edge[1])]);
      return;
    }
    const name = textAt(line, 'node', node);
    if (this.#nodes.has(name)) throw new Fault('this node stands on an earlier line too', valueOffset(line, 'node'));
    this.#nodes.add(name);
    if ('attribute' in record) this.#attributes.set(name, textAt(line, 'attribute', record['attribute']));
    if ('as' in record) this.#as.set(name, textAt(line, 'as', record['as']));
  }

  #pair(line: string): void {
    // Comment lines in edge lists of other tools.
    if (/^[#%]/.test(line)) return;
    if (this.#edges.length === 0 && this.#columns === null) {
      this.#columns = columnsOf(this.#file, line);
      if (this.#columns !== null) return;
    }
    if (this.#columns !== null) {
      const row = this.#columns.reader.row(line, this.#lines.line);
      if (row === null) return;
      const ends = this.#columns.at.map((at) => textOf(row.cells[at]));
      if (ends.includes('')) throw new Fault('this line has no name where the first line says that one stands', 0);
      this.#edges.push(ends as [string, string]);
      return;
    }
    const names = line.split(/\s*[,;\t]\s*|\s+/).filter((name) => name !== '');
    const [one, other, ...more] = names
      .join(' ')
      .replace(/ \{.*\}$/, '')
      .split(' ');
    // The lengths of lists of neighbours differ from line to line.
    this.#more ??= more.length;
    if (one === undefined || other === undefined || more.length !== this.#more || !more.every(isMeasure)) throw new Fault(WANTED_PAIR, 0);
    this.#edges.push([one, other]);
  }
}

const isNumber = (name: string): boolean => /^\d+$/.test(name);

const isMeasure = (text: string): boolean => /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text);

interface EdgeColumns {
  readonly reader: DelimitedReader;
  readonly at: readonly [number, number];
}

/** A header with more than two columns, as Gephi writes: Source,Target,Type,Weight. Other columns are ignored. */
function columnsOf(file: string, line: string): EdgeColumns | null {
  const reader = new DelimitedReader(file, headerDelimiter([line]));
  const names = reader.row(line, 1)?.cells.map(textOf) ?? [];
  const at = edgeEnds(names);
  return names.length > 2 && at !== null ? { reader, at } : null;
}

/** The first line names columns: words above numbers, or what such columns are called, and no other line has it. */
function namesColumns([first, ...others]: readonly (readonly [string, string])[]): boolean {
  if (first === undefined || others.length === 0 || first.some(isNumber)) return false;
  if (others.every((edge) => edge.every(isNumber))) return true;
  return (
    edgeEnds(first.map((name) => name.replaceAll('"', ''))) !== null && !others.some((edge) => edge.some((name) => first.includes(name)))
  );
}
