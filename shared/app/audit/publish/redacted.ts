import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { ITEM_COLUMNS } from '../../../contracts/item-columns.ts';
import type { ResultTable } from '../../../contracts/table.ts';
import type { ColumnBlock, RowBlock, TableEncoder } from '../../../ports/table-encoder.ts';

/** The encoders of an audit: where its request says so they write no item's text. */
export const encodersFor = (
  { output: { redact } }: Pick<AuditRequest, 'output'>,
  encoders: readonly TableEncoder[],
): readonly TableEncoder[] => (redact ? encoders.map(redacting) : encoders);

const redacting = (encoder: TableEncoder): TableEncoder => ({
  ...encoder,
  encode: (table, blocks) => encoder.encode(table, withoutItems(table, blocks)),
});

/** What stands in the place of an item; an empty cell stays empty. */
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
