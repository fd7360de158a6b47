import type { Admission, DroppedObject, ReadAnswer } from '../../contracts/execution.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Gunzip } from '../../ports/gunzip.ts';
import type { Kinds } from '../audit/read/kind-of.ts';
import { readLabels } from '../read-labels.ts';
import { openFile } from '../read-release.ts';
import type { AuditFolder } from './audit-folder.ts';
import { readStep } from './steps.ts';

interface DropPorts {
  readonly open: (object: DroppedObject) => AsyncIterable<Uint8Array>;
  readonly gunzip: Gunzip;
  /** The audit's prefix in the work bucket. */
  readonly prefix: string;
}

/** Opens the objects of a drop by the names that the user gave them, and reads them into the audit's folder. */
export async function readDrop(
  folder: AuditFolder,
  kinds: Kinds,
  admitted: Admission,
  { open, gunzip, prefix }: DropPorts,
): Promise<ReadAnswer> {
  const file = (object: DroppedObject) => ({ name: object.key.split('/').at(-1) ?? object.key, bytes: open(object) });
  const { encoding } = await folder.request();
  const reading = { gunzip, encoding };
  const release = await openFile(file(admitted.release), reading);
  const original = admitted.original === null ? null : file(admitted.original);
  const labels = admitted.labels === null ? null : await readLabels(file(admitted.labels), reading);
  const beside = async (path: string) => {
    const object = admitted.beside[path];
    // Admission pinned all that the kind names.
    if (object === undefined) throw new BadInput('there is no such file in the drop', { file: path });
    return { name: path, bytes: open(object) };
  };
  return readStep(folder, kinds, { release, original, reading, beside }, labels, prefix);
}
