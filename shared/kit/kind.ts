import type { AuditRequest } from '../contracts/audit-request.ts';
import type { SlicePointer } from '../contracts/execution.ts';
import type { ReportData } from '../contracts/report-data.ts';
import type { UnitPointer } from '../contracts/work.ts';
import type { WorkBlob } from '../contracts/work-blob.ts';
import type { AttackRow } from '../core/attack/attack.ts';
import type { NounGraph } from '../core/text/noun-graph.ts';
import type { AttackFailed } from '../core/verdict/failure.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContextJudge } from '../ports/context-judge.ts';
import type { Embeddings } from '../ports/embeddings.ts';
import type { CountRequest, HitCounter, SourceVersion } from '../ports/hit-counter.ts';
import type { Progress } from '../ports/progress.ts';
import type { TableEncoder } from '../ports/table-encoder.ts';
import type { Experiment } from './experiment/point.ts';
import type { BatchLimits } from './plan/batches.ts';
import type { Conclusion } from './publish/conclude.ts';
import type { TextsHeld } from './publish/texts-held.ts';
import type { OpenedFile, ReleaseReadOptions, SourceFile } from './read/read-release.ts';

/** A notice to readers of the figures. `code` is stable; the message has counts, never items. */
export interface Notice {
  readonly code: string;
  readonly message: string;
}

/**
 * One kind of release: all that the pipeline has to be told of it. The pipeline (pipeline/audit) reads, plans, fetches, scores, learns, attacks,
 * measures and publishes over this alone: at home one process takes the steps one after another, in the cloud each is a function.
 * A step knows only what the steps before it left in the audit's store, so it may run anywhere, twice, and on any part of the units.
 */
export interface Kind<Given = unknown, Result extends Outcome = Outcome> {
  readonly name: string;
  readonly units: UnitWords;
  /** Intermediate data of its steps; another version of one of these is refused. */
  readonly blobs: readonly WorkBlob<unknown>[];
  /** Throws a BadInput if the request asks for something that this kind does not have, such as an attack on another kind. */
  validate(request: AuditRequest): void;
  /** Steps that `progress.step` reports for this request. */
  progressSteps(request: AuditRequest): number;
  /** Files that the roles of a release name; `text` reads a file. With those that the request names itself they are all that `open` may ask for. */
  namedInTurn?(roles: string, text: (path: string) => Promise<string>): Promise<readonly string[]>;
  /** Opens a release, with its original. Faults of the files are a BadInput, here or while they are read. */
  open(files: Files, request: AuditRequest): Promise<Given>;
  /** Stores what was opened in the audit's store. Of the original nothing may be reached but by measures. */
  read(given: Given, audit: Audit): Promise<{ readonly transactions: number }>;
  /** How planning is cut where releases may be large; left out where making units takes no more than reading. */
  readonly cut?: Cut;
  /**
   * Cuts what was read into units of work, or joins what the parts of planning left, and writes the manifest that points to units (kit/plan/units).
   */
  plan(audit: Audit, pinned: Pinned): Promise<Planned>;
  /** The steps after planning. Opened once for each time that a step runs, so it may keep its data here. */
  steps(audit: Audit, knowledge: Knowledge): Promise<Steps<Result>>;
  /**
   * Cells of each unit, pairs that are asked for, and rows that intervals are stated over where an original tells what is right, before anything
   * is stored: what an audit in the cloud is priced by.
   */
  size?(given: Given): Promise<ReleaseSize>;
  /** For the terminal. */
  summary(outcome: Result, folder: string): string;
  /** The same as one line of JSON, for scripts, without items. */
  machineSummary(outcome: Result, folder: string): string;
}

export interface ReleaseSize {
  readonly cells: readonly number[];
  readonly pairs: number;
  readonly rows: number;
  readonly people: number;
  /** Size of planning in parts: blocks that reading cuts, and characters of all items. */
  readonly blocks: number;
  readonly characters: number;
  /** What is hidden is not marked: reading infers it, and stores the blocks again. */
  readonly inferred: boolean;
  /** Learned attacks have something to learn from. */
  readonly learns: boolean;
  /** As far as sizes tell, they find enough to practise on. */
  readonly practises: boolean;
}

/** Registry entry: enough to recognise a file. */
export interface ListedKind {
  readonly name: string;
  /** Whether a file is of this kind, by its name and its first text. */
  tells(file: Pick<OpenedFile, 'name' | 'head' | 'table'>, asked: AskedOfKind): Told;
  load(): Promise<Kind>;
  /** How its published experiments are measured; left out where none are written down. */
  experiment?(): Promise<Experiment>;
  /**
   * Why no row of such a release is of one person, so that releases of the same people are not paired by their rows; left out where rows are of
   * people.
   */
  readonly unpaired?: string;
  /** Content of its files, for commands that read or make them; left out if only the kind reads them. */
  readonly holds?: 'transactions' | 'clusters' | 'columns';
  /** Attacks that a request may name; left out if all are always run. */
  readonly attacks?: readonly AttackRow[];
}

/** Planning by parts of what was read, then by buckets of units. Each step works on what its numbers name: it may run anywhere, and twice. */
export interface Cut {
  count(audit: Audit): Promise<{ readonly parts: number; readonly buckets: number }>;
  /** Spreads what parts hold over the buckets. */
  spread(audit: Audit, parts: readonly number[]): Promise<void>;
  /** Makes the units of buckets, when all parts are spread. */
  gather(audit: Audit, buckets: readonly number[]): Promise<void>;
}

