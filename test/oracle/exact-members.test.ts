// Attacks with exact quasi-identifiers, against enumeration of all deals of values to class members.

import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { reliability, Stated } from '../../shared/core/statistics/reliability.ts';
import { exactFindings } from '../../shared/kinds/relational/core/assess/exact-findings.ts';
import { trialsOf } from '../../shared/kinds/relational/core/assess/told.ts';
import { naiveBayes } from '../../shared/kinds/relational/core/attack/naive-bayes.ts';
import { tableOf } from '../../shared/kinds/relational/core/model/table.ts';
import { knownFrom } from '../helpers/relational.ts';
import { type Believed, figuresOf, percent, rounded, type Shares, sharesIn } from './twins/believed.ts';
import { pick, UNKNOWN } from './twins/drawn-table.ts';

function deals<T>(values: readonly T[]): T[][] {
  return values.length === 0 ? [[]] : values.flatMap((value, at) => deals(values.toSpliced(at, 1)).map((rest) => [value, ...rest]));
}

interface Member {
  readonly person: number;
  readonly zip: string;
  readonly sex: string;
}

/** Of all deals of a class's values those in which somebody's part of the class has one value alone; what each member then has. */
function byNeed(members: readonly Member[], values: readonly string[]): { readonly shares: readonly Shares[]; readonly needed: boolean } {
  const partOf = ({ zip, sex }: Member): string => `${zip} ${sex}`;
  const worlds = deals(values).filter((world) =>
    members.some((own) => new Set(world.filter((_, at) => partOf(members[at]) === partOf(own))).size < 2),
  );
  const all = sharesIn(values) as Shares;
  if (worlds.length === 0 || new Set(members.map(partOf)).size === 1) return { shares: members.map(() => all), needed: false };
  return { shares: members.map((_, at) => sharesIn(worlds.map((world) => world[at])) as Shares), needed: true };
}

const seen = { needed: 0, unneeded: 0, whole: 0, sure: 0, judged: 0 };

