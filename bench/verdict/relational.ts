import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import type { Way } from '../../shared/core/verdict/finding.ts';
import type { CleanRelease, MadeRelease, PlantedLeak, SizedLeak, VerdictTrials } from './made-release.ts';
import { atRandom, CLASSES, csv, DISEASES, dealt, draw, type Person, peopleOf, SIZE, table } from './relational/made-table.ts';

type Make = (random: Random, original: boolean) => MadeRelease | null;

const planted = (attack: string, way: Way, make: Make, family: readonly string[] = []): PlantedLeak => ({
  attack,
  way,
  family,
  make: (seed, original) => make(seeded(seed), original),
});

const STOMACH = ['ulcer', 'gastritis', 'reflux', 'dyspepsia', 'polyp', 'hernia', 'colitis', 'appendicitis'];
const LUNG = ['asthma', 'bronchitis', 'pneumonia', 'emphysema', 'pleurisy', 'croup', 'fibrosis', 'embolism'];
const ORGANS = [...STOMACH.map((value) => `${value};stomach;*\n`), ...LUNG.map((value) => `${value};lung;*\n`)].join('');
/** No hierarchy says that they are alike. */
const KIDNEY = ['nephritis', 'kidney stone', 'pyelonephritis', 'nephrosis', 'kidney failure'];
const EYE = ['cataract', 'glaucoma', 'conjunctivitis', 'keratitis', 'astigmatism'];
/** Read off the class too, where few values are in it. */
const CLASS_FAMILY = ['homogeneity', 'skewness', 'similarity', 'linked-values'];

