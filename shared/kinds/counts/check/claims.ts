import { type Claim, checkedClaim } from '../../../core/verdict/claim.ts';
import type { Cells } from '../core/cells.ts';
import { type CountsFile, endsOf } from '../core/counts-file.ts';

/** True counts by row, where the original tells. */
type TrueCounts = readonly number[] | null;

/** The one claim check: what the first line says of the counts, and k people in every one of them. */
export function countClaims(file: CountsFile, { cells, rows: ofRows }: Cells, fits: boolean, k: number | null, truth: TrueCounts): Claim[] {
  const { rows, made } = file;
  const printed = rows.flatMap(({ count, line }, row) => (count === null ? [] : [{ count, line, row }]));
  const claims: Claim[] = [];
  const claim = (text: string, scope: string, checked: number, broken: readonly { readonly line: number }[], how: string): void => {
    claims.push(checkedClaim(text, scope, checked, broken.length, `line ${broken[0]?.line}: ${how}`));
  };
  const scope = 'of the published counts';
  if (k !== null)
    claim(
      `k = ${k}`,
      scope,
      printed.length,
      printed.filter(({ count }) => count > 0 && count < k),
      `fewer than ${k} people`,
    );
  const { rounded, suppressed, noise, epsilon } = made;
  if (suppressed !== null)
    claim(
      `counts below ${suppressed} are hidden`,
      scope,
      printed.length,
      printed.filter(({ count }) => count > 0 && count < suppressed),
      'a smaller count',
    );
  if (rounded !== null)
    claim(
      `rounded to multiples of ${rounded.base}`,
      scope,
      printed.length,
      noise === null ? printed.filter(({ count }) => count % rounded.base !== 0) : [],
      'no multiple',
    );
  if (rounded !== null || suppressed !== null || noise?.form === 'uniform')
    claims.push(
      checkedClaim(
        'the counts are of one table',
        'within what is said of how they were made',
        rows.length,
        fits ? 0 : 1,
        'no table of people has all of these counts',
      ),
    );
  if (truth !== null && (rounded !== null || noise?.form === 'uniform')) {
    const wrong = rows.filter((row, at) => {
      const [low, high] = endsOf(row, made);
      return truth[at] < low || truth[at] > high;
    });
    claim(
      'every count is as far from the true one as is said, at most',
      'compared with the original',
      rows.length,
      wrong,
      'it is further away',
    );
  }
  if (epsilon !== null) {
    const total = epsilonOf(file, cells, ofRows);
    const broken = total === null || total > epsilon + 1e-9 ? 1 : 0;
    const example = total === null ? 'some counts have no noise' : `one person is in counts of epsilon ${rounded6(total)} together`;
    claims.push(checkedClaim(`epsilon = ${epsilon}`, 'of all counts together', rows.length, broken, example));
  }
  return claims;
}

const rounded6 = (value: number): number => Math.round(value * 1e6) / 1e6;

/**
 * Epsilon of all counts together: a person changes every count that they are in, and noise is drawn for each. Null: there is none, since some
 * counts have no noise that hides a person.
 */
export function epsilonOf({ made }: CountsFile, cells: Cells['cells'], ofRows: Cells['rows']): number | null {
  if (made.noise === null || made.noise.form === 'uniform') return null;
  const depth = new Map<number, number>();
  for (const row of ofRows) for (const each of row) depth.set(each, (depth.get(each) ?? 0) + 1);
  return made.noise.size * cells.reduce((most, cell) => Math.max(most, depth.get(cell.class) ?? 0), 0);
}
