import { grouped, percent } from '../../../../core/verdict/figure-text.ts';
import { byAttack } from '../../../../core/verdict/finding.ts';
import type { TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided, notComputable } from '../../../../core/verdict/trial.ts';
import { personsCovered } from '../attack/linking.ts';
import type { KnownTable } from '../check/check-table.ts';
import { type External, linkExternal } from './link-findings.ts';
import { type AttackTold, alike, surelyOrMeasured, tell } from './told.ts';

const ATTACK = 'membership';
const BY = byAttack('linked', ATTACK, 'a register of everybody of whom the release is a part');

/** Who of the register is in the release: the share of its people with the cells of a class that is published. */
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
    const said = linked.left.of.keys().map((group, person): TargetGuess => {
      const chance = chances[group];
      const isIn = external.recordOf === null ? null : external.recordOf[person] >= 0 ? 1 : 0;
      return {
        cluster: group,
        confidence: chance > less + 1e-12 ? chance : null,
        right: isIn,
        baselineConfidence: less,
        baselineRight: isIn === null ? null : less,
      };
    });
    const guesses = alike(said);
    const sure = guesses.reduce(
      (sum, { confidence, weight = 1 }) => sum + (confidence !== null && confidence >= 1 - 1e-12 ? weight : 0),
      0,
    );
    const greatest = chances.reduce((most, chance) => Math.max(most, chance), 0);
    const reason = `${grouped(sure)} of ${grouped(rows)} people of the register are in the release for certain; somebody is with a chance of up to ${percent(greatest)}, where ${percent(less)} of all are`;
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
