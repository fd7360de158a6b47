import { Fault } from '../format/fault.ts';
import { itemFault } from '../format/item.ts';
import { splitFields } from '../relational/read/fields.ts';
import type { Search } from './intents.ts';

/** Names of columns as logs have them, AOL's among them. */
const COLUMNS: ReadonlyMap<string, keyof Search> = new Map([
  ['user', 'user'],
  ['anonid', 'user'],
  ['userid', 'user'],
  ['user_id', 'user'],
  ['query', 'query'],
  ['url', 'url'],
  ['clickurl', 'url'],
  ['click_url', 'url'],
]);

/** Reads lines of fields below one that names them, parted by tabs, commas or semicolons. Columns of other names (times, ranks) are not read. */
export function searchTable(header: string, wanted: string): (line: string) => Search {
  const separator = ['\t', ',', ';'].find((each) => header.includes(each)) ?? '\t';
  const columns = splitFields(header, separator).map(({ text }) => COLUMNS.get(text.toLowerCase()));
  const place = (column: keyof Search): number => columns.indexOf(column);
  if (place('user') < 0 || place('query') < 0) throw new Fault(wanted, 0);
  return (line) => {
    const fields = splitFields(line, separator);
    const url = fields[place('url')]?.text ?? '';
    return {
      user: textOf(fields[place('user')], 'user'),
      query: textOf(fields[place('query')], 'query'),
      url: url === '' ? null : textOf(fields[place('url')], 'url'),
    };
  };
}

function textOf(field: ReturnType<typeof splitFields>[number] | undefined, column: keyof Search): string {
  if (field === undefined) throw new Fault(`this line has no ${column}; the first line says where it stands`, 0);
  const wrong = itemFault(field.text);
  if (wrong !== null) throw new Fault(`${wrong} (in the column of the ${column})`, field.at);
  return field.text;
}
