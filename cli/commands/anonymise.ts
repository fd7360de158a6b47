import { existsSync } from 'node:fs';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { TABLE_METHODS } from '../../shared/core/relational/anonymise/methods.ts';
import type { MethodChoices } from '../anonymise/method.ts';
import { METHODS } from '../anonymise/methods.ts';
import { wholeNumber } from '../anonymise/numbers.ts';
import { sayWhatWasMade, writeRelease } from '../anonymise/write-release.ts';
import { type Command, ExitCode } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { terminalProgress } from '../progress.ts';
import { isTableMethod, TABLE_HELP, TABLE_METHOD_OPTIONS } from '../tables/table-words.ts';
import { nearest } from '../usage.ts';

const help = `unveil anonymise: a release, what it costs, and the audit request that goes with it

Usage: unveil anonymise transactions.jsonl --method coat --k 5 --privacy privacy.txt --out release

The folder --out gets the release, measures.json (utility), original.jsonl for the audit's measures (do not publish it) and
audit.json: "unveil audit" reads it as it is. Transaction ids are kept; leave them out of the input if they tell who it is.

  --method coat             constraint-based generalisation and suppression (Loukides et al., 2011)
  --method km               k^m-anonymity by generalising whole subtrees of a hierarchy (Terrovitis et al., 2008)
  --method disassociate     transactions cut into chunks whose links are hidden (Terrovitis et al., 2012)
  --method local            items under nodes of a tree, part by part (He and Naughton, 2009); --hierarchy as in km
  --method cahd             groups of which sensitive items are told as a whole (Ghinita et al., 2008); --p in the place of --k
  --k K                     what is protected is supported K times or not at all; at least 2
  --encoding NAME           of the transactions, where they are not UTF-8: latin1, windows-1252, ...
  --out DIR                 a folder that does not exist yet
  --json                    what it costs, as JSON on standard output
  --seed TEXT               of all that is random (default unveil)
  --order shuffle|keep      permute the items of each transaction (default), since their order betrays the original,
                            or keep it, to repeat experiments

coat:
  --privacy FILE            itemsets to protect, one a line; or random:SHARE of the items, or nested:CHAINS (random itemsets
                            of 3 items, each extended to 4, 5 and 6), nested:CHAINS:SIZE
  --utility FILE            sets of items that may stand for one another, one a line; or all (default: one set of all
                            items), wordnet[:THRESHOLD] (items with a similarity above 0.5 to a protected one), or codes:NAME
                            (codes of one block, or chapter, of a system that unveil codes added)
  --max-suppressed SHARE    how many of the distinct items may be left out where nothing can be generalised (default 0)
  --weight none|wordnet     weigh the loss of a generalised item by how unlike its members are
  --against SOURCE,...      no plain release, but one of the same constraints and utility of which an attacker with these sources
                            names fewer people, by "unveil advise" (docs/advise.md): wordnet, corpus:NAME, or a path. Takes minutes

km:
  --m M                     an attacker knows at most M items of a person (default 2)
  --hierarchy FILE          .json {"parent": ["child", ...]}, ARX's .csv (item;group;...;root), or degree:N, a balanced tree
                            over the items in order of their number or spelling, or codes:NAME. release.jsonl names the items behind each
                            generalised one, release-names.jsonl the hierarchy's node

disassociate:
  --m M                     an attacker knows at most M items of a person (default 2)
  --max-cluster N           the most transactions of a cluster, at least 2k - 1 (default 50)
  --refine                  terms that are rare in single clusters are published over several together
  --safe                    leave out single occurrences until the structure of no cluster gives anything away (no cover problem)

cahd:
  --sensitive FILE          the sensitive items, one or more a line; each other item stays with its transaction
  --p P                     no sensitive item is in more than one of P transactions of a group; at least 2
  --alpha N                 partners are sought among N times P transactions on either side (default 3)

positions (docs/places.md), cloaked so that K users are in each region:
  --method cloak-fixed      cells of one level; who is one of fewer than K there is suppressed. --level L (default: the deepest
                            that suppresses nobody)
  --method cloak-adaptive   the smallest quadrant with K users (Gruteser and Grunwald, 2003)
  --method cloak-strict     the same, and K users publish it
  --unlinked                no pseudonyms: regions of one user at different times cannot be joined by name

graphs (docs/graphs.md; JSON Lines, or an edge a line):
  --method k-degree         edges added until every degree is that of K nodes (Liu and Terzi, 2008)
  --names                   nodes keep their names

query logs (docs/query-logs.md; JSON Lines, a search a line, or a table such as AOL's):
  --method query-log        users in clusters of K with the same intents; --likeness T: pages with queries so alike are one intent (0.5)
  --form FORM               an intent stands as strings (default): own queries, drawn ones for who had none; name: the cluster's most
                            frequent; set: all of the cluster's

texts (docs/sanitised-text.md; a folder, or JSON Lines {"id","text"}), their terms found by the extractor:
  --method t-plausible      terms behind nodes of a tree, so that each text may come from T texts (Jiang et al., 2009); --t T in the
                            place of --k; --hierarchy FILE (default wordnet); --sensitive FILE: only these terms are hidden, one a line
  --method k-safe           the fewest terms out, so that K others cover each protected entity (ERASE); --contexts FILE
  --method k-confusable     terms out until K - 1 other topics are as probable as each sensitive one (Cumby and Ghani, 2011);
                            --topics FILE, as .json or learned from texts with "about" as .jsonl with --sensitive FILE

tables of people (CSV or JSON Lines, a record a person):
  unveil anonymise patients.csv --method lattice --roles roles.json --out release
  --method mingen|samarati|lattice|datafly|mu-argus|mondrian|anatomy
                            every node; heights by halves; Incognito's lattice search; greedy; pairs and triples; cuts; buckets
${TABLE_HELP}  --limit N|SHARE%           records that may be suppressed (default none; datafly: k - 1)
  --loss NAME               what the lattice search makes least: prec (default), height, distortion, discernibility, class-size, ncp, lm
  --suppressed drop|stars   leave suppressed records out (default), or publish them with * in every quasi-identifier
  --counts                  how far 1,000 drawn counts on two columns and a value are off, beside the other losses
  --allow-failing           write a release that fails its claim (mu-argus can), and say so in all that is written
The output is checked by unveil check's own code: what fails its claim exits with 3 and is not written.
`;

