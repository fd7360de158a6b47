import { App } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { unveilApp } from '../infra/app.ts';
import { cdkContext } from './context.ts';

/** The app of cdk.json, with other settings. Functions are not bundled: they run from their source here. */
export function appOf(overrides: Readonly<Record<string, unknown>> = {}): App {
  const app = new App({ context: { ...cdkContext(overrides), 'aws:cdk:bundling-stacks': [] }, analyticsReporting: false });
  unveilApp(app);
  return app;
}

/** The stacks as in `cdk synth`, with bundled functions: the upload of `cdk deploy`. */
export function synthesiseBundled(outdir: string): CloudAssembly {
  const app = new App({ context: cdkContext(), outdir, analyticsReporting: false });
  unveilApp(app);
  return app.synth();
}

/** The stacks as in `cdk synth`. */
export const synthesise = (overrides: Readonly<Record<string, unknown>> = {}): CloudAssembly => appOf(overrides).synth();
