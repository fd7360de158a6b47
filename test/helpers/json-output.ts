import * as z from 'zod';
import { COMMAND_OUTPUTS } from '../../shared/contracts/command-output.ts';

/** Holds what a command printed with --json against its schema; answers the values. */
export function jsonOf(name: keyof typeof COMMAND_OUTPUTS, printed: string): readonly unknown[] {
  const { value, lines } = COMMAND_OUTPUTS[name];
  const values = (lines ? printed.trimEnd().split('\n') : [printed]).map((text): unknown => JSON.parse(text));
  for (const each of values) expect(z.safeParse(value, each).error?.issues ?? []).toEqual([]);
  return values;
}