const PLANTED: readonly PlantedLeak[] = [
  planted('quasi-identifiers', 'singled out', (random, original) =>
    table({ people: peopleOf(random, atRandom(random)).map((each) => ({ ...each, published: [each.zip, each.sex] })), original }),
  ),
  planted('linking', 'linked', (random, original) => {
    const people = peopleOf(random, atRandom(random)).map((each) => ({ ...each, published: [each.zip, '*'] as const }));
    return table({ people, original, register: people });
  }),
  planted('nearest record', 'linked', (random, original) => (original ? noisyNumbers(random) : null), ['isolation']),
  planted('unsorted-matching', 'linked', (random, original) => {
    // Zips of two areas in a cell: which of them the other release tells, place by place.
    const people = peopleOf(random, atRandom(random));
    shuffle(people, random);
    const zips = [...new Set(people.map(({ zip }) => zip))];
    const other = people.map(({ zip }) => [`"{${zip}, ${draw(random, zips)}}"`, '*']);
    return sameHolder(people, original, csv('zip,sex', other));
  }),
  planted('complementary-release', 'linked', (random, original) => {
    // Each row of the other release fits two of this one, but for the last of each area: from there on one follows from the other.
    const values = Array.from({ length: CLASSES }, () => draw(random, DISEASES));
    const people = peopleOf(random, (group) => values[group]).map((each) => ({ ...each, published: [each.zip, '*'] as const }));
    const other = people.map(({ zip, disease }, at) => [
      at % SIZE === SIZE - 1 ? zip : `"{${zip}, ${(people[at + 1] as Person).zip}}"`,
      '*',
      disease,
    ]);
    shuffle(other, random);
    return sameHolder(people, original, csv('zip,sex,disease', other));
  }),
  planted('temporal', 'linked', (random, original) => {
    const people = peopleOf(random, atRandom(random));
    shuffle(people, random);
    const joined = new Set(people.filter(({ name }) => Number(name.slice(7)) % SIZE === 0).map(({ name }) => name));
    const earlier = people.filter(({ name }) => !joined.has(name)).map(({ published, disease }) => [...published, disease]);
    return table({
      people,
      original,
      more: { otherRelease: { file: 'earlier.csv', relation: 'earlier' } },
      files: { 'earlier.csv': csv('zip,sex,disease', earlier) },
    });
  }),
  planted('homogeneity', 'learned', (random, original) =>
    table({
      people: peopleOf(
        random,
        dealt(random, (group) => (group % 4 === 0 ? [draw(random, DISEASES)] : DISEASES)),
      ),
      original,
    }),
  ),
  planted('background-of-persons', 'learned', (random, original) => {
    const people = peopleOf(random, (_, __, sex) => (sex === 'm' ? 'flu' : 'breast cancer'));
    const statements = [
      { column: 'disease', where: { sex: 'm' }, value: 'breast cancer', weight: 0 },
      { column: 'disease', where: { sex: 'f' }, value: 'flu', weight: 0 },
    ];
    return table({ people, original, register: people, more: { statements } });
  }),
  planted(
    'skewness',
    'learned',
    (random, original) =>
      table({
        people: peopleOf(
          random,
          dealt(random, (group) => (group % 4 === 0 ? STOMACH : LUNG)),
        ),
        original,
        harmful: STOMACH,
      }),
    CLASS_FAMILY,
  ),
  planted(
    'similarity',
    'learned',
    (random, original) =>
      table({
        people: peopleOf(
          random,
          dealt(random, (group) => (group % 2 === 0 ? STOMACH : LUNG)),
        ),
        original,
        hierarchy: ORGANS,
      }),
    CLASS_FAMILY,
  ),
  {
    ...planted('similarity', 'learned', (random, original) =>
      table({
        people: peopleOf(
          random,
          dealt(random, (group) => (group % 2 === 0 ? KIDNEY : EYE)),
        ),
        original,
        more: { sources: ['wordnet'] },
      }),
    ),
    by: 'by WordNet',
  },
  planted(
    'similarity-of-numbers',
    'learned',
    (random, original) => {
      const means = Array.from({ length: CLASSES }, () => 10_000 + random.below(190_000));
      return table({ people: peopleOf(random, (group) => String(means[group] - 100 + random.below(201))), original });
    },
    CLASS_FAMILY,
  ),
  planted('linked-values', 'learned', (random, original) => {
    // Suppressed records share one disease and are the register's people without a class.
    const people = peopleOf(
      random,
      dealt(random, () => DISEASES),
    ).map((each, at): Person => (at < 2 * SIZE ? { ...each, disease: 'flu', published: ['*', '*'] } : each));
    return table({ people, original, register: people });
  }),
  planted('minimality', 'learned', (random, original) => {
    if (!original) return null;
    // Two of six share a zip and a value: alone they would not be diverse.
    const people = peopleOf(random, (_, place) => (place < 2 ? 'HIV' : DISEASES[place]), CLASSES, 6).map((each, at) => ({
      ...each,
      zip: `${each.zip.slice(0, 3)}${at % 6 < 2 ? 0 : 1}`,
      sex: 'm',
    }));
    return table({ people, original, register: people, claim: { l: { form: 'distinct', l: 2 } } });
  }),
  planted('naive-bayes', 'learned', (random, original) => (original ? inBuckets(random) : null)),
  planted('all-together', 'learned', (random, original) => {
    // Two of an area's four diseases are in each of its zips, which the second release tells; no woman has two of the four.
    const [men, women] = [
      ['flu', 'gout'],
      ['asthma', 'ulcer'],
    ];
    const people = peopleOf(random, atRandom(random), CLASSES, 4).map((each, at): Person => {
      const [half, isMan] = [Math.floor((at % 4) / 2), at % 2 === 0];
      const area = each.zip.slice(0, 3);
      const disease = (isMan ? men : women)?.[half] as string;
      return { ...each, zip: `${area}${half}`, sex: isMan ? 'm' : 'f', disease, published: [`"{${area}0, ${area}1}"`, '*'] };
    });
    shuffle(people, random);
    const other = people.map(({ zip, disease }) => [zip, '*', disease]);
    shuffle(other, random);
    const statements = (men ?? []).map((value) => ({ column: 'disease', where: { sex: 'f' }, value, weight: 0 }));
    return table({
      people,
      original,
      register: people.filter(({ sex }) => sex === 'f'),
      more: { statements, otherRelease: { file: 'other.csv', relation: 'same-people' } },
      files: { 'other.csv': csv('zip,sex,disease', other) },
    });
  }),
  planted('composition', 'learned', (random, original) => {
    const [first, second] = [DISEASES.slice(0, 7), STOMACH.slice(1)];
    const shared = 'migraine attack';
    const people = peopleOf(random, (_, place) => (place === 0 ? shared : first[place - 1]));
    const known = people.filter(({ disease }) => disease === shared);
    const theirs = people.map(({ published }, at) => [...published, at % SIZE === 0 ? shared : second[(at % SIZE) - 1]]);
    shuffle(theirs, random);
    return table({
      people,
      original,
      register: known,
      more: { otherRelease: { file: 'theirs.csv', relation: 'other-holder' } },
      files: { 'theirs.csv': csv('zip,sex,disease', theirs) },
    });
  }),
];

