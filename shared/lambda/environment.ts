import type * as z from 'zod';

/** Names the wrong variables, without their values. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** The environment by the function's schema, which also types the construct that sets it. */
export function readEnvironment<S extends z.ZodType>(schema: S, environment: Readonly<Record<string, string | undefined>>): z.output<S> {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const names = [...new Set(result.error.issues.map(({ path }) => path.join('.')))];
  throw new EnvironmentError(`wrong or missing: ${names.join(', ')}`);
}
