import { existingVectors } from '../../shared/adapters/local/corpus-store.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { isNamedVectors } from '../../shared/contracts/sources.ts';
import { readOriginal, type SourceFile } from '../../shared/kit/read/read-release.ts';
import { joinedEmbeddings } from '../../shared/kit/score/embed-items.ts';
import { readLabels } from '../../shared/pipeline/read/read-labels.ts';
import type { Embeddings } from '../../shared/ports/embeddings.ts';
import { CodeLabels, codesNamed } from '../codes/codes-here.ts';

/** A file that a request names. */
type Open = (path: string) => Promise<SourceFile>;
const named: Open = async (path) => ({ name: path, bytes: await fileBytes(path) });

/** The request with what its files of constraints hold in the place of their paths: its hash then depends on content alone. */
export async function withConstraints(request: AuditRequest, open = named): Promise<AuditRequest> {
  const { privacyConstraints, utilityConstraints, ...claim } = request.claim;
  return {
    ...request,
    claim: {
      ...claim,
      ...(privacyConstraints === undefined ? {} : { privacyConstraints: await itemsets(privacyConstraints, request.encoding, open) }),
      ...(utilityConstraints === undefined ? {} : { utilityConstraints: await itemsets(utilityConstraints, request.encoding, open) }),
    },
  };
}

/** One itemset a line, in any format of transactions. */
async function itemsets(given: string | string[][], encoding: string | undefined, open: Open): Promise<string[][]> {
  if (typeof given !== 'string') return given;
  const { transactions } = await readOriginal(await open(given), { gunzip, tables: tableFiles, encoding });
  const sets: string[][] = [];
  for await (const { items } of transactions) sets.push(items.filter((item) => typeof item === 'string'));
  return sets;
}

export async function labelsOf(
  { labels, encoding }: Pick<AuditRequest, 'labels' | 'encoding'>,
  open = named,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (labels === undefined) return undefined;
  const codes = codesNamed(labels);
  return codes !== null ? new CodeLabels(codes) : readLabels(await open(labels), { gunzip, encoding });
}

/** Loaded only when asked for: most audits need no vectors. */
export async function embeddingsOf({ embeddings }: Pick<AuditRequest, 'embeddings'>): Promise<(Embeddings & { close(): unknown }) | null> {
  if (embeddings === undefined) return null;
  const { openEmbeddings } = await import('../../shared/adapters/local/embeddings/open-embeddings.ts');
  if (!isNamedVectors(embeddings)) return openEmbeddings({ file: embeddings });
  const opened: Awaited<ReturnType<typeof openEmbeddings>>[] = [];
  const close = (): void => {
    for (const each of opened) each.close();
  };
  try {
    for (const name of embeddings.split('+'))
      opened.push(await openEmbeddings(name === 'glove' ? {} : { file: existingVectors(name.replace('corpus:', '')), kept: true }));
  } catch (error) {
    close();
    throw error;
  }
  const [only, ...others] = opened;
  return only !== undefined && others.length === 0 ? only : { ...joinedEmbeddings(opened), close };
}
