import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Advice, AdvicePoint } from '../../shared/contracts/advice.ts';
import type { Bar } from '../bench.ts';
import { adult, writeAdult } from '../relational/adult.ts';
import { percent } from './percent.ts';

const K = 5;
export const ADULT = `Adult, Mondrian, k = ${K}`;

/** Advice on a table of people that holds its claim, and in which whole classes share a value all the same. */
export async function adviseOnAdult(
  folder: string,
  runCli: (argv: readonly string[]) => Promise<string>,
): Promise<{ readonly bars: readonly Bar[]; readonly row: string[] }> {
  const own = join(folder, 'adult');
  mkdirSync(own);
  const data = adult();
  const table = writeAdult(own, data, data.records.length, { k: K }, { type: 'word' });
  const [made, out] = [join(own, 'made'), join(own, 'safer')];
  await runCli(['anonymise', table, '--roles', join(own, 'roles.json'), '--method', 'mondrian', '--out', made]);
  await runCli(['advise', table, '--release', made, '--out', out]);
  const { last, points, chosen } = JSON.parse(readFileSync(join(out, 'advice.json'), 'utf8')) as Advice;
  const name = ADULT;
  const [was, is] = [last.given.people.value ?? Number.NaN, last.chosen.people.value ?? Number.NaN];
  const given = points[0].losses;
  const after = (points.find((point) => point.name === chosen) as AdvicePoint).losses;
  const grown = after.map(({ value }, at) => (value ?? Number.NaN) / (given[at]?.value ?? Number.NaN));
  const lost = after.map(({ value }, at) => `${percent(given[at]?.value ?? null)} → ${percent(value)}`);
  return {
    bars: [
      { what: `${name}: people named at 90 %, after / before`, figure: (is / was).toFixed(2), bar: '<= 0.5', met: is <= 0.5 * was },
      {
        what: `${name}: ${after.map((each) => each.name).join(' and ')}, after / before`,
        figure: grown.map((each) => each.toFixed(3)).join(', '),
        bar: '<= 1.02',
        met: grown.every((each) => each <= 1.02),
      },
    ],
    row: [
      name,
      `${percent(was)} → ${percent(is)}`,
      '',
      '',
      '',
      lost[0] ?? '',
      lost[1] ?? '',
      '',
      points.map(({ people }) => percent(people.value)).join(', '),
      chosen,
    ],
  };
}
