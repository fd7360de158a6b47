import { readFileSync } from 'node:fs';
import { documentsAt } from '../../shared/adapters/local/corpus-documents.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { wordnetNounList } from '../../shared/adapters/local/wordnet-noun-list.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { jsonTables } from '../../shared/app/audit/publish/json-tables.ts';
import { textsHeld } from '../../shared/app/audit/read/texts-held.ts';
import { type AuditIdentity, type AuditOutcome, type AuditPorts, runAudit } from '../../shared/app/audit/run-audit.ts';
import { readOriginal, readRelease } from '../../shared/app/read-release.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { portableRequest } from '../../shared/contracts/identity.ts';
import { type Digest, digestText, startDigest } from '../../shared/core/keys/digest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { auditDisassociated } from '../../shared/kinds/disassociated/audit-disassociated.ts';
import type { DisassociatedOutcome } from '../../shared/kinds/disassociated/publish/finish-disassociated.ts';
import { parseBytes } from '../../shared/kinds/disassociated/read/read-disassociated.ts';
import type { Progress } from '../../shared/ports/log.ts';
import { renderReport } from '../../shared/report/report.ts';
import { readHierarchy } from '../hierarchy-file.ts';
import { embeddingsOf, labelsOf, withConstraints } from './inputs.ts';
import type { LiveChoices } from './live-source.ts';
import { openResultsFolder } from './results-folder.ts';
import { openSources } from './sources.ts';

/** What an audit found, and where its results are. */
export type LocalAudit =
  | { readonly kind: 'set-generalised'; readonly outcome: AuditOutcome; readonly folder: string }
  | { readonly kind: 'disassociated'; readonly outcome: DisassociatedOutcome; readonly folder: string };

/** For scripts: live sources are asked without a word on any terminal. */
const SILENT: LiveChoices = {
  terminal: { out: { write: () => {} }, err: { write: () => {} } },
  dryRun: false,
  wait: false,
  env: process.env,
};

/** Runs an audit on files of this machine. Paths in the request are absolute or relative to the current folder. */
export async function auditFiles(
  asked: AuditRequest,
  options: { readonly name: string; readonly out: string; readonly progress: Progress; readonly live?: LiveChoices },
): Promise<LocalAudit> {
  const request = await withConstraints(asked);
  const releaseDigest = startDigest();
  const reading = { gunzip, tables: tableFiles, encoding: request.encoding };
  const opened = await readRelease(
    { name: request.release, bytes: hashed(await fileBytes(request.release), releaseDigest) },
    { ...reading, hierarchy: request.hierarchy === undefined ? undefined : await readHierarchy(request.hierarchy) },
  );
  const wrongKind = request.kind !== 'auto' && (request.kind === 'disassociated') !== (opened.kind === 'disassociated');
  if (wrongKind) throw new BadInput(`the request calls this release ${request.kind}; it is not`, { file: request.release });
  const originalDigest = startDigest();
  const original =
    request.original === undefined
      ? null
      : await readOriginal({ name: request.original, bytes: hashed(await fileBytes(request.original), originalDigest) }, reading);
  const labels = await labelsOf(request);
  const sources = await openSources(request, options.live ?? SILENT);
  const embeddings = await embeddingsOf(request);
  const folder = openResultsFolder(options.out);
  try {
    const identity = (): AuditIdentity => {
      const requestHash = digestText(JSON.stringify(portableRequest(request)));
      const releaseSha256 = releaseDigest.hex();
      const originalSha256 = original === null ? null : originalDigest.hex();
      const auditId = digestText([requestHash, releaseSha256, originalSha256 ?? ''].join('\n')).slice(0, 32);
      return { auditId, requestHash, releaseSha256, originalSha256, unveilVersion: VERSION };
    };
    const ports: AuditPorts = {
      work: folderBlobStore(folder.work),
      results: folderBlobStore(folder.draft),
      encoders: request.output.json ? [parquetTables, jsonTables] : [parquetTables],
      clock: { now: () => new Date() },
      progress: options.progress,
      render: renderReport,
    };
    const texts = request.texts === undefined ? undefined : await textsHeld(documentsAt(request.texts), sources.counters);
    const common = {
      request,
      name: options.name,
      original: original === null ? null : { name: request.original ?? '', ...original },
      sources: sources.counters,
      embeddings,
      ...(texts === undefined ? {} : { texts }),
      ...(labels === undefined ? {} : { labels }),
      identity,
    };
    if (opened.kind === 'disassociated') {
      const parsed = await parseBytes(opened.bytes, request.release);
      const outcome = await auditDisassociated({ ...common, parsed, nouns: wordnetNounList() }, ports);
      folder.publish();
      return { kind: 'disassociated', outcome, folder: folder.path };
    }
    const release = { name: request.release, transactions: opened.transactions, warnings: opened.warnings };
    const outcome = await runAudit({ ...common, release, ordered: opened.facts.ordered, live: sources.live }, ports);
    folder.publish();
    return { kind: 'set-generalised', outcome, folder: folder.path };
  } catch (error) {
    folder.discard();
    throw error;
  } finally {
    await sources.close();
    embeddings?.close();
  }
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, digest: Digest): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    digest.update(piece);
    yield piece;
  }
}

const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
