import { pushEmbeddings, pushIndex, pushNouns } from '../../shared/adapters/aws/push-source.ts';
import { existingCorpus, existingVectors } from '../../shared/adapters/local/corpus-store.ts';
import { openEmbeddings } from '../../shared/adapters/local/embeddings/open-embeddings.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { openFileSource } from '../../shared/adapters/local/index-file.ts';
import { wordnetIndex } from '../../shared/adapters/local/wordnet.ts';
import { wordnetNounFiles } from '../../shared/adapters/local/wordnet-nouns.ts';
import { isNamedVectors, vectorsName } from '../../shared/contracts/sources.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { HEAD_BYTES } from '../../shared/corpus/corpus.ts';
import { embeddingsSpec } from '../../shared/pipeline/cloud/offer.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import { type Stack, s3Client } from './stack.ts';

/** Stores a source in the assets bucket under its version. Returns the key. */
export async function pushSource(stack: Stack, spec: string, progress?: Progress): Promise<string> {
  const client = s3Client();
  if (spec === 'wordnet') {
    const bytes = await wordnetIndex({ plurals: 'exact', segmenter: null });
    await pushNouns(client, stack.Assets, wordnetNounFiles());
    return (await pushIndex(client, stack.Assets, spec, { head: bytes, size: bytes.length, bytes })).key;
  }
  const [kind, name] = [spec.split(':', 1)[0], spec.slice(spec.indexOf(':') + 1)];
  if (spec === 'embeddings' || (kind === 'embeddings' && name !== ''))
    return pushVectors(stack, spec === 'embeddings' ? null : name, progress);
  if (kind !== 'corpus' || name === '' || spec === kind)
    throw new BadInput(`"${spec}" cannot be pushed; a source is wordnet, corpus:NAME, embeddings or embeddings:FILE`);
  const path = existingCorpus(name);
  return pushFile(path, (file) => pushIndex(client, stack.Assets, spec, file));
}

/** The optional package's vectors, a corpus's, or a file in GloVe's text format, as the pack that is also used at home. */
async function pushVectors(stack: Stack, given: string | null, progress: Progress | undefined): Promise<string> {
  const spec = embeddingsSpec(vectorsName(given ?? 'glove'));
  const file = given !== null && isNamedVectors(given) ? existingVectors(given.replace('corpus:', '')) : given;
  const vectors = await openEmbeddings({ ...(file === null ? {} : { file }), ...(progress === undefined ? {} : { progress }) });
  vectors.close();
  return pushFile(vectors.path, (pack) => pushEmbeddings(s3Client(), stack.Assets, spec, vectors.source.id, pack));
}

async function pushFile(
  path: string,
  push: (file: { head: Uint8Array; size: number; bytes: AsyncIterable<Uint8Array> }) => Promise<{ readonly key: string }>,
): Promise<string> {
  const file = openFileSource(path);
  try {
    const head = await file.read(0, Math.min(HEAD_BYTES, file.size));
    return (await push({ head, size: file.size, bytes: await fileBytes(path) })).key;
  } finally {
    file.close();
  }
}
