import type { Conclusion } from '../app/audit/publish/conclude.ts';
import type { Notice } from '../app/audit/publish/notice.ts';
import type { TextsHeld } from '../app/audit/read/texts-held.ts';
import type { Experiment } from '../app/experiment/point.ts';
import type { OpenedFile, ReleaseReadOptions, SourceFile } from '../app/read-release.ts';
import type { AuditRequest } from '../contracts/audit-request.ts';
import type { SlicePointer } from '../contracts/execution.ts';
import type { ReportData } from '../contracts/report-data.ts';
import type { UnitPointer } from '../contracts/work.ts';
import type { WorkBlob } from '../contracts/work-blob.ts';
import type { AttackFailed } from '../core/findings/failure.ts';
import type { NounGraph } from '../core/wordnet/noun-graph.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Embeddings } from '../ports/embeddings.ts';
import type { CountRequest, HitCounter, SourceVersion } from '../ports/hit-counter.ts';
import type { Progress } from '../ports/progress.ts';
import type { TableEncoder } from '../ports/table-encoder.ts';

/**
 * One kind of release: all that the pipeline has to be told of it. The pipeline (app/audit) reads, plans, counts, fetches, attacks, learns,
 * decides, measures and publishes over this alone: at home one process takes the steps one after another, in the cloud each is a function.
 * A step knows only what the steps before it left in the audit's store, so it may run anywhere, twice, and on any part of the units.
 */
export interface Kind<Given = unknown, Result extends Outcome = Outcome> {
  readonly name: string;
  /** In words: what units are called. */
  readonly units: UnitWords;
  /** What its steps leave for each other: work of another version of one of these is refused. */
  readonly blobs: readonly WorkBlob<unknown>[];
  /** Refuses, as a BadInput, a request that asks what this kind does not have, such as an attack on another; answers in how many steps it tells of its progress. */
  suits(request: AuditRequest): number;
  /**
   * Files that a request names for this kind beside the release and its original, by their paths; `text` reads one of them. `open` asks for no
   * others, so a drop holds them all before anything starts.
   */
  beside?(request: AuditRequest, text: (path: string) => Promise<string>): Promise<readonly string[]>;
  /** Opens a release, with its original. All that is wrong with the files is a BadInput, here or while they are read. */
  open(files: Files, request: AuditRequest): Promise<Given>;
  /** Stores what was opened in the audit's store. Of the original nothing may be reached but by measures. */
  read(given: Given, audit: Audit): Promise<{ readonly transactions: number }>;
  /** How planning is cut where releases may be large; left out where making units takes no more than reading. */
  readonly cut?: Cut;
  /** Cuts what was read into units of work, or joins what the parts of planning left, and writes the manifest that points to units (app/audit/plan/units). */
  plan(audit: Audit, pinned: Pinned): Promise<Planned>;
  /** The steps after planning. Opened once for each time that a step runs, so what is read for it may be kept here. */
  steps(audit: Audit, knowledge: Knowledge): Promise<Steps<Result>>;
  /**
   * Cells of each unit, pairs that are asked for, and rows that intervals are stated over where an original tells what is right, before anything
   * is stored: what an audit in the cloud is priced by.
   */
  size?(given: Given): Promise<ReleaseSize>;
  /** What the terminal shows at the end, for people. */
  summary(outcome: Result, folder: string): string;
  /** The same as one line of JSON, for scripts. No item stands in it. */
  machineSummary(outcome: Result, folder: string): string;
}

export interface ReleaseSize {
  /** Of each unit. */
  readonly cells: readonly number[];
  readonly pairs: number;
  readonly rows: number;
  /** What planning in parts goes by: blocks that reading cuts, and characters of all items. */
  readonly blocks: number;
  readonly characters: number;
}

/** A kind that is known and not loaded: what tells its files from those of others is at hand, all else comes when a release is of it. */
export interface ListedKind {
  readonly name: string;
  /** Whether a file is of this kind, by its name and its first text. */
  tells(file: Pick<OpenedFile, 'name' | 'head' | 'table'>, asked: AskedOfKind): Told;
  load(): Promise<Kind>;
  /** How its published experiments are measured; left out where none are written down. */
  experiment?(): Promise<Experiment>;
  /** Why no row of such a release is of one person, so that releases of the same people are not paired by their rows; left out where rows are of people. */
  readonly unpaired?: string;
  /** What its files hold, for commands that read or make them beside an audit; left out of what only its kind reads. */
  readonly holds?: 'transactions' | 'clusters' | 'columns';
  /** A safer release of it can be looked for: `unveil advise`. */
  readonly advised?: true;
}

/** Planning by parts of what was read, then by buckets of units. Each step works on what its numbers name: it may run anywhere, and twice. */
export interface Cut {
  count(audit: Audit): Promise<{ readonly parts: number; readonly buckets: number }>;
  /** Spreads what parts hold over the buckets. */
  spread(audit: Audit, parts: readonly number[]): Promise<void>;
  /** Makes the units of buckets, when all parts are spread. */
  gather(audit: Audit, buckets: readonly number[]): Promise<void>;
}

