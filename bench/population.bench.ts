// Is the true number of population uniques inside the stated 95 % interval? Samples of 1, 5, 10 and 20 % of Adult, and of made populations on which
// nothing was chosen. Then a whole audit of 6,000 of Adult's people. UNVEIL_RUNS: samples of each fraction (100); UNVEIL_ONLY: a population's name, the
// rows of the others stay.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded, shuffle } from '../shared/core/random/random.ts';
import { estimatePopulation } from '../shared/kinds/relational/core/population/estimate.ts';
import { sampleSizes } from '../shared/kinds/relational/core/population/sample-sizes.ts';
import { type Bar, rowsOfFigures, writeFigures } from './bench.ts';
import { adult } from './relational/adult.ts';
import { auditMade } from './verdict/audit-made.ts';

const RUNS = Number(process.env['UNVEIL_RUNS'] ?? 100);
const ONLY = process.env['UNVEIL_ONLY'] ?? '';
const FRACTIONS = [0.01, 0.05, 0.1, 0.2];
const PEOPLE = 20_000;
const RELEASED = 6000;
const QUASI = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass'];
const LEAST = 0.9;

/** Each person's combination of quasi-identifiers. */
interface Population {
  readonly name: string;
  readonly cells: readonly string[];
}

export async function bench(): Promise<readonly Bar[]> {
  const bars: Bar[] = [];
  let rows = rowsOfFigures('population');
  for (const { name, cells } of populations()) {
    if (!name.startsWith(ONLY)) continue;
    const inAll = Map.groupBy(cells, (cell) => cell);
    const uniques = [...inAll.values()].filter((people) => people.length === 1).length;
    for (const fraction of FRACTIONS) {
      let [staying, all, ofModel] = [0, 0, 0];
      const sums = { ones: 0, truth: 0, low: 0, value: 0, high: 0 };
      for (let run = 0; run < RUNS; run += 1) {
        const order = shuffle(Int32Array.from(cells.keys()), seeded('population', name, fraction, run));
        const drawn = Map.groupBy(order.subarray(0, Math.floor(cells.length * fraction)), (person) => cells[person] ?? '');
        const truth = [...drawn].filter(([cell, people]) => people.length === 1 && inAll.get(cell)?.length === 1).length;
        const found = estimatePopulation(sampleSizes([...drawn.values()].map(({ length }) => length)), cells.length);
        if (truth >= found.staying.low && truth <= found.staying.high) staying += 1;
        if (uniques >= found.population.low && uniques <= found.population.high) all += 1;
        const { literature } = found;
        const chosen = literature.chosen === null ? null : literature[literature.chosen];
        if (chosen !== null && Math.abs(chosen - uniques) <= 0.2 * uniques) ofModel += 1;
        for (const key of ['low', 'value', 'high'] as const) sums[key] += found.staying[key] / RUNS;
        sums.ones += found.ones / RUNS;
        sums.truth += truth / RUNS;
      }
      const share = `${100 * fraction} %`;
      rows = rows.filter((row) => row[0] !== name || row[1] !== share);
      rows.push([
        name,
        share,
        ...[sums.ones, sums.truth, sums.value, sums.low, sums.high].map((value) => value.toFixed(0)),
        `${staying} of ${RUNS}`,
        `${all} of ${RUNS}`,
        `${ofModel} of ${RUNS}`,
      ]);
      for (const [what, inside] of [
        ['uniques of the sample', staying],
        ['uniques of the population', all],
      ] as const)
        bars.push({
          what: `${name}, ${share}: ${what}`,
          figure: `${inside} of ${RUNS}`,
          bar: 'at least 90 %',
          met: inside >= LEAST * RUNS,
        });
    }
  }
  writeFigures(
    'population',
    [
      'population',
      'sample',
      'unique in it',
      'also in the population',
      'estimate',
      'low',
      'high',
      'inside',
      'population uniques inside',
      "ARX's choice within 20 %",
    ],
    rows,
    'People of a sample who are unique in the population: means over the samples, and how often the truth is inside the stated 95 % interval. The last column: how often the one model that ARX would choose is within a fifth of the truth.',
  );
  return [...bars, ...(await auditedSample())];
}

