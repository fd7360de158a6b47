// CAHD against the slides' table, cases made up, and slow twins.
import { readFileSync } from 'node:fs';
import { indexItems } from '../../../shared/core/model/item-index.ts';
import { bandOrder } from '../../../shared/kinds/groups/core/band-order.ts';
import { cahd } from '../../../shared/kinds/groups/core/cahd.ts';
import { partSensitive } from '../../../shared/kinds/groups/core/quasi-records.ts';

interface Run {
  readonly p: number;
  readonly alpha: number;
  readonly groups?: readonly (readonly (string | number)[])[];
  readonly trace?: readonly string[];
  readonly refused?: string;
}

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8')).cahd as {
  readonly slides: {
    readonly names: readonly string[];
    readonly quasi: readonly (readonly string[])[];
    readonly sensitive: readonly (readonly string[])[];
    readonly rows_in_band_order: readonly string[];
  };
  readonly slides_runs: { readonly runs: readonly Run[] };
  readonly made_up: {
    readonly quasi: readonly (readonly string[])[];
    readonly sensitive: readonly (readonly string[])[];
    readonly rows_in_band_order: readonly number[];
    readonly runs: readonly Run[];
  };
};

const recordsOf = (quasi: readonly (readonly string[])[], sensitive: readonly (readonly string[])[]) =>
  partSensitive(indexItems(quasi.map((items, at) => ({ items: [...items, ...(sensitive[at] ?? [])] }))), sensitive.flat());

test("the slides' band order", () => {
  const { quasi, sensitive, names, rows_in_band_order } = golden.slides;
  const records = recordsOf(quasi, sensitive);
  const order = bandOrder(records);
  expect([...order].map((t) => names[t])).toEqual(rows_in_band_order);
});

test('the band order of the made-up records', () => {
  const { quasi, sensitive, rows_in_band_order } = golden.made_up;
  expect([...bandOrder(recordsOf(quasi, sensitive))]).toEqual(rows_in_band_order);
});

const { slides, slides_runs, made_up } = golden;
test.each([
  ...slides_runs.runs.map((run) => ({ ...slides, run, what: `slides, p = ${run.p}` })),
  ...made_up.runs.map((run) => ({ ...made_up, names: made_up.quasi.map((_, at) => at), run, what: `made up, alpha = ${run.alpha}` })),
])('$what', ({ quasi, sensitive, names, run }) => {
  const records = recordsOf(quasi, sensitive);
  if (run.refused !== undefined) {
    expect(() => cahd(records, run)).toThrow(`"${run.refused}" is in more than one of ${run.p}`);
    return;
  }
  const { groups, trace } = cahd(records, run);
  expect(groups.map((group) => group.map((t) => names[t]))).toEqual(run.groups);
  expect(
    trace.map(
      ({ pivot, rolledBack, tooFew }) =>
        `${names[pivot]}: ${tooFew === true ? 'too few candidates' : rolledBack === undefined ? 'group' : `rolled back: ${rolledBack}`}`,
    ),
  ).toEqual(run.trace);
});
