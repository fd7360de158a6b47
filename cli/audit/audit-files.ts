import { readFileSync } from 'node:fs';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { jsonTables } from '../../shared/app/audit/json-tables.ts';
import { type AuditOutcome, runAudit } from '../../shared/app/audit/run-audit.ts';
import { readOriginal, readRelease } from '../../shared/app/read-release.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { portableRequest } from '../../shared/contracts/identity.ts';
import { type Digest, digestText, startDigest } from '../../shared/core/keys/digest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Progress } from '../../shared/ports/log.ts';
import { renderReport } from '../../shared/report/report.ts';
import { embeddingsOf, labelsOf, withConstraints } from './inputs.ts';
import type { LiveChoices } from './live-source.ts';
import { openResultsFolder } from './results-folder.ts';
import { openSources } from './sources.ts';

export interface LocalAudit {
  readonly outcome: AuditOutcome;
  readonly folder: string;
}

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
  const opened = await readRelease({ name: request.release, bytes: hashed(await fileBytes(request.release), releaseDigest) }, { gunzip });
  if (opened.kind === 'disassociated') throw new BadInput('this is a disassociated release: not yet audited', { file: request.release });
  const originalDigest = startDigest();
  const original =
    request.original === undefined
      ? null
      : await readOriginal({ name: request.original, bytes: hashed(await fileBytes(request.original), originalDigest) }, { gunzip });
  const labels = await labelsOf(request);
  const sources = await openSources(request, options.live ?? SILENT);
  const embeddings = await embeddingsOf(request);
  const folder = openResultsFolder(options.out);
  try {
    const outcome = await runAudit(
      {
        request,
        name: options.name,
        release: { name: request.release, transactions: opened.transactions },
        ordered: opened.facts.ordered,
        original: original === null ? null : { name: request.original ?? '', transactions: original.transactions },
        sources: sources.counters,
        live: sources.live,
        embeddings,
        ...(labels === undefined ? {} : { labels }),
        identity() {
          const requestHash = digestText(JSON.stringify(portableRequest(request)));
          const releaseSha256 = releaseDigest.hex();
          const originalSha256 = original === null ? null : originalDigest.hex();
          const auditId = digestText([requestHash, releaseSha256, originalSha256 ?? ''].join('\n')).slice(0, 32);
          return { auditId, requestHash, releaseSha256, originalSha256, unveilVersion: VERSION };
        },
      },
      {
        work: folderBlobStore(folder.work),
        results: folderBlobStore(folder.draft),
        encoders: request.output.json ? [parquetTables, jsonTables] : [parquetTables],
        clock: { now: () => new Date() },
        progress: options.progress,
        render: renderReport,
      },
    );
    folder.publish();
    return { outcome, folder: folder.path };
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
