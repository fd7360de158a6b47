import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parquetMetadataAsync } from 'hyparquet';

/** The version of the table in a part; null if the file does not have it or cannot be read. Reads the footer only. */
export async function versionOf(file: string): Promise<number | null> {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const slice = (start: number, end = size): ArrayBuffer => {
      const bytes = new Uint8Array(end - start);
      readSync(descriptor, bytes, 0, bytes.length, start);
      return bytes.buffer;
    };
    const { key_value_metadata: said = [] } = await parquetMetadataAsync({ byteLength: size, slice });
    const version = said.find(({ key }) => key === 'unveil.version')?.value;
    return version === undefined ? null : Number(version);
  } catch {
    // The engine explains a damaged file.
    return null;
  } finally {
    closeSync(descriptor);
  }
}
