import { plural } from '../../shared/app/audit/publish/text.ts';
import { grouped, percent } from '../../shared/core/findings/figure-text.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Checked, checkK, type KnownTable, SUPPRESSED_RECORDS } from '../../shared/core/relational/check/check-table.ts';
import type { Presence } from '../../shared/core/relational/check/presence.ts';
import type { SensitiveColumn } from '../../shared/core/relational/check/rules.ts';
import { ownersText, repeatedOwners, tellingColumns } from '../../shared/core/relational/check/told-apart.ts';
import { type Losses, lossesOf } from '../../shared/core/relational/loss/losses.ts';
import { classesOf, tallyClasses } from '../../shared/core/relational/model/classes.ts';
import { type Column, type Table, valueAt } from '../../shared/core/relational/model/table.ts';
import { claimsHold } from '../../shared/core/verdict/claim.ts';
import { checkTableClaims } from '../../shared/kinds/relational/check/claims.ts';
import { ExitCode, type Terminal } from '../command.ts';
import { openKnownTable, tableAt } from './table-options.ts';
import type { TableValues } from './table-words.ts';

const SHOWN = 10;

/** `unveil check table.csv --roles roles.json`: what the table is, and whether what is claimed of it is so. */
export async function checkTableFile(
  path: string,
  values: TableValues & {
    readonly json: boolean;
    readonly all: boolean;
    readonly public?: string | undefined;
    readonly buckets?: string | undefined;
  },
  terminal: Terminal,
): Promise<ExitCode> {
  const { known, file } = await openKnownTable(path, values, true, values.buckets);
  const {
    claims,
    facts: found,
    notices,
    presence,
    stated,
  } = checkTableClaims(known, {
    claimsK: values.buckets !== undefined && file.claim.k !== undefined,
    inBuckets: values.buckets !== undefined,
    open: await publicTable(known, values.public),
  });
  const facts = values.buckets === undefined ? found : ofBuckets(known, found);
  const losses = lossesOfRelease(known);
  const holds = claimsHold(stated) !== false;
  const owners = repeatedOwners(known.table, known.roles);
  const told = [
    ...notices,
    ...identifiers(known),
    ...(owners === null ? [] : [ownersText(owners, known.classes)]),
    ...tellingColumns(known.table, known.roles),
    ...(values.buckets !== undefined && file.claim.k !== undefined
      ? ['the claim of k is not asked of buckets: quasi-identifiers stand in them as they were']
      : []),
    ...(file.failing === undefined ? [] : [`published though it fails its claim: ${file.failing}`]),
  ];
  for (const notice of told) terminal.err.write(`unveil: ${path}: note: ${notice}\n`);
  if (values.json) terminal.out.write(`${JSON.stringify(machine(known, facts, claims, presence, losses, holds))}\n`);
  else terminal.out.write(page(path, known, facts, claims, presence, losses, values.all));
  return holds ? ExitCode.done : ExitCode.claimFalse;
}

/** Buckets are as large as they are; who stands alone by quasi-identifiers, which are published as they were, stands alone. */
const ofBuckets = ({ quasi, table }: KnownTable, facts: readonly Checked[]): Checked[] =>
  facts.flatMap((fact) =>
    fact.rule === 'k-anonymity'
      ? [
          { ...fact, rule: 'records in a bucket' },
          { ...fact, reached: checkK(classesOf(quasi, table.rows), null).reached },
        ]
      : [fact],
  );

async function publicTable({ roles }: KnownTable, path: string | undefined): Promise<Table | null> {
  if (roles.claim.delta !== undefined && path === undefined)
    throw new BadInput('delta-presence is claimed: name the public table, recoded as the release is, with --public FILE');
  return path === undefined ? null : tableAt(path);
}

const identifiers = ({ roles }: KnownTable): string[] =>
  [...roles.columns].flatMap(([name, { role }]) => (role === 'identifier' ? [`it holds the identifier "${name}": no release should`] : []));

export function lossesOfRelease(known: KnownTable): Losses {
  const domains = known.quasi.map(({ name, values }) => ({
    type: known.roles.columns.get(name)?.type ?? 'word',
    hierarchy: known.hierarchies.get(name) ?? null,
    missing: known.roles.missing,
    values,
  }));
  const losses = lossesOf(known.quasi, domains, known.classes, known.roles.claim.k ?? 1);
  // Without a hierarchy nobody can tell a value of words from a label that stands for several.
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
    ...(presence === null
      ? {}
      : {
          presence: {
            classes: presence.classes.length,
            least: presence.least,
            greatest: presence.greatest,
            failingClasses: presence.failing.length,
            records: presence.records,
            baseline: presence.baseline,
          },
        }),
    losses,
    holds,
  };
}

function page(
  path: string,
  known: KnownTable,
  facts: readonly Checked[],
  claims: readonly Checked[],
  presence: Presence | null,
  losses: Losses,
  all: boolean,
): string {
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
      for (const cells of all ? wrong : wrong.slice(0, SHOWN)) lines.push(`  ${cells.join(', ')}`);
      if (!all && wrong.length > SHOWN) lines.push(`  ... and ${wrong.length - SHOWN} more (--all)`);
    }
  }
  for (const { rule, holds, failing, records, share } of claims) {
    lines.push('', verdict(rule, holds === true, failing.length, records, share));
    for (const group of all ? failing : failing.slice(0, SHOWN)) lines.push(`  ${classText(known, group)}`);
    if (!all && failing.length > SHOWN) lines.push(`  ... and ${grouped(failing.length - SHOWN)} more (--all)`);
  }
  const { claim } = known.roles;
  if (claims.length === 0 && claim.delta === undefined)
    lines.push(
      '',
      'Nothing is claimed, so nothing was held against it: these are the values of its worst class. Claim with --k, --l or --t.',
    );
  if (claim.l === undefined && claim.t === undefined) lines.push(...known.sensitive.flatMap((column) => toldByClass(known, column)));
  return `${lines.join('\n')}\n`;
}

/** k bounds who is found, and not what is told of them: a class of one value tells it of everybody in it. */
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
  const first = classes.members[classes.starts[group] as number] as number;
  const cells = quasi.map((column: Column) => valueAt(column, first)).join(', ');
  return `${cells === '' ? '(no quasi-identifier)' : cells}: ${plural(classes.sizes[group] as number, 'record')}`;
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

/** What a table reaches of a check, as people read it. */
export const reachedText = (rule: string, reached: number | null): string => {
  if (reached === null) return rule.includes('(c, ') ? 'for no c' : 'not computable';
  return rule.includes('(c, ') ? `for c above ${short(reached)}` : short(reached);
};

const short = (value: number): string => (Number.isInteger(value) ? grouped(value) : String(Number(value.toPrecision(6))));
