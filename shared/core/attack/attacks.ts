import { BadInput } from '../model/bad-input.ts';
import { type Attack, attackRows } from './attack.ts';
import { mda, tba } from './by-distance.ts';
import { blindAttack, randomAttack } from './chance.ts';
import { gba, gbaNormalised, rba, rbaNormalised } from './group-attacks.ts';
import { wba } from './wba.ts';

const CHANCE = { role: 'chance', byDefault: true, knows: null, takes: ['seed'], why: () => 'by chance' } as const;
const DISTANCES = 'how near the options of each generalised item are to the items next to it, by the sources';
const PUBLISHED = { version: 1, role: 'published', byDefault: true, knows: DISTANCES } as const;
const BY_THRESHOLD = { ...PUBLISHED, takes: ['ratio', 'delta'] } as const;
const byDistance = (value: string): string => `distance ${value}`;
const byGap = (value: string): string => `its row or column has a gap of ${value}`;
const bySpread = (value: string): string => `${byGap(value)} of its spread`;

/** The attacks on distance tables, from the one that knows least to the one that uses most. To add one is to add its file and its row. */
export const TABLE_ATTACKS = attackRows<Attack>()([
  {
    ...CHANCE,
    name: 'random',
    version: 1,
    label: 'chance: random cells',
    summary: 'RA: a random number of random cells, each taken out half the time',
    run: randomAttack,
  },
  {
    ...CHANCE,
    name: 'blind',
    version: 1,
    label: 'chance: as many as can go',
    summary: 'every cell that the guard lets go, in random order, knowing nothing',
    run: blindAttack,
  },
  {
    ...PUBLISHED,
    name: 'mda',
    label: 'the one furthest',
    summary: 'the one cell with the greatest distance',
    takes: [],
    why: byDistance,
    run: mda,
  },
  {
    ...BY_THRESHOLD,
    name: 'tba',
    label: 'all beyond a threshold',
    summary: 'every cell above a threshold (the mean distance times --ratio, or --delta), from the greatest down',
    why: byDistance,
    run: tba,
  },
  {
    ...BY_THRESHOLD,
    name: 'wba',
    label: 'weighted threshold',
    summary: 'the greatest weighted distance, again and again: what is left of a row or column weighs more',
    why: (value) => `weighted distance ${value}`,
    run: wba,
  },
  {
    ...BY_THRESHOLD,
    name: 'gba',
    label: 'largest gaps',
    summary: 'the greatest member of the row or column with the largest gap',
    why: byGap,
    run: gba,
  },
  {
    ...BY_THRESHOLD,
    name: 'gba-normalised',
    label: 'largest gaps, in proportion',
    summary: 'gba, the gap as a part of the spread of its row or column',
    why: bySpread,
    run: gbaNormalised,
  },
  {
    ...BY_THRESHOLD,
    name: 'rba',
    label: 'largest gaps, weights handed on',
    summary: 'gba, where a cell that leaves hands its weight to the nearest members of its row and column',
    why: byGap,
    run: rba,
  },
  {
    ...BY_THRESHOLD,
    name: 'rba-normalised',
    label: 'largest gaps in proportion, weights handed on',
    summary: 'rba, the gap as a part of the spread of its row or column',
    why: bySpread,
    run: rbaNormalised,
  },
]);

/** Attacks that a caller of the library gave, by their names. */
const OWN = new Map<string, Attack>();

/** Opens the table of attacks to one of the caller's: from now on an audit can name it. It counts neither as published nor as a default. */
export function addAttack({ name, version, summary, run }: Pick<Attack, 'name' | 'version' | 'summary' | 'run'>): void {
  const known = OWN.get(name);
  if (known !== undefined && known.run !== run) throw new BadInput(`there is another attack "${name}"; give this one a name of its own`);
  const takes = ['ratio', 'delta', 'seed'] as const;
  OWN.set(name, { name, version, label: name, summary, role: 'own', byDefault: false, knows: DISTANCES, takes, why: byDistance, run });
}

export const attackNamed = (name: string): Attack | undefined => TABLE_ATTACKS.find((attack) => attack.name === name) ?? OWN.get(name);
