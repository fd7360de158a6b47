import { fileBytes } from '../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../shared/adapters/node/gunzip.ts';
import type { ParsedDisassociated } from '../shared/core/format/disassociated.ts';
import { readDisassociated } from '../shared/kinds/disassociated/read/read-disassociated.ts';

/** A disassociated release of this machine. */
export async function openDisassociated(file: string): Promise<ParsedDisassociated> {
  return readDisassociated({ name: file, bytes: await fileBytes(file) }, { gunzip });
}
