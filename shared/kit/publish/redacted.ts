import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { ResultTable } from '../../contracts/table.ts';
import type { ColumnBlock, RowBlock, TableEncoder } from '../../ports/table-encoder.ts';

/** The encoders of an audit: where its request says so they write no item's text. */
export const encodersFor = (
  { output: { redact } }: Pick<AuditRequest, 'output'>,
  encoders: readonly TableEncoder[],
): readonly TableEncoder[] => (redact ? encoders.map(redacting) : encoders);

const redacting = (encoder: TableEncoder): TableEncoder => ({
  ...encoder,
  encode: (table, blocks) => encoder.encode(table, withoutItems(table, blocks)),
});

/** Replacement for items; empty cells stay empty. */
const REDACTED = 'redacted';

async function* withoutItems(table: ResultTable, blocks: Iterable<RowBlock> | AsyncIterable<RowBlock>): AsyncGenerator<RowBlock> {
  const hidden = new Set<string>(ITEM_COLUMNS[table.name] ?? []);
  for await (const { rows, columns } of blocks)
    yield { rows, columns: columns.map((column, at) => (hidden.has(table.columns[at]?.name ?? '') ? withoutTexts(column) : column)) };
}

const withoutTexts = ({ values }: ColumnBlock): ColumnBlock => ({
  values: values.map((value) => (Number.isNaN(value) ? value : 0)),
  texts: [REDACTED],
});

/** Columns of result tables with items, or with a hash that a list of likely items would reveal: `redact` leaves them out. Names of people stay. */
export const ITEM_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  breaches: ['item', 'covered'],
  decisions: ['item'],
  exposures: ['target', 'betrayed_by'],
  findings: ['reason', 'details'],
  groups: ['group_hash', 'members', 'betrayed_by', 'betrayed_member'],
  people: ['surest', 'betrayed_by'],
  placements: ['items', 'betrayed_by'],
  scores: ['item', 'context_item'],
};
