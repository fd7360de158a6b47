// Time of the posterior of each person: Adult with a register and a second release, and many records in classes of ten.
import { seeded } from '../shared/core/random/random.ts';
import { makeTableRelease } from '../shared/kinds/relational/core/anonymise/make-release.ts';
import type { TableMethod } from '../shared/kinds/relational/core/anonymise/methods.ts';
import { exactMembers, linkExternal, type OtherRelease } from '../shared/kinds/relational/core/assess/link-findings.ts';
import { practisedOf } from '../shared/kinds/relational/core/assess/practised-columns.ts';
import { type KnownTable, knownTable } from '../shared/kinds/relational/core/check/check-table.ts';
import { believed } from '../shared/kinds/relational/core/joint/model.ts';
import type { ColumnMeaning, TableRoles } from '../shared/kinds/relational/core/model/roles.ts';
import { columnOfShared, type Table } from '../shared/kinds/relational/core/model/table.ts';
import { type Bar, type Bench, inSeconds, processorTime } from './bench.ts';
import { adult } from './relational/adult.ts';
import { partsOf } from './relational/golden-adult.ts';

export const note =
  'Processor time of the posterior of all persons of a register, practice on known columns included; making and reading the release are not counted. `UNVEIL_PEOPLE` sets the records of Adult (all), `UNVEIL_MANY` those in classes of ten (a million).';

const PEOPLE = Number(process.env['UNVEIL_PEOPLE'] ?? 30_162);
const MANY = Number(process.env['UNVEIL_MANY'] ?? 1_000_000);
const QUASI = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass'];

export const bench: Bench = () => Promise.resolve([...onMany(), ...onAdult()]);

function rolesOf(names: readonly string[], quasi: readonly string[], sensitive: string, k: number): TableRoles {
  const meaning = (name: string): ColumnMeaning => ({
    role: quasi.includes(name) ? 'quasi' : name === sensitive ? 'sensitive' : 'other',
    type: name === 'age' ? 'number' : 'word',
    hierarchy: null,
    order: null,
    harmful: null,
  });
  return { columns: new Map(names.map((name) => [name, meaning(name)])), claim: { k }, missing: [] };
}

/** Posteriors of everybody with the columns, and with a second release if there is one; the bars of its time and of its calibration. */
function judged(what: string, known: KnownTable, register: Table, other: OtherRelease | null, truth: Int32Array, most: number): Bar[] {
  let [said, right, drawn] = [0, 0, 0];
  let how = '';
  const time = processorTime(() => {
    const links = linkExternal(known, register);
    const [column] = known.sensitive;
    if (links === null) throw new Error('the register has no quasi-identifier');
    const practised = practisedOf(known, column, { table: register, members: exactMembers(known, links), truth: null, buckets: false });
    how = 'why' in practised ? practised.why : 'with columns';
    const columns = 'why' in practised ? null : practised.weigh;
    const found = believed(
      known,
      column.sensitive,
      register,
      links.linked,
      { statements: [], other, isOrdered: false, moves: [], columns, rules: [], prior: null },
      'bench',
    );
    drawn = found.drawn;
    for (let person = 0; person < register.rows; person += 1) {
      const posterior = found.of(person);
      said += posterior?.shares[0] ?? 0;
      if (posterior?.codes[0] === truth[person]) right += 1;
    }
  });
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const shares = [said, right].map((each) => `${((100 * each) / register.rows).toFixed(1)} %`);
  return [
    inSeconds(`${what}, ${register.rows} persons (${how}, ${drawn} drawn)`, time, most),
    { what: `${what}: memory`, figure: `${megabytes.toFixed(0)} MB`, bar: 'at most 1,500 MB', met: megabytes <= 1500 },
    {
      what: `${what}: expected right, and right`,
      figure: shares.join(', '),
      bar: 'within 4 points',
      met: Math.abs(said - right) <= 0.04 * register.rows,
    },
  ];
}

function onAdult(): Bar[] {
  const { table: all, hierarchies } = partsOf(adult());
  const step = Math.max(1, Math.floor(all.rows / PEOPLE));
  const rows = Int32Array.from({ length: Math.floor(all.rows / step) }, (_, at) => at * step);
  const table: Table = {
    rows: rows.length,
    columns: all.columns.map((column) => ({ ...column, codes: rows.map((row) => column.codes[row]) })),
  };
  const names = table.columns.map(({ name }) => name);
  const made = (method: TableMethod, k: number) => {
    const roles = rolesOf(names, QUASI, 'occupation', k);
    const known = knownTable(table, roles, method === 'mondrian' ? new Map() : hierarchies);
    const release = makeTableRelease(known, { method, limit: null, loss: 'prec', seed: '1', order: 'shuffle', suppressed: 'drop' });
    return { known: knownTable(release.table, roles, hierarchies), origin: release.origin };
  };
  const [one, other] = [made('mondrian', 5), made('lattice', 7)];
  const register = { rows: table.rows, columns: table.columns.filter(({ name }) => QUASI.includes(name)) };
  const truth = new Int32Array(table.rows).fill(-1);
  for (const [row, person] of one.origin.entries()) truth[person] = one.known.sensitive[0].sensitive.codes[row];
  return judged(
    'Adult with register and second release',
    one.known,
    register,
    { table: other.known.table, relation: 'same-people' },
    truth,
    20,
  );
}

function onMany(): Bar[] {
  const random = seeded('many');
  const place = Int32Array.from({ length: MANY }, (_, row) => Math.floor(row / 10));
  const job = Int32Array.from({ length: MANY }, () => random.below(6));
  const sex = Int32Array.from({ length: MANY }, () => random.below(2));
  const disease = job.map((own) => (random.unit() < 0.5 ? own : random.below(8)));
  const texts = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  const area = [
    columnOfShared(
      'zip',
      texts('z', 1000),
      place.map((each) => each % 1000),
    ),
    columnOfShared(
      'district',
      texts('d', MANY / 10_000 + 1),
      place.map((each) => Math.floor(each / 1000)),
    ),
  ];
  const hidden = ['job', 'sex'].map((name) => columnOfShared(name, ['*'], new Int32Array(MANY)));
  const released = { rows: MANY, columns: [...area, ...hidden, columnOfShared('disease', texts('v', 8), disease)] };
  const names = released.columns.map(({ name }) => name);
  const known = knownTable(released, rolesOf(names, names.slice(0, -1), 'disease', 10), new Map());
  const register = { rows: MANY, columns: [...area, columnOfShared('job', texts('j', 6), job), columnOfShared('sex', texts('s', 2), sex)] };
  return judged('Classes of ten with register', known, register, null, known.sensitive[0].sensitive.codes, 120);
}
