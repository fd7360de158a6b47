/**
 * One option of a command, as data. The row makes the parsing, the line of --help, completion, the field on the page of unveil serve, and
 * the key of the audit request: to add an option is to add its row. node:util's parseArgs takes a table of rows as it is.
 */
interface Option {
  /** `boolean`: a flag without a value. */
  readonly type: 'string' | 'boolean';
  /** It may be given several times; parsing yields an array. */
  readonly multiple?: boolean;
  readonly default?: string | boolean;
  /** Name of the value in --help: FILE, K, A,B,... A flag has none. */
  readonly value?: string;
  /** Meaning and default, in sentences without line breaks. Empty: accepted but not shown. */
  readonly help: string;
  /** The words that completion and the page offer; without them the shell completes files. */
  readonly values?: readonly string[];
  /** Where the value goes in the audit request, such as `claim.k`. Without it the option says how the command runs, not what is audited. */
  readonly request?: string;
  /** Makes the request's value from the words given. Without it they go there as they are. */
  readonly read?: (given: string | boolean | readonly string[], option: string) => unknown;
  /** The question on the page of unveil serve; without it the page does not ask. */
  readonly field?: OptionField;
}

interface OptionField {
  readonly label: string;
  /** Meaning, and the effect of leaving it empty. */
  readonly help: string;
  /** By default a text; a check for a flag, a choice where it has `values`. `sources`: several of the sources of this machine. */
  readonly input?: 'number' | 'sources';
  /** Under this title, folded, instead of among the first questions. */
  readonly group?: string;
  /** Content of releases (`ListedKind.holds`) that it applies to; default: all. */
  readonly of?: readonly string[];
}

/** By name, without the dashes. A table is `{ ... } as const satisfies Options`, so that parsed values have types. */
export type Options = Readonly<Record<string, Option>>;

const CLAIMED = 'Left empty: what the roles claim.';

export const TABLE_ROWS = {
  roles: { type: 'string', value: 'FILE', help: 'roles.json: role, type and hierarchy of each column, and the claim (docs/tables.md)' },
  id: { type: 'string', value: 'A,B', help: 'columns that identify, in place of --roles; the rest is other' },
  quasi: { type: 'string', value: 'A,B', help: 'columns that others know of a person' },
  sensitive: { type: 'string', value: 'A,B', help: 'columns that nobody is to learn' },
  l: {
    type: 'string',
    value: 'FORM:L[:C]',
    help: 'distinct:3, entropy:3 or recursive:3:2; with --k and --t it replaces the claim of roles.json',
    field: {
      label: 'Different values in each class',
      help: `distinct:3, entropy:3 or recursive:3:2, of each sensitive column. ${CLAIMED}`,
    },
  },
  t: {
    type: 'string',
    value: 'DISTANCE:T',
    help: 'equal:0.2, ordered:0.2, by-value:0.2, hierarchical:0.2, trace:0.2 or kl:0.2',
    field: {
      label: 'How far a class may differ from the whole table',
      help: `A distance and its bound: equal:0.2, ordered:0.2, hierarchical:0.2. ${CLAIMED}`,
    },
  },
  alpha: {
    type: 'string',
    value: 'A',
    help: 'no value has more than this share of a class: with --k, (alpha, k)-anonymity',
    field: { label: 'Greatest share of a value in a class', help: `From 0 to 1. ${CLAIMED}` },
  },
  ke: {
    type: 'string',
    value: 'K:E',
    help: 'K different numbers in each class that are E apart, (k, e)-anonymity: 4:10000',
    field: { label: 'Numbers in a class and how far they are apart', help: `(k, e)-anonymity, such as 4:10000. ${CLAIMED}` },
  },
} as const satisfies Options;
