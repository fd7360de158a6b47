import { BadInput } from '../../shared/core/model/bad-input.ts';
import { mustBeNoRequest } from '../audit/request.ts';
import { type Command, ExitCode, jsonLine } from '../command.ts';
import { guideHere } from '../import/guide-here.ts';
import { guideText } from '../import/guide-text.ts';
import { IMPORT_OPTIONS, tableChoice } from '../import/import-options.ts';
import { type Look, lookAt } from '../look/look-at.ts';
import { lookAtTable } from '../look/look-at-table.ts';
import { parseOptions } from '../parse-options.ts';
import { terminalProgress } from '../progress.ts';
import { meansTable, TABLE_OPTIONS } from '../tables/table-words.ts';

const help = `unveil look: what is understood of a file before anything is done with it

Usage: unveil look RELEASE [options]

Reads the release from end to end as an audit would, and says its format, how a table's columns were read, its generalised items, its
first rows, and what was read otherwise than written. Of a release that
holds no transactions (docs/formats.md): its kind, and how many people it
tells of.

Of a table that can be read in more than one way: a role for each column and why, its first rows, and a command that was tried on
the whole file. --id, --items, --label, --list, --flags, --sheet and --skip say otherwise, as in "unveil import".

  --original FILE      is looked at as well
  --labels FILE        how many items it gives a meaning
  --kind NAME          what it is, where the file does not say: graph, an edge a line; else as in "unveil audit"
  --hierarchy FILE     the release holds labels of a hierarchy in the place of sets
  --roles FILE         it is a table of people: role, type, hierarchy and claim of its columns; or --id, --quasi, --sensitive A,B, and
                       --k, --l, --t as in "unveil check"; --buckets FILE beside a release in buckets
  --encoding NAME      of files that are not UTF-8: latin1, windows-1252, ...
  --json               the same as JSON on standard output
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions({
      args: [...argv],
      allowPositionals: true,
      options: {
        original: { type: 'string' },
        labels: { type: 'string' },
        hierarchy: { type: 'string' },
        ...IMPORT_OPTIONS,
        sheet: { type: 'string' },
        ...TABLE_OPTIONS,
        k: { type: 'string' },
        buckets: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const [file, ...more] = positionals;
    if (file === undefined) throw new BadInput('name the file to look at: unveil look release.txt');
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; the original is given with --original`);
    mustBeNoRequest(file);
    const { json, ...options } = values;
    const progress = terminalProgress(terminal);
    const people = meansTable(values) && values.items === undefined && values.list === undefined && values.flags !== true;
    const guide = people ? null : await guideHere(file, { encoding: values.encoding, sheet: values.sheet, table: tableChoice(values) });
    if (guide !== null && !guide.plain) {
      terminal.out.write(json ? jsonLine({ table: guide, of: 'release' }) : guideText(file, guide));
      return ExitCode.done;
    }
    const beside = people || values.original === undefined ? null : await guideHere(values.original, { encoding: values.encoding });
    if (beside !== null && !beside.plain && values.original !== undefined) {
      terminal.out.write(json ? jsonLine({ table: beside, of: 'original' }) : guideText(values.original, beside));
      return ExitCode.done;
    }
    const look = await (people ? lookAtTable(file, values, { ...options, progress }) : lookAt(file, { ...options, progress }));
    progress.end();
    terminal.out.write(json ? `${JSON.stringify(look)}\n` : textOf(look));
    return ExitCode.done;
  },
};

function textOf({ kind, format, facts, sets, first, warnings, remarks }: Look): string {
  const shown = (members: readonly string[]): string => (members.length === 1 ? (members[0] ?? '') : `(${members.join(', ')})`);
  const lines = [
    `${kind}: ${format}`,
    ...facts.map(({ label, value }) => `${label.toLowerCase().padEnd(26)}${value}`),
    '',
    ...(sets.length === 0 ? [] : ['generalised items, the most frequent first']),
    ...sets.map(
      ({ members, size, times }) => `  ${times} times, ${size} members: ${members.join(', ')}${size > members.length ? ', ...' : ''}`,
    ),
    ...(sets.length === 0 ? [] : ['']),
    ...(first.length === 0 ? [] : ['first rows']),
    ...first.map(({ entries, more }) => `  ${entries.map(shown).join(', ')}${more > 0 ? `, and ${more} more` : ''}`),
    ...(first.length === 0 ? [] : ['']),
    ...warnings.map(({ message, file, line, times }) => `note: ${file}:${line}: ${message}${times > 1 ? ` (${times} times)` : ''}`),
    ...remarks.map((remark) => `note: ${remark}`),
  ];
  return `${lines.join('\n')}\n`;
}
