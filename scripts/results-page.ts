// Writes docs/results.md from the definitions of the tables. A test holds the page against them.
// npm run -s results-page
import { writeFileSync } from 'node:fs';
import { QUERY_TABLES } from '../shared/contracts/result-tables.ts';
import { ATTACK_COLUMNS } from '../shared/contracts/table.ts';

const INTRODUCTION = `# Results

<!-- written by: npm run results-page; the meanings are in the contracts of the tables -->

An audit writes a folder, \`unveil-results/NAME\` unless \`--out\` is given. Only its owner can read it: it is more sensitive than the release. It
appears whole or not at all; results of an earlier run are replaced, and a folder that holds anything else is never touched.

| file | contains |
|---|---|
| \`report.html\` | one page for people; it loads nothing and runs no script |
| \`attacked.jsonl\` | the release after the first attack that was asked for; \`--no-attacked\` leaves it out |
| \`table=T/dt=DAY/audit_id=ID/part-N.parquet\` | the tables below, laid out as in the cloud: folders of many audits can be queried together |
| \`T.jsonl\`, \`T.csv\` | the same rows, with \`--format json\` or \`csv\`; an apostrophe precedes a text that a spreadsheet would take for a formula |
| \`unmatched.jsonl\` | items that no source knows, the most frequent first |
| \`violations.jsonl\` | where a claimed guarantee does not hold |
| \`verdict.json\` | the [verdict](verdict.md): level, headline, ways of exposure, claims, findings, gate |
| \`gate.json\` | if the request has a limit: \`open\`, and why. A later run that fails closes it |
| \`_SUCCESS.json\` | written last: the audit's id, when it ended, SHA-256 and size of every file |

\`audit_id\` is a hash of everything that can change a figure: the content of every file that the request or its roles name, every option but the name and
format of the results and \`egress\`, the version of each source, and the version of unveil. It is the same on every machine and in the cloud, whatever files
are called and in whatever order options are given. Earlier versions named audits otherwise; their results are read as before.

Times are only in \`audits\`, \`dt\` and \`_SUCCESS.json\`; everything else is the same bytes for the same audit. \`eliminated\`, \`correct\` and
\`added\` in \`attacks\` are the sums over \`groups\`, and over the rows of \`decisions\` or \`placements\`. Baselines have no rows in the last two.

An empty cell means *not computable*, never 0. An attack whose \`status\` is \`errored\` is no sign of safety, and \`unveil audit\` then exits with 1.
An interval is empty if fewer than 2 groups or 30 transactions bear on the figure. \`--redact\` leaves out the text of items: tables say
\`redacted\`, and \`attacked.jsonl\`, \`unmatched.jsonl\`, \`violations.jsonl\` and \`worlds.jsonl\` are not written; ids of transactions stay.

[query.md](query.md) asks them in SQL (\`DESCRIBE attacks\` shows the types). \`?\`: the column may be empty. ±: two more columns, with \`_low\` and \`_high\` at the end of their
names, are a 95 % interval. \`_90\`, \`_95\`: the same at 0.9 and 0.95.

Most tables begin with the same three columns, written as *attack* below:
`;

type Columns = (typeof QUERY_TABLES)[number]['columns'];

/** A line for each column. The ends of an interval are a mark at the figure; figures at further confidences share the line of the first. */
function lines(columns: Columns): string[] {
  const names = new Set(columns.map(({ name }) => name));
  return columns.flatMap(({ name, nullable, about }) => {
    if (/_(low|high)$/.test(name) && names.has(name.replace(/_(low|high)$/, ''))) return [];
    const stem = name.replace(/_80$/, '');
    if (/_9[05]$/.test(name) && names.has(name.replace(/_9[05]$/, '_80'))) return [];
    const named = stem === name ? `\`${name}\`` : `\`${name}\`, \`_90\`, \`_95\``;
    return [`- ${named}${nullable ? '?' : ''}${names.has(`${name}_low`) ? '±' : ''}: ${about}`];
  });
}

export function resultsPage(): string {
  const shared = (QUERY_TABLES.find(({ name }) => name === 'lifts')?.columns ?? []).slice(0, ATTACK_COLUMNS.length);
  const tables = QUERY_TABLES.map(({ name, version, about, columns }) => {
    const isOfAttack = shared.every((column, at) => columns[at]?.name === column.name);
    const own = isOfAttack ? ['- *attack*: the three columns above', ...lines(columns.slice(shared.length))] : lines(columns);
    return [`## ${name} (version ${version})`, '', about, '', ...own, ''].join('\n');
  });
  return `${INTRODUCTION}\n${lines(shared).join('\n')}\n\n${tables.join('\n')}`;
}

if (process.argv[1]?.endsWith('results-page.ts')) writeFileSync('docs/results.md', resultsPage());
