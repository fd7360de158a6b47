import type { TableChoice } from '../../shared/core/format/table/choice.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Options } from '../../shared/kit/option.ts';
import { wholeNumber } from '../../shared/kit/option-values.ts';

/** How a table is read where it could be read in more than one way. */
export const IMPORT_OPTIONS = {
  id: { type: 'string', value: 'COLUMN', help: 'whose items a row holds, by name or as #1; none: each row is a transaction' },
  items: {
    type: 'string',
    multiple: true,
    value: 'A,B,...',
    help: 'columns of items: names, #2, or with a star, dx*; one that holds a comma in double quotes',
  },
  label: {
    type: 'string',
    multiple: true,
    value: 'A,B,...',
    help: 'columns with the meaning of the items, one for each column of items: written next to --out, as OUT.labels.tsv',
  },
  list: { type: 'string', value: 'CHARACTER', help: 'a cell holds several items: what separates them (";", ",", "|"), or none' },
  flags: { type: 'boolean', help: 'the columns are the items; a cell says whether the row has it (1, yes, true, x)' },
  missing: {
    type: 'string',
    multiple: true,
    value: 'A,B,...',
    help: 'what stands for nothing beside an empty cell (default NA, N/A, NULL, NaN, None, ".", \\N)',
  },
  'drop-empty': { type: 'boolean', help: 'leave out ids without an item' },
  delimiter: {
    type: 'string',
    value: 'WHICH',
    values: ['comma', 'semicolon', 'tab', 'pipe', 'space'],
    help: 'comma, semicolon, tab, pipe, space, or the character itself',
  },
  header: { type: 'boolean', help: 'the first row names the columns' },
  'no-header': { type: 'boolean', help: 'the first row is data' },
  sheet: { type: 'string', value: 'NAME', help: 'a sheet of a workbook' },
  encoding: {
    type: 'string',
    value: 'NAME',
    values: ['latin1', 'windows-1252', 'utf-16le', 'utf-16be'],
    help: 'of a text file that is not UTF-8: latin1, windows-1252, utf-16le, ... (UTF-16 with its mark needs no word)',
  },
  skip: { type: 'string', value: 'N', help: 'lines above the table that belong to none' },
} as const satisfies Options;

type Values = { readonly [name in keyof typeof IMPORT_OPTIONS]?: string | boolean | string[] | undefined };

const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|', space: ' ', '\\t': '\t' };

/** Reading of a table by the options. */
export function tableChoice(values: Values): TableChoice {
  if (values.header === true && values['no-header'] === true)
    throw new BadInput('--header and --no-header are given both; which one is it?');
  const list = values.list === undefined ? undefined : values.list === 'none' ? null : separator(String(values.list), '--list');
  const items = (values.items as string[] | undefined)?.flatMap(names);
  const labels = (values.label as string[] | undefined)?.flatMap(names);
  const missing = values.missing as string[] | undefined;
  return {
    ...(values.id === undefined ? {} : { id: String(values.id) }),
    ...(items === undefined ? {} : { items }),
    ...(labels === undefined ? {} : { labels }),
    ...(values['drop-empty'] === true ? { dropEmpty: true } : {}),
    ...(list === undefined ? {} : { list }),
    ...(values.flags === true ? { flags: true } : {}),
    ...(values.delimiter === undefined ? {} : { delimiter: separator(String(values.delimiter), '--delimiter') }),
    ...(values.header === true ? { header: true } : {}),
    ...(values['no-header'] === true ? { header: false } : {}),
    ...(missing === undefined ? {} : { missing: missing.flatMap((each) => each.split(',')) }),
    ...(values.skip === undefined ? {} : { skip: wholeNumber(String(values.skip), '--skip', 0) }),
  };
}

/** Names between commas; one that holds a comma stands in double quotes. */
const names = (text: string): string[] =>
  Array.from(
    text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]+))\s*(?:,|$)/g),
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
    .map((name) => name.trim())
    .filter((name) => name !== '');

function separator(text: string, option: string): string {
  const meant = SEPARATORS[text] ?? text;
  if (meant.length !== 1 || /["\w\r\n]/.test(meant))
    throw new BadInput(`${option} is one character: comma, semicolon, tab, pipe, or the character itself`);
  return meant;
}
