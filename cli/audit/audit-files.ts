import { readFile } from 'node:fs/promises';
import { documentsAt } from '../../shared/adapters/local/corpus-documents.ts';
import { folderBlobStore } from '../../shared/adapters/local/folder-blob-store.ts';
import { wordnetNounList, wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import type { AttackFailed } from '../../shared/core/verdict/failure.ts';
import { KINDS, type KindName, type OutcomeOf } from '../../shared/kinds/registry.ts';
import type { AuditPorts, Kind, Outcome } from '../../shared/kit/kind.ts';
import { textsHeld } from '../../shared/kit/publish/texts-held.ts';
import { openFile, type SourceFile } from '../../shared/kit/read/read-release.ts';
import { type Kinds, kindOf } from '../../shared/pipeline/audit/kind-of.ts';
import { runAudit } from '../../shared/pipeline/audit/run-audit.ts';
import { csvTables, jsonTables } from '../../shared/pipeline/text-tables.ts';
import type { Progress } from '../../shared/ports/progress.ts';
import { renderReport } from '../../shared/report/report.ts';
import { readHierarchy } from '../read-files.ts';
import { identityHere } from './identity-here.ts';
import { embeddingsOf, labelsOf, withConstraints } from './inputs.ts';
import type { OpenLanguageModel } from './language-model.ts';
import type { LiveChoices } from './live-source.ts';
import { type AuditWork, inResultsFolder } from './results-folder.ts';
import { copyOf } from './snapshot.ts';
import { openSources } from './sources.ts';

export type LocalAudit = {
  [Name in KindName]: { readonly kind: Name; readonly outcome: OutcomeOf<Name>; readonly folder: string };
}[KindName];

/** For scripts: live sources print nothing. */
const silent = (): LiveChoices => ({
  terminal: { out: { write: () => {} }, err: { write: () => {} } },
  dryRun: false,
  wait: false,
  env: process.env,
});

export interface AuditHome extends AuditCourse {
  readonly out: string;
}

export interface AuditCourse {
  readonly name: string;
  readonly progress: Progress;
  readonly live?: LiveChoices;
  /** Called for each attack that fails. */
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

export const auditFilesOf = (kinds: Kinds, asked: AuditRequest, options: AuditHome): Promise<Found & { readonly folder: string }> =>
  inResultsFolder(kinds, asked, options.out, async (work, { path }) => ({ ...(await computeAudit(kinds, work, options)), folder: path }));

/** Reads only copies of files, sources and texts; writes only results. */
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
  const given = await kind.open({ release, original, reading, beside: copy, nounGraph: wordnetNouns }, request);
  const labels = await labelsOf(request, copy);
  const live = options.live ?? silent();
  const sources = await openSources(request, live);
  const embeddings = await embeddingsOf(request);
  let judge: OpenLanguageModel | null = null;
  try {
    judge = await openModel(request, live);
    const identity = await identityHere(request, kinds, {
      text: (path) => readFile(copyOf(files, path).at, 'utf8'),
      sha256: async (path) => copyOf(files, path).sha256,
      sourceVersion: async (spec) => sources.counters[request.sources.indexOf(spec)].source.version,
      vectorsVersion: async () => embeddings?.source.version ?? '',
    });
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
    const known = {
      sources: sources.counters,
      live: sources.live,
      embeddings,
      judge,
      nouns: wordnetNounList,
      nounGraph: wordnetNouns,
      texts,
    };
    return {
      kind,
      outcome: await runAudit(kind, { request, name: options.name, given, labels, ...known, identity: () => identity }, ports),
    };
  } finally {
    await sources.close();
    embeddings?.close();
    judge?.close();
  }
}

/** Loaded only where one is named: most audits ask none. */
async function openModel(request: AuditRequest, choices: LiveChoices): Promise<OpenLanguageModel | null> {
  if (request.languageModel === undefined && request.passages === undefined) return null;
  const { openLanguageModel } = await import('./language-model.ts');
  return openLanguageModel(request, choices);
}
