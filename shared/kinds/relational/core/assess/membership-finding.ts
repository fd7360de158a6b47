import { seeded } from '../../../../core/random/random.ts';
import { grouped, percent } from '../../../../core/verdict/figure-text.ts';
import { byAttack } from '../../../../core/verdict/finding.ts';
import type { TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided, notComputable } from '../../../../core/verdict/trial.ts';
import { type Linked, personsCovered } from '../attack/linking.ts';
import type { KnownTable } from '../check/check-table.ts';
import { type External, linkExternal } from './link-findings.ts';
import { type AttackTold, alike, surelyOrMeasured, tell } from './told.ts';

const ATTACK = 'membership';
const BY = byAttack('linked', ATTACK, 'a register of everybody of whom the release is a part');

/** People of the register who are in the release: the share of its people with the cells of a class that is published. */
export const membershipTold = (known: KnownTable, external: External | null): AttackTold =>
  tell(BY, 'not tried', () => {
    if (external === null) return notComputable(ATTACK, null, 'a register of everybody is needed (--external)');
    const links = linkExternal(known, external.table);
    if (links === null) return notComputable(ATTACK, null, 'the register has none of the quasi-identifiers');
    const { linked } = links;
    const persons = personsCovered(linked);
    const few = linked.rightSizes.findIndex((size, group) => size > persons[group]);
    const { classes } = known;
    const { rows } = external.table;
    if (few >= 0 || rows <= classes.records)
      return notComputable(
        ATTACK,
        null,
        'the register has too few people for some records: it is not of everybody whom the release may be about',
      );
    // Suppressed records may be anybody's who is not in the release in full.
    const full = classes.records - classes.suppressed;
    const left = classes.suppressed / (rows - full);
    const chances = linked.partners.map((groups) => {
      const inFull = Math.min(
        1,
        groups.reduce((sum, group) => sum + linked.rightSizes[group] / persons[group], 0),
      );
      return inFull + (1 - inFull) * left;
    });
    const less = classes.records / rows;
    const tells = isBeyondDraws(linked, persons);
    const said = linked.left.of.keys().map((group, person): TargetGuess => {
      const chance = chances[group];
      const isIn = external.recordOf === null ? null : external.recordOf[person] >= 0 ? 1 : 0;
      return {
        cluster: group,
        confidence: tells && chance > less + 1e-12 ? chance : null,
        right: isIn,
        baselineConfidence: less,
        baselineRight: isIn === null ? null : less,
      };
    });
    const guesses = alike(said);
    const sure = chances.reduce((sum, chance, line) => sum + (less < 1 && chance >= 1 - 1e-12 ? linked.leftSizes[line] : 0), 0);
    const greatest = chances.reduce((most, chance) => Math.max(most, chance), 0);
    const reason = `${grouped(sure)} of ${grouped(rows)} people of the register are in the release for certain; somebody is with a chance of up to ${percent(greatest)}, where ${percent(less)} of all are${tells ? '' : '. These shares vary no more than those of as many people drawn at random, so they tell nothing of how people came into it'}`;
    const trial = decided(ATTACK, null, reason, {
      people: rows,
      coverage: 1,
      figure: 'surely in the release',
      value: sure / rows,
      baseline: { name: 'the share of the register', value: 0 },
      details: { greatest, share: less },
    });
    return { trial, findings: surelyOrMeasured(BY, guesses, 'the share of the register', reason, { least: 0.5, doubt: 0 }) };
  });

/** Draws are counted in people, so that a register of a million still takes seconds. */
const MOST_DRAWN = 100_000_000;

/** Whether the shares of the classes vary more than in all random draws of as many people: chance alone publishes some small classes in full. */
function isBeyondDraws({ leftSizes, rightSizes, partners }: Linked, persons: Float64Array): boolean {
  const outside = [...leftSizes].filter((_, line) => partners[line].length === 0).map((size) => ({ size, count: 0 }));
  const inside = [...rightSizes].map((count, group) => ({ size: persons[group], count })).filter(({ size }) => size > 0);
  // By size: neither the order of people nor that of classes has an influence.
  const cells = [...outside, ...inside].sort((a, b) => a.size - b.size || a.count - b.count);
  const all = cells.reduce((sum, { size }) => sum + size, 0);
  const taken = cells.reduce((sum, { count }) => sum + count, 0);
  const own = cells.reduce((sum, { size, count }) => sum + (count * count) / size, 0);
  const draws = Math.max(199, Math.min(999, Math.floor(MOST_DRAWN / Math.max(1, all))));
  const random = seeded('membership', all, taken, cells.length);
  for (let draw = 0; draw < draws; draw += 1) {
    let [left, wanted, sum] = [all, taken, 0];
    for (const { size } of cells) {
      let count = 0;
      for (let person = 0; person < size; person += 1, left -= 1)
        if (random.below(left) < wanted) {
          count += 1;
          wanted -= 1;
        }
      sum += (count * count) / size;
    }
    if (sum >= own - 1e-9) return false;
  }
  return true;
}
