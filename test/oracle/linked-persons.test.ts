// Linking persons of a register, each compared with every record.
import { seeded } from '../../shared/core/random/random.ts';
import {
  classLinking,
  exactMembers,
  externalFindings,
  linkExternal,
  valuesAreOf,
} from '../../shared/kinds/relational/core/assess/link-findings.ts';
import { trialsOf } from '../../shared/kinds/relational/core/assess/told.ts';
import { tableOf } from '../../shared/kinds/relational/core/model/table.ts';
import { knownFrom } from '../helpers/relational.ts';
import { type Believed, figuresOf, percent, rounded, sharesIn } from './twins/believed.ts';
import { COLUMNS, isPublished, pick, type Row, rowsOf, UNKNOWN } from './twins/drawn-table.ts';

test.each(Array.from({ length: 60 }, (_, seed) => seed))('persons of an external table, compared one by one, seed %s', (seed) => {
  const random = seeded('external findings', seed);
  const rows = rowsOf(random).map((row): Row => [row[0], row[1], pick(random, ['flu', 'flu', 'hiv', UNKNOWN]), '1']);
  const both = seed % 3 > 0;
  const persons = Array.from({ length: random.below(9) }, () => [pick(random, ['1', '2', '3']), pick(random, ['m', 'f'])] as const);
  const recordOf = seed % 2 === 0 ? null : Int32Array.from(persons, () => random.below(rows.length + 1) - 1);
  const known = knownFrom({ columns: COLUMNS, rows, quasi: ['zip', 'sex'], sensitive: 'disease' });
  const table = tableOf(
    both ? ['zip', 'sex'] : ['zip'],
    persons.map((person) => (both ? [...person] : [person[0]])),
  );
  const links = linkExternal(known, table) as NonNullable<ReturnType<typeof linkExternal>>;
  const external = { table, recordOf };
  const [linking, values] = trialsOf(externalFindings(known, external, links, valuesAreOf(known, external, links.linked, false)));
  const isOut = isPublished(rows);
  const covers = (cell: string, value: string): boolean => cell === '*' || cell === value;
  const candidates = persons.map(([zip, sex]) =>
    [...rows.keys()].filter((at) => {
      const row = rows[at];
      return isOut(row) && covers(row[0], zip) && (!both || covers(row[1], sex));
    }),
  );
  const published = rows.filter(isOut).length;
  const risks = (among: readonly number[]) => ({
    greatest: Math.max(0, ...among.filter((each) => each > 0).map((each) => 1 / each)),
    mean: among.length === 0 ? 0 : among.reduce((sum, each) => sum + (each === 0 ? 0 : 1 / each), 0) / among.length,
    above: (bound: number) => among.filter((each) => each > 0 && 1 / each > bound).length,
    unique: among.filter((each) => each === 1).length,
  });
  // A suppressed record may be anybody's, but for whom a complete register gives to records in full: these cover no more persons than they are.
  const stars = [...rows.keys()].filter((at) => !isOut(rows[at]));
  const blocks = [
    ...Map.groupBy(
      [...rows.keys()].filter((at) => isOut(rows[at])),
      (at) => (both ? rows[at]?.slice(0, 2).join() : rows[at]?.[0]),
    ).values(),
  ];
  const covered = (block: readonly number[]): number => candidates.filter((own) => own.includes(block[0])).length;
  const complete = persons.length >= rows.length && blocks.every((block) => covered(block) >= block.length);
  const among = candidates.map((own) =>
    complete && blocks.some((block) => own.includes(block[0]) && covered(block) === block.length) ? own : [...own, ...stars],
  );
  const prosecutor = risks(among.map((own) => own.length));
  const holders = [...rows.keys()].filter((at) => isOut(rows[at])).map((at) => candidates.filter((own) => own.includes(at)).length);
  const journalist = risks(holders);
  const right = (person: number): number => {
    const own = among[person];
    return own.includes(recordOf?.[person] as number) ? 1 / own.length : 0;
  };
  const unique = among.flatMap((own, person) => (own.length === 1 ? [right(person)] : []));
  const bounds = (name: string, of: typeof prosecutor) =>
    Object.fromEntries([0.05, 0.1, 0.2, 0.33].map((bound) => [`${name} above ${bound}`, of.above(bound)]));
  const expected = persons.length === 0 ? 0 : persons.reduce((sum, _, person) => sum + right(person), 0) / persons.length;
  expect(rounded({ ...linking, details: linking?.details })).toMatchObject(
    rounded({
      status: 'decided',
      people: persons.length,
      coverage: published === 0 ? 0 : holders.filter((each) => each > 0).length / published,
      figure: recordOf === null ? 'linked right, expected' : 'linked right',
      value: recordOf === null ? prosecutor.mean : expected,
      baseline: { name: 'one of all records', value: published === 0 ? null : 1 / published },
      details: {
        prosecutorGreatest: prosecutor.greatest,
        prosecutorMean: prosecutor.mean,
        journalistGreatest: journalist.greatest,
        marketer: journalist.mean,
        unique: prosecutor.unique,
        ...bounds('prosecutor', prosecutor),
        ...bounds('journalist', journalist),
        ...(recordOf === null ? {} : { uniqueLinks: unique.length, uniqueRight: unique.filter((each) => each === 1).length }),
      },
    }) as object,
  );
  // Groups of records that say the same of the columns that both have.
  const fewer = blocks.filter((own) => candidates.filter((all) => all.includes(own[0])).length < own.length).length;
  // Half a tenth of a percent is rounded up or down as the sum happens to be: the share itself is held above.
  expect(linking?.reason.replace(/ [\d.]+ %/, '')).toBe(
    `by ${both ? 'zip, sex' : 'zip'} ${prosecutor.unique} of ${persons.length} persons of the external table have one record of the release to themselves, and a person is linked rightly with a chance of on average${fewer === 0 ? '' : `; ${fewer} groups of records have fewer persons there than records here, so it is no population of the release`}`,
  );

  const valuesOf = (own: readonly number[]): string[] => own.map((at) => rows[at][2]).filter((value) => value !== UNKNOWN);
  const believed = candidates.map((own) => sharesIn(valuesOf(own)));
  const sure = believed.filter((shares) => shares !== null && Math.max(...shares.values()) > 0.9 - 1e-9).length;
  const atLarge = sharesIn(rows.map(([, , value]) => value).filter((value) => value !== UNKNOWN)) ?? new Map();
  const judged = persons.flatMap((_, person): Believed[] => {
    const truth = rows[recordOf?.[person] ?? -1]?.[2] ?? UNKNOWN;
    return truth === UNKNOWN ? [] : [{ truth, shares: believed[person] ?? null }];
  });
  const figures = figuresOf(judged, atLarge);
  expect(rounded(values)).toMatchObject(
    rounded({
      status: 'decided',
      about: 'disease',
      reason: `of ${percent(persons.length === 0 ? 0 : sure / persons.length)} of the persons of the external table nine in ten of the candidates share one value`,
      people: persons.length,
      coverage: persons.length === 0 ? null : believed.filter((shares) => shares !== null).length / persons.length,
      figure: recordOf === null ? 'value named at 0.9' : 'value guessed right',
      value: recordOf !== null ? figures.value : persons.length === 0 ? null : sure / persons.length,
      baseline: { name: 'marginal', value: Math.max(0, ...atLarge.values()) },
      disclosedAt: recordOf === null ? [] : figures.disclosedAt,
    }) as object,
  );

  // Known with exact quasi-identifiers: classes that are all that each of as many persons can be in.
  const classes = [
    ...Map.groupBy(
      [...rows.keys()].filter((at) => isOut(rows[at])),
      (at) => rows[at]?.slice(0, 2).join(),
    ).values(),
  ];
  const members = classes.flatMap((own) => {
    const inside = candidates.flatMap((all, person) => (all.length > 0 && all.join() === own.join() ? [person] : []));
    return both && inside.length === own.length ? [inside] : [];
  });
  expect([...exactMembers(known, links).values()].toSorted((a, b) => a[0] - b[0])).toEqual(members.toSorted((a, b) => a[0] - b[0]));

  const sizes = classes.flatMap((own) => own.map(() => own.length));
  const alone = risks(sizes);
  expect(rounded(classLinking(known))).toMatchObject(
    rounded({
      people: published,
      coverage: 1,
      value: alone.mean,
      baseline: { name: 'one of all records', value: published === 0 ? null : 1 / published },
      details: {
        prosecutorGreatest: alone.greatest,
        prosecutorMean: alone.mean,
        marketer: alone.mean,
        unique: alone.unique,
        ...bounds('prosecutor', alone),
      },
    }) as object,
  );
});

test('a table without a common column links nobody', () => {
  const known = knownFrom({ columns: COLUMNS, rows: [['1', 'm', 'flu', '1']], quasi: ['zip', 'sex'], sensitive: 'disease' });
  const table = tableOf(['name'], [['Ann']]);
  expect(linkExternal(known, table)).toBeNull();
  expect(trialsOf(externalFindings(known, { table, recordOf: null }, null, null))).toMatchObject([
    { attack: 'linking', status: 'not computable' },
  ]);
});
