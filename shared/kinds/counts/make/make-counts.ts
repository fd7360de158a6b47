import { csvField } from '../../../core/format/csv.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { exp } from '../../../core/numeric/numeric.ts';
import { type Random, seeded } from '../../../core/random/random.ts';
import type { Method } from '../../../kit/offers.ts';
import { optionText, wholeNumber } from '../../../kit/option-values.ts';
import { readPeople } from '../open.ts';

/** More counts are refused. */
const MOST_COUNTS = 100_000;

/** Counts people by every combination of values of some columns, with all totals, and hides small counts, rounds or adds noise. */
export const makeCounts =
  (how: 'suppressed' | 'rounded' | 'noise'): Method['make'] =>
  async (path, { k, seed, values }, readers) => {
    const by = (optionText(values, 'by') ?? '').split(',').filter((name) => name !== '');
    const learn = optionText(values, 'learn');
    if (by.length === 0) throw new BadInput('--by says which columns to count by: --by age,sex,disease', { file: path });
    if (learn !== undefined && !by.includes(learn)) throw new BadInput('--learn is one of the columns of --by', { file: path });
    const { names, rows } = await readPeople(await readers.file(path), readers.reading.gunzip, by);
    const at = by.map((name) => names.indexOf(name));
    const people = rows.map(({ cells }) => at.map((column) => cells[column]));
    const all = by.map((_, column) => ['*', ...[...new Set(people.map((cells) => cells[column]))].sort(compareCodePoints)]);
    const size = all.reduce((product, each) => product * each.length, 1);
    if (size > MOST_COUNTS)
      throw new BadInput(`this makes ${size} counts; at most ${MOST_COUNTS} are made: count by fewer columns`, { file: path });
    const counts = countedBy(people);
    const base = wholeNumber(optionText(values, 'base') ?? '5', '--base', 2);
    const total = Number(optionText(values, 'epsilon') ?? '1');
    if (!(total > 0 && total <= 1000)) throw new BadInput('--epsilon is a number above 0');
    // A person is in a count of every set of the columns.
    const epsilon = total / 2 ** by.length;
    let [hidden, change] = [0, 0];
    const lines = combinationsOf(all).map((cells) => {
      const count = counts.get(JSON.stringify(cells)) ?? 0;
      const published =
        how === 'rounded'
          ? base * Math.round(count / base)
          : how === 'noise'
            ? count + geometric(epsilon, seeded(seed, 'noise', ...cells))
            : count;
      const hides = how === 'suppressed' && count > 0 && count < k;
      hidden += hides ? 1 : 0;
      change += Math.abs(published - count);
      return `${[...cells, hides ? `<${k}` : String(published)].map(csvField).join(',')}\n`;
    });
    const says =
      how === 'suppressed' ? `suppressed=${k}` : how === 'rounded' ? `rounded=${base}` : `noise=geometric:${epsilon} epsilon=${total}`;
    const sensitive = learn === undefined ? '' : ` sensitive="${learn}"`;
    return {
      files: [
        { name: 'release.csv', pieces: [`# counts ${says}${sensitive}\n`, `${[...by, 'count'].map(csvField).join(',')}\n`, ...lines] },
        { name: 'original.csv', pieces: [by, ...people].map((cells) => `${cells.map(csvField).join(',')}\n`) },
      ],
      measures: { method: `counts-${how}`, people: people.length, counts: lines.length, hidden, meanChange: change / lines.length },
      request: { release: 'release.csv', original: 'original.csv', ...(how === 'suppressed' ? { claim: { k } } : {}) },
    };
  };

/** How many people have each combination of values, with a star for any. */
function countedBy(people: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const own of people)
    for (let mask = 0; mask < 2 ** own.length; mask += 1) {
      const key = JSON.stringify(own.map((value, column) => (Math.floor(mask / 2 ** column) % 2 === 1 ? '*' : value)));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

const combinationsOf = (values: readonly (readonly string[])[]): string[][] =>
  values.reduce<string[][]>((own, next) => own.flatMap((cells) => next.map((value) => [...cells, value])), [[]]);

/** Noise whose probability falls by exp(-epsilon) with each person more: the difference of two geometric numbers. */
function geometric(epsilon: number, random: Random): number {
  const stay = exp(-epsilon);
  const one = (): number => Math.floor(Math.log(1 - random.unit()) / Math.log(stay));
  return one() - one();
}
