import type { Admission, DroppedObject } from '../../contracts/execution.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { parseBytes } from '../../kinds/disassociated/read/read-disassociated.ts';
import type { Gunzip } from '../../ports/gunzip.ts';
import { readLabels } from '../read-labels.ts';
import { readOriginal, readRelease } from '../read-release.ts';
import type { AuditFolder } from './audit-folder.ts';
import { readClustersStep } from './cluster-steps.ts';
import { readStep } from './steps.ts';

export interface DropPorts {
  readonly open: (object: DroppedObject) => AsyncIterable<Uint8Array>;
  readonly gunzip: Gunzip;
}

/** Opens the objects of a drop by the names that the user gave them, and reads them into the audit's folder. */
export async function readDrop(
  folder: AuditFolder,
  admitted: Admission,
  { open, gunzip }: DropPorts,
): Promise<{ readonly kind: string; readonly transactions: number }> {
  const file = (object: DroppedObject) => ({ name: object.key.split('/').at(-1) ?? object.key, bytes: open(object) });
  const release = file(admitted.release);
  const { kind, encoding } = await folder.request();
  const opened = await readRelease(release, { gunzip, encoding });
  if (kind !== 'auto' && (kind === 'disassociated') !== (opened.kind === 'disassociated'))
    throw new BadInput(`the request calls this release ${kind}; it is not`, { file: release.name });
  const originalFile = admitted.original === null ? null : file(admitted.original);
  const original = originalFile === null ? null : { name: originalFile.name, ...(await readOriginal(originalFile, { gunzip, encoding })) };
  const labels = admitted.labels === null ? null : await readLabels(file(admitted.labels), { gunzip, encoding });
  if (opened.kind === 'disassociated') {
    const parsed = await parseBytes(opened.bytes, release.name);
    return readClustersStep(folder, { parsed, original, labels });
  }
  return readStep(folder, {
    release: { name: release.name, transactions: opened.transactions, warnings: opened.warnings },
    ordered: opened.facts.ordered,
    original,
    labels,
  });
}
