import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { plural } from '../../shared/app/audit/publish/text.ts';
import { AUTO } from '../../shared/app/audit/read/kind-of.ts';
import { openFile, readOpened } from '../../shared/app/read-release.ts';
import { checkRelease, type Violation } from '../../shared/core/breach/check-release.ts';
import { describeViolation } from '../../shared/core/breach/describe-violation.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { parseBytes } from '../../shared/kinds/disassociated/read/read-disassociated.ts';
import { wholeNumber } from '../anonymise/numbers.ts';
import { mustBeNoRequest } from '../audit/request.ts';
import { STRUCTURE_CHECKS } from '../check/structure-checks.ts';
import { checkSupports } from '../check-supports.ts';
import { type Command, ExitCode } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { checkTableFile } from '../tables/check-table.ts';
import { meansTable, TABLE_HELP, TABLE_OPTIONS } from '../tables/table-options.ts';

const help = `unveil check: is a release as anonymous as it claims?

Usage: unveil check release.json --k 3 --m 2 [--strict] [--json] [--all]
       unveil check release.txt --k 5 [--constraints privacy.txt] [--m M] [--json] [--all]
       unveil check table.csv --roles roles.json [--json] [--all]

Exact, and without any knowledge of the original. Of a disassociated release are checked:
  every cluster stands for at least K transactions;
  every itemset of at most M items that occurs in a record or shared chunk occurs in at least K of its sub-records;
  no term stands in two chunks of a cluster, shared chunks included;
  a cluster without a term chunk has sub-records enough to put K transactions together for every combination (Lemma 2).
Of a set-generalised release:
  every protected itemset, and every part of it, stands in at least K transactions or in none, alone or in generalised items. Without
  --constraints each member of a generalised item is protected, alone; with --m every combination of at most M published
  items is counted instead.

  --k K        the claim: K transactions hold whatever an attacker knows
  --m M        of at most M items (disassociated: default 2)
  --constraints FILE   set-generalised: the itemsets that are protected, one a line
  --strict     disassociated: against an attacker who knows the method: a term of a term chunk is in at most K - 1 transactions
  --json       a line of JSON a violation: rule, cluster, jointCluster, chunk (all from 0), items, found, wanted
  --all        print every violation (without it the first 10 of each rule)

Of itemsets that are too rare the least are named; whatever holds one of them is too rare as well.

Of a locally generalised release (docs/local.md):
  each published set of nodes stands on K transactions; with --original FILE: it is what the items generalise to.

Of groups with sensitive items (docs/groups.md):
  no item stands in more than one of K transactions of a group; with --original FILE: nothing else was changed.

Of a graph (docs/graphs.md; an edge a line with --kind graph): every degree is that of K nodes; with --original FILE all of its
edges are there. Of a query log: K users have each set of intents. Of published regions (docs/places.md), where k stands in the release:
  K users publish each region (strict); with --original FILE, the positions of everybody: K users are inside it (plain).
Of sanitised texts (docs/sanitised-text.md): each may come from t base texts; with --external FILE, contexts or topics: K others cover each
  protected entity, or K - 1 other topics are as probable as each sensitive one. With --original FILE: nothing else was changed.

A table of people, a record a person: what it reaches of k-anonymity, every form of l-diversity, t-closeness and delta-presence, what it
lost, and the classes that fail what is claimed. --roles, or --quasi, or --kind relational says that a CSV is a table.

${TABLE_HELP}  --public FILE             the public table that the release is a part of, recoded alike: for delta-presence
  --buckets FILE            the values of a release in buckets, as anatomy writes them (values.csv): its classes are its buckets

Exit code 0: the claim holds. 3: it is false. 2: the file or the options cannot be used.
`;

const SHOWN = 10;

