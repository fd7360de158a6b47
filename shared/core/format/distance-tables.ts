import type { DistanceTable } from '../attack/table.ts';
import { Fault } from './fault.ts';
import { type JsonNode, parseJsonTree, strictJson } from './json-tree.ts';

/** A distance as people write it: null is undefined, "never" a pair never together. */
export type WrittenDistance = number | null | 'never';

/**
 * The distance tables of one JSON text: `{"distances":[[0.5,null],["never",1]]}`, the rows alone, or an array of either. Other
 * keys are left alone. A text of another shape is read again with places.
 */
export function parseDistanceTables(text: string): DistanceTable[] {
  const tables = tablesOf(strictJson(text));
  return tables ?? explained(parseJsonTree(text));
}

export function tableOfRows(rows: unknown): DistanceTable | null {
  if (!isRows(rows)) return null;
  const columns = rows[0].length;
  const cells = new Float64Array(rows.length * columns);
  let at = 0;
  for (const row of rows) {
    if (!Array.isArray(row) || row.length !== columns || columns === 0) return null;
    for (const cell of row) {
      if (cell === null) cells[at] = Number.NaN;
      else if (cell === 'never') cells[at] = Number.POSITIVE_INFINITY;
      else if (typeof cell === 'number' && Number.isFinite(cell)) cells[at] = cell;
      else return null;
      at += 1;
    }
  }
  return { rows: rows.length, columns, cells };
}

const isRows = (value: unknown): value is unknown[][] => Array.isArray(value) && value.length > 0 && Array.isArray(value[0]);

/** Rows of an array of tables would be arrays of arrays of distances: one level deeper. */
const isTable = (value: unknown): boolean => !(isRows(value) && Array.isArray(value[0]?.[0]));

const distancesOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly distances?: unknown }).distances : value;

function tablesOf(value: unknown): DistanceTable[] | null {
  const written = Array.isArray(value) && !(isRows(value) && isTable(value)) ? value : [value];
  const tables = written.map((each) => tableOfRows(distancesOf(each)));
  return tables.length > 0 && tables.every((table) => table !== null) ? tables : null;
}

function explained(tree: JsonNode): never {
  const isArrayOfRows = (node: JsonNode): boolean =>
    node.elements?.[0]?.elements !== undefined && node.elements[0].elements[0]?.elements === undefined;
  if (tree.elements !== undefined && !isArrayOfRows(tree)) {
    if (tree.elements.length === 0) throw new Fault('no table: the array is empty', tree.at);
    for (const each of tree.elements) explainTable(each);
  } else {
    explainTable(tree);
  }
  throw new Fault('not a distance table', tree.at);
}

function explainTable(node: JsonNode): void {
  const distances = node.members?.find(({ key }) => key === 'distances');
  if (node.members !== undefined && distances === undefined)
    throw new Fault('a table is {"distances":[[...]]}; "distances" is missing', node.at);
  const rows = distances?.value ?? node;
  if (rows.elements === undefined) throw new Fault('the distances are an array of rows, [[0.5,null],[1.2,0.8]]', rows.at);
  if (rows.elements.length === 0) throw new Fault('the table is empty: it has no row', rows.at);
  const columns = rows.elements[0]?.elements?.length ?? 0;
  rows.elements.forEach((row, index) => {
    if (row.elements === undefined) throw new Fault(`row ${index} is not an array of distances`, row.at);
    for (const cell of row.elements) explainCell(cell);
    if (row.elements.length === 0) throw new Fault(`row ${index} is empty`, row.at);
    if (row.elements.length !== columns) {
      throw new Fault(`row ${index} has ${row.elements.length} distances, row 0 has ${columns}; write null for an undefined one`, row.at);
    }
  });
}

function explainCell(cell: JsonNode): void {
  if (cell.kind === 'number') {
    if (Number.isFinite(cell.number)) return;
    throw new Fault('a distance beyond the largest number', cell.at);
  }
  if (cell.kind === 'string' && cell.text === 'never') return;
  if (cell.literal === null) return;
  throw new Fault('a distance is a number, null (undefined) or "never" (never together)', cell.at);
}