/** The steps on an audit that is planned. Those that a kind does not have are left out; `plan` says the same (`Planned`). */
export interface Steps<Result extends Outcome = Outcome> {
  /** What has to be asked of a live source for some units, when the sources before it have answered. Only of kinds that ask. */
  needs?(pointers: readonly UnitPointer[], earlier: readonly HitCounter[]): Promise<CountRequest>;
  /** Scores and attacks units: what it finds of a unit depends on that unit alone. `counters`: the sources, in their order; none where nothing is asked. */
  attack(pointers: readonly UnitPointer[], counters: readonly HitCounter[]): Promise<void>;
  /** Bytes that learning takes at most, by a formula. */
  learningBytes?(): number;
  /** Fits the attacks that learn from the whole release. */
  learn?(): Promise<void>;
  /** What the fitted attacks say of units. */
  decide?(pointers: readonly UnitPointer[]): Promise<void>;
  /** Figures and parts of result tables of one slice. A unit of which no step left anything is errored, never safe. */
  measure(slice: SlicePointer, encoders: readonly TableEncoder[]): Promise<void>;
  /** What publishing has to write of parts of the release (`Cut`), when all slices are measured: only of kinds whose planning is cut. */
  finish?(parts: readonly number[], encoders: readonly TableEncoder[]): Promise<void>;
  /** What is measured on the whole release, when all slices are measured. */
  measureRelease?(): Promise<void>;
  /** Adds the slices up and writes all results, `_SUCCESS.json` last. Run again it writes the same files, but for the times. */
  publish(ending: Ending, ports: ResultPorts): Promise<Result>;
}

export interface UnitWords {
  /** Of more than one: `generalised items`. */
  readonly many: string;
  /** In codes of notices: `groups`. */
  readonly code: string;
  /** How a unit that was lost counts: `as not removed`. */
  readonly lost: string;
  /** By what lost ones are named: `numbers`. */
  readonly named: string;
  /** Each is a person: they are counted once. */
  readonly arePeople?: true;
}

/** What a request says of the kind: its name, or `auto`, and what only some kind is given. */
export interface AskedOfKind {
  readonly kind: string;
  readonly roles?: string | undefined;
  readonly columns?: unknown;
}

/** Whether a file is of a kind; why not, or why it may be. */
export interface Told {
  readonly is: 'yes' | 'maybe' | 'no';
  readonly why: string;
}

export interface Files {
  readonly release: OpenedFile;
  readonly original: SourceFile | null;
  readonly reading: ReleaseReadOptions;
  /** Another file that the request names, by its path. */
  beside(path: string): Promise<SourceFile>;
  /** WordNet's nouns, where they are at hand: at home. */
  nounGraph?(): NounGraph;
}

/** What every step of an audit has. */
export interface Audit {
  /** What steps leave for each other. */
  readonly work: BlobStore;
  readonly request: AuditRequest;
  /** Codes to terms. */
  readonly labels: ReadonlyMap<string, string> | undefined;
  readonly progress: Progress;
  /** Left out where nobody is told. */
  readonly failed?: AttackFailed | undefined;
}

/** Versions that planning pins. */
interface Pinned {
  readonly sources: readonly SourceVersion[];
  /** Word vectors; null where the request names none. */
  readonly embeddings: SourceVersion | null;
  /** There are vectors for measures. */
  readonly measuresVectors: boolean;
}

/** What the steps after planning have to be: the state machine asks, and so does the loop at home. */
interface Planned {
  /** Units are scored by counts: live sources have to be asked before. */
  readonly asks: boolean;
  /** `learn` and `decide` have something to do. */
  readonly learns: boolean;
  /** `measureRelease` has. */
  readonly measuresRelease: boolean;
  /** It reads the list of common nouns. */
  readonly nouns: boolean;
}

/** A source at the version that planning pinned, with its number of documents. */
export interface SizedSource {
  readonly source: SourceVersion;
  readonly size: number;
}

/** What an audit may know beside its release. Each is opened when a step asks for it: not every function of the cloud may open all. */
export interface Knowledge {
  readonly sources: readonly SourceVersion[];
  sized(): Promise<readonly SizedSource[]>;
  /** Sources that answer anything: for what learns. */
  counters(): Promise<readonly HitCounter[]>;
  embeddings(): Promise<Embeddings | null>;
  /** What distances between words are measured in; mostly the same. */
  measuringVectors(): Promise<Embeddings | null>;
  nouns(): Promise<readonly string[]>;
}

/** Names of content, in every result. */
export interface AuditIdentity {
  readonly auditId: string;
  readonly requestHash: string;
  readonly releaseSha256: string;
  readonly originalSha256: string | null;
  readonly unveilVersion: string;
}

/** What publishing has to be told. */
export interface Ending {
  readonly name: string;
  readonly identity: AuditIdentity;
  readonly started: Date;
  /** What was noticed that neither the release nor its plan tells. */
  readonly notices: readonly Notice[];
  /** Why batches of units failed, by the name of the error: asked where units were lost. */
  failures(): Promise<ReadonlyMap<string, number>>;
  /** What the sources hold of the texts that the release was made from; null where none are given. */
  readonly texts: readonly TextsHeld[] | null;
}

export interface ResultPorts {
  readonly results: BlobStore;
  readonly encoders: readonly TableEncoder[];
  readonly clock: Clock;
  /** The page of a report. */
  readonly render: (data: ReportData) => Iterable<string>;
}

/** Result of an audit, common to all kinds. */
export interface Outcome {
  readonly notices: readonly Notice[];
  /** Units that a step lost. */
  readonly lostUnits: number;
  /** Some attack failed: no sign of safety. */
  readonly errored: boolean;
  readonly conclusion: Conclusion;
}
