// Adult (UCI) with the hierarchies of ARX where the data is (`UNVEIL_DATA`, by default ../shared/data), else seeded records of its shape.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { seeded } from '../../shared/core/random/random.ts';

const QUASI = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass'];
const SENSITIVE = 'occupation';
const FOLDER = resolve(process.env['UNVEIL_DATA'] ?? '../shared/data', 'relational');
const RECORDS = 30_162;

export interface Adult {
  readonly title: string;
  readonly header: string;
  readonly records: readonly string[];
  /** Of each column that has one, its lines. */
  readonly hierarchies: Readonly<Record<string, string>>;
}

export function adult(): Adult {
  const file = join(FOLDER, 'adult.csv.zst');
  if (!existsSync(file)) return synthetic();
  const [header = '', ...records] = zstdDecompressSync(readFileSync(file)).toString().trimEnd().split(/\r?\n/);
  const hierarchies = Object.fromEntries(
    [...QUASI, SENSITIVE].map((name) => [name, readFileSync(join(FOLDER, `adult_hierarchy_${name}.csv`), 'utf8')]),
  );
  return { title: 'Adult', header, records, hierarchies };
}

/** As many levels and about as many values, in shares that fall off as Zipf's do. */
function synthetic(): Adult {
  const shape: readonly (readonly [string, number, number])[] = [
    ['sex', 2, 1],
    ['age', 72, 4],
    ['race', 5, 1],
    ['marital-status', 7, 2],
    ['education', 16, 3],
    ['native-country', 41, 2],
    ['workclass', 7, 2],
    [SENSITIVE, 14, 2],
  ];
  const random = seeded('bench', 'adult');
  const hierarchies = Object.fromEntries(
    shape.map(([name, values, top]) => {
      const label = (value: number, level: number): string =>
        level === top ? '*' : level === 0 ? `${name}${value}` : `${name} ${level}.${Math.floor(value / (3 * 4 ** (level - 1)))}`;
      return [
        name,
        Array.from({ length: values }, (_, value) => Array.from({ length: top + 1 }, (__, level) => label(value, level)).join(';')).join(
          '\n',
        ),
      ];
    }),
  );
  const records = Array.from({ length: RECORDS }, () =>
    shape.map(([name, values]) => `${name}${Math.floor((values + 1) ** random.unit()) - 1}`).join(';'),
  );
  return { title: 'Adult (synthetic, same shape)', header: shape.map(([name]) => name).join(';'), records, hierarchies };
}

/** Writes the table with its hierarchies and roles; `records` more or fewer are drawn with replacement. */
export function writeAdult(folder: string, { header, records, hierarchies }: Adult, wanted: number, claim: object, age: object): string {
  const random = seeded('bench', 'drawn', wanted);
  const drawn = wanted === records.length ? records : Array.from({ length: wanted }, () => records[random.below(records.length)]);
  writeFileSync(join(folder, 'adult.csv'), `${header}\n${drawn.join('\n')}\n`);
  for (const [name, text] of Object.entries(hierarchies)) writeFileSync(join(folder, `${name}.csv`), text);
  const columns = Object.fromEntries(
    header.split(';').map((name) => {
      if (!QUASI.includes(name) && name !== SENSITIVE) return [name, { role: 'other' }];
      const role = name === SENSITIVE ? 'sensitive' : 'quasi';
      return [name, { role, type: 'word', hierarchy: `${name}.csv`, ...(name === 'age' ? age : {}) }];
    }),
  );
  writeFileSync(join(folder, 'roles.json'), JSON.stringify({ columns, claim }));
  return join(folder, 'adult.csv');
}
