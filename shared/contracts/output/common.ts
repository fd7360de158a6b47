import * as z from 'zod';

export const count = z.int().min(0);
export const figure = z.number().nullable();
export const text = z.string();

/** What a command prints. `lines`: so many objects, one a line; else one value. `about`: in words, for the page. */
export interface CommandOutput {
  readonly value: z.ZodType;
  readonly lines: boolean;
  readonly about: string;
}
