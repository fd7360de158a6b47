import { parseArgs } from 'node:util';
import { BadInput } from '../shared/core/model/bad-input.ts';
import type { Options } from '../shared/kit/option.ts';

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
  /** All options that any of its forms takes: completion offers them. */
  readonly options: Options;
  /** Words that say what to do, behind its name. */
  readonly actions?: readonly string[];
  /** `all` are the commands by name, for those that speak of others. */
  run(argv: readonly string[], terminal: Terminal, all: Readonly<Record<string, LoadCommand>>): Promise<ExitCode>;
}

export type LoadCommand = () => Promise<{ readonly command: Command }>;

const WIDTH = 132;
const COLUMN = 28;

/** Lines of --help for options: `  --name VALUE   what it means`, broken between words. */
export const optionHelp = (options: Options, indent = 2): string =>
  Object.entries(options)
    .filter(([, { help }]) => help !== '')
    .map(([name, { value, help }]) => rowHelp(`--${name}${value === undefined ? '' : ` ${value}`}`, help, indent))
    .join('');

/** One entry for options that another page explains. */
export const borrowedHelp = (options: Options, help: string): string =>
  rowHelp(
    Object.keys(options)
      .map((name) => `--${name}`)
      .join(', '),
    help,
  );

export function rowHelp(left: string, help: string, indent = 2): string {
  const lines = wrapped(help, WIDTH - COLUMN);
  const begin = `${' '.repeat(indent)}${left}`;
  const first = begin.length < COLUMN ? `${begin.padEnd(COLUMN)}${lines.shift()}` : begin;
  return `${[first, ...lines.map((line) => `${' '.repeat(COLUMN)}${line}`)].join('\n')}\n`;
}

/** Text of several lines, none of them too long for the page. */
export const textHelp = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => wrapped(line, WIDTH))
    .join('\n');

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The words of a command by node:util; an option that takes one value and is given twice is refused, where parseArgs takes the last in silence. */
export function parseOptions<O extends Options>(argv: readonly string[], options: O, allowPositionals = true) {
  const config = { args: [...argv], options, allowPositionals };
  const { tokens = [] } = parseArgs({ ...config, strict: false, tokens: true });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option' || options[token.name]?.multiple === true) continue;
    if (seen.has(token.name)) throw new BadInput(`${token.rawName} is given twice; it takes one value`);
    seen.add(token.name);
  }
  return parseArgs<{ options: O; allowPositionals: true }>(config as { options: O; allowPositionals: true });
}

/** The one argument of a command. `missing` and `tooMany` say what to do. */
export function oneArgument([only, second]: readonly string[], missing: string, tooMany: string): string {
  if (only === undefined) throw new BadInput(missing);
  if (second !== undefined) throw new BadInput(`"${second}" is one argument too many; ${tooMany}`);
  return only;
}
