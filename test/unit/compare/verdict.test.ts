// Decisions of a comparison, case by case: nothing within chance, nothing about unknown figures.

import {
  COMPARED,
  type ComparedAudit,
  type ComparedMeasure,
  type Difference,
  type PairFinding,
} from '../../../shared/contracts/audit-comparison.ts';
import type { Estimate } from '../../../shared/contracts/report-data.ts';
import type { Level } from '../../../shared/core/verdict/verdict.ts';
import type { AuditEvidence } from '../../../shared/pipeline/compare/compare-audits.ts';
import { compareAudits, findingOf } from '../../../shared/pipeline/compare/compare-audits.ts';
import { comparisonVerdict } from '../../../shared/pipeline/compare/verdict.ts';

const figure = (value: number | null, low: number | null = null, high: number | null = null): Estimate => ({ value, low, high });

test.each([
  ['paired, interval above 0', true, { lift: 0.2, low: 0.1, high: 0.3 }, figure(0.5), figure(0.3), 'above'],
  ['paired, interval below 0', true, { lift: -0.2, low: -0.3, high: -0.1 }, figure(0.3), figure(0.5), 'below'],
  ['paired, interval around 0', true, { lift: 0.2, low: -0.1, high: 0.5 }, figure(0.5), figure(0.3), 'undecided'],
  ['paired, interval that touches 0', true, { lift: 0.2, low: 0, high: 0.4 }, figure(0.5), figure(0.3), 'undecided'],
  ['paired and equal', true, { lift: 0, low: 0, high: 0 }, figure(0.5), figure(0.5), 'undecided'],
  ['paired, too few to say, however far apart', true, null, figure(1, 0.9, 1), figure(0, 0, 0.1), 'undecided'],
  ['not paired, intervals apart', false, null, figure(0.5, 0.4, 0.6), figure(0.3, 0.2, 0.39), 'apart above'],
  ['not paired, intervals apart the other way', false, null, figure(0.3, 0.2, 0.39), figure(0.5, 0.4, 0.6), 'apart below'],
  ['not paired, intervals that touch', false, null, figure(0.5, 0.4, 0.6), figure(0.3, 0.2, 0.4), 'undecided'],
  ['not paired, no interval, however far apart', false, null, figure(0.9), figure(0.1), 'undecided'],
] as const)('%s', (_, paired, lift, first, second, finding) => {
  expect(findingOf({ first, second, paired, lift })).toBe(finding);
});

const audit = (name: string, named: number | null, ncp: number | null = null): ComparedAudit => ({
  name,
  auditId: name,
  kind: 'set-generalised',
  transactions: 100,
  releaseSha256: name,
  originalSha256: 'one',
  sources: [],
  unveilVersion: '1',
  attack: 'calibrated',
  attacker: 'calibrated 1',
  figures: Object.fromEntries(COMPARED.map((measure) => [measure, figure(named)])) as Record<ComparedMeasure, Estimate>,
  utility: ncp === null ? null : { from: 'measures.json', pairCountError: null, ncp },
  level: 'no leak found',
  headline: 'nothing beyond guessing',
});

const difference = (first: string, second: string, finding: PairFinding, size = 0.2): Difference => ({
  measure: 'named_80',
  first,
  second,
  difference: size,
  low: size - 0.1,
  high: size + 0.1,
  paired: finding.startsWith('apart') ? null : 'people',
  finding,
  reason: null,
});

const said = (audits: readonly ComparedAudit[], differences: readonly Difference[]): string =>
  comparisonVerdict({ of: 'releases', judgedBy: 'named_80', audits, differences });

test('the one below another is named, with what it costs', () => {
  const text = said([audit('a', 0.5, 0.1), audit('b', 0.3, 0.4)], [difference('a', 'b', 'above')]);
  expect(text).toContain('b leaves the least risk to this attacker');
  expect(text).toContain('than a (50.0 % and 30.0 %, 20.0 points apart, 95 % interval 10.0 to 30.0, paired person by person)');
  expect(text).toContain('Its readers lose most: a certainty penalty (NCP) of 40.0 % against 10.0 %');
});

