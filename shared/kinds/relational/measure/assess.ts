import type { Assessed } from '../../../app/audit/plain/plain-kind.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { Section } from '../../../contracts/report-data.ts';
import { grouped } from '../../../core/findings/figure-text.ts';
import type { Trial } from '../../../core/findings/finding.ts';
import { type AssessedTable, assessTable } from '../../../core/relational/assess/assess-table.ts';
import { classText } from '../../../core/relational/assess/class-text.ts';
import type { Exact } from '../../../core/relational/assess/exact-findings.ts';
import { harmfulOf, harmfulValues } from '../../../core/relational/assess/harmful-values.ts';
import { classLinking } from '../../../core/relational/assess/link-findings.ts';
import type { Relation } from '../../../core/relational/assess/rows-of-both.ts';
import { aloneByCells } from '../../../core/relational/assess/singled-out.ts';
import { conceptsOfDistances } from '../../../core/relational/attack/similarity.ts';
import { type KnownTable, knownTable } from '../../../core/relational/check/check-table.ts';
import { ownersText, repeatedOwners, tellingColumns } from '../../../core/relational/check/told-apart.ts';
import { tallyClasses } from '../../../core/relational/model/classes.ts';
import { type Table, valueAt } from '../../../core/relational/model/table.ts';
import { byAttack, type Finding, WAYS, withoutFigure } from '../../../core/verdict/finding.ts';
import type { RelatedValues } from '../attack/relate-values.ts';
import { type CheckedClaims, checkTableClaims } from '../check/claims.ts';
import { recordsOf } from './records-of.ts';

interface TableEvidence {
  /** Classes are buckets: quasi-identifiers are published as they were. */
  readonly inBuckets: boolean;
  /** The roles claim a k, which buckets cannot have. */
  readonly claimsK: boolean;
  readonly external: Table | null;
  readonly other: { readonly table: Table; readonly relation: Relation } | null;
  readonly original: Table | null;
  readonly related: readonly RelatedValues[];
  readonly request: AuditRequest;
}

/** All attacks on the table, with what the page says of them. */
export function assessRelease(
  known: KnownTable,
  { inBuckets, claimsK, external, other, original, related, request }: TableEvidence,
): Assessed {
  const found = assessTable(known, {
    external: external === null ? null : { table: external, recordOf: recordsOf(known, external, original) },
    other,
    statements: request.statements ?? [],
    related: new Map(related.map((each) => [each.column, conceptsOf(known, each)])),
    buckets: inBuckets ? exactBuckets(known, original) : null,
    seed: request.seed,
  });
  const checked = checkTableClaims(known, { claimsK, inBuckets, open: null });
  // Buckets hide values, not people: who can be found follows from the quasi-identifiers themselves.
  const byCells = inBuckets ? knownTable(known.table, known.roles, known.hierarchies) : known;
  const trials = found.trials.map((each) =>
    exactly(inBuckets && each.attack === 'linking' && external === null ? classLinking(byCells) : each),
  );
  const linking = trials.find(({ attack }) => attack === 'linking')?.reason ?? 'none';
  return {
    trials,
    findings: [...aloneByCells(byCells), ...found.findings, ...withoutSensitive(known)],
    claims: checked.stated,
    obstacles: obstaclesOf(known),
    nothingHidden: known.sensitive.length === 0,
    facts: factsOf(known, checked),
    sections: [checksSection(checked), ...reliabilitySections(found)],
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

/** Each record stands beside its own quasi-identifiers; whose value is whose only the original says. */
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

function conceptsOf({ sensitive }: KnownTable, { column, pairs }: RelatedValues): ReturnType<typeof conceptsOfDistances> {
  const own = sensitive.find((each) => each.sensitive.name === column);
  if (own === undefined) return { concepts: [], covered: 0 };
  const width = own.sensitive.values.length;
  const known = new Map(pairs.map(([a, b, far]) => [Math.min(a, b) * width + Math.max(a, b), far]));
  return conceptsOfDistances(own.sensitive, (a, b) => known.get(Math.min(a, b) * width + Math.max(a, b)) ?? null);
}

/** Who is linked is counted, not sampled: the difference to its baseline has no other ends than itself. */
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

/** Nothing can be learned where no column is hidden. */
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

/** Exact reals of checks, as people read them. */
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
  columns.flatMap(({ column, heldOut }): Section[] =>
    heldOut === null
      ? []
      : [
          {
            kind: 'lines',
            title: `Is the stated certainty right? ${column}`,
            conclude:
              'Guesses from the other records of a class, held against the record itself: on the diagonal they are as often right as they say.',
            folded: true,
            x: 'stated',
            y: 'right',
            diagonal: true,
            series: [{ name: column, points: heldOut.bins.map(({ said, was }) => [said, was] as [number, number]) }],
          },
        ],
  );

/** The values that harm, the most raised first. */
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
            { value: atLarge, low: null, high: null },
            { value: most, low: null, high: null },
            (most / atLarge).toFixed(1),
            grouped(without),
          ]),
      },
    ];
  });

const MOST_HARMFUL = 50;
const SHOWN = 12;

/** The classes that give most away, with their cells. */
function classSections({ quasi, sensitive, classes }: KnownTable): Section[] {
  return sensitive.flatMap(({ sensitive: column }): Section[] => {
    const rows: { readonly cells: string; readonly size: number; readonly value: string; readonly share: number; readonly at: number }[] =
      [];
    tallyClasses(classes, column, ({ counts, present, known }, group) => {
      if (known === 0) return;
      const best = present.reduce(
        (most, code) => ((counts[code] as number) > (counts[most] as number) ? code : most),
        present[0] as number,
      );
      const cells = classText(quasi, classes.members[classes.starts[group] as number] as number);
      const share = (counts[best] as number) / known;
      rows.push({
        cells,
        size: classes.sizes[group] as number,
        value: column.values[best] as string,
        share,
        at: column.shares[best] as number,
      });
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
            rows: worst.map(({ cells, size, value, share, at }) => [
              cells,
              size,
              value,
              { value: share, low: null, high: null },
              { value: at, low: null, high: null },
            ]),
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
