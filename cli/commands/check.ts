import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { meansTable, TABLE_HELP, TABLE_OPTIONS } from '../tables/table-words.ts';

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
  no item stands in more than one of K transactions of a group (K is the p it was made with); with --original FILE: nothing else was changed.

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

/** What it needs is loaded when it is known what the file is: a table of people needs a quarter of it. */
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
    // Reading requests takes all kinds of releases, which a table needs none of.
    if (/\.json$/i.test(path)) (await import('../audit/request.ts')).mustBeNoRequest(path);
    if (meansTable(values)) return (await import('../tables/check-table.ts')).checkTableFile(path, values, terminal);
    const { checkReleaseFile } = await import('../check/check-release-file.ts');
    return checkReleaseFile(path, values, terminal);
  },
};
