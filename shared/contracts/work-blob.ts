import * as z from 'zod';
import { ContractError, parseContract } from './parse.ts';

/**
 * Intermediate data under one kind of key: a value of JSON, or a line of a blob of them. Raise its version with every change of meaning; work that
 * was begun under another is refused before anything is read (pipeline/audit/stamp).
 */
export interface WorkBlob<T> {
  readonly name: string;
  readonly version: number;
  readonly schema: z.ZodType<T>;
}

export const workBlob = <T>(name: string, version: number, schema: z.ZodType<T>): WorkBlob<T> => ({ name, version, schema });

/**
 * A list of any length whose values are written by one loop: its first speaks for the rest, so that to check it costs the same however long it is.
 */
export const many = <T>(schema: z.ZodType<T>): z.ZodType<T[]> =>
  z.custom<T[]>(Array.isArray, 'must be a list').superRefine((values, context) => {
    if (values.length === 0) return;
    const first = schema.safeParse(values[0]);
    for (const issue of first.error?.issues ?? []) context.addIssue({ ...issue, path: [0, ...issue.path] } as z.core.$ZodSuperRefineIssue);
  });

/** The value itself, as it was read; a `ContractError` that names the blob where it is not what this version writes. */
export function checked<T>(blob: WorkBlob<T>, value: unknown): T {
  try {
    parseContract(blob.schema, value);
  } catch (error) {
    if (error instanceof ContractError) throw new ContractError(`work blob "${blob.name}"`, error.message);
    throw error;
  }
  return value as T;
}
