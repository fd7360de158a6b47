import type { ParseArgsConfig } from 'node:util';
import type { Utility } from '../../shared/core/anonymise/utility/utility.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import type { Progress } from '../../shared/ports/progress.ts';

/** A release as it is written: a folder of these files, `audit.json` last. */
export interface MadeRelease {
  /** `release.jsonl`, or `release.json` for a disassociated one, comes first; the original as the audit wants it among them. */
  readonly files: readonly { readonly name: string; readonly pieces: Iterable<string> }[];
  /** What it costs, for `measures.json` and the summary. */
  readonly measures: Readonly<Record<string, number | string | null>>;
  /** What the release is not, for the terminal. */
  readonly notes?: readonly string[];
  /** Nothing was generalised: an audit has nothing to attack, and none is proposed. */
  readonly nothingToAttack?: boolean;
  /** What `audit.json` says: the files and the claim. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** A release that hides nothing looks like one that was made. */
export const unchanged = ({ generalisedItems, suppressedOccurrences }: Utility): readonly string[] =>
  generalisedItems > 0 || suppressedOccurrences > 0
    ? []
    : ['the claim held already: nothing was generalised or left out, and the release holds what the original holds'];

/** What every method is told. */
export interface MethodChoices {
  readonly k: number;
  readonly seed: string;
  /** `shuffle` permutes the items of each transaction, `keep` leaves them at their originals' places. */
  readonly order: 'shuffle' | 'keep';
  /** The method's own options, parsed by its `options`. */
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
}

interface MethodInput extends MethodChoices {
  readonly transactions: readonly Transaction[];
  readonly progress: Progress;
}

/** One way to anonymise, in a file of its own; its line in `methods.ts` loads it. */
export interface Method {
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** What its sources call k; left out where that is k. */
  readonly degree?: 'p' | 't';
  make(input: MethodInput): Promise<MadeRelease>;
}

/** The same of what is no transactions: it reads its file itself. */
export interface FileMethod extends Pick<Method, 'options' | 'degree'> {
  makeFrom(file: string, choices: MethodChoices): Promise<MadeRelease>;
}
