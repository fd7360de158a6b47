import { App } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { unveilApp } from '../infra/app.ts';
import { cdkContext } from './context.ts';

/** The app as cdk.json has it, with settings of its own; functions are not bundled: they run from their source here. */
export function appOf(overrides: Readonly<Record<string, unknown>> = {}): App {
  const app = new App({ context: { ...cdkContext(overrides), 'aws:cdk:bundling-stacks': [] }, analyticsReporting: false });
  unveilApp(app);
  return app;
}

/** The stacks as `cdk synth` makes them, with every function bundled into the folder: what `cdk deploy` would upload. */
export function synthesiseBundled(outdir: string): CloudAssembly {
  const app = new App({ context: cdkContext(), outdir, analyticsReporting: false });
  unveilApp(app);
  return app.synth();
}

/** The stacks as `cdk synth` makes them. */
export const synthesise = (overrides: Readonly<Record<string, unknown>> = {}): CloudAssembly => appOf(overrides).synth();
