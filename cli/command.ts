/** 0 done, 1 failure, 2 bad input or usage, 3 a guarantee is broken, 4 the risk is above the limit. */
export const ExitCode = { done: 0, failure: 1, badInput: 2, claimFalse: 3, gateClosed: 4 } as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Where a command speaks: results on `out`, progress and warnings on `err`. */
export interface Terminal {
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  /** An audit is computed by a process of its own that may do nothing else: of the program itself, not of a script's or a test's call. */
  readonly confines?: boolean;
  /** Where stacks go that UNVEIL_DEBUG asks for, where `err` is no terminal but kept as an answer. */
  readonly debug?: { write(text: string): unknown };
}

/** A line of --json; what is not computable is null in it. shared/contracts/command-output.ts has each command's. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

export interface Command {
  /** The page that `unveil NAME --help` prints. */
  readonly help: string;
  /** `all` are the commands by name, for those that speak of others. */
  run(argv: readonly string[], terminal: Terminal, all: Readonly<Record<string, LoadCommand>>): Promise<ExitCode>;
}

export type LoadCommand = () => Promise<{ readonly command: Command }>;
