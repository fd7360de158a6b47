import { type Random, shuffle } from '../../../shared/core/random/random.ts';
import type { MadeRelease } from '../made-release.ts';

/** A person with everything that files may say of her. */
export interface Person {
  readonly name: string;
  readonly zip: string;
  readonly sex: string;
  readonly disease: string;
  readonly published: readonly [zip: string, sex: string];
}

interface Wish {
  readonly people: readonly Person[];
  readonly original: boolean;
  readonly register?: readonly Person[];
  readonly claim?: object;
  readonly harmful?: readonly string[];
  readonly hierarchy?: string;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
}

export const csv = (head: string, rows: readonly (readonly string[])[]): string =>
  `${[head, ...rows.map((row) => row.join(','))].join('\n')}\n`;

/** A table with one sensitive column as unveil reads it. */
export function table({ people, original, register, claim = {}, harmful, hierarchy, more, files }: Wish): MadeRelease {
  const disease = {
    role: 'sensitive',
    ...(harmful === undefined ? {} : { harmful }),
    ...(hierarchy === undefined ? {} : { hierarchy: 'disease.csv' }),
  };
  const columns = { zip: { role: 'quasi', hierarchy: 'zip.csv' }, sex: { role: 'quasi', hierarchy: 'sex.csv' }, disease };
  return {
    files: {
      'release.csv': csv(
        'zip,sex,disease',
        people.map(({ published, disease: value }) => [...published, value]),
      ),
      'roles.json': JSON.stringify({ columns, claim }),
      'zip.csv': [...new Set(people.map(({ zip }) => zip))].map((zip) => `${zip};${zip.slice(0, 3)}*;*\n`).join(''),
      'sex.csv': 'm;*\nf;*\n',
      ...(hierarchy === undefined ? {} : { 'disease.csv': hierarchy }),
      ...(original
        ? {
            'original.csv': csv(
              'name,zip,sex,disease',
              people.map(({ name, zip, sex, disease: value }) => [name, zip, sex, value]),
            ),
          }
        : {}),
      ...(register === undefined
        ? {}
        : {
            'register.csv': csv(
              'name,zip,sex',
              register.map(({ name, zip, sex }) => [name, zip, sex]),
            ),
          }),
      ...files,
    },
    request: {
      release: 'release.csv',
      kind: 'relational',
      roles: 'roles.json',
      ...(original ? { original: 'original.csv' } : {}),
      ...(register === undefined ? {} : { external: 'register.csv' }),
      ...more,
    },
  };
}

export const DISEASES = ['flu', 'gout', 'asthma', 'ulcer', 'anaemia', 'migraine', 'eczema', 'angina'];
export const CLASSES = 40;
export const SIZE = 8;

export const draw = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)];

/** Classes of equal zip; inside a class zips and sexes differ, and are published as one. */
export function peopleOf(
  random: Random,
  disease: (group: number, place: number, sex: string) => string,
  classes = CLASSES,
  size = SIZE,
): Person[] {
  return Array.from({ length: classes * size }, (_, at) => {
    const [group, place] = [Math.floor(at / size), at % size];
    const sex = draw(random, ['m', 'f']);
    const area = String(100 + group);
    return { name: `person ${at}`, zip: `${area}${place}`, sex, disease: disease(group, place, sex), published: [`${area}*`, '*'] };
  });
}

export const atRandom = (random: Random) => (): string => draw(random, DISEASES);

/** The values of a class, one for each of its people, in a random order: of the group's number. */
export function dealt(random: Random, valuesOf: (group: number) => readonly string[]): (group: number, place: number) => string {
  const known = new Map<number, string[]>();
  return (group, place) => {
    const own = known.get(group) ?? [...valuesOf(group)];
    if (!known.has(group)) shuffle(own, random);
    known.set(group, own);
    return own[place % own.length];
  };
}
