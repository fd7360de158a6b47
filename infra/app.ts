import { type App, Tags, Validations } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readSettings } from './settings.ts';
import { ComputeStack } from './stacks/compute-stack.ts';
import { DataStack } from './stacks/data-stack.ts';

/** Both stacks of a stage, checked by AwsSolutions: synthesis fails on a finding without acknowledgement. */
export function unveilApp(app: App): { readonly data: DataStack; readonly compute: ComputeStack } {
  const settings = readSettings(app);
  const data = new DataStack(app, `unveil-${settings.stage}-data`, { settings, description: 'unveil: what is kept' });
  Tags.of(data).add('unveil', settings.stage);
  const compute = new ComputeStack(app, `unveil-${settings.stage}`, { settings, data, description: 'unveil: what runs' });
  for (const [key, value] of Object.entries(settings.tags)) Tags.of(app).add(key, value);
  const { permissionsBoundaryArn } = settings;
  if (permissionsBoundaryArn !== null)
    for (const stack of [data, compute])
      PermissionsBoundary.of(stack).apply(ManagedPolicy.fromManagedPolicyArn(stack, 'Boundary', permissionsBoundaryArn));
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { data, compute };
}
