import type { AuditComparison, ComparedAudit, ComparedMeasure, Difference } from '../../contracts/audit-comparison.ts';
import { percent, points } from '../../core/verdict/figure-text.ts';
import { LEVELS } from '../../core/verdict/verdict.ts';

/** More pairs than this are for the table. */
const MOST_SHOWN = 6;

type Judged = Pick<AuditComparison, 'of' | 'judgedBy' | 'audits' | 'differences'>;

const WORDS: Readonly<Partial<Record<ComparedMeasure, { readonly figure: string; readonly less: string }>>> = {
  named_80: {
    figure: 'the share of people of whom something hidden is named with at least 80 % certainty',
    less: 'something hidden is named with at least 80 % certainty of fewer people',
  },
  surest: {
    figure: 'how sure the attack’s surest guess of a person is on average',
    less: 'its surest guess of a person is on average less sure',
  },
  f1: { figure: 'the F1 of the attack', less: 'the F1 of the attack is lower' },
};
const wordsOf = (measure: ComparedMeasure): { readonly figure: string; readonly less: string } =>
  WORDS[measure] ?? { figure: measure, less: `${measure} is lower` };

/**
 * A sentence or two that a publisher can quote. The verdicts rank releases first; figures rank those of one verdict, and nothing that chance may have
 * ranked or that has no figure.
 */
export function comparisonVerdict(compared: Judged): string {
  const { of, audits } = compared;
  const rank = ({ level }: ComparedAudit): number => LEVELS.indexOf(level);
  const best = Math.max(...audits.map(rank));
  const [safest, others] = [audits.filter((audit) => rank(audit) === best), audits.filter((audit) => rank(audit) < best)];
  const level = LEVELS[best];
  if (of === 'attackers' || others.length === 0) {
    const same = of === 'releases' && level !== 'no leak found' ? ` The verdict on each is: ${level}.` : '';
    return `${rankedByFigures(compared)}${same}`;
  }
  const ahead = `By their verdicts ${listed(safest.map(({ name }) => name))} ${safest.length === 1 ? 'is' : 'are'} safer (${level}) than ${listed(others.map((audit) => `${audit.name} (${audit.level})`))}.`;
  if (safest.length === 1) return `${ahead}${cost(safest[0], audits)}`;
  const names = new Set(safest.map(({ name }) => name));
  const differences = compared.differences.filter(({ first, second }) => names.has(first) && names.has(second));
  return `${ahead} ${rankedByFigures({ ...compared, audits: safest, differences })}`;
}

function rankedByFigures({ of, judgedBy, audits, differences }: Judged): string {
  if (judgedBy === null)
    return 'These audits cannot be compared: no figure of the risk means the same in two of them and is there in both. That is no sign of safety.';
  const judged = differences.filter(({ measure, finding }) => measure === judgedBy && finding !== 'not comparable');
  const known = audits.filter(({ name }) => judged.some(({ first, second }) => first === name || second === name));
  const unknown = audits.filter((audit) => !known.includes(audit)).map(({ name }) => name);
  const silent = unknown.length === 0 ? '' : ` Of ${listed(unknown)} nothing can be said, which is no sign of safety.`;
  const least = known.find(({ name }) => known.every((other) => other.name === name || findingAbout(judged, name, other.name) === 'below'));
  if (least === undefined) return `${unranked(judgedBy, known, judged)}${silent}`;
  const others = judged.filter(({ first, second }) => first === least.name || second === least.name);
  const nearest = others.toSorted((a, b) => Math.abs(a.difference ?? 0) - Math.abs(b.difference ?? 0))[0];
  const other = nearest.first === least.name ? nearest.second : nearest.first;
  const oneKind = new Set(known.map(({ kind }) => kind)).size === 1;
  const attacker = oneKind ? ' to this attacker' : ', each to the attacker of its own kind of release';
  const says = of === 'attackers' ? 'undoes the least' : `leaves the least risk${attacker}`;
  const whose = known.length === 2 ? `than ${other}` : `than each of the other ${known.length - 1}, ${other} being the nearest`;
  const apart = others.some(({ paired }) => paired === null)
    ? ' Where nothing pairs the rows this rests on intervals that do not meet, which is less than a paired comparison.'
    : '';
  return `${least.name} ${says}: ${wordsOf(judgedBy).less} ${whose} ${described(nearest, known)}.${apart}${of === 'releases' ? cost(least, known) : ''}${silent}`;
}

