import type { TableFiles } from '../../ports/table-files.ts';

/** A library is loaded when a file of its kind is opened. */
export const tableFiles: TableFiles = {
  async *xlsx(name, bytes, options) {
    const { xlsxRows } = await import('./xlsx-rows.ts');
    yield* xlsxRows(name, bytes, options);
  },
  async *parquet(name, bytes) {
    const { parquetRows } = await import('./parquet-rows.ts');
    yield* parquetRows(name, bytes);
  },
};
