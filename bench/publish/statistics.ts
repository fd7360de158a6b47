// node bench/publish/statistics.ts ROWS: slices' figures as they are read back, joined, and all that is stated of them. Prints attacks, seconds
// of processor time without those of making the slices, and the most memory held.
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { attackSet } from '../../shared/kinds/set-generalised/attack/attack-set.ts';
import type { SliceFigures } from '../../shared/kinds/set-generalised/measure/measure-slice.ts';
import { emptyRows, type RowFigures } from '../../shared/kinds/set-generalised/measure/row-figures.ts';
import { emptyTally } from '../../shared/kinds/set-generalised/measure/tally.ts';
import { addFigures, attackResults } from '../../shared/kinds/set-generalised/publish/attack-results.ts';
import { honestChoice } from '../../shared/kinds/set-generalised/publish/honest-choice.ts';

const ROWS = Number(process.argv[2]);
const SLICE = 16_384;
/** Rows of one generalised item, and cells of a row. */
const [GROUP, CELLS] = [4, 4];

const attacks = attackSet(auditRequest.parse({ release: 'release.txt', original: 'original.txt' }), {}).all;
const random = seeded('publish', ROWS);

/** Attacks that take out up to half of each row's cells, right as often as their place in the list says. */
function rowsFrom(first: number): RowFigures {
  const rows = emptyRows(attacks.length);
  for (let row = first; row < Math.min(ROWS, first + SLICE); row += 1) {
    rows.group.push(Math.floor(row / GROUP));
    rows.transaction.push(random.below(ROWS));
    rows.added.push(random.below(CELLS));
    for (const [at] of attacks.entries()) {
      const eliminated = random.below(1 + CELLS / 2);
      const right = 0.5 + 0.4 / (1 + at);
      rows.attacks[at]?.eliminated.push(eliminated);
      rows.attacks[at]?.correct.push(Array.from({ length: eliminated }).filter(() => random.unit() < right).length);
      rows.matched[at]?.eliminated.push(200 * eliminated);
      rows.matched[at]?.correct.push(random.below(1 + 200 * eliminated));
    }
  }
  return rows;
}

let making = 0;
async function* slices(): AsyncGenerator<SliceFigures> {
  for (let first = 0; first < ROWS; first += SLICE) {
    const from = process.cpuUsage().user;
    const rows = rowsFrom(first);
    const tallies = attacks.map((_, at) => {
      const sum = (values: readonly number[] = []): number => values.reduce((a, b) => a + b, 0);
      const cells = rows.group.length * CELLS;
      const eliminated = sum(rows.attacks[at]?.eliminated);
      const groups = rows.group.length / GROUP;
      const correct = sum(rows.attacks[at]?.correct);
      return { ...emptyTally(), groups, decidedGroups: groups, cells, scored: cells, eliminated, correct, added: sum(rows.added) };
    });
    const slice = { slice: first / SLICE, tallies, rows, stated: attacks.map(() => []), reasons: attacks.map(() => null) };
    const text = JSON.stringify({ ...slice, unmatched: [], simplified: 0, example: null, betrayals: [], people: null, lost: [] });
    making += process.cpuUsage().user - from;
    yield JSON.parse(text) as SliceFigures;
  }
}

const figures = await addFigures(attacks.length, slices());
const measured = { hasOriginal: true, measures: [], details: new Map(), seed: 'bench' };
const results = attackResults(attacks, figures, measured);
if (results.some(({ f1 }) => f1 === null) || honestChoice(attacks, figures.rows) === null) throw new Error('nothing was stated');
const { userCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ attacks: attacks.length, seconds: (userCPUTime - making) / 1e6, megabytes: maxRSS / 1024 }));
