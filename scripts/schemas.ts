// npm run -s schemas: schema/*.json and docs/json.md, from the contracts. A test holds them against what the contracts say now.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { auditRequest } from '../shared/contracts/audit-request.ts';
import { campaign } from '../shared/contracts/campaign.ts';
import { COMMAND_OUTPUTS } from '../shared/contracts/command-output.ts';
import type { CommandOutput } from '../shared/contracts/output/common.ts';
import { tableRoles } from '../shared/contracts/table-roles.ts';
import { ATTACK_NAMES, KIND_NAMES } from '../shared/kinds/registry.ts';

const OUTPUTS: readonly (readonly [string, CommandOutput])[] = Object.entries(COMMAND_OUTPUTS);

type Override = Extract<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'], (...args: never[]) => void>;

const listKinds =
  (...others: readonly string[]): Override =>
  ({ jsonSchema, path }) => {
    if (path.at(-1) !== 'kind' || path.at(-2) !== 'properties' || jsonSchema.pattern === undefined) return;
    delete jsonSchema.pattern;
    jsonSchema.enum = [...others, ...KIND_NAMES];
  };

/** What a user writes, where defaults need not stand; each key with the comment that stands above it in the contract. */
function written(schema: z.ZodType, title: string, contract: string): object {
  const source = readFileSync(new URL(`../shared/contracts/${contract}.ts`, import.meta.url), 'utf8');
  const comments = new Map(
    Array.from(source.matchAll(/\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s+(\$?\w+):/g), ([, text = '', key = '']) => [
      key,
      text.replaceAll(/\s+(?:\* )?/g, ' ').trim(),
    ]),
  );
  const override: Override = (context) => {
    const { jsonSchema, path } = context;
    const about = comments.get(String(path.at(-1)));
    // The contract takes any name, since the registry says which kinds and attacks there are; an editor offers these.
    listKinds('auto')(context);
    if (path.includes('attacks') && jsonSchema.pattern !== undefined) {
      delete jsonSchema.pattern;
      jsonSchema.enum = [...ATTACK_NAMES];
    }
    if (path.at(-2) === 'properties' && about !== undefined) jsonSchema.description = about;
  };
  return { title, ...z.toJSONSchema(schema, { io: 'input', override }) };
}

/** Every file of schema/, by its path. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const $defs = Object.fromEntries(
    OUTPUTS.map(([name, { value, about }]) => {
      const { $schema: _, ...schema } = z.toJSONSchema(value, { io: 'input', override: listKinds() });
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

<!-- written by: npm run -s schemas; the meanings are in shared/contracts -->

## Files that you write

Editors complete and check a file that names its schema:

- \`audit.json\`: \`schema/audit.schema.json\`
- a campaign: \`schema/campaign.schema.json\`
- \`roles.json\` of a table of people: \`schema/roles.schema.json\`

\`\`\`json
{ "$schema": "./node_modules/@unveil-audit/unveil/schema/audit.schema.json", "release": "release.txt" }
\`\`\`

The line changes nothing about the audit, not even its id. In VS Code \`json.schemas\` in the settings does without it.

## What commands print with --json

Every command but \`completion\` takes \`--json\`. It then prints one line of JSON, or one for each object, on the standard output; notes and progress go to the standard error.
A value that is not computable is \`null\`, never 0. Keys may be added; none is removed or changes its meaning within a version of the package.

The schemas are in \`schema/output.schema.json\` under \`$defs\`, by the command's words joined with dashes. A test runs every command against them.

`;

/** docs/json.md */
export const jsonPage = (): string =>
  PAGE +
  OUTPUTS.map(
    ([name, { lines, about }]) =>
      `- \`${name === 'query-list' ? 'query --list' : name.replace('-', ' ')}\`: ${lines && !about.startsWith('a line') ? 'lines: ' : ''}${about}\n`,
  ).join('');

if (import.meta.main) {
  mkdirSync('schema', { recursive: true });
  for (const [path, text] of schemaFiles()) writeFileSync(path, text);
  writeFileSync('docs/json.md', jsonPage());
}