/** What an audit says of the first people of Adult as a release, when it is told how many there are. */
async function auditedSample(): Promise<readonly Bar[]> {
  const { title, header, records } = adult();
  if (!title.startsWith(ONLY)) return [];
  const names = header.split(';');
  const places = QUASI.map((name) => names.indexOf(name));
  const cellsOf = (record: string): string => {
    const cells = record.split(';');
    return places.map((at) => cells[at]).join(';');
  };
  const times = Map.groupBy(records.map(cellsOf), (cells) => cells);
  const released = records.slice(0, RELEASED);
  const inRelease = Map.groupBy(released.map(cellsOf), (cells) => cells);
  const alone = [...inRelease].flatMap(([cells, people]) => (people.length === 1 ? [cells] : []));
  const truth = alone.filter((cells) => times.get(cells)?.length === 1).length;
  const { conclusion, seen } = await auditMade(
    {
      files: { 'release.csv': `${[header, ...released].join('\n')}\n` },
      request: {
        release: 'release.csv',
        kind: 'relational',
        columns: { quasi: QUASI, sensitive: ['occupation'] },
        population: records.length,
      },
    },
    (folder) => Promise.resolve(readFileSync(join(folder, 'made', 'report.html'), 'utf8')),
  );
  const found = conclusion.findings.find(({ attack }) => attack === 'population-uniqueness');
  const what = `${title}, ${RELEASED} people as a release`;
  const [low, high] = (/ of these [\d,]+ \(([\d,]+) to ([\d,]+)\) are expected to be unique among/.exec(found?.reason ?? '') ?? [])
    .slice(1)
    .map((text) => Number(text.replaceAll(',', '')));
  const unclear = conclusion.findings.filter(
    (each) => each.way === 'singled out' && each.state === 'proved' && each.people > truth && !each.reason.includes('in the release'),
  ).length;
  return [
    {
      what: `${what}: said of how many of the ${alone.length} who are alone in it are alone among all`,
      figure: `${low} to ${high}; ${truth} are`,
      bar: 'inside',
      met: low !== undefined && high !== undefined && low <= truth && truth <= high,
    },
    {
      what: `${what}: counts of more people than are alone among all, without "in the release"; "for certain" on the page`,
      figure: `${unclear}, ${seen.split('for certain').length - 1}`,
      bar: 'none',
      met: unclear === 0 && !seen.includes('for certain'),
    },
  ];
}

function populations(): readonly Population[] {
  const { title, header, records } = adult();
  const names = header.split(';');
  const table = records.map((record) => record.split(';'));
  const by = (columns: readonly string[]): string[] => {
    const places = columns.map((name) => names.indexOf(name));
    return table.map((record) => places.map((at) => record[at]).join(';'));
  };
  const made = (name: string, person: (random: ReturnType<typeof seeded>) => string): Population => {
    const random = seeded('population', 'made', name);
    return { name, cells: Array.from({ length: PEOPLE }, () => person(random)) };
  };
  return [
    { name: title, cells: by(QUASI) },
    { name: `${title}, four columns`, cells: by(['age', 'education', 'native-country', 'occupation']) },
    { name: `${title}, job and home`, cells: by(['age', 'workclass', 'occupation', 'race']) },
    { name: `${title}, five columns`, cells: by(['age', 'marital-status', 'sex', 'native-country', 'occupation']) },
    made('made: six kinds of people', (random) => {
      const kind = random.below(6);
      return [2, 60, 8, 12, 20].map((values, at) => Math.floor(values * random.unit() ** (1 + ((kind + at) % 4)))).join(';');
    }),
    made('made: district, year of birth, sex', (random) =>
      [Math.floor(400 * random.unit() ** 2.5), random.below(90), random.below(2)].join(';'),
    ),
  ];
}
