import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Section } from '../../../contracts/report-data.ts';
import { registerId } from '../../../core/people/register.ts';
import { grouped } from '../../../core/verdict/figure-text.ts';
import { byAttack, type Finding, WAYS, withoutFigure } from '../../../core/verdict/finding.ts';
import type { Trial } from '../../../core/verdict/trial.ts';
import type { Assessed, Registered } from '../../../kit/plain/plain-kind.ts';
import type { RelatedValues } from '../attack/relate-values.ts';
import { type CheckedClaims, checkTableClaims } from '../check/claims.ts';
import { type AssessedTable, assessTable, type TableKnowledge } from '../core/assess/assess-table.ts';
import { harmfulOf, harmfulValues } from '../core/assess/harmful-values.ts';
import { classLinking, type Relation } from '../core/assess/link-findings.ts';
import { membershipTold } from '../core/assess/membership-finding.ts';
import { nearestFindings } from '../core/assess/nearest-findings.ts';
import { populationTold } from '../core/assess/population-finding.ts';
import type { Exact } from '../core/assess/practised-columns.ts';
import type { RelatedConcepts } from '../core/assess/similarity-findings.ts';
import { aloneByCells } from '../core/assess/singled-out.ts';
import { findingsIn, trialsOf } from '../core/assess/told.ts';
import { conceptsOfGroups } from '../core/attack/similarity.ts';
import { type KnownTable, knownTable } from '../core/check/check-table.ts';
import { ownersText, repeatedOwners, tellingColumns } from '../core/check/told-apart.ts';
import { tallyClasses } from '../core/model/classes.ts';
import { type Column, classText, ROW_NAMES, type Table, valueAt } from '../core/model/table.ts';
import { recordIdsOf } from './compared.ts';
import { riskSection } from './risk-section.ts';

/** Persons of a register that are listed one by one: of 300,000 it took as long as all the rest of the audit. */
const MOST_LISTED = 100_000;

interface TableEvidence {
  /** Classes are buckets: quasi-identifiers are published unchanged. */
  readonly inBuckets: boolean;
  /** The roles claim a k, which buckets cannot guarantee. */
  readonly claimsK: boolean;
  readonly external: Table | null;
  readonly other: { readonly table: Table; readonly relation: Relation } | null;
  readonly original: Table | null;
  readonly related: readonly RelatedValues[];
  readonly request: AuditRequest;
}

/** Statements on values, and on who joined, left or stayed. */
export function knowledgeIn({ statements = [] }: AuditRequest): Pick<TableKnowledge, 'statements' | 'moves'> {
  return { statements: statements.filter((each) => 'column' in each), moves: statements.filter((each) => 'moved' in each) };
}

/** All attacks on the table, with the sections of the report. */
export function assessRelease(
  known: KnownTable,
  { inBuckets, claimsK, external, other, original, related, request }: TableEvidence,
): Assessed & Registered {
  const lists = external !== null && external.rows <= MOST_LISTED;
  const register = external === null ? null : { table: external, recordOf: recordsOf(known, external, original) };
  const found = assessTable(known, {
    external: register,
    other,
    ...knowledgeIn(request),
    related: new Map(related.map((each) => [each.column, conceptsOf(known, each)])),
    buckets: inBuckets ? exactBuckets(known, original) : null,
    listsPersons: lists,
    seed: request.seed,
  });
  // Buckets hide values, not people: linking uses the quasi-identifiers themselves.
  const byCells = inBuckets ? knownTable(known.table, known.roles, known.hierarchies) : known;
  const membership = membershipTold(byCells, register);
  // Its register is of everybody, so it is the public table.
  const open = known.roles.claim.delta !== undefined && membership.trial.status === 'decided' ? external : null;
  const checked = checkTableClaims(known, { claimsK, inBuckets, open });
  const population = populationTold(byCells, { size: request.population ?? null, register: external });
  const nearest = inBuckets ? [] : nearestFindings(known, register);
  const trials = [...found.trials, ...trialsOf(nearest), population.trial, membership.trial].map((each) =>
    exactly(inBuckets && each.attack === 'linking' && external === null ? classLinking(byCells) : each),
  );
  const linking = trials.find(({ attack }) => attack === 'linking')?.reason ?? 'none';
  return {
    ...(lists ? { register: { ids: registerIdsOf(external), exposures: found.persons } } : {}),
    trials,
    findings: [
      ...aloneByCells(byCells),
      ...population.findings,
      ...membership.findings,
      ...found.findings,
      ...findingsIn(nearest),
      ...withoutSensitive(known),
    ],
    claims: checked.stated,
    obstacles: obstaclesOf(known),
    nothingHidden: known.sensitive.length === 0,
    facts: factsOf(known, checked),
    sections: [checksSection(checked), ...riskSection(trials), ...reliabilitySections(found)],
    revealing: [...harmSections(known), ...(inBuckets ? [] : classSections(known))],
    notices: noticesOf(known, checked),
    singlingOut: {
      figure: linking,
      answers: 'How many records somebody finds who knows the quasi-identifiers of a person in the table.',
      not: 'Somebody who knows other columns too, or knows a person only in part.',
    },
    linking: {
      figure: external === null ? 'none: it needs a table of persons (--external)' : linking,
      answers: 'How many persons of the table that was given are linked to their record, and how often rightly.',
      not: 'Other registers than the one that was given.',
    },
  };
}