/** Why no method is known by what was given, with the word that was probably meant. */
function notAMethod(asked: Readonly<Record<string, unknown>>): string {
  const all = [...Object.keys(METHODS), ...TABLE_METHODS];
  const { method } = asked;
  const listed = `--method is one of: ${all.join(', ')}`;
  if (typeof method === 'string') {
    const close = nearest(method, all);
    return `there is no method "${method}"${close === null ? '' : `; did you mean "${close}"?`}; ${listed}`;
  }
  const other = method === undefined ? Object.keys(asked).find((option) => nearest(option, ['method']) !== null) : undefined;
  return other === undefined ? listed : `there is no option "--${other}"; did you mean "--method"?`;
}

export const command: Command = {
  help,
  async run(argv, terminal) {
    const common = {
      method: { type: 'string' },
      k: { type: 'string' },
      out: { type: 'string' },
      seed: { type: 'string', default: 'unveil' },
      order: { type: 'string', default: 'shuffle' },
      encoding: { type: 'string' },
      json: { type: 'boolean', default: false },
    } as const;
    const asked = parseOptions({ args: [...argv], options: common, allowPositionals: true, strict: false }).values;
    const named = asked['method'];
    if (typeof named === 'string' && isTableMethod(named)) {
      const { values, positionals } = parseOptions({ args: [...argv], options: TABLE_METHOD_OPTIONS, allowPositionals: true });
      const { anonymiseTable } = await import('../tables/anonymise-table.ts');
      return anonymiseTable(named, positionals, values, terminal);
    }
    const load = typeof named === 'string' && Object.hasOwn(METHODS, named) ? METHODS[named] : undefined;
    if (load === undefined) throw new BadInput(notAMethod(asked));
    const { method } = await load();
    const { values, positionals } = parseOptions({ args: [...argv], options: { ...method.options, ...common }, allowPositionals: true });
    const [input, ...more] = positionals;
    if (input === undefined) throw new BadInput('name the transactions: unveil anonymise transactions.jsonl --method ... --out DIR');
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; one file is anonymised at a time`);
    const degree = ('degree' in method ? method.degree : undefined) ?? 'k';
    const given = values as Readonly<Record<string, string | boolean | undefined>>;
    if (degree !== 'k' && values.k !== undefined) throw new BadInput(`${named} has no --k; its degree is --${degree}`);
    if (given[degree] === undefined) throw new BadInput(`say how many: --${degree} ${degree === 'k' ? 5 : 10}`);
    if (values.out === undefined) throw new BadInput('say where to write: --out release');
    if (values.order !== 'shuffle' && values.order !== 'keep') throw new BadInput('--order is shuffle or keep');
    if (existsSync(values.out)) throw new BadInput('this exists already; name a folder that does not', { file: values.out });

    const choices: MethodChoices = {
      k: wholeNumber(String(given[degree]), `--${degree}`, 2),
      seed: values.seed,
      order: values.order,
      values: given,
    };
    const note = (message: string): unknown => terminal.err.write(`unveil: ${message}\n`);
    const { readLines } = await import('../anonymise/read-lines.ts');
    const made =
      'makeFrom' in method
        ? await method.makeFrom(input, choices)
        : await method.make({
            ...choices,
            transactions: await readLines(input, { encoding: values.encoding, note }),
            progress: terminalProgress(terminal),
          });
    await writeRelease(values.out, made);
    sayWhatWasMade(values.out, made, values.json, terminal);
    return ExitCode.done;
  },
};