/** The steps after planning. A kind leaves out the ones that it does not have; `plan` says the same (`Planned`). */
export interface Steps<Result extends Outcome = Outcome> {
  /** Counts that some units still need from a live source after the sources before it. Only for kinds that ask. */
  needs?(pointers: readonly UnitPointer[], earlier: readonly HitCounter[]): Promise<CountRequest>;
  /** Counts for units, once an audit, and stores the counts for `learn` and `attack`. `counters`: the sources, in their order. */
  score?(pointers: readonly UnitPointer[], counters: readonly HitCounter[]): Promise<void>;
  /** Bytes that learning takes at most, by a formula. */
  learningBytes?(): number;
  /** Fits the attacks that learn from the whole release. */
  learn?(): Promise<void>;
  /** Every attack on units, on what `score` and `learn` left. The outcome of a unit depends on these and on that unit alone. */
  attack(pointers: readonly UnitPointer[]): Promise<void>;
  /** Figures and parts of result tables of one slice. A unit without data is errored, never safe. */
  measure(slices: readonly SlicePointer[], encoders: readonly TableEncoder[]): Promise<void>;
  /** Writes results of parts of the release (`Cut`), when all slices are measured. */
  finish?(parts: readonly number[], encoders: readonly TableEncoder[]): Promise<void>;
  /** After all slices are measured. */
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

/** The kind in a request: its name or `auto`, and keys that only some kind has. */
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

export interface Audit {
  readonly work: BlobStore;
  readonly request: AuditRequest;
  /** Codes to terms. */
  readonly labels: ReadonlyMap<string, string> | undefined;
  readonly progress: Progress;
  readonly failed?: AttackFailed | undefined;
}

interface Pinned {
  readonly sources: readonly SourceVersion[];
  /** Word vectors; null where the request names none. */
  readonly embeddings: SourceVersion | null;
  /** There are vectors for measures. */
  readonly measuresVectors: boolean;
}

/** Steps that are needed after planning, for the state machine and for the loop at home. */
interface Planned {
  /** Live sources have to be asked before units are scored. */
  readonly asks: boolean;
  /** `score` has something to do. */
  readonly scores: boolean;
  /** `learn` has. */
  readonly learns: boolean;
  /** `measureRelease` has. */
  readonly measuresRelease: boolean;
  /** It reads WordNet's nouns. */
  readonly nouns: boolean;
  /** `learn` studies a part, and `attack` gathers the evidence of all other units. */
  readonly learnsFromPart?: boolean;
}

/** A source at the version that planning pinned, with its number of documents. */
export interface SizedSource {
  readonly source: SourceVersion;
  readonly size: number;
}

/** Outside knowledge of an audit. Each is opened when a step asks for it: not every function of the cloud may open all. */
export interface Knowledge {
  readonly sources: readonly SourceVersion[];
  sized(): Promise<readonly SizedSource[]>;
  /** Sources that answer anything: for what learns. */
  counters(): Promise<readonly HitCounter[]>;
  embeddings(): Promise<Embeddings | null>;
  /** For distances between words; mostly the same. */
  measuringVectors(): Promise<Embeddings | null>;
  nouns(): Promise<readonly string[]>;
  /** WordNet's nouns with their hypernyms and definitions; null if the plan asked for none. */
  nounGraph(): Promise<NounGraph | null>;
  /** A language model that is asked which options fit their record. */
  readonly judge?: ContextJudge | null;
}

export interface AuditIdentity {
  readonly auditId: string;
  readonly requestHash: string;
  readonly releaseSha256: string;
  readonly originalSha256: string | null;
  readonly unveilVersion: string;
}

export interface Ending {
  readonly name: string;
  readonly identity: AuditIdentity;
  readonly started: Date;
  /** Notices that follow from neither the release nor its plan. */
  readonly notices: readonly Notice[];
  /** Why batches of units failed, by the name of the error: asked where units were lost. */
  failures(): Promise<ReadonlyMap<string, number>>;
  /** Share of the original texts in each source; null without texts. */
  readonly texts: readonly TextsHeld[] | null;
}

export interface ResultPorts {
  readonly results: BlobStore;
  readonly encoders: readonly TableEncoder[];
  readonly clock: Clock;
  readonly render: (data: ReportData) => Iterable<string>;
}

/** Result of an audit, common to all kinds. */
export interface Outcome {
  readonly notices: readonly Notice[];
  readonly lostUnits: number;
  /** Some attack failed: no sign of safety. */
  readonly errored: boolean;
  readonly conclusion: Conclusion;
}

/** Input of an audit at home: one process runs the steps that the cloud runs one by one. */
export interface AuditInput<Given> {
  readonly request: AuditRequest;
  readonly name: string;
  /** The release, opened by its kind. */
  readonly given: Given;
  /** Codes to terms. */
  readonly labels?: ReadonlyMap<string, string> | undefined;
  readonly sources: readonly HitCounter[];
  readonly embeddings?: Embeddings | null;
  /** For distances between words, if other than `embeddings`. */
  readonly vectors?: Embeddings | null;
  readonly judge?: (ContextJudge & { notice(): Notice }) | null;
  readonly nouns?: () => readonly string[];
  /** Their hypernyms and definitions. */
  readonly nounGraph?: () => NounGraph;
  /** Share of the original texts in each source. */
  readonly texts?: readonly TextsHeld[] | undefined;
  /** Names of content, known once the streams have been read. */
  readonly identity: () => AuditIdentity;
}

export interface AuditPorts extends ResultPorts {
  /** Intermediate blobs, removed by the caller when all is done. */
  readonly work: BlobStore;
  readonly progress: Progress;
  readonly batch?: BatchLimits;
  readonly failed?: AttackFailed;
}
