// npm run -s schemas: schema/*.json and docs/json.md, from the contracts. A test holds them against what the contracts say now.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { auditRequest } from '../shared/contracts/audit-request.ts';
import { campaign } from '../shared/contracts/campaign.ts';
import { COMMAND_OUTPUTS } from '../shared/contracts/command-output.ts';
import type { CommandOutput } from '../shared/contracts/output/common.ts';
import { tableRoles } from '../shared/contracts/table-roles.ts';

const OUTPUTS: readonly (readonly [string, CommandOutput])[] = Object.entries(COMMAND_OUTPUTS);

/** What a user writes, where defaults need not stand; each key with the comment that stands above it in the contract. */
function written(schema: z.ZodType, title: string, contract: string): object {
  const source = readFileSync(new URL(`../shared/contracts/${contract}.ts`, import.meta.url), 'utf8');
  const comments = new Map(Array.from(source.matchAll(/\/\*\* ([^*]*?) \*\/\s+(\$?\w+):/g), ([, text = '', key = '']) => [key, text]));
  const override: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ jsonSchema, path }) => {
    const about = comments.get(String(path.at(-1)));
    if (path.at(-2) === 'properties' && about !== undefined) jsonSchema.description = about;
  };
  return { title, ...z.toJSONSchema(schema, { io: 'input', override }) };
}

/** Every file of schema/, by its path. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const $defs = Object.fromEntries(
    OUTPUTS.map(([name, { value, about }]) => {
      const { $schema: _, ...schema } = z.toJSONSchema(value, { io: 'input' });
      return [name, { title: `unveil ${name.replace('-', ' ')} --json: ${about}`, ...schema }];
    }),
  );
  const files: readonly (readonly [string, object])[] = [
    ['schema/audit.schema.json', written(auditRequest, 'An audit request of unveil', 'audit-request')],
    ['schema/campaign.schema.json', written(campaign, 'A campaign of unveil', 'campaign')],
    ['schema/roles.schema.json', written(tableRoles, 'What the columns of a table of people are', 'table-roles')],
    ['schema/output.schema.json', { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs }],
  ];
  return new Map(files.map(([path, schema]) => [path, `${JSON.stringify(schema, null, 1)}\n`]));
}

const PAGE = `# JSON in and out

<!-- written by: npm run -s schemas; the meanings stand in shared/contracts -->

## Files that you write

Editors complete and check a file that names its schema. Those of this version ship with the package:

| file | schema |
|---|---|
| \`audit.json\` | \`schema/audit.schema.json\` |
| a campaign | \`schema/campaign.schema.json\` |
| \`roles.json\` of a table of people | \`schema/roles.schema.json\` |

\`\`\`json
{ "$schema": "./node_modules/@unveil-audit/unveil/schema/audit.schema.json", "release": "release.txt" }
\`\`\`

The line changes nothing about the audit, its id included. In VS Code \`json.schemas\` in the settings does without it.

## What commands print with --json

Each command takes \`--json\`, but \`completion\`, whose output is a script. What it prints then stands on the standard output alone, in one line of
JSON, or one line for each object; notes and progress go to the standard error, and exit codes stay what they are. What is not computable is
\`null\`, never 0. A key may come; none goes or changes its meaning without the version of the package saying so.

The schema of each is in \`schema/output.schema.json\`, under \`$defs\`. A test runs every command and holds what it prints against it.

| command | in \`$defs\` | prints | what |
|---|---|---|---|
`;

/** docs/json.md */
export const jsonPage = (): string =>
  PAGE +
  OUTPUTS.map(
    ([name, { lines, about }]) =>
      `| \`unveil ${name === 'query-list' ? 'query --list' : name.replace('-', ' ')}\` | \`${name}\` | ${lines ? 'a line for each' : 'one value'} | ${about} |\n`,
  ).join('');

if (import.meta.main) {
  mkdirSync('schema', { recursive: true });
  for (const [path, text] of schemaFiles()) writeFileSync(path, text);
  writeFileSync('docs/json.md', jsonPage());
}
