import { KIND_NAMES, listedKind } from '../../shared/kinds/registry.ts';
import type { GivenOptions } from '../../shared/kit/offers.ts';
import type { Options } from '../../shared/kit/option.ts';
import { TABLE_ROWS } from '../../shared/kit/option.ts';
import { mustBeNoRequest } from '../audit/request.ts';
import { borrowedHelp, type Command, ExitCode, jsonLine, oneArgument, optionHelp, parseOptions } from '../command.ts';
import { guideHere, guideText } from '../import/guide.ts';
import { IMPORT_OPTIONS, tableChoice } from '../import/import-options.ts';
import { type Look, lookAt, lookAtTable } from '../look/look-at.ts';
import { terminalProgress } from '../progress.ts';

const OWN_OPTIONS = {
  original: { type: 'string', value: 'FILE', help: 'is looked at as well' },
  labels: { type: 'string', value: 'FILE', help: 'how many items it gives a meaning' },
  hierarchy: { type: 'string', value: 'FILE', help: 'the release holds labels of a hierarchy in the place of sets' },
  k: { type: 'string', value: 'K', help: 'of a table of people: the claim, as in "unveil check"' },
  buckets: { type: 'string', value: 'FILE', help: 'the values of a release in buckets, beside it' },
  json: { type: 'boolean', default: false, help: 'the same as JSON on standard output' },
} as const satisfies Options;

const TABLE_OPTIONS = {
  kind: { type: 'string', value: 'KIND', values: KIND_NAMES, help: 'what it is, where the file does not say: as in "unveil audit"' },
  ...TABLE_ROWS,
  encoding: { type: 'string', value: 'NAME', help: 'where files are not UTF-8: latin1, windows-1252, ...' },
} as const satisfies Options;

const OPTIONS = { ...OWN_OPTIONS, ...IMPORT_OPTIONS, ...TABLE_OPTIONS };

const help = `unveil look: what is understood of a file before anything is done with it

Usage: unveil look RELEASE [options]

Reads the release from end to end as an audit would, and says its format, how a table's columns were read, its generalised items, its
first rows, and what was read otherwise than written. Of a release that holds no transactions (docs/formats.md): its kind, and how many
people it tells of.

Of a table that can be read in more than one way: a role for each column and why, its first rows, and a command that was tried on
the whole file.

${optionHelp(OWN_OPTIONS)}${borrowedHelp(IMPORT_OPTIONS, 'how a table is read, as in "unveil import"')}
A table of people, or a kind that the file does not tell
${optionHelp(TABLE_OPTIONS)}`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const file = oneArgument(positionals, 'name the file to look at: unveil look release.txt', 'the original is given with --original');
    mustBeNoRequest(file);
    const { json, items, label: _label, missing: _missing, ...options } = values;
    const progress = terminalProgress(terminal);
    const people = meansTable(options) && items === undefined && values.list === undefined && values.flags !== true;
    const other = values.kind !== undefined && listedKind(values.kind)?.holds === undefined;
    const guide =
      people || other ? null : await guideHere(file, { encoding: values.encoding, sheet: values.sheet, table: tableChoice(values) });
    if (guide !== null && !guide.plain) {
      terminal.out.write(json ? jsonLine({ table: guide, of: 'release' }) : guideText(file, guide));
      return ExitCode.done;
    }
    const beside = people || values.original === undefined ? null : await guideHere(values.original, { encoding: values.encoding });
    if (beside !== null && !beside.plain && values.original !== undefined) {
      terminal.out.write(json ? jsonLine({ table: beside, of: 'original' }) : guideText(values.original, beside));
      return ExitCode.done;
    }
    const look = await (people ? lookAtTable(file, options, values.encoding, progress) : lookAt(file, { ...options, progress }));
    progress.end();
    terminal.out.write(json ? `${JSON.stringify(look)}\n` : textOf(look));
    return ExitCode.done;
  },
};

/** Only a table of people has roles. */
function meansTable({ kind, roles, id, quasi, sensitive }: GivenOptions): boolean {
  if (kind !== undefined && listedKind(kind)?.holds !== 'columns') return false;
  return [kind, roles, id, quasi, sensitive].some((value) => value !== undefined);
}

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