test.each([
  ['undecided', 'No difference in the share of people'],
  ['apart above', 'which is less than a paired comparison'],
] as const)('%s is said as what it is', (finding, words) => {
  expect(said([audit('a', 0.5), audit('b', 0.3)], [difference('a', 'b', finding)])).toContain(words);
});

test('releases of several kinds have no attacker in common', () => {
  const text = said([{ ...audit('a', 0.5), kind: 'query-log' }, audit('b', 0.3)], [difference('a', 'b', 'apart above')]);
  expect(text).toContain('b leaves the least risk, each to the attacker of its own kind of release');
});

test('of three none is named the least unless it is below both others', () => {
  const three = [audit('a', 0.5), audit('b', 0.3), audit('c', 0.28)];
  const text = said(three, [difference('a', 'b', 'above'), difference('a', 'c', 'above'), difference('b', 'c', 'undecided', 0.02)]);
  expect(text).not.toContain('leaves');
  expect(text).toContain('None is below all others');
  expect(text).toContain('b is below a and c is below a; the other difference chance may have made');
  const decided = said(three, [difference('a', 'b', 'above'), difference('a', 'c', 'above'), difference('b', 'c', 'above', 0.02)]);
  expect(decided).toContain('c leaves the least risk to this attacker');
  expect(decided).toContain('than each of the other 2, b being the nearest');
});

test('what is not computable is no sign of safety, and never the least', () => {
  const text = said(
    [audit('a', 0.5), audit('b', 0.3), audit('c', null)],
    [difference('a', 'b', 'above'), difference('a', 'c', 'not comparable')],
  );
  expect(text).toContain('b leaves the least risk');
  expect(text).toContain('Of c nothing can be said, which is no sign of safety');
  expect(comparisonVerdict({ of: 'releases', judgedBy: null, audits: [], differences: [] })).toContain('cannot be compared');
});

describe('verdicts rank releases before any figure', () => {
  const levels = ['guarantee broken', 'leaks', 'cannot tell', 'no leak found'] as const;
  const of = (name: string, level: Level, named: number): ComparedAudit => ({ ...audit(name, named), level });
  const [worse, better] = [[...levels.keys()].slice(0, -1), [...levels.keys()].slice(1)];

  test.each(worse.flatMap((a) => better.filter((b) => b > a).map((b) => [levels[a], levels[b]] as const)))(
    'a release of the verdict "%s" is never recommended over one of "%s", however low its figures',
    (bad, good) => {
      const text = said([of('quiet', bad, 0), of('open', good, 0.9)], [difference('quiet', 'open', 'below')]);
      expect(text).toContain(`By their verdicts open is safer (${good}) than quiet (${bad})`);
      expect(text).not.toMatch(/quiet (leaves|is below|is safer)/);
    },
  );

  test('figures rank those that share the best verdict, and no others', () => {
    const three = [of('a', 'no leak found', 0.3), of('b', 'no leak found', 0.2), of('c', 'leaks', 0)];
    const text = said(three, [difference('a', 'b', 'above'), difference('a', 'c', 'above'), difference('b', 'c', 'above')]);
    expect(text).toContain('By their verdicts a and b are safer (no leak found) than c (leaks).');
    expect(text).toContain('b leaves the least risk to this attacker');
    expect(text).not.toContain('c leaves');
  });

  test('a verdict that all share is said, unless nothing was found in any', () => {
    const both = (level: Level): string => said([of('a', level, 0.3), of('b', level, 0.2)], [difference('a', 'b', 'above')]);
    expect(both('leaks')).toContain('The verdict on each is: leaks.');
    expect(both('no leak found')).not.toContain('The verdict on each');
  });
});

const evidence = (name: string, changes: Partial<ComparedAudit> = {}, ids: boolean | 'some' = true): AuditEvidence => {
  const { figures, ...own } = audit(name, 0.5);
  const rows = Array.from({ length: 40 }, (_, at) => ({
    group: at % 4,
    transaction: at,
    id: ids === true || (ids === 'some' && at > 0) ? `p${at}` : null,
    part: at % 2,
    whole: 1,
  }));
  return {
    audit: { ...own, ...changes },
    figures,
    unpaired: null,
    groupHashes: new Map(),
    people: null,
    rows: { named_80: { rows, scale: 1 } },
  };
};

