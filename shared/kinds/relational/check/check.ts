import { BadInput } from '../../../core/model/bad-input.ts';
import { claimsHold } from '../../../core/verdict/claim.ts';
import { grouped, percent } from '../../../core/verdict/figure-text.ts';
import type { Check, Readers } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { plural } from '../../../kit/publish/text.ts';
import { type Checked, checkK, type KnownTable, SUPPRESSED_RECORDS } from '../core/check/check-table.ts';
import type { Presence } from '../core/check/presence.ts';
import type { SensitiveColumn } from '../core/check/rules.ts';
import { ownersText, repeatedOwners, tellingColumns } from '../core/check/told-apart.ts';
import { type Losses, lossesOf } from '../core/loss/losses.ts';
import { classesOf, tallyClasses } from '../core/model/classes.ts';
import { typeOf } from '../core/model/roles.ts';
import { type Column, type Table, valueAt } from '../core/model/table.ts';
import { openKnownTable, tableAt } from '../read/known-table.ts';
import { openedTable } from '../read/open.ts';
import { checkTableClaims } from './claims.ts';

/** Facts about a table of people, and whether its claims hold. */
export const runTableCheck: Check['run'] = async (opened, { values }, readers) => {
  const { name: path } = opened;
  const inBuckets = values['buckets'] !== undefined;
  const { known, file } = await openKnownTable({ path, table: await openedTable(opened) }, values, true, readers);
  const claimsK = inBuckets && file.claim.k !== undefined;
  const open = await publicTable(known, optionText(values, 'public'), readers);
  const { claims, facts: found, notices, presence, stated } = checkTableClaims(known, { claimsK, inBuckets, open });
  const facts = inBuckets ? ofBuckets(known, found) : found;
  const losses = lossesOfRelease(known);
  const owners = repeatedOwners(known.table, known.roles);
  return {
    claims: stated,
    notes: [
      ...notices,
      ...identifiers(known),
      ...(owners === null ? [] : [ownersText(owners, known.classes)]),
      ...tellingColumns(known.table, known.roles),
      ...(claimsK ? ['the claim of k is not asked of buckets: quasi-identifiers stand in them as they were'] : []),
      ...(file.failing === undefined ? [] : [`published though it fails its claim: ${file.failing}`]),
    ],
    json: () => [machine(known, facts, claims, presence, losses, claimsHold(stated) !== false)],
    text: (most) => page(path, known, facts, claims, presence, losses, most),
  };
};

/** Rules for buckets: quasi-identifiers are unchanged, so uniqueness is counted on them, not on buckets. */
const ofBuckets = ({ quasi, table }: KnownTable, facts: readonly Checked[]): Checked[] =>
  facts.flatMap((fact) =>
    fact.rule === 'k-anonymity'
      ? [
          { ...fact, rule: 'records in a bucket' },
          { ...fact, reached: checkK(classesOf(quasi, table.rows), null).reached },
        ]
      : [fact],
  );

async function publicTable({ roles }: KnownTable, path: string | undefined, readers: Readers): Promise<Table | null> {
  if (roles.claim.delta !== undefined && path === undefined)
    throw new BadInput('delta-presence is claimed: name the public table, recoded as the release is, with --public FILE');
  // It is UTF-8, whatever the release is.
  return path === undefined ? null : tableAt(path, { ...readers, reading: { ...readers.reading, encoding: undefined } });
}

const identifiers = ({ roles }: KnownTable): string[] =>
  [...roles.columns].flatMap(([name, { role }]) => (role === 'identifier' ? [`it holds the identifier "${name}": no release should`] : []));

function lossesOfRelease(known: KnownTable): Losses {
  const domains = known.quasi.map(({ name, values }) => ({
    type: typeOf(known.roles, name),
    hierarchy: known.hierarchies.get(name) ?? null,
    missing: known.roles.missing,
    values,
  }));
  const losses = lossesOf(known.quasi, domains, known.classes, known.roles.claim.k ?? 1);
  // Without a hierarchy a word cannot be distinguished from a label for several values.
  return domains.some(({ type, hierarchy, values }) => type === 'word' && hierarchy === null && values.some((value) => value !== '*'))
    ? { ...losses, ncp: null, lm: null }
    : losses;
}

function machine(
  { table, classes }: KnownTable,
  facts: readonly Checked[],
  claims: readonly Checked[],
  presence: Presence | null,
  losses: Losses,
  holds: boolean,
) {
  return {
    records: table.rows,
    classes: classes.count,
    suppressed: classes.suppressed,
    facts: facts.map(({ rule, column, reached }) => ({ rule, column, reached })),
    claims: claims.map(({ failing, ...claim }) => ({ ...claim, failingClasses: failing.length })),
    ...(presence === null ? {} : { presence: countedPresence(presence) }),
    losses,
    holds,
  };
}

