import { BadInput } from '../../../core/model/bad-input.ts';
import { claimSentence } from '../../../core/verdict/claim.ts';
import type { Check } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { plural } from '../../../kit/publish/text.ts';
import { checkedList, violations } from '../../../kit/violations.ts';
import { trueRows } from '../attack.ts';
import { countsOf } from '../core/counts-file.ts';
import { CsvReader } from '../core/csv-rows.ts';
import { attackCounts } from '../core/leaks.ts';
import { peopleInCells, readPeople } from '../open.ts';
import { countClaims } from './claims.ts';

/** What the first line says of the counts, K people in each of them, and how far they are from the true ones. */
export const runCountsCheck: Check['run'] = async ({ name, bytes }, { k, values }, readers) => {
  const reader = new CsvReader(name);
  for await (const piece of bytes) reader.push(piece);
  const file = countsOf(reader.end());
  const path = optionText(values, 'original');
  const people = path === undefined ? null : await readPeople(await readers.file(path), readers.reading.gunzip, file.columns);
  const { cells, fits } = attackCounts(file, name);
  const claims = countClaims(file, cells, fits, k, people === null ? null : trueRows(cells, peopleInCells(people, cells)));
  if (claims.length === 0)
    throw new BadInput('say what is claimed: --k 3, or on the first line "# counts rounded=5", "suppressed=3" or "epsilon=1"', {
      file: name,
    });
  const broken = claims.filter(({ state }) => state === 'broken');
  return checkedList({
    claims,
    found: [
      violations(
        broken,
        ({ text, violations: count, example }) => ({ rule: text, violations: count, example }),
        ({ text, violations: count, example }) =>
          `  ${text}: ${plural(count ?? 0, 'violation')}${example === null ? '' : `, such as ${example}`}`,
      ),
    ],
    summary: [`${name}: ${plural(file.rows.length, 'count')}`, ...claims.filter(({ state }) => state !== 'broken').map(claimSentence)],
  });
};
