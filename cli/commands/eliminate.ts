import { once } from 'node:events';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { checkedAttack, type EliminateOptions, eliminateTable } from '../../shared/app/eliminate.ts';
import { readTables } from '../../shared/app/read-tables.ts';
import { TABLE_ATTACKS } from '../../shared/core/attack/attacks.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Command, ExitCode, type Terminal } from '../command.ts';
import { eliminatePage } from '../eliminate-page.ts';
import { parseOptions } from '../parse-options.ts';

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
  --attack NAMES   one attack, or several with commas between
  --ratio R        scales the threshold that an attack takes from the table (default 1): less eliminates more
  --delta D        the threshold itself
  --seed S         for random and blind (default 0); chance depends on it and on the table's distances, not on its place
  --json           one line a table and attack:
                   {"attack":"gba","delta":0.445,"eliminated":[[2,1],...],"why":[0.799,...]}

Cells are [row, column] from 0, in the order in which they go. "why" is the value that decided each: a distance (mda, tba),
a weighted distance (wba), a vulnerability (gba, rba), "never", or null for chance. "delta" is null where there is none.
At least one item stays in each row and each column. docs/attacks.md explains the attacks.
`;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions({
      args: [...argv],
      allowPositionals: true,
      options: {
        attack: { type: 'string', multiple: true },
        ratio: { type: 'string' },
        delta: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
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
