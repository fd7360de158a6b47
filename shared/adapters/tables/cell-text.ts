/** A value of a workbook or a Parquet file, as text in a CSV. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/\.000Z$/, 'Z');
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value).trim();
  return typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
