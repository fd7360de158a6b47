// Both templates before AWS's own validator, offline: schemas of every resource, references, the definitions of both machines.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CelEngine, TemplateFile } from '@aws/cloudformation-validate';
import { stackTemplates } from '../../cloud-local/snapshot.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-templates-'));
const engine = new CelEngine({});
afterAll(() => {
  engine.free();
  rmSync(folder, { recursive: true });
});

/** CDK adds a dependency on a role to the reference. */
const REDUNDANT = { ids: ['W3005'] };

function findings(template: object): string[] {
  const path = join(folder, 'template.json');
  writeFileSync(path, JSON.stringify(template));
  const { diagnostics } = engine.validateStandard(new TemplateFile(path), { severityLevel: 'WARN', exclude: REDUNDANT });
  return diagnostics.map(({ ruleId, severity, message, entity }) => `${severity} ${ruleId} ${entity?.logicalId ?? ''}: ${message}`);
}

const { stacks } = await stackTemplates();

test.each(stacks.map(({ stackName, template }) => [stackName, template as object]))(
  '%s has no finding, not even a warning',
  (_name, template) => {
    expect(findings(template)).toEqual([]);
  },
);

test.each([
  ['a property of the wrong type', 'AWS::Lambda::Function', 'MemorySize', 'much'],
  ['a property that does not exist', 'AWS::Lambda::Function', 'Memory', 512],
  ['a runtime that is gone', 'AWS::Lambda::Function', 'Runtime', 'nodejs8.10'],
  [
    'a definition that leads nowhere',
    'AWS::StepFunctions::StateMachine',
    'DefinitionString',
    '{"StartAt":"A","States":{"B":{"Type":"Succeed"}}}',
  ],
])('the validator of this test does see %s', (_what, type, property, value) => {
  // By itself: references to the rest of its stack are then findings too, which the planted one adds to.
  const { template } = stacks.find(({ stackName }) => stackName === 'unveil-main') ?? {};
  const all = (template?.Resources ?? {}) as Readonly<Record<string, { Type: string; Properties: Record<string, unknown> }>>;
  const resource = structuredClone(Object.values(all).find(({ Type }) => Type === type)) as { Properties: Record<string, unknown> };
  const before = new Set(findings({ Resources: { Planted: resource } }));
  resource.Properties[property] = value;
  expect(findings({ Resources: { Planted: resource } }).filter((each) => !before.has(each))).not.toEqual([]);
});
