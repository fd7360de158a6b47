import { NORMAL_975 } from '../../../../core/statistics/student.ts';
import { grouped, percent } from '../../../../core/verdict/figure-text.ts';
import { byAttack, type Finding, proved, withoutFigure } from '../../../../core/verdict/finding.ts';
import { decided, type Trial } from '../../../../core/verdict/trial.ts';
import { personsCovered } from '../attack/linking.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { Table } from '../model/table.ts';
import { type CountWithin, estimatePopulation, type PopulationEstimate } from '../population/estimate.ts';
import { individualRisk } from '../population/individual-risk.ts';
import { sampleSizes } from '../population/sample-sizes.ts';
import { sudaScores } from '../population/suda.ts';
import { linkExternal } from './link-findings.ts';
import { type AttackTold, tell } from './told.ts';

const ATTACK = 'population-uniqueness';
const KNOWS = 'all quasi-identifiers of a person exactly, but not who of the population is in the release';
const BY = byAttack('singled out', ATTACK, KNOWS);
const NEEDED = 'the number of people that the release is a sample of is needed (--population N), or a register of all of them (--external)';

/** The population that the release is a sample of: its size as given, or its register. */
interface GivenPopulation {
  readonly size: number | null;
  readonly register: Table | null;
}

/** Number of records that are unique in the population, not only in the release. */
export const populationTold = (known: KnownTable, given: GivenPopulation): AttackTold =>
  tell(BY, 'not tried', () => {
    if (known.quasi.length === 0) return { trial: notTried('no column is a quasi-identifier'), findings: [] };
    return byRegister(known, given) ?? bySize(known, given.size ?? given.register?.rows ?? null);
  });

const notTried = (reason: string): Trial => ({ ...decided(ATTACK, null, reason, {}), status: 'not computable' });

/** Counted, if the register has all quasi-identifiers and somebody for each record. */
function byRegister(known: KnownTable, { register }: GivenPopulation): AttackTold | null {
  const links = register === null ? null : linkExternal(known, register);
  if (register === null || links === null || links.columns.length < known.quasi.length) return null;
  const { linked } = links;
  const persons = personsCovered(linked);
  if (linked.rightSizes.some((size, group) => persons[group] < size)) return null;
  let [ones, unique] = [0, 0];
  for (const [group, size] of linked.rightSizes.entries()) {
    if (size === 1) ones += 1;
    if (size === 1 && persons[group] === 1) unique += 1;
  }
  const of = known.classes.records - known.classes.suppressed;
  const reason = `${grouped(ones)} of ${grouped(of)} records are unique in the release; ${grouped(unique)} of them fit one person of the register only`;
  const findings = [
    proved(BY, { people: unique, of, baseline: { name: 'one of the register', right: unique / Math.max(1, register.rows) }, reason }),
  ];
  return { trial: trialOf(reason, of, unique, null, { sampleUniques: ones, population: register.rows, ...suda(known) }), findings };
}

function bySize(known: KnownTable, size: number | null): AttackTold {
  const { classes } = known;
  const of = classes.records - classes.suppressed;
  if (size === null) return { trial: notTried(NEEDED), findings: [] };
  if (size < classes.records)
    return {
      trial: notTried(
        `the population has ${grouped(size)} people, and the release ${grouped(classes.records)} records: it is a part of them`,
      ),
      findings: [],
    };
  const found = estimatePopulation(sampleSizes(classes.sizes), size);
  const { ones, staying, population, literature } = found;
  const fraction = of / size;
  const risks = Float64Array.from(classes.sizes, (each) => individualRisk(each, fraction));
  const expected = risks.reduce((sum, risk, group) => sum + risk * classes.sizes[group], 0);
  const greatest = risks.reduce((most, risk) => Math.max(most, risk), 0);
  const reason =
    `${grouped(ones)} of ${grouped(of)} records are unique in the release; of these ${range(staying)} are expected to be unique among the ${grouped(size)} people of the population, ` +
    `who hold ${range(population)} uniques${ofLiterature(found)}. Somebody who does not know who is in the release links a record rightly with a chance of ${percent(expected / Math.max(1, of))} on average`;
  const details = {
    sampleUniques: ones,
    population: size,
    populationUniques: population.value,
    populationUniquesLow: population.low,
    populationUniquesHigh: population.high,
    model: literature.chosen,
    pitman: literature.pitman,
    zayatz: literature.zayatz,
    snb: literature.snb,
    prosecutorGreatest: classes.sizes.length === 0 ? null : 1 / classes.sizes.reduce((least, each) => Math.min(least, each), Infinity),
    journalistGreatest: greatest,
    marketer: of === 0 ? null : expected / of,
    ...suda(known),
  };
  return { trial: trialOf(reason, of, staying.value, staying, details), findings: [findingOf(found, of, size, reason)] };
}

function trialOf(reason: string, of: number, value: number, estimate: CountWithin | null, details: Trial['details']): Trial {
  const share = (count: number): number => (of === 0 ? 0 : count / of);
  return decided(ATTACK, null, reason, {
    people: of,
    coverage: 1,
    figure: 'unique in the population',
    value: share(value),
    interval: estimate === null ? null : { low: share(estimate.low), high: share(estimate.high) },
    details,
  });
}

function suda({ quasi, classes }: KnownTable): Trial['details'] {
  const found = sudaScores(quasi, classes);
  if (found === null) return {};
  const greatest = found.scores.reduce((most, each) => Math.max(most, each), 0);
  return {
    ...Object.fromEntries(found.records.map((records, at) => [`unique by a minimal set of ${at + 1}`, records])),
    sudaGreatest: greatest,
    sudaMean: classes.records === 0 ? null : found.scores.reduce((sum, each) => sum + each, 0) / classes.records,
  };
}

const range = ({ value, low, high }: CountWithin): string =>
  low === high
    ? grouped(Math.floor(value + 0.5))
    : `${grouped(Math.floor(value + 0.5))} (${grouped(Math.floor(low))} to ${grouped(Math.ceil(high))})`;

function ofLiterature({ literature }: PopulationEstimate): string {
  const { chosen } = literature;
  return chosen === null
    ? ''
    : `; the one model that ARX would choose (${chosen}) says ${grouped(Math.floor((literature[chosen] ?? 0) + 0.5))}`;
}

/** Acts on every unique record: each is right with the share that stays unique. */
function findingOf({ ones, staying }: PopulationEstimate, of: number, size: number, reason: string): Finding {
  const less = ones / size;
  const baseline = { name: 'one of the population', right: less };
  if (staying.low === staying.high) return proved(BY, { people: staying.value, of, baseline, reason });
  const share = (right: number): number => (right - less) / of;
  const error = (share(staying.high) - share(staying.low)) / (2 * NORMAL_975);
  return {
    ...withoutFigure(BY, 'not computable', reason, { of }),
    state: 'expected',
    confidence: staying.value / ones,
    people: ones,
    expectedRight: staying.value,
    baseline,
    exposed: share(staying.value),
    interval: { low: share(staying.low), high: share(staying.high) },
    uncertainty: { error, spread: error, tested: error, degrees: Math.max(1, ones - 1), unseen: less / ones / of, clusters: of },
  };
}