/** By the place of each line among all in the order of their digests, so that the order of the file says nothing. */
function registerIdsOf(external: Table): string[] {
  const { ids, all } = recordIdsOf(external);
  const places = new Map(ids.toSorted().map((id, place) => [id, place + 1]));
  return ids.map((id) => registerId(all, places.get(id) ?? 0));
}

/** Buckets publish each record's own quasi-identifiers; only the original tells whose value is whose. */
function exactBuckets({ table, classes, sensitive }: KnownTable, original: Table | null): Exact {
  const members = new Map<number, readonly number[]>();
  for (let group = 0; group < classes.count; group += 1)
    members.set(group, [...classes.members.subarray(classes.starts[group], classes.starts[group + 1])]);
  const truth = (name: string, person: number): number => {
    const column = original?.columns.find((each) => each.name === name);
    const values = sensitive.find((each) => each.sensitive.name === name)?.sensitive.values;
    return column === undefined || original === null || person >= original.rows ? -1 : (values?.indexOf(valueAt(column, person)) ?? -1);
  };
  return { table, members, truth: original === null ? null : truth, buckets: true };
}

function conceptsOf({ sensitive }: KnownTable, { column, known, groups }: RelatedValues): RelatedConcepts {
  const own = sensitive.find((each) => each.sensitive.name === column)?.sensitive;
  if (own === undefined) return { concepts: [], covered: 0 };
  return { concepts: conceptsOfGroups(own, groups), covered: known.reduce((sum, code) => sum + own.shares[code], 0) };
}

/** Links are counted, not sampled, so their lift has no interval. */
function exactly(finding: Trial): Trial {
  const { attack, value, baseline } = finding;
  if (attack !== 'linking' || value === null || baseline?.value == null) return finding;
  const lift = value - baseline.value;
  return { ...finding, overBaseline: finding.overBaseline ?? { lift, low: lift, high: lift } };
}

const obstaclesOf = ({ quasi }: KnownTable): Assessed['obstacles'] =>
  quasi.length > 0
    ? []
    : WAYS.map((way) => ({
        way,
        why: 'no column is a quasi-identifier, so nobody can be looked for',
        remedy: 'name in the roles what an attacker may know of a person',
      }));

/** Without sensitive columns nothing can be learned. */
const withoutSensitive = ({ sensitive }: KnownTable): Finding[] =>
  sensitive.length > 0
    ? []
    : [
        withoutFigure(
          byAttack('learned', 'homogeneity', 'all quasi-identifiers of a person exactly'),
          'not tried',
          'no column is sensitive',
        ),
      ];

function factsOf({ table, classes, quasi, sensitive }: KnownTable, checked: CheckedClaims): Assessed['facts'] {
  const k = checked.facts.find(({ rule }) => rule === 'k-anonymity');
  return [
    { label: 'Quasi-identifiers', value: quasi.map(({ name }) => name).join(', ') || 'none' },
    { label: 'Sensitive columns', value: sensitive.map((each) => each.sensitive.name).join(', ') || 'none' },
    { label: 'Suppressed', value: `${grouped(classes.suppressed)} of ${grouped(table.rows)}` },
    { label: 'k', value: k?.reached == null ? 'none' : grouped(k.reached) },
  ];
}

/** Formats an exact value of a check. */
const reachedText = (reached: number | null): string => (reached === null ? 'none' : String(Number(reached.toPrecision(6))));

const checksSection = ({ facts, claims }: CheckedClaims): Section => ({
  kind: 'table',
  title: 'What the table is',
  conclude:
    claims.length === 0
      ? 'Nothing is claimed of it; these are the values that its worst class reaches.'
      : 'A claim bounds who can be found, or how surely values can be read off classes. It says nothing of attackers who know more.',
  head: ['Check', 'Column', 'Reached', 'Claimed'],
  rows: [...claims, ...facts].map(({ rule, column, reached, holds }) => [
    rule,
    column ?? 'quasi-identifiers',
    reachedText(reached),
    holds === null ? '' : holds ? 'holds' : 'does not hold',
  ]),
});