function countedPresence({ classes, least, greatest, failing, records, baseline }: Presence) {
  return { classes: classes.length, least, greatest, failingClasses: failing.length, records, baseline };
}

function page(
  path: string,
  known: KnownTable,
  facts: readonly Checked[],
  claims: readonly Checked[],
  presence: Presence | null,
  losses: Losses,
  most: number,
): string[] {
  const { table, classes, quasi } = known;
  const lines = [
    `${path}: ${plural(table.rows, 'record')} in ${plural(classes.count, 'class', 'classes')} over ${plural(quasi.length, 'quasi-identifier')}, ${grouped(classes.suppressed)} suppressed`,
    '',
    ...facts.map(({ rule, reached }) => `  ${rule.padEnd(48)}${reachedText(rule, reached)}`),
    ...lossLines(losses),
  ];
  if (presence !== null) {
    lines.push(
      `  ${'delta-presence'.padEnd(48)}${short(presence.least)} to ${short(presence.greatest)}, ${percent(presence.baseline)} at large`,
    );
    const claim = known.roles.claim.delta;
    if (claim !== undefined) {
      const wrong = presence.failing.map((at) => presence.classes[at]?.cells ?? []);
      lines.push(
        '',
        verdict(
          `${short(claim.min)} to ${short(claim.max)}-presence`,
          presence.failing.length === 0,
          wrong.length,
          presence.records,
          presence.share,
        ),
      );
      for (const cells of wrong.slice(0, most)) lines.push(`  ${cells.join(', ')}`);
      if (wrong.length > most) lines.push(`  ... and ${wrong.length - most} more (--all)`);
    }
  }
  for (const { rule, holds, failing, records, share } of claims) {
    lines.push('', verdict(rule, holds === true, failing.length, records, share));
    for (const group of failing.slice(0, most)) lines.push(`  ${classText(known, group)}`);
    if (failing.length > most) lines.push(`  ... and ${grouped(failing.length - most)} more (--all)`);
  }
  const { claim } = known.roles;
  if (claims.length === 0 && claim.delta === undefined)
    lines.push(
      '',
      'Nothing is claimed, so nothing was held against it: these are the values of its worst class. Claim with --k, --l or --t.',
    );
  if ([claim.l, claim.t, claim.alpha, claim.confidence, claim.ke].every((each) => each === undefined))
    lines.push(...known.sensitive.flatMap((column) => toldByClass(known, column)));
  return lines;
}

/** k limits linking, not learning: a class with a single value reveals it for everybody in it. */
function toldByClass({ classes, table }: KnownTable, { sensitive }: SensitiveColumn): string[] {
  let [groups, records] = [0, 0];
  tallyClasses(classes, sensitive, ({ present, known }) => {
    if (present.length !== 1) return;
    groups += 1;
    records += known;
  });
  const holds = groups === 1 ? 'holds' : 'hold';
  return groups === 0
    ? []
    : [
        '',
        `${plural(groups, 'class', 'classes')} ${holds} one value of ${sensitive.name} each, of ${grouped(records)} of ${plural(table.rows, 'record')}: who finds the class knows it. No k bounds that; --l and --t do.`,
      ];
}

const verdict = (rule: string, holds: boolean, classes: number, records: number, share: number): string =>
  holds
    ? `claimed: ${rule}: holds`
    : `claimed: ${rule}: FALSE in ${plural(classes, 'class', 'classes')} with ${plural(records, 'record')} (${percent(share)}):`;

function classText({ classes, quasi }: KnownTable, group: number): string {
  if (group === SUPPRESSED_RECORDS) return `(suppressed): ${plural(classes.suppressed, 'record')}`;
  const first = classes.members[classes.starts[group]];
  const cells = quasi.map((column: Column) => valueAt(column, first)).join(', ');
  return `${cells === '' ? '(no quasi-identifier)' : cells}: ${plural(classes.sizes[group], 'record')}`;
}

const lossLines = (losses: Losses): string[] =>
  [
    ['Prec (1: nothing lost)', losses.prec],
    ['height', losses.height],
    ['distortion (mean level / top)', losses.distortion],
    ['NCP', losses.ncp],
    ['LM', losses.lm],
    ['discernibility', losses.discernibility],
    ['mean class size / k', losses.meanClassSizeOverK],
  ].map(([name, value]) => `  ${String(name).padEnd(48)}${typeof value === 'number' ? short(value) : 'not computable'}`);

/** Formats the value that a table reaches. */
export const reachedText = (rule: string, reached: number | null): string => {
  if (reached === null) return rule.includes('(c, ') ? 'for no c' : 'not computable';
  return rule.includes('(c, ') ? `for c above ${short(reached)}` : short(reached);
};

const short = (value: number): string => (Number.isInteger(value) ? grouped(value) : String(Number(value.toPrecision(6))));