test.each([
  ['releases of one original, all with ids', evidence('a'), evidence('b'), 'people', null],
  ['releases of one original, none with ids', evidence('a', {}, false), evidence('b', {}, false), 'people', null],
  ['ids in one of them only', evidence('a'), evidence('b', {}, false), null, 'not all transactions of both have ids'],
  ['ids in a part of one', evidence('a'), evidence('b', {}, 'some'), null, 'not all transactions of both have ids'],
  [
    'one release, whatever its ids',
    evidence('a', { releaseSha256: 'r' }, 'some'),
    evidence('b', { releaseSha256: 'r' }, 'some'),
    'rows',
    null,
  ],
  ['other originals', evidence('a'), evidence('b', { originalSha256: 'two' }), null, 'their originals are not the same file'],
  [
    'originals of the same records in another order',
    { ...evidence('a'), people: 'same' },
    { ...evidence('b', { originalSha256: 'two' }), people: 'same' },
    'people',
    null,
  ],
  [
    'originals of other records',
    { ...evidence('a'), people: 'these' },
    { ...evidence('b'), people: 'those' },
    null,
    'their originals do not hold the same records',
  ],
  ['no original', evidence('a'), evidence('b', { originalSha256: null }), null, expect.stringContaining('without the original')],
  ['no rows of people', evidence('a'), { ...evidence('b'), unpaired: 'no row for a person' }, null, 'no row for a person'],
] as const)('%s: paired by %s', (_, a, b, paired, reason) => {
  const found = compareAudits([a, b]).differences.find(({ measure }) => measure === 'named_80');
  expect(found).toMatchObject({ paired, reason, difference: 0 });
});

test('what else differs is said', () => {
  const { notices } = compareAudits([evidence('a'), evidence('b', { attacker: 'calibrated 2', unveilVersion: '2', originalSha256: null })]);
  expect(notices.join(' ')).toMatch(/attackers are not the same.*several versions.*Without the original/);
});

test('a release beside one of another kind, neither with people named: nothing is ranked', () => {
  const unnamed = { named_80: figure(null), named_90: figure(null), named_95: figure(null), surest: figure(null) };
  const both = [evidence('a'), evidence('b', { kind: 'disassociated' })].map((each) => ({
    ...each,
    figures: { ...each.figures, ...unnamed },
    rows: {},
  }));
  const { judgedBy, verdict } = compareAudits(both);
  expect([judgedBy, verdict]).toEqual([null, expect.stringContaining('cannot be compared')]);
});

test('releases of several kinds from several originals: no figure means the same, and none is ranked', () => {
  const low = {
    ...evidence('b', { kind: 'groups', originalSha256: 'two' }),
    figures: { ...evidence('b').figures, named_80: figure(0, 0, 0.01) },
  };
  const { verdict, differences } = compareAudits([evidence('a', { kind: 'query-log' }), low]);
  expect(verdict).toContain('These audits cannot be compared');
  expect(differences.find(({ measure }) => measure === 'named_80')).toMatchObject({
    finding: 'not comparable',
    difference: null,
    reason: expect.stringContaining('made from several originals'),
  });
});

test('rates of another kind of release count other things', () => {
  const { differences } = compareAudits([evidence('a'), evidence('b', { kind: 'disassociated' })]);
  expect(differences.find(({ measure }) => measure === 'f1')).toMatchObject({ finding: 'not comparable', difference: null });
});

test('where nobody is named, how sure the surest guesses are is judged by; where somebody is, not', () => {
  const named = (a: AuditEvidence, value: number): AuditEvidence => ({
    ...a,
    figures: { ...a.figures, named_80: figure(value), surest: figure(0.3) },
    rows: {},
  });
  expect(compareAudits([named(evidence('a'), 0), named(evidence('b'), 0)]).judgedBy).toBe('surest');
  expect(compareAudits([named(evidence('a'), 0.1), named(evidence('b'), 0)]).judgedBy).toBe('named_80');
});
