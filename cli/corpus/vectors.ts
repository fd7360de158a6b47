import type { MadeVectors } from '../../shared/adapters/local/embeddings/corpus-vectors-file.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import { MEMORY, MOST_MEMORY, whole } from './build.ts';

/** Below it hardly any text fits beside what is made of it. */
const LEAST_MEMORY = 512;

/** Makes the vectors of corpora; loaded only when asked for. */
export async function vectorsOf(
  paths: readonly string[],
  to: string,
  memory: string | undefined,
  progress: Progress,
): Promise<MadeVectors> {
  const megabytes = whole(memory, '--memory', LEAST_MEMORY, MOST_MEMORY) ?? MEMORY;
  const { writeCorpusVectors } = await import('../../shared/adapters/local/embeddings/corpus-vectors-file.ts');
  return writeCorpusVectors(paths, to, { memory: megabytes, progress });
}
