import type { Admission, DroppedObject } from '../../contracts/execution.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Gunzip } from '../../ports/gunzip.ts';
import { readLabels } from '../read-labels.ts';
import { readOriginal, readRelease } from '../read-release.ts';
import type { AuditFolder } from './audit-folder.ts';
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
  const opened = await readRelease(release, { gunzip });
  if (opened.kind === 'disassociated')
    throw new BadInput('disassociated releases are not audited in the cloud yet', { file: release.name });
  const original = admitted.original === null ? null : file(admitted.original);
  return readStep(folder, {
    release: { name: release.name, transactions: opened.transactions },
    ordered: opened.facts.ordered,
    original: original === null ? null : { name: original.name, transactions: (await readOriginal(original, { gunzip })).transactions },
    labels: admitted.labels === null ? null : await readLabels(file(admitted.labels), { gunzip }),
  });
}