const sameHolder = (people: readonly Person[], original: boolean, other: string): MadeRelease =>
  table({ people, original, more: { otherRelease: { file: 'other.csv', relation: 'same-people' } }, files: { 'other.csv': other } });

/** Ages and incomes with noise that is small next to how far people are apart; values are drawn. */
function noisyNumbers(random: Random): MadeRelease {
  const people = Array.from({ length: 200 }, () => [20 + random.below(60), 10_000 + random.below(90_000)] as const);
  const register = csv(
    'name,age,income',
    people.map(([age, income], at) => [`person ${at}`, String(age), String(income)]),
  );
  return {
    files: {
      'release.csv': csv(
        'age,income,disease',
        people.map(([age, income]) => [
          String(age + random.below(3) - 1),
          String(income + random.below(1001) - 500),
          draw(random, DISEASES),
        ]),
      ),
      'original.csv': register,
      'register.csv': register,
      'roles.json': JSON.stringify({
        columns: { age: { role: 'quasi', type: 'number' }, income: { role: 'quasi', type: 'number' }, disease: { role: 'sensitive' } },
      }),
    },
    request: { release: 'release.csv', kind: 'relational', roles: 'roles.json', original: 'original.csv', external: 'register.csv' },
  };
}

/** Buckets of two values: smokers have one of them everywhere. */
function inBuckets(random: Random): MadeRelease {
  const records = Array.from({ length: 160 }, (_, bucket) => {
    const mixed = bucket % 2 === 0;
    const values = mixed ? ['cancer', 'gout'] : [draw(random, ['cancer', 'gout']), 'flu'];
    const smokes = values.map((value) => (value === 'cancer' ? 'y' : 'n'));
    return [0, 1].map((place) => [smokes[place] as string, String(random.below(5)), String(bucket + 1), values[place]] as const);
  });
  const all = records.flatMap((own) => (random.below(2) === 0 ? own : own.toReversed()));
  return {
    files: {
      'release.csv': csv(
        'smokes,age,bucket',
        all.map(([smokes, age, bucket]) => [smokes, age, bucket]),
      ),
      'values.csv': csv(
        'bucket,disease,count',
        records.flatMap((own) => own.map(([, , bucket, value]) => [bucket, value, '1']).sort()),
      ),
      'original.csv': csv(
        'smokes,age,disease',
        all.map(([smokes, age, , value]) => [smokes, age, value]),
      ),
      'roles.json': JSON.stringify({ columns: { smokes: { role: 'quasi' }, age: { role: 'quasi' }, disease: { role: 'sensitive' } } }),
    },
    request: { release: 'release.csv', kind: 'relational', roles: 'roles.json', buckets: 'values.csv', original: 'original.csv' },
  };
}

/** Values without any relation to who has them, in classes of eight; everything that an attacker may know is given. */
function clean(seed: string): MadeRelease {
  const random = seeded(seed);
  const people = peopleOf(random, () => draw(random, [...STOMACH, ...LUNG]));
  shuffle(people, random);
  const diverse = { l: { form: 'distinct', l: 2 } };
  return table({ people, original: true, register: people, claim: { k: 5, ...diverse }, hierarchy: ORGANS, harmful: STOMACH.slice(0, 3) });
}

const CLEAN: readonly CleanRelease[] = (['singled out', 'linked', 'learned'] as const).map((way) => ({ way, make: clean }));

/** As many people as the share says, and one at least. */
const countOf = (share: number): number => (share === 0 ? 0 : Math.max(1, Math.round(share * CLASSES * SIZE)));

const sized = (way: Way, leak: (person: Person, at: number) => Person): SizedLeak => ({
  way,
  make(seed, share) {
    const random = seeded(seed);
    const exposed = countOf(share);
    const people = peopleOf(random, atRandom(random)).map((each, at) => (at < exposed ? leak(each, at) : each));
    return table({ people, original: true, register: people });
  },
});

const SIZED: readonly SizedLeak[] = [
  sized('singled out', (person) => ({ ...person, published: [person.zip, '*'] })),
  sized('linked', (person) => ({ ...person, published: [person.zip, '*'] })),
  // Of classes that the leak does not fill the others are a class of their own.
  sized('learned', (person, at) => ({
    ...person,
    disease: DISEASES[Math.floor(at / SIZE) % DISEASES.length],
    published: [person.published[0], person.sex],
  })),
];

export const TRIALS: VerdictTrials = { kind: 'relational', planted: PLANTED, clean: CLEAN, sized: SIZED };
