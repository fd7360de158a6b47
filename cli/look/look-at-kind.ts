import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import type { OpenedFile, ReleaseReadOptions } from '../../shared/app/read-release.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { grouped } from '../../shared/core/findings/figure-text.ts';
import type { Kind } from '../../shared/kinds/kind.ts';
import { KIND_OF, type KindName } from '../../shared/kinds/registry.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import type { Look } from './look-at.ts';

/** A release that holds no transactions is read as an audit reads it; what it is and how many it tells of is all that kinds have in common. */
export async function lookAtKind(
  name: KindName,
  file: OpenedFile,
  {
    why,
    original,
    reading,
    progress,
  }: {
    /** How it is told to be of this kind. */
    readonly why: string;
    readonly original: string | undefined;
    readonly reading: ReleaseReadOptions;
    readonly progress: Progress;
  },
): Promise<Look> {
  const kind: Kind = await KIND_OF[name].load();
  const request = auditRequest.parse({ release: file.name, kind: name, original });
  const beside = async (path: string) => ({ name: path, bytes: await fileBytes(path) });
  const given = await kind.open(
    { release: file, original: original === undefined ? null : await beside(original), reading, beside },
    request,
  );
  const audit = { work: memoryBlobStore(), request, labels: undefined, progress: { ...progress, end: () => {} } };
  const { transactions } = await kind.read(given, audit);
  return {
    kind: name,
    format: why,
    facts: [{ label: 'People', value: grouped(transactions) }],
    sets: [],
    first: [],
    warnings: [],
    remarks: [
      'It holds no transactions whose items could be shown here: unveil check says what it claims, unveil audit what it gives away.',
    ],
  };
}
