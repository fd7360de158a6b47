import type { ClaimVerdict, ExperimentFigure, FigureClaim, FigureRow } from '../../contracts/experiment.ts';

/** Below this two values are the same for a claim of direction. */
const SAME = 0.01;

/** Checks each claim of the source against the measured rows, dataset by dataset. */
export function checkClaims(figure: ExperimentFigure, rows: readonly FigureRow[], datasets: readonly string[]): readonly ClaimVerdict[] {
  return figure.claims.flatMap((claim) =>
    datasets
      .filter((dataset) => claim.datasets === undefined || claim.datasets.includes(dataset))
      .map((dataset) => {
        const own = rows.filter((row) => row.dataset === dataset && row.measure === claim.measure);
        return { says: claim.says, by: claim.by, dataset, ...judged(claim, figure.values.map(String), own) };
      }),
  );
}

type Judgement = Pick<ClaimVerdict, 'verdict' | 'ours'>;

function judged(claim: FigureClaim, values: readonly string[], rows: readonly FigureRow[]): Judgement {
  const valueAt = (x: string, series: string): number | null => rows.find((row) => row.x === x && row.series === series)?.value ?? null;
  if (claim.shows === 'rises' || claim.shows === 'falls' || claim.shows === 'flat') return direction(claim, values, valueAt);
  const judgedPoints = values.flatMap((x) => {
    const mine = numbers(claim.series.map((series) => valueAt(x, series)));
    const against =
      claim.shows === 'near' ? claim.of : [...new Set(rows.map(({ series }) => series))].filter((each) => isRival(each, claim));
    const others = numbers(against.map((series) => valueAt(x, series)));
    return mine.length === 0 || others.length === 0 ? [] : [holds(claim, mine, others)];
  });
  if (judgedPoints.length === 0) return NOT_MEASURED;
  const agreeing = judgedPoints.filter((each) => each).length;
  return {
    verdict: agreeing * 2 > judgedPoints.length ? 'agrees' : 'differs',
    ours: `at ${agreeing} of ${judgedPoints.length} points`,
  };
}

const NOT_MEASURED: Judgement = { verdict: 'not measured', ours: 'no value to hold it against' };

/** Baselines are excluded: a claim about attacks is compared with attacks. */
const isRival = (series: string, { series: own }: FigureClaim): boolean =>
  !own.includes(series) && series !== '1 - density' && (series !== 'random' || own.includes('random'));

function holds({ shows, within }: FigureClaim, mine: readonly number[], others: readonly number[]): boolean {
  if (shows === 'highest') return Math.max(...mine) >= Math.max(...others);
  if (shows === 'lowest') return Math.min(...mine) <= Math.min(...others);
  return Math.abs(Math.max(...mine) - Math.max(...others)) <= within;
}

function direction(claim: FigureClaim, values: readonly string[], valueAt: (x: string, series: string) => number | null): Judgement {
  const ends = claim.series.flatMap((series) => {
    const [first, last] = [valueAt(values[0], series), valueAt(values.at(-1) as string, series)];
    return first === null || last === null ? [] : [{ series, first, last }];
  });
  if (ends.length === 0) return NOT_MEASURED;
  const agreeing = ends.filter(({ first, last }) => {
    const same = Math.abs(last - first) <= SAME * Math.max(1, Math.abs(first));
    return claim.shows === 'flat' ? same : !same && (claim.shows === 'rises' ? last > first : last < first);
  });
  return {
    verdict: agreeing.length * 2 > ends.length ? 'agrees' : 'differs',
    ours: ends.map(({ series, first, last }) => `${series} ${short(first)} to ${short(last)}`).join(', '),
  };
}

const numbers = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
const short = (value: number): string => String(Number(value.toPrecision(3)));