export const command: Command = {
  help,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions({
      args: [...argv],
      options: {
        k: { type: 'string' },
        m: { type: 'string' },
        constraints: { type: 'string' },
        strict: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        public: { type: 'string' },
        buckets: { type: 'string' },
        original: { type: 'string' },
        external: { type: 'string' },
        ...TABLE_OPTIONS,
      },
      allowPositionals: true,
    });
    const [path, ...more] = positionals;
    if (path === undefined)
      throw new BadInput('name a release: unveil check release.json --k 3 --m 2, or unveil check table.csv --roles roles.json');
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; one release is checked at a time`);
    if (values.buckets !== undefined && !meansTable(values))
      throw new BadInput('--buckets is for tables of people: name the roles too, with --roles roles.json');
    mustBeNoRequest(path);
    if (meansTable(values)) return checkTableFile(path, values, terminal);
    const reading = { gunzip, tables: tableFiles };
    const file = await openFile({ name: path, bytes: await fileBytes(path) }, reading);
    const structure = STRUCTURE_CHECKS.find((check) => check.tells(file, values.kind ?? AUTO).is === 'yes');
    if (structure === undefined && values.kind !== undefined && values.kind !== AUTO)
      throw new BadInput(
        `--kind ${values.kind}: it is not; --kind relational says that a CSV is a table, --kind graph that lines are edges`,
        { file: path },
      );
    if (structure !== undefined) {
      const claimed = values.k === undefined ? null : wholeNumber(values.k, '--k', 1);
      const named = async (given: string | undefined) => (given === undefined ? null : { name: given, bytes: await fileBytes(given) });
      const [original, external] = [await named(values.original), await named(values.external)];
      if (external !== null && structure.external !== true)
        throw new BadInput('--external is for sanitised texts; others are checked without it', { file: external.name });
      const most = values.all ? Number.POSITIVE_INFINITY : SHOWN;
      return structure.run(file, { k: claimed, original, external, json: values.json, most }, terminal);
    }
    if (values.k === undefined) throw new BadInput('say what is claimed: --k 3');
    if (values.original !== undefined)
      throw new BadInput('--original is for groups, local, places, graphs and texts; others are checked by themselves');
    if (values.external !== undefined) throw new BadInput('--external is for sanitised texts; others are checked without it');
    const k = wholeNumber(values.k, '--k', 1);
    const m = values.m === undefined ? null : wholeNumber(values.m, '--m', 1);
    const opened = readOpened(file, reading);
    if (opened.kind !== 'disassociated') {
      if (values.strict) throw new BadInput('--strict is for disassociated releases; this one is not');
      const constraints = values.constraints ?? null;
      if (constraints !== null && m !== null) throw new BadInput('either --constraints, or --m for every combination of published items');
      return checkSupports(
        { file: path, k, m, constraints },
        opened.transactions,
        { json: values.json, most: values.all ? Number.POSITIVE_INFINITY : SHOWN },
        terminal,
      );
    }
    if (values.constraints !== undefined) throw new BadInput('--constraints is for set-generalised releases; this one is disassociated');
    const claim = { k, m: m ?? 2 };
    const { release, warnings } = await parseBytes(opened.bytes, path);
    for (const { message } of warnings) terminal.err.write(`unveil: ${path}: note: ${message}\n`);
    const violations = checkRelease(release, claim, { strict: values.strict });

    if (values.json) for (const violation of violations) terminal.out.write(`${JSON.stringify(violation)}\n`);
    else {
      const shown = new Map<string, Violation[]>();
      for (const violation of violations) shown.set(violation.rule, [...(shown.get(violation.rule) ?? []), violation]);
      for (const [rule, found] of shown) {
        terminal.out.write(`${rule}: ${found.length} violation${found.length === 1 ? '' : 's'}\n`);
        for (const each of values.all ? found : found.slice(0, SHOWN)) terminal.out.write(`  ${describeViolation(each)}\n`);
        if (!values.all && found.length > SHOWN) terminal.out.write(`  ... and ${found.length - SHOWN} more (--all, --json)\n`);
      }
      const size = release.clusters.reduce((sum, cluster) => sum + cluster.size, 0);
      const claimed = `${claim.k}^${claim.m}-anonymous${values.strict ? ' (strict)' : ''}`;
      terminal.out.write(
        `${path}: ${plural(release.clusters.length, 'cluster')} for ${plural(size, 'transaction')}: ${violations.length === 0 ? '' : 'NOT '}${claimed}\n`,
      );
    }
    return violations.length === 0 ? ExitCode.done : ExitCode.claimFalse;
  },
};