/** Where none is below all others: what is decided, pair by pair. */
function unranked(judgedBy: ComparedMeasure, audits: readonly ComparedAudit[], judged: readonly Difference[]): string {
  const decided = judged.filter(({ finding }) => finding !== 'undecided');
  if (decided.length === 0) {
    const furthest = judged.reduce((most, each) => (Math.abs(each.difference ?? 0) > Math.abs(most.difference ?? 0) ? each : most));
    const which = judged.length === 1 ? '' : 'the furthest apart are ';
    return `No difference in ${wordsOf(judgedBy).figure} is beyond what chance may do: ${which}${furthest.first} and ${furthest.second} ${described(furthest, audits)}. That is no proof that they are alike.`;
  }
  const pairs = decided.map((each) => {
    const isAbove = each.finding === 'above' || each.finding === 'apart above';
    const [more, less] = isAbove ? [each.first, each.second] : [each.second, each.first];
    return `${less} is below ${more}`;
  });
  const left = judged.length - decided.length;
  const rest = left === 0 ? '' : `; ${left === 1 ? 'the other difference' : `the other ${left} differences`} chance may have made`;
  return `None is below all others in ${wordsOf(judgedBy).figure}. Beyond chance ${pairs.length <= MOST_SHOWN ? listed(pairs) : `are ${pairs.length} of ${judged.length} differences`}${rest}.`;
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** As one sees it from `name`: below, above, or neither. */
function findingAbout(judged: readonly Difference[], name: string, other: string): 'below' | 'above' | null {
  const found = judged.find(({ first, second }) => (first === name && second === other) || (first === other && second === name));
  if (found === undefined || found.finding === 'undecided' || found.finding === 'not comparable') return null;
  const firstIsBelow = found.finding === 'below' || found.finding === 'apart below';
  return firstIsBelow === (found.first === name) ? 'below' : 'above';
}

function described(
  { measure, first, second, low, high, difference, paired, reason }: Difference,
  audits: readonly ComparedAudit[],
): string {
  const shareOf = (name: string): string => percent(audits.find((audit) => audit.name === name)?.figures[measure].value ?? null);
  const both = `${shareOf(first)} and ${shareOf(second)}`;
  if (difference === null || low === null || high === null) return `(${both}; ${reason ?? 'no interval'})`;
  const size = Math.abs(difference);
  const ends = difference < 0 ? [-high, -low] : [low, high];
  const how = paired === 'rows' ? 'row by row' : 'person by person';
  return `(${both}, ${points(size)} points apart, 95 % interval ${points(ends[0])} to ${points(ends[1])}, paired ${how})`;
}

/** Utility loss of the least risky release, compared with the others. */
function cost(least: ComparedAudit, audits: readonly ComparedAudit[]): string {
  const lossOf = ({ utility }: ComparedAudit): number | null => utility?.ncp ?? null;
  const own = lossOf(least);
  const others = audits.filter((audit) => audit !== least).map(lossOf);
  const known = others.filter((loss) => loss !== null);
  if (own === null || known.length === 0) return '';
  const missing = others.length - known.length;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const range = low === high ? percent(low) : `${percent(low)} to ${percent(high)}`;
  const beside = own > high ? 'most' : own < low ? 'least' : 'neither least nor most';
  return ` Its readers lose ${beside}: a certainty penalty (NCP) of ${percent(own)} against ${range}${missing === 0 ? '' : `, of ${missing} it is not known`}.`;
}
