import { pushIndex } from '../../shared/adapters/aws/push-source.ts';
import { existingCorpus } from '../../shared/adapters/local/corpus-store.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { openFile } from '../../shared/adapters/local/index-file.ts';
import { wordnetIndex } from '../../shared/adapters/local/wordnet.ts';
import { HEAD_BYTES } from '../../shared/core/corpus/index-format.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Stack, s3Client } from './stack.ts';

/** Puts a source into the assets bucket under its version. Answers the key. */
export async function pushSource(stack: Stack, spec: string): Promise<string> {
  const client = s3Client();
  if (spec === 'wordnet') {
    const bytes = await wordnetIndex({ plurals: 'exact', segmenter: null });
    return (await pushIndex(client, stack.Assets, spec, { head: bytes, size: bytes.length, bytes })).key;
  }
  if (!spec.startsWith('corpus:')) throw new BadInput(`"${spec}" cannot be pushed; a source is wordnet or corpus:NAME`);
  const path = existingCorpus(spec.slice('corpus:'.length));
  const file = openFile(path);
  try {
    const head = await file.read(0, Math.min(HEAD_BYTES, file.size));
    return (await pushIndex(client, stack.Assets, spec, { head, size: file.size, bytes: await fileBytes(path) })).key;
  } finally {
    file.close();
  }
}
