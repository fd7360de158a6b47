import {
  type AuditComparison,
  COMPARED,
  COMPARISON_VERSION,
  type ComparedAudit,
  type ComparedMeasure,
  type Difference,
  type PairFinding,
} from '../../contracts/audit-comparison.ts';
import type { Estimate } from '../../contracts/report-data.ts';
import { isRegister } from '../../core/people/register.ts';
import type { Lift } from '../../core/statistics/intervals.ts';
import { inSharedGroups, type NamedRow, pairedDifference, quotedShare, type Side } from '../../core/statistics/paired.ts';
import { LEVELS } from '../../core/verdict/verdict.ts';
import { comparisonVerdict } from './verdict.ts';

/** A row of an audit's figure, by the numbers that its tables give. */
export interface EvidenceRow {
  readonly group: number;
  /** From 1. */
  readonly transaction: number;
  readonly id: string | null;
  readonly part: number;
  readonly whole: number;
}

/** Evidence of a figure; `scale`: figure divided by the share of the rows. */
export interface FigureEvidence {
  readonly rows: readonly EvidenceRow[];
  readonly scale: number;
}

export interface AuditEvidence {
  readonly audit: Omit<ComparedAudit, 'figures'>;
  /** Why no row of a release of its kind is of one person (`ListedKind`); null where rows are of people. */
  readonly unpaired: string | null;
  /** By `group`: the hash of its members. */
  readonly groupHashes: ReadonlyMap<number, string>;
  /** The same for audits of the same people, whatever order they stand in: where the rows' ids follow from the original's records, or a register's. */
  readonly people: string | null;
  /** From the tables; an empty figure is not computable. */
  readonly figures: Readonly<Record<ComparedMeasure, Estimate>>;
  /** Only where the rows add up to the figure. */
  readonly rows: Readonly<Partial<Record<ComparedMeasure, FigureEvidence>>>;
}

/** Of cells in one kind of release, of places of pieces in another. */
const RATES: ReadonlySet<ComparedMeasure> = new Set(['precision', 'recall', 'f1']);

const JUDGES = ['named_80', 'surest', 'f1'] as const;

/** Why a figure of two audits does not mean the same; null: it does. */
function countsOther(measure: ComparedMeasure, [first, second]: readonly [AuditEvidence, AuditEvidence]): string | null {
  if (first.audit.kind === second.audit.kind) return null;
  if (areOthers(first, second))
    return 'these are releases of several kinds, made from several originals: what is hidden in them is not the same';
  return RATES.has(measure) ? 'these rates count other things in releases of another kind' : null;
}

/** Their originals are known, and are not the same. */
const areOthers = (first: AuditEvidence, second: AuditEvidence): boolean => {
  const [one, other] = [first, second].map(({ people, audit }) => people ?? audit.originalSha256);
  return one !== null && other !== null && one !== other;
};

type Pairing = { readonly by: 'rows' | 'people' } | { readonly by: null; readonly reason: string };

/** Every audit against every other, figure by figure. */
export function compareAudits(all: readonly AuditEvidence[]): AuditComparison {
  const pairs = all.flatMap((first, at) => all.slice(at + 1).map((second) => [first, second] as const));
  const differences = COMPARED.flatMap((measure) => {
    // Bonferroni over what is stated.
    const known = pairs.filter(
      (both) => both.every(({ figures }) => figures[measure].value !== null) && countsOther(measure, both) === null,
    ).length;
    return pairs.map(([first, second]) => differenceOf(measure, first, second, Math.max(1, known)));
  });
  const audits = all.map(({ audit, figures }) => ({ ...audit, figures }));
  const of = new Set(audits.map(({ releaseSha256 }) => releaseSha256)).size === 1 ? 'attackers' : 'releases';
  // Figures on people first; they need an attack that states probabilities. If no person is named, the nearest figure.
  const judgedBy =
    JUDGES.find(
      (wanted) =>
        differences.some(({ measure, finding }) => measure === wanted && finding !== 'not comparable') &&
        (wanted !== 'named_80' || all.some(({ figures }) => figures.named_80.value !== 0)),
    ) ?? null;
  const compared = { of, judgedBy, audits, differences } as const;
  return {
    version: COMPARISON_VERSION,
    ...compared,
    verdict: recommendation(compared) + comparisonVerdict(compared),
    notices: noticesOf(of, audits),
  };
}

