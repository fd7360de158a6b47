import { once } from 'node:events';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { attackNamed, TABLE_ATTACKS } from '../../shared/core/attack/attacks.ts';
import type { DistanceTable } from '../../shared/core/attack/table.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Options } from '../../shared/kit/option.ts';
import { checkedAttack, type EliminateOptions, type EliminateResult, eliminateTable } from '../../shared/pipeline/eliminate.ts';
import { readTables } from '../../shared/pipeline/read/read-tables.ts';
import { type Command, ExitCode, optionHelp, parseOptions, type Terminal } from '../command.ts';

const OPTIONS = {
  attack: {
    type: 'string',
    multiple: true,
    value: 'NAMES',
    values: TABLE_ATTACKS.map(({ name }) => name),
    help: 'one attack, or several with commas between',
  },
  ratio: { type: 'string', value: 'R', help: 'scales the threshold that an attack takes from the table (default 1): less eliminates more' },
  delta: { type: 'string', value: 'D', help: 'the threshold itself' },
  seed: {
    type: 'string',
    value: 'S',
    help: "for random and blind (default 0); chance depends on it and on the table's distances, not on its place",
  },
  json: { type: 'boolean', help: 'one line a table and attack: {"attack":"gba","delta":0.445,"eliminated":[[2,1],...],"why":[0.799,...]}' },
} as const satisfies Options;

const help = `unveil eliminate: attack distance tables of your own

Usage: unveil eliminate FILE --attack NAME[,NAME...] [options]

FILE holds one table for each generalised item: a row for each transaction, a column for each member, and how far the
member is from what stands beside it. JSON Lines, one table a line, or JSON with one table or an array of them; "-" reads
from the standard input; gzip is unpacked.

  {"distances": [[0.56, 0.78, 1.57], [1.75, null, "never"]]}

null is a distance that is not known, "never" a pair that is never found together. Other keys are left alone.

Attacks:
${TABLE_ATTACKS.map(({ name, summary }) => `  ${name.padEnd(16)}${summary}`).join('\n')}

Options:
${optionHelp(OPTIONS)}
Cells are [row, column] from 0, in the order in which they go. "why" is the value that decided each, such as its distance
or the gap of its row; "never", or null for chance. "delta" is null where there is none.
At least one item stays in each row and each column. docs/attacks.md explains the attacks.
`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const [file, ...more] = positionals;
    if (file === undefined) throw new BadInput('name a file of distance tables, or "-"; "unveil eliminate --help" shows one');
    if (more.length > 0) throw new BadInput(`one file at a time; "${more[0]}" is a second`);
    const names = [...new Set((values.attack ?? []).flatMap((list) => list.split(',')).map((name) => name.trim()))];
    if (names.length === 0) throw new BadInput(`name an attack, --attack NAME: ${TABLE_ATTACKS.map(({ name }) => name).join(', ')}`);
    const options: Omit<EliminateOptions, 'attack'> = {
      ...(values.ratio === undefined ? {} : { ratio: numeral(values.ratio, '--ratio') }),
      ...(values.delta === undefined ? {} : { delta: numeral(values.delta, '--delta') }),
      ...(values.seed === undefined ? {} : { seed: values.seed }),
    };
    const attacks = names.map((attack) => checkedAttack({ attack, ...options }));
    for (const option of ['ratio', 'delta', 'seed'] as const) {
      if (options[option] !== undefined && !attacks.some(({ takes }) => takes.includes(option))) {
        throw new BadInput(`--${option} changes nothing about ${names.join(', ')}`);
      }
    }

    const source = { name: file, bytes: await fileBytes(file) };
    let number = 0;
    for await (const table of readTables(source, gunzip)) {
      number += 1;
      for (const attack of attacks) {
        const result = eliminateTable(table, attack, options);
        await print(terminal, values.json === true ? `${JSON.stringify(result)}\n` : eliminatePage(number, table, result));
      }
    }
    return ExitCode.done;
  },
};

function numeral(text: string, option: string): number {
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) throw new BadInput(`${option} takes a number, not "${text}"`);
  return Number(text);
}

/** Waits while the reader of the output is behind, so that memory does not grow with the file. */
async function print({ out }: Terminal, text: string): Promise<void> {
  if (out.write(text) === false && out === process.stdout) await once(process.stdout, 'drain');
}

/** Beyond these a table is not drawn: its eliminations are listed only. */
const MOST_COLUMNS = 12;
const MOST_ROWS = 40;

/** One table after one attack, for people: the distances, the place of each eliminated cell in the order, and the reasons. */
function eliminatePage(number: number, table: DistanceTable, result: EliminateResult): string {
  const { rows, columns } = table;
  const head = `table ${number}: ${rows} x ${columns}, ${result.attack}`;
  if (result.notComputable !== undefined) return `${head}: not computable: ${result.notComputable}\n\n`;
  const threshold = result.delta === null ? '' : `; threshold ${shown(result.delta)}`;
  const lines = [`${head}: ${result.eliminated.length} of ${rows * columns} cells eliminated${threshold}`];
  if (rows <= MOST_ROWS && columns <= MOST_COLUMNS) lines.push('', ...drawn(table, result));
  if (result.eliminated.length > 0) {
    lines.push('', ...result.eliminated.map(([row, column], at) => `  ${at + 1}. row ${row}, column ${column}: ${reason(result, at)}`));
  }
  return `${lines.join('\n')}\n\n`;
}

function drawn({ rows, columns, cells }: DistanceTable, { eliminated }: EliminateResult): string[] {
  const order = new Map(eliminated.map(([row, column], at) => [row * columns + column, at + 1]));
  const cell = (row: number, column: number): string => {
    const place = order.get(row * columns + column);
    const distance = shown(cells[row * columns + column]);
    return place === undefined ? distance : `(${distance}) ${place}.`;
  };
  const grid = [
    ['', ...Array.from({ length: columns }, (_, column) => String(column))],
    ...Array.from({ length: rows }, (_, row) => [String(row), ...Array.from({ length: columns }, (_, column) => cell(row, column))]),
  ];
  const widths = Array.from({ length: columns + 1 }, (_, at) => Math.max(...grid.map((line) => line[at]?.length ?? 0)));
  return grid.map((line) => `  ${line.map((text, at) => text.padStart(widths[at] ?? 0)).join('  ')}`);
}

function reason({ attack, why }: EliminateResult, at: number): string {
  const value = why[at];
  if (value === 'never') return 'never together with its context';
  if (value === null || value === undefined) return 'by chance';
  return attackNamed(attack)?.why(shown(value)) ?? shown(value);
}

/** Four significant digits at most; a point for undefined. */
const shown = (value: number): string => {
  if (Number.isNaN(value)) return '.';
  return value === Number.POSITIVE_INFINITY ? 'never' : String(Number(value.toPrecision(4)));
};
