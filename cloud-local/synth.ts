import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { unveilApp } from '../infra/app.ts';

/** The stacks as `cdk synth` makes them from cdk.json, without bundling the functions: they run from their source here. */
export function synthesise(overrides: Readonly<Record<string, unknown>> = {}): CloudAssembly {
  const { context } = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')) as { context: Record<string, unknown> };
  const unveil = { ...(context['unveil'] as object), ...overrides };
  const app = new App({ context: { ...context, unveil, 'aws:cdk:bundling-stacks': [] }, analyticsReporting: false });
  unveilApp(app);
  return app.synth();
}
