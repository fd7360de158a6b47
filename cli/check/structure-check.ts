import type { OpenedFile, SourceFile } from '../../shared/app/read-release.ts';
import type { Told } from '../../shared/kinds/kind.ts';
import type { ExitCode, Terminal } from '../command.ts';

export interface CheckAsked {
  /** What is claimed; null: what the release says of itself. */
  readonly k: number | null;
  /** What the release was made from, where the check needs it. */
  readonly original: SourceFile | null;
  /** What is known of what it is about, where the check needs it. */
  readonly external: SourceFile | null;
  readonly json: boolean;
  /** How many violations are shown of each sort. */
  readonly most: number;
}

/** The check of a release that tells by its file what it is: its line in `structure-checks.ts` finds it. */
export interface StructureCheck {
  /** `kind`: what the user calls it, or `auto`. */
  tells(file: OpenedFile, kind: string): Told;
  /** It takes what is known of what the release is about. */
  readonly external?: true;
  run(file: OpenedFile, asked: CheckAsked, terminal: Terminal): Promise<ExitCode>;
}
