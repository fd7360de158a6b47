// Writes docs/results.md from the definitions of the tables. A test holds the page against them.
// npm run -s results-page
import { writeFileSync } from 'node:fs';
import { QUERY_TABLES } from '../shared/contracts/result-tables.ts';

const INTRODUCTION = `# Results

<!-- written by: npm run results-page; the meanings stand in shared/contracts/tables -->

An audit writes a folder, \`unveil-results/NAME\` unless \`--out\` is given. It is for its owner alone (folders 0700, files 0600): what was undone is
more sensitive than the release. It appears whole or not at all: everything is written beside its place and swapped in, an earlier run's results
are replaced, and a folder that holds anything else is never touched.

| file | what |
|---|---|
| \`report.html\` | one page for people; it asks for nothing and runs no script |
| \`attacked.jsonl\` | the release with the eliminations of the first attack that was asked for; a generalised item of which one member is left is that item. Of a locally generalised release: the nodes written out, with what \`semantic-rba\` takes out. \`--no-attacked\` leaves it out |
| \`table=T/dt=DAY/audit_id=ID/part-N.parquet\` | the tables below: snappy, one part for each 1,024 generalised items or 250,000 cells. The same layout as in the cloud, so that folders of many audits can be queried together |
| \`T.jsonl\` | the same rows as JSON Lines, with \`--format json\` |
| \`T.csv\` | the same rows for a spreadsheet, with \`--format csv\`: an apostrophe stands before a text that one would take for a formula |
| \`unmatched.jsonl\` | items that no source knows, the most frequent first |
| \`violations.jsonl\` | where a claimed k does not hold: protected itemsets that too few transactions support (of disassociated releases: places that break the claim) |
| \`verdict.json\` | the [verdict](verdict.md): level, headline, every way of exposure, claims, findings, and the gate |
| \`gate.json\` | if the request has a limit: \`open\`, and why in words. A later run that fails closes it |
| \`_SUCCESS.json\` | written last: the audit's id, when it ended, and SHA-256 and size of every file |

\`audit_id\` is a hash of the release, the original and the request without its paths. Times stand only in \`audits\`, in \`dt\` and in
\`_SUCCESS.json\`; the same audit gives the same bytes everywhere else, whatever the batches, their order or the machine. Two rows with the same
\`attack\`, \`attack_version\` and \`parameters_hash\` are comparable.

The tables agree: of an attack \`eliminated\`, \`correct\` and \`added\` in \`attacks\` are the sums over \`groups\` and what \`decisions\`, or for a
disassociated release \`placements\`, list row by row, and all rates are made from them. Baselines have no rows in \`decisions\` and \`placements\`.

An empty cell means *not computable*, never 0. An attack whose \`status\` is \`errored\` is no sign of safety, and ends \`unveil audit\` with exit code 1.
\`--redact\` (\`"output": {"redact": true}\`) leaves the text of items out of everything that is written: tables say \`redacted\`, the page shows figures and numbers of
transactions, and \`attacked.jsonl\`, \`unmatched.jsonl\`, \`violations.jsonl\` and \`worlds.jsonl\` are not written. Ids of transactions stay in the tables.

A confidence interval is empty where fewer than 2 groups or 30 transactions bear on the figure: too few to say.

\`\`\`sql
-- DuckDB, over all audits of a folder
SELECT attack, precision, base_precision, recall, f1, matched_f1
FROM read_parquet('unveil-results/*/table=attacks/**/*.parquet', hive_partitioning = true)
ORDER BY f1 DESC;
\`\`\`
`;

export function resultsPage(): string {
  const tables = QUERY_TABLES.map(({ name, version, about, columns }) => {
    const rows = columns.map(
      (column) => `| \`${column.name}\` | ${column.type}${column.nullable ? ', may be empty' : ''} | ${column.about} |`,
    );
    return [`## ${name} (version ${version})`, '', about, '', '| column | type | meaning |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return `${INTRODUCTION}\n${tables.join('\n')}`;
}

if (process.argv[1]?.endsWith('results-page.ts')) writeFileSync('docs/results.md', resultsPage());
