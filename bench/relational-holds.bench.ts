// Attacks on the values of a table against closed form: classes with a planted value each, of a known strength, and none; whether intervals hold.

import { type Random, seeded } from '../shared/core/random/random.ts';
import { intervalOf, judgedValues, measureValues, valueLift } from '../shared/kinds/relational/core/attack/measure-values.ts';
import { homogeneity, type Posterior } from '../shared/kinds/relational/core/attack/posterior.ts';
import { classesBy, sensitiveOf, tallyClasses } from '../shared/kinds/relational/core/model/classes.ts';
import { ColumnBuilder } from '../shared/kinds/relational/core/model/table.ts';
import type { Bar, Bench } from './bench.ts';

export const note =
  'Tables with a value planted in each class: a member has it with the planted chance, else one of four others; 0.2 plants nothing. The closed form is the expected share of the commonest value over all outcomes of a class of five.';

const RUNS = 1_000;
const LEAST_HELD = 925;
const VALUES = 5;
const MEMBERS = 5;
const STRENGTHS = [0.2, 0.4, 0.7, 0.9] as const;
const CLASSES = [40, 60, 200] as const;

/** Each member has the class's own value with this chance, else one of the others: 0.2 of five values plants nothing. */
export const bench: Bench = () => {
  const bars: Bar[] = [];
  for (const strength of STRENGTHS) {
    const truth = commonestShare(strength);
    // The marginal alone hits one of five: each class draws its own value.
    const lift = truth - 1 / VALUES;
    for (const classes of CLASSES) {
      let [held, heldLift, silent] = [0, 0, 0];
      for (let seed = 0; seed < RUNS; seed += 1) {
        const { interval, over } = attacked(classes, strength, seeded('holds', Math.round(1000 * strength) * 1000 + classes, seed));
        if (interval === null) silent += 1;
        else if (interval.low <= truth && truth <= interval.high) held += 1;
        if (over !== null && over.low <= lift && lift <= over.high) heldLift += 1;
      }
      const what = `strength ${strength}, ${classes} classes`;
      bars.push({
        what: `${what}: interval holds, of 1,000`,
        figure: String(held + silent),
        bar: `>= ${LEAST_HELD}`,
        met: held + silent >= LEAST_HELD,
      });
      bars.push({ what: `${what}: lift holds`, figure: String(heldLift), bar: `>= ${LEAST_HELD}`, met: heldLift >= LEAST_HELD });
    }
  }
  return Promise.resolve(bars);
};

function attacked(count: number, strength: number, random: Random) {
  const values = new ColumnBuilder('value');
  for (let group = 0; group < count; group += 1) {
    const own = random.below(VALUES);
    for (let member = 0; member < MEMBERS; member += 1) {
      const other = (own + 1 + random.below(VALUES - 1)) % VALUES;
      values.push(`v${random.unit() < strength ? own : other}`);
    }
  }
  const classes = classesBy(
    Int32Array.from({ length: count * MEMBERS }, (_, row) => Math.floor(row / MEMBERS)),
    count,
  );
  const sensitive = sensitiveOf(values.column(), []);
  const posteriors: (Posterior | null)[] = [];
  tallyClasses(classes, sensitive, (tally) => posteriors.push(homogeneity(tally)));
  const found = measureValues(judgedValues(classes, sensitive, posteriors), sensitive);
  // Any one value: all are as common at large.
  const flat = { codes: [...sensitive.values.keys()], shares: sensitive.values.map(() => 1 / sensitive.values.length) };
  const marginal = measureValues(
    judgedValues(classes, sensitive, () => flat),
    sensitive,
  );
  return { interval: intervalOf(found), over: valueLift(found, marginal) };
}

/** The expected share of the commonest value of a class, over all outcomes. */
function commonestShare(strength: number): number {
  let right = 0;
  for (let code = 0; code < VALUES ** MEMBERS; code += 1) {
    const counts = new Int32Array(VALUES);
    let chance = 1;
    for (let member = 0, left = code; member < MEMBERS; member += 1, left = Math.floor(left / VALUES)) {
      const value = left % VALUES;
      counts[value] += 1;
      chance *= value === 0 ? strength : (1 - strength) / (VALUES - 1);
    }
    right += (chance * Math.max(...counts)) / MEMBERS;
  }
  return right;
}
