import type { TableChoice } from '../../shared/core/format/table/choice.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { wholeNumber } from '../anonymise/numbers.ts';

export const IMPORT_OPTIONS = {
  id: { type: 'string' },
  items: { type: 'string', multiple: true },
  label: { type: 'string', multiple: true },
  list: { type: 'string' },
  flags: { type: 'boolean' },
  delimiter: { type: 'string' },
  header: { type: 'boolean' },
  'no-header': { type: 'boolean' },
  missing: { type: 'string', multiple: true },
  skip: { type: 'string' },
  'drop-empty': { type: 'boolean' },
} as const;

type Values = { readonly [name in keyof typeof IMPORT_OPTIONS]?: string | boolean | string[] | undefined };

const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|', space: ' ', '\\t': '\t' };

/** What the options say of a table. */
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
