import type { Advice, Change, TableChange } from '../contracts/advice.ts';
import type { ComparedUtility } from '../contracts/audit-comparison.ts';
import type { AuditRequest } from '../contracts/audit-request.ts';
import type { CodeClass } from '../core/codes/code-system.ts';
import type { Warning } from '../core/format/warnings.ts';
import type { Transaction } from '../core/model/transaction.ts';
import type { NounGraph } from '../core/text/noun-graph.ts';
import type { Claim } from '../core/verdict/claim.ts';
import type { Embeddings } from '../ports/embeddings.ts';
import type { HitCounter } from '../ports/hit-counter.ts';
import type { Progress } from '../ports/progress.ts';
import type { Tagger } from '../ports/tagger.ts';
import type { Options } from './option.ts';
import type { Target } from './option-values.ts';
import type { OpenedFile, ReleaseReadOptions, SourceFile } from './read/read-release.ts';

/**
 * A kind's part in the other commands. Only rows and texts: the code is imported when a command runs it, since the registry holds the offers of all
 * kinds.
 */
export interface Offers {
  readonly check: Check;
  readonly makes?: Makes;
  readonly extract?: Extract;
  /** Left out if only the people of a release can be shown. */
  look?(file: OpenedFile, asked: { readonly values: GivenOptions }, readers: Readers): Promise<LookedAt>;
  readonly advise?: Advise;
  /** Utility that a release lost, compared with its original; null if it cannot be computed. */
  utility?(request: AuditRequest, original: string, readers: Readers): Promise<Omit<ComparedUtility, 'from'> | null>;
  /** Names the people of an original whatever the order of its records. */
  records?(original: string, readers: Readers): Promise<RecordIds>;
  /** Sentences about who is alone in data that nobody anonymised. */
  exposed?(file: string, values: GivenOptions, readers: Readers): Promise<readonly string[]>;
  readonly sample?: MadeUp;
}

/** Options as they were parsed, by name. */
export type GivenOptions = Readonly<Record<string, string | boolean | undefined>>;

/** How a kind reads: it never opens a file itself. */
export interface Readers {
  readonly reading: ReleaseReadOptions;
  file(path: string): Promise<SourceFile>;
  /** A text of this machine, unzipped; what is not UTF-8 is a BadInput. */
  text(path: string): string;
  /** Texts of a folder or of JSON Lines. */
  documents(path: string): Iterable<GivenDocument>;
  isJsonLines(path: string): boolean;
  /** A line of JSON Lines; what is no object is a BadInput. */
  jsonObject(line: string, path: string, number: number): object;
  tagger(): Tagger;
  nouns(): NounGraph;
  /** Code classes that an option names as `codes:NAME`; null of anything else. */
  codes(named: string): readonly CodeClass[] | null;
  /** Tells the user what was read otherwise than written. */
  note(message: string): void;
}

interface GivenDocument {
  readonly id: string;
  readonly text: string;
  readonly about?: string;
}

/** The check of `unveil check`. It decides by the claims that an audit and its certificate state. */
export interface Check {
  readonly help: string;
  /** Options in addition to --k, --kind, --encoding, --json and --all. */
  readonly options: Options;
  run(file: OpenedFile, asked: CheckAsked, readers: Readers): Promise<CheckedRelease>;
}

interface CheckAsked {
  /** Null: the k that the release states. */
  readonly k: number | null;
  readonly values: GivenOptions;
}

interface CheckedRelease {
  readonly claims: readonly Claim[];
  /** For the error stream. */
  readonly notes?: readonly string[];
  /** A line each. */
  json(): Iterable<object>;
  /** Lines for people; `most`: violations of each sort. */
  text(most: number): Iterable<string>;
}

/** The anonymisers of a kind. */
export interface Makes {
  readonly from: string;
  readonly methods: readonly Method[];
}

/** One way to anonymise. */
export interface Method {
  readonly name: string;
  /** Its line in --help. */
  readonly help: string;
  /** The page of `unveil serve` offers it. */
  readonly onPage?: true;
  /** The option that says how many people are alike; null where the method's own options do. Default `k`. */
  readonly degree?: 'p' | 't' | null;
  readonly options: Options;
  make(file: string, asked: MakeAsked, readers: MakeReaders): Promise<MadeRelease>;
}

export interface MakeAsked {
  /** The degree; 0 where the method has none. */
  readonly k: number;
  readonly seed: string;
  /** `shuffle` permutes what is ordered, so that no place betrays the original; `keep` is for repeating experiments. */
  readonly order: 'shuffle' | 'keep';
  readonly values: GivenOptions;
}