function differenceOf(measure: ComparedMeasure, first: AuditEvidence, second: AuditEvidence, comparisons: number): Difference {
  const figures = { first: first.figures[measure], second: second.figures[measure] };
  const [a, b] = [first.rows[measure], second.rows[measure]];
  const pairing = pairingOf(first, second, [a, b]);
  const sides = pairing.by === null || a === undefined || b === undefined ? null : sidesOf(pairing.by, [first, second], [a, b]);
  const lift = sides === null ? null : pairedDifference(sides[0], sides[1], comparisons);
  const other = countsOther(measure, [first, second]);
  const difference =
    other === null && figures.first.value !== null && figures.second.value !== null ? figures.first.value - figures.second.value : null;
  const reason =
    other ??
    (difference === null
      ? 'a figure is not computable'
      : pairing.by === null
        ? pairing.reason
        : sides === null
          ? 'the tables do not hold the rows of this figure'
          : lift === null
            ? 'too few rows bear on the figure'
            : null);
  return {
    measure,
    first: first.audit.name,
    second: second.audit.name,
    difference,
    low: lift?.low ?? null,
    high: lift?.high ?? null,
    paired: sides === null ? null : pairing.by,
    finding: difference === null ? 'not comparable' : findingOf({ ...figures, paired: sides !== null, lift }),
    reason,
  };
}

function pairingOf(first: AuditEvidence, second: AuditEvidence, rows: readonly (FigureEvidence | undefined)[]): Pairing {
  const [a, b] = [first.audit, second.audit];
  const registers = [first, second].filter(({ people }) => isRegister(people)).length;
  if (registers === 1) return { by: null, reason: 'one is of the persons of a register, the other of the people of a release' };
  if (registers === 2 && first.people !== second.people) return { by: null, reason: 'their registers do not hold the same persons' };
  if (a.releaseSha256 === b.releaseSha256) return { by: 'rows' };
  const unpaired = first.unpaired ?? second.unpaired;
  if (unpaired !== null) return { by: null, reason: unpaired };
  if ((first.people ?? a.originalSha256) === null || (second.people ?? b.originalSha256) === null)
    return { by: null, reason: 'without the original of both nobody knows that their rows are of the same people' };
  if (areOthers(first, second))
    return {
      by: null,
      reason:
        first.people === null && second.people === null
          ? 'their originals are not the same file'
          : 'their originals do not hold the same records',
    };
  const ids = new Set(rows.flatMap((each) => (each === undefined || each.rows.length === 0 ? [] : [idsOf(each)])));
  if (ids.size > 1 || ids.has('some')) return { by: null, reason: 'not all transactions of both have ids' };
  return { by: 'people' };
}

/** People are matched by id; without ids the n-th transaction of a release is the n-th of its original, as in audits. */
const idsOf = ({ rows }: FigureEvidence): 'all' | 'none' | 'some' => {
  const count = rows.reduce((sum, { id }) => sum + (id === null ? 0 : 1), 0);
  return count === rows.length ? 'all' : count === 0 ? 'none' : 'some';
};

