import * as z from 'zod';

export const count = z.int().min(0);
export const figure = z.number().nullable();
export const text = z.string();

/** Output of a command. `lines`: objects, one on each line; otherwise one value. `about`: description for the page. */
export interface CommandOutput {
  readonly value: z.ZodType;
  readonly lines: boolean;
  readonly about: string;
}