const reliabilitySections = ({ columns }: AssessedTable): Section[] =>
  columns.flatMap(({ column, heldOut }): Section[] => {
    if (heldOut === null) return [];
    const title = `Is the stated certainty right? ${column}`;
    const conclude =
      'Guesses from the other records of a class, held against the record itself: on the diagonal they are as often right as they say.';
    const series = [{ name: column, points: heldOut.bins.map(({ said, was }) => [said, was] as [number, number]) }];
    return [{ kind: 'lines', title, conclude, folded: true, x: 'stated', y: 'right', diagonal: true, series }];
  });

/** A figure without an interval. */
const figure = (value: number) => ({ value, low: null, high: null });

/** Harmful values, the most raised first. */
const harmSections = (known: KnownTable): Section[] =>
  known.sensitive.flatMap((column): Section[] => {
    const values = harmfulValues(known, column, harmfulOf(known, column));
    if (values.length === 0) return [];
    return [
      {
        kind: 'table',
        title: `Values that harm: ${column.sensitive.name}`,
        conclude: 'How far a class raises each of them, and of how many people it can be ruled out.',
        head: ['Value', 'Records', 'At large', 'Most in a class', 'Times as frequent', 'People without it, surely'],
        rows: values
          .toSorted((a, b) => b.most / b.atLarge - a.most / a.atLarge || (a.value < b.value ? -1 : 1))
          .slice(0, MOST_HARMFUL)
          .map(({ value, records, atLarge, most, without }) => [
            value,
            grouped(records),
            figure(atLarge),
            figure(most),
            (most / atLarge).toFixed(1),
            grouped(without),
          ]),
      },
    ];
  });

const MOST_HARMFUL = 50;
const SHOWN = 12;

/** The most revealing classes, with their cells. */
function classSections({ quasi, sensitive, classes }: KnownTable): Section[] {
  return sensitive.flatMap(({ sensitive: column }): Section[] => {
    const rows: { readonly cells: string; readonly size: number; readonly value: string; readonly share: number; readonly at: number }[] =
      [];
    tallyClasses(classes, column, ({ counts, present, known }, group) => {
      if (known === 0) return;
      const best = present.reduce((most, code) => (counts[code] > counts[most] ? code : most), present[0]);
      const cells = classText(quasi, classes.members[classes.starts[group]]);
      const share = counts[best] / known;
      rows.push({ cells, size: classes.sizes[group], value: column.values[best], share, at: column.shares[best] });
    });
    const worst = rows.toSorted((a, b) => b.share - a.share || b.share / b.at - a.share / a.at || b.size - a.size).slice(0, SHOWN);
    return worst.length === 0
      ? []
      : [
          {
            kind: 'table',
            title: `Classes that give most away: ${column.name}`,
            conclude: 'Who knows these cells of a person reads the value off the class.',
            head: ['People with', 'How many', 'Value', 'In the class', 'At large'],
            rows: worst.map(({ cells, size, value, share, at }) => [cells, size, value, figure(share), figure(at)]),
          },
        ];
  });
}

function noticesOf({ table, roles, sensitive, classes }: KnownTable, checked: CheckedClaims): Assessed['notices'] {
  const owners = repeatedOwners(table, roles);
  const identifiers = [...roles.columns].flatMap(([name, { role }]) => (role === 'identifier' ? [name] : []));
  return [
    ...checked.notices.map((message) => ({ code: 'classes-without-values', message })),
    ...identifiers.map((name) => ({ code: 'identifier', message: `the release holds the identifier "${name}": no release should` })),
    ...(owners === null ? [] : [{ code: 'people-repeat', message: ownersText(owners, classes) }]),
    ...tellingColumns(table, roles).map((message) => ({ code: 'telling-column', message })),
    ...(sensitive.length === 0
      ? [
          {
            code: 'nothing-sensitive',
            message: 'no column is sensitive: nothing can be learned of a person but that they are in the table',
          },
        ]
      : []),
  ];
}

/**
 * The release's record of each person of an external table, -1 if absent, by the identifiers that the original and the external table share. The
 * original's records are in the release's order. Null: not computable.
 */
function recordsOf({ table, roles }: KnownTable, external: Table, original: Table | null): Int32Array | null {
  if (original === null || original.rows < table.rows) return null;
  for (const column of original.columns) {
    const other = external.columns.find(({ name }) => name === column.name);
    if (other === undefined || column.name === ROW_NAMES || roles.columns.has(column.name)) continue;
    if (isUnique(column, original.rows) && isUnique(other, external.rows)) return match(column, other, table.rows, external.rows);
  }
  return null;
}

const isUnique = ({ codes }: Column, rows: number): boolean => new Set(codes).size === rows;

function match(column: Column, other: Column, published: number, people: number): Int32Array {
  const record = new Map<string, number>();
  for (let row = 0; row < published; row += 1) record.set(valueAt(column, row), row);
  return Int32Array.from({ length: people }, (_, person) => record.get(valueAt(other, person)) ?? -1);
}