/** The rows under names that mean the same on both sides. */
function sidesOf(
  by: 'rows' | 'people',
  audits: readonly [AuditEvidence, AuditEvidence],
  evidence: readonly [FigureEvidence, FigureEvidence],
): [Side, Side] {
  const ids = by === 'people' && evidence.every((each) => idsOf(each) === 'all');
  const side = (at: 0 | 1): Side => {
    const { groupHashes } = audits[at];
    const named = ({ group, transaction, id, part, whole }: EvidenceRow): NamedRow => ({
      group: by === 'rows' ? String(group) : (groupHashes.get(group) ?? `${at} ${group}`),
      transaction: ids ? String(id) : String(transaction),
      part,
      whole,
    });
    return { rows: evidence[at].rows.map(named), scale: evidence[at].scale };
  };
  // Classes of tables have no names that mean the same in another release.
  return by === 'people' && audits.every(({ groupHashes }) => groupHashes.size === 0)
    ? inSharedGroups([side(0), side(1)])
    : [side(0), side(1)];
}

/** The figure that rows add up to. */
export const figureOf = ({ rows, scale }: FigureEvidence): number | null =>
  quotedShare({ rows: rows.map((row) => ({ ...row, group: '', transaction: '' })), scale });

/** Other differences between the audits that may explain a difference. */
function noticesOf(of: AuditComparison['of'], audits: readonly ComparedAudit[]): string[] {
  const differs = (what: (audit: ComparedAudit) => string): boolean => new Set(audits.map(what)).size > 1;
  const notices: string[] = [];
  if (of === 'releases' && differs(({ kind }) => kind))
    notices.push('Releases of several kinds are attacked by attacks of their own: what is reached of one says little of another.');
  const kinds = Map.groupBy(audits, ({ kind }) => kind);
  if (of === 'releases' && kinds.values().some((same) => new Set(same.map(({ attacker }) => attacker)).size > 1))
    notices.push('The attackers are not the same (attack, parameters, seed or sources): differences are not those of the releases alone.');
  if (differs(({ unveilVersion }) => unveilVersion)) notices.push('The audits were made by several versions of unveil.');
  if (audits.some(({ originalSha256 }) => originalSha256 === null))
    notices.push('Without the original, whom an attack names is known, but not how often it is right.');
  return notices;
}

/** Both have a value. */
interface TwoFigures {
  readonly first: Estimate;
  readonly second: Estimate;
  /** Whether rows pair the two, and the interval of the difference where there is enough to say. */
  readonly paired: boolean;
  readonly lift: Lift | null;
}

/** Decision on two figures, as one table of cases. A difference of 0, or an interval that touches 0, is undecided. */
export function findingOf({ first, second, paired, lift }: TwoFigures): PairFinding {
  if (paired) {
    if (lift === null) return 'undecided';
    return lift.low > 0 ? 'above' : lift.high < 0 ? 'below' : 'undecided';
  }
  if (isApart(first, second)) return 'apart above';
  return isApart(second, first) ? 'apart below' : 'undecided';
}

const isApart = (above: Estimate, below: Estimate): boolean => above.low !== null && below.high !== null && above.low > below.high;

type Compared = Pick<AuditComparison, 'of' | 'judgedBy' | 'audits' | 'differences'>;

/**
 * The release with the best verdict, which rests on all attacks; of several the one whose risk is below that of every other beyond chance. Null where
 * there is none, or audits differ in their attackers.
 */
function leastRisk({ of, judgedBy, audits: all, differences }: Compared): string | null {
  if (of !== 'releases' || judgedBy === null) return null;
  const best = Math.max(...all.map(({ level }) => LEVELS.indexOf(level)));
  const audits = all.filter(({ level }) => LEVELS.indexOf(level) === best);
  const below = (name: string, other: string): boolean =>
    differences.some(
      ({ measure, first, second, finding }) =>
        measure === judgedBy &&
        ((first === name && second === other && /below$/.test(finding)) || (first === other && second === name && /above$/.test(finding))),
    );
  return audits.find(({ name }) => audits.every((other) => other.name === name || below(name, other.name)))?.name ?? null;
}

/** One release to take, or that none can be recommended. Of attackers on one release there is nothing to choose. */
export function recommendation(compared: Compared): string {
  if (compared.of !== 'releases') return '';
  const least = leastRisk(compared);
  return least === null ? 'No release can be recommended. ' : `Of these releases take ${least}, if its own verdict lets you publish it. `;
}