export interface MakeReaders extends Readers {
  readonly progress: Progress;
  /** Opens what the attacker of a request knows. */
  known(request: AuditRequest): Promise<OpenKnown>;
  /** The name of a source as a request in another folder has it. */
  placed(source: string): string;
}

/** A release as it is written: a folder of these files, `audit.json` last. */
export interface MadeRelease {
  /** The release comes first; the original as the audit wants it is among them. */
  readonly files: readonly { readonly name: string; readonly pieces: Iterable<string> }[];
  /** Losses, for `measures.json` and the summary. */
  readonly measures: Readonly<Record<string, number | string | null>>;
  /** Limits of the release, for the terminal. */
  readonly notes?: readonly string[];
  /** Nothing was generalised, so no audit is proposed. */
  readonly nothingToAttack?: boolean;
  /** It was mended by `unveil advise`: what was changed and why, and what was tried. */
  readonly advice?: { readonly advice: Advice; readonly changes: readonly Change[] };
  /** Why it is not to be written: it breaks its claim. */
  readonly refused?: string;
  /** For the error stream, when it is written. */
  readonly warning?: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** A safer release, for `unveil advise`. */
export interface Advise {
  /** Units of a release that betray their members; left out where the tables of an audit tell them. */
  suggest?(request: AuditRequest, certainty: number, readers: Readers): Promise<readonly Suggestion[]>;
  /** A line for people. */
  suggestion(found: Suggestion): string;
  /** Subject of the sentence that nothing is named. */
  readonly nothing: string;
  safer(asked: AdviseAsked, readers: MakeReaders): Promise<AdvisedRelease>;
}

export interface Suggestion {
  readonly members: readonly string[];
  /** Number of transactions in which a member is named. */
  readonly named: number;
  readonly transactions: number;
  /** The neighbour that reveals it most often. */
  readonly withhold: string | null;
}

export interface AdviseAsked {
  readonly request: AuditRequest;
  /** The file that the release was made from. */
  readonly original: string;
  readonly target: Target;
  readonly mostLoss: number | null;
  readonly rounds: number;
  readonly attacks: number;
  /** `privacy` and `keep`. */
  readonly values: GivenOptions;
}

export interface AdvisedRelease extends Pick<MadeRelease, 'files' | 'measures' | 'request'> {
  readonly advice: Advice;
  readonly changes: readonly (Change | TableChange)[];
  /** Keys of the request for the audit of the result that differ from `request`: paths from the current folder. */
  readonly audited: Partial<AuditRequest>;
}

export interface RecordIds {
  /** Of each record, in the order of the file. Equal records are numbered, because they are interchangeable. */
  readonly ids: readonly string[];
  /** Of all records, in any order. */
  readonly all: string;
}

/** A way for `unveil extract` to make transactions of what is no text. */
interface Extract {
  /** The flag that asks for it. */
  readonly name: string;
  readonly options: Options;
  transactions(path: string, asked: { readonly values: GivenOptions }, readers: Readers): Promise<Iterable<Transaction>>;
}

export interface LookedAt {
  readonly format: string;
  /** Figures in words, in the order in which they are to be read. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** The first rows, with their line where they have one. */
  readonly first: readonly { readonly line: number | null; readonly cells: readonly string[] }[];
  readonly warnings: readonly Warning[];
  readonly remarks: readonly string[];
  /** Items to look up in the sources; left out if that says nothing of a release. */
  readonly items?: Iterable<string>;
}

/** Made-up data of a kind, for `unveil generate`. */
export interface MadeUp {
  /** The option that asks for it, with the number of people; it has a default where nothing else is asked for. */
  readonly name: string;
  readonly options: Options;
  make(size: number, asked: { readonly seed: string; readonly values: GivenOptions }): Promise<Sampled>;
}

interface Sampled {
  readonly pieces: Iterable<string>;
  /** Summary as JSON and as text. */
  readonly figures: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Files next to it. */
  readonly more?: readonly { readonly path: string; readonly pieces: Iterable<string>; readonly text?: string }[];
}

interface AttackerKnows {
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly labels: ReadonlyMap<string, string> | undefined;
}

/** Knowledge of the request's attacker, and of others that nobody asked for: whatever is on this machine. */
export interface OpenKnown {
  readonly known: AttackerKnows;
  readonly others: readonly (AttackerKnows & { readonly name: string })[];
  close(): Promise<void>;
}
