import { corpusFiles } from '../../shared/adapters/local/corpus-documents.ts';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { isLive } from '../../shared/contracts/sources.ts';
import { digestText } from '../../shared/core/keys/digest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import type { AuditIdentity } from '../../shared/kit/kind.ts';
import type { Kinds } from '../../shared/pipeline/audit/kind-of.ts';
import { filesOf, identityOf, liveVersionOf, namedInTurn } from '../../shared/pipeline/identity/audit-identity.ts';
import { CodeLabels, codesNamed } from '../codes/codes-here.ts';
import { fileDigest, readTextFile } from '../read-files.ts';
import { embeddingsOf, withConstraints } from './inputs.ts';
import { VERSION } from './version.ts';

interface Here {
  text(path: string): Promise<string>;
  sha256(path: string): Promise<string>;
  /** Of a source that is not live. */
  sourceVersion(spec: string): Promise<string>;
  vectorsVersion(spec: string): Promise<string>;
}

export async function identityHere(request: AuditRequest, kinds: Kinds, here: Here): Promise<AuditIdentity> {
  const { sources, embeddings, texts, passages } = request;
  const now = new Date();
  const inTurn = await namedInTurn(request, kinds, here.text);
  const digests = new Map<string, string>();
  for (const path of [...filesOf(request), ...inTurn]) {
    const codes = path === request.labels ? codesNamed(path) : null;
    digests.set(
      path,
      path === texts || path === passages
        ? await textsDigest(path)
        : codes === null
          ? await here.sha256(path)
          : new CodeLabels(codes).version,
    );
  }
  const digestOf = (path: string): string => digests.get(path) as string;
  return identityOf({
    request,
    digestOf,
    inTurn: inTurn.map(digestOf),
    sources: await Promise.all(sources.map((spec) => (isLive(spec) ? liveVersionOf(spec, now) : here.sourceVersion(spec)))),
    vectors: embeddings === undefined ? null : await here.vectorsVersion(embeddings),
    unveilVersion: VERSION,
  });
}

/** Of a file or a folder of texts, whatever its files are called. */
async function textsDigest(path: string): Promise<string> {
  const digests: string[] = [];
  for (const file of corpusFiles(path)) digests.push(await fileDigest(file.path));
  return digestText(digests.toSorted().join('\n'));
}

/** Identities of audits that have not run: a file or source that several name is read once. */
export class PlannedIdentities {
  readonly #known = new Map<string, Promise<string>>();

  /** Null if something is wrong with the request or its files: the audit itself says what. */
  async of(asked: AuditRequest): Promise<string | null> {
    try {
      const request = await withConstraints(asked);
      const { auditId } = await identityHere(request, KINDS, {
        text: async (path) => readTextFile(path),
        sha256: (path) => this.#once(`file ${path}`, () => fileDigest(path)),
        sourceVersion: (spec) => this.#once(`source ${spec}`, () => versionOf(openSource(spec))),
        vectorsVersion: (spec) => this.#once(`vectors ${spec}`, () => versionOf(embeddingsOf({ embeddings: spec }))),
      });
      return auditId;
    } catch (error) {
      if (error instanceof BadInput) return null;
      throw error;
    }
  }

  #once(key: string, make: () => Promise<string>): Promise<string> {
    const known = this.#known.get(key) ?? make();
    this.#known.set(key, known);
    return known;
  }
}

async function versionOf(opening: Promise<{ readonly source: { readonly version: string }; close(): unknown } | null>): Promise<string> {
  const opened = await opening;
  await opened?.close();
  return opened?.source.version ?? '';
}
