import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { unveilApp } from '../infra/app.ts';

/** The app as cdk.json has it, with settings of its own; functions are not bundled: they run from their source here. */
export function appOf(overrides: Readonly<Record<string, unknown>> = {}): App {
  const { context } = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')) as { context: Record<string, unknown> };
  const unveil = { ...(context['unveil'] as object), ...overrides };
  const app = new App({ context: { ...context, unveil, 'aws:cdk:bundling-stacks': [] }, analyticsReporting: false });
  unveilApp(app);
  return app;
}

/** The stacks as `cdk synth` makes them. */
export const synthesise = (overrides: Readonly<Record<string, unknown>> = {}): CloudAssembly => appOf(overrides).synth();
