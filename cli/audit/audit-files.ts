import { readFileSync } from 'node:fs';
import { documentsAt } from '../../shared/adapters/local/corpus-documents.ts';
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { wordnetNounList } from '../../shared/adapters/local/wordnet-noun-list.ts';
import { wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { csvTables } from '../../shared/app/audit/publish/csv-tables.ts';
import { jsonTables } from '../../shared/app/audit/publish/json-tables.ts';
import { type Kinds, kindOf } from '../../shared/app/audit/read/kind-of.ts';
import { textsHeld } from '../../shared/app/audit/read/texts-held.ts';
import { type AuditPorts, runAudit } from '../../shared/app/audit/run-audit.ts';
import { openFile, type SourceFile } from '../../shared/app/read-release.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { portableRequest } from '../../shared/contracts/identity.ts';
import { isNamedSource } from '../../shared/contracts/sources.ts';
import type { AttackFailed } from '../../shared/core/findings/failure.ts';
import { digestText } from '../../shared/core/keys/digest.ts';
import type { AuditIdentity, Kind, Outcome } from '../../shared/kinds/kind.ts';
import { KINDS, type KindName, type OutcomeOf } from '../../shared/kinds/registry.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import { renderReport } from '../../shared/report/report.ts';
import { CodeLabels } from '../codes/code-labels.ts';
import { readHierarchy } from '../hierarchy-file.ts';
import { type AuditWork, inResultsFolder } from './in-results-folder.ts';
import { embeddingsOf, labelsOf, withConstraints } from './inputs.ts';
import type { LiveChoices } from './live-source.ts';
import { copyOf } from './snapshot.ts';
import { openSources } from './sources.ts';

/** What an audit found, and where its results are. */
export type LocalAudit = {
  [Name in KindName]: { readonly kind: Name; readonly outcome: OutcomeOf<Name>; readonly folder: string };
}[KindName];

/** For scripts: live sources are asked without a word on any terminal. */
const SILENT: LiveChoices = {
  terminal: { out: { write: () => {} }, err: { write: () => {} } },
  dryRun: false,
  wait: false,
  env: process.env,
};

export interface AuditHome extends AuditCourse {
  readonly out: string;
}

/** Who follows an audit. */
export interface AuditCourse {
  readonly name: string;
  readonly progress: Progress;
  readonly live?: LiveChoices;
  /** Told of attacks that fail. */
  readonly failed?: AttackFailed;
}

/** Runs an audit on files of this machine. Paths in the request are absolute or relative to the current folder. */
export const auditFiles = async (asked: AuditRequest, options: AuditHome): Promise<LocalAudit> => {
  const { kind, ...found } = await auditFilesOf(KINDS, asked, options);
  return { kind: kind.name, ...found } as LocalAudit;
};

interface Found {
  readonly kind: Kind;
  readonly outcome: Outcome;
}

/** The same of a release that is of one of these kinds. */
export const auditFilesOf = (kinds: Kinds, asked: AuditRequest, options: AuditHome): Promise<Found & { readonly folder: string }> =>
  inResultsFolder(kinds, asked, options.out, async (work, { path }) => ({ ...(await computeAudit(kinds, work, options)), folder: path }));

/** Computes an audit from copies of its files alone, and writes its results; nothing else is read but sources, or written. */
export async function computeAudit(
  kinds: Kinds,
  { request: asked, files, work, results }: AuditWork,
  options: AuditCourse,
): Promise<Found> {
  const copy = async (path: string): Promise<SourceFile> => copyOf(files, path);
  const request = await withConstraints(asked, copy);
  const hierarchy =
    request.hierarchy === undefined ? undefined : await readHierarchy(request.hierarchy, copyOf(files, request.hierarchy).at);
  const reading = { gunzip, tables: tableFiles, encoding: request.encoding, hierarchy };
  const release = await openFile(await copy(request.release), reading);
  const kind = await kindOf(kinds, request, release);
  const original = request.original === undefined ? null : copyOf(files, request.original);
  const besides = new Map<string, string>();
  const beside = async (path: string): Promise<SourceFile> => {
    const file = copyOf(files, path);
    besides.set(path, file.sha256);
    return file;
  };
  const given = await kind.open({ release, original, reading, beside, nounGraph: wordnetNouns }, request);
  const labels = await labelsOf(request, copy);
  const sources = await openSources(request, options.live ?? SILENT);
  const embeddings = await embeddingsOf(request);
  try {
    const identity = (): AuditIdentity => {
      // A file or folder is known by its content: its name alone would call two corpora the same.
      const named = sources.counters.filter((_, at) => !isNamedSource(request.sources[at] ?? ''));
      const vectors = embeddings === null || request.embeddings === 'glove' ? [] : [embeddings];
      const codes = labels instanceof CodeLabels ? [labels.version] : [];
      const versions = [...[...named, ...vectors].map(({ source }) => source.version), ...codes];
      const requestHash = digestText([JSON.stringify(portableRequest(request)), ...versions].join('\n'));
      const releaseSha256 = copyOf(files, request.release).sha256;
      const originalSha256 = original?.sha256 ?? null;
      const auditId = digestText([requestHash, releaseSha256, originalSha256 ?? '', ...besides.values()].join('\n')).slice(0, 32);
      return { auditId, requestHash, releaseSha256, originalSha256, unveilVersion: VERSION };
    };
    const ports: AuditPorts = {
      work: folderBlobStore(work),
      results: folderBlobStore(results),
      encoders: [parquetTables, ...(request.output.json ? [jsonTables] : []), ...(request.output.csv ? [csvTables] : [])],
      clock: { now: () => new Date() },
      progress: options.progress,
      ...(options.failed === undefined ? {} : { failed: options.failed }),
      render: renderReport,
    };
    const texts = request.texts === undefined ? undefined : await textsHeld(documentsAt(request.texts), sources.counters);
    const known = { sources: sources.counters, live: sources.live, embeddings, nouns: wordnetNounList, texts };
    return { kind, outcome: await runAudit(kind, { request, name: options.name, given, labels, ...known, identity }, ports) };
  } finally {
    await sources.close();
    embeddings?.close();
  }
}

const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
