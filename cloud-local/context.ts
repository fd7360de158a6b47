import { readFileSync } from 'node:fs';

/** The context of cdk.json, with other settings. */
export function cdkContext(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { context } = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8')) as { context: Record<string, unknown> };
  return { ...context, unveil: { ...(context['unveil'] as object), ...overrides } };
}