test.each(Array.from({ length: 120 }, (_, seed) => seed))('classes with their members, seed %s', (seed) => {
  const random = seeded('exact members', seed);
  const isBucket = seed % 5 === 0;
  const isTrue = seed % 2 === 0;
  const rows: string[][] = [];
  const persons: string[][] = [];
  const truths: string[] = [];
  const members = new Map<number, number[]>();
  const classes: { readonly members: readonly Member[] | null; readonly values: readonly string[]; readonly group: number }[] = [];
  for (let group = 0; group < 1 + random.below(3); group += 1) {
    const size = 1 + random.below(4);
    const values = Array.from({ length: size }, () => pick(random, ['flu', 'cold', 'hiv', 'gout', ...(seed % 7 === 0 ? [UNKNOWN] : [])]));
    for (const value of values) rows.push([`${group}*`, '*', value, pick(random, ['x', 'y'])]);
    const known = random.below(5) === 0 ? null : Array.from({ length: random.below(9) === 0 ? size + 1 : size }, () => group);
    const own = known?.map((): Member => {
      const [zip, sex] = [pick(random, [`${group}1`, `${group}2`]), pick(random, ['m', 'm', 'm', 'f'])];
      return { person: persons.push([sex, zip, 'extra']) - 1, zip, sex };
    });
    for (const [at, value] of shuffle([...values], random).entries())
      if (own?.[at] !== undefined) truths[own[at].person] = random.below(4) === 0 ? UNKNOWN : value;
    if (own !== undefined)
      members.set(
        group,
        own.map(({ person }) => person),
      );
    classes.push({ group, members: own ?? null, values });
  }
  const known = knownFrom({
    columns: ['zip', 'sex', 'disease', 'job'],
    rows,
    quasi: ['zip', 'sex'],
    sensitive: ['disease', 'job'],
    claim: { l: { form: 'distinct', l: 2, columns: ['disease'] } },
  });
  const [disease] = known.sensitive;
  const codeOf = (person: number): number => {
    const code = disease?.sensitive.values.indexOf(truths[person] ?? UNKNOWN) as number;
    return truths[person] === undefined || truths[person] === UNKNOWN ? -1 : code;
  };
  const exact = {
    table: tableOf(['sex', 'zip', 'colour'], persons),
    members,
    truth: isTrue ? (column: string, person: number) => (column === 'disease' ? codeOf(person) : -1) : null,
    buckets: isBucket,
  };
  const found = trialsOf(exactFindings(known, exact, 's'));
  const of = (attack: string, about: string) => found.find((each) => each.attack === attack && each.about === about);
  expect(found.map(({ attack, about }) => `${attack} ${about}`)).toEqual(
    ['disease', 'job'].flatMap((about) => (isBucket ? [`naive-bayes ${about}`] : [`minimality ${about}`, `naive-bayes ${about}`])),
  );
  if (!isBucket)
    expect(of('minimality', 'job')).toMatchObject({
      status: 'not computable',
      reason: 'nothing is claimed of the values (k alone tells nothing of why classes were merged)',
    });

  // Classes all of whose members are known, and no value is missing.
  const whole = classes.flatMap((each) => {
    const values = each.values.filter((value) => value !== UNKNOWN);
    return each.members !== null && each.members.length === values.length ? [{ ...each, members: each.members, values }] : [];
  });
  if (whole.every((each) => each.members.length === 0)) {
    expect(of('naive-bayes', 'disease')).toMatchObject({ status: 'not computable', value: null });
    if (!isBucket) expect(of('minimality', 'disease')).toMatchObject({ status: 'not computable', value: null });
    return;
  }
  const atLarge = sharesIn(rows.map((row) => row[2]).filter((value) => value !== UNKNOWN)) as Shares;
  const most = (shares: Shares): number => Math.max(...shares.values());
  const people = whole.flatMap(({ members: own, values }) => own.map(({ person }) => ({ person, alone: sharesIn(values) as Shares })));
  const wanted = (believed: readonly Shares[]) => {
    const truthOf = (of: (at: number) => Shares): Believed[] =>
      people.flatMap(({ person }, at) => (isTrue && codeOf(person) >= 0 ? [{ truth: truths[person], shares: of(at) }] : []));
    const judged = truthOf((at) => believed[at]);
    const figures = judged.length === 0 ? null : figuresOf(judged, atLarge);
    const mean = (all: readonly Shares[]): number => all.reduce((sum, each) => sum + most(each), 0) / all.length;
    const sure = believed.filter((shares) => most(shares) > 0.9 - 1e-9).length / people.length;
    const stated = new Stated();
    for (const each of judged) stated.add(most(each.shares as Shares), figuresOf([each], atLarge).value > 0.5 ? 1 : 0);
    const calibration = reliability(stated.counts());
    seen.sure += sure > 0 ? 1 : 0;
    seen.judged += judged.length;
    return {
      reason: `; ${percent(sure)} of ${people.length} people are named with nine in ten certainty`,
      finding: {
        people: people.length,
        coverage: people.length / rows.length,
        figure: figures === null ? 'value guessed right, expected' : 'value guessed right',
        value: figures?.value ?? mean(believed),
        baseline: {
          name: 'counts of the class',
          value:
            figures === null
              ? mean(people.map(({ alone }) => alone))
              : figuresOf(
                  truthOf((at) => people[at]?.alone as Shares),
                  atLarge,
                ).value,
        },
        disclosedAt: figures?.disclosedAt ?? [],
        details: {
          namedAt90: sure,
          ...(calibration === null ? {} : { calibrationError: calibration.error, calibrationFloor: calibration.floor }),
        },
      },
    };
  };

  const codes = [...new Set(rows.map((row) => row[2]))];
  const numbered = (column: 0 | 1) => people.map(({ person }) => Number(persons[person]?.[column]?.replace('m', '8').replace('f', '9')));
  const features = ([0, 1] as const).map((column) => {
    const all = [...new Set(persons.map((person) => Number(person[column]?.replace('m', '8').replace('f', '9'))))];
    return { of: Int32Array.from(numbered(column), (each) => all.indexOf(each)), size: all.length };
  });
  const bayes = naiveBayes(
    {
      of: Int32Array.from(whole.flatMap(({ members: own }, at) => own.map(() => at))),
      values: whole.map(({ values }) => values.map((value) => codes.indexOf(value))),
      distinct: codes.length,
      features,
    },
    's',
  );
  const byBayes = wanted(bayes.posteriors.map((each) => new Map(each.codes.map((code, at) => [codes[code], each.shares[at]]))));
  const bayesian = of('naive-bayes', 'disease');
  expect(rounded(bayesian)).toMatchObject(
    rounded({ ...byBayes.finding, details: { ...byBayes.finding.details, deals: 'all', classes: whole.length } }) as object,
  );
  expect(bayesian?.reason).toBe(
    `quasi-identifiers that go with a value elsewhere tell who of a ${isBucket ? 'bucket' : 'class'} is likely to have it (all deals summed up)${byBayes.reason}`,
  );
  if (isBucket) return;

  const needs = whole.map(({ members: own, values }) => byNeed(own, values));
  const parts = whole.map(({ members: own }) => new Set(own.map(({ zip, sex }) => `${zip} ${sex}`)).size);
  const merged = parts.filter((each) => each > 1).length;
  const needed = needs.filter((each) => each.needed).length;
  const byMinimality = wanted(needs.flatMap(({ shares }) => shares));
  const minimal = of('minimality', 'disease');
  expect(rounded(minimal)).toMatchObject(
    rounded({
      ...byMinimality.finding,
      details: { ...byMinimality.finding.details, classesMerged: merged, classesRefused: 0, classesNeeded: needed },
    }) as object,
  );
  expect(minimal?.reason).toBe(
    `of ${merged} classes that hold several exact quasi-identifiers ${needed} can have been merged because a part of them fails alone, which shifts what their members are likely to have${byMinimality.reason}`,
  );
  seen.needed += needed;
  seen.unneeded += merged - needed;
  seen.whole += parts.length - merged;
});

test('each of these was met', () => expect(Math.min(...Object.values(seen))).toBeGreaterThan(0));
