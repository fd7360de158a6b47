import { createInterface } from 'node:readline/promises';
import type { Terminal } from './command.ts';

/** Whether somebody is there to answer. */
export const mayAsk = ({ out }: Terminal): boolean => out.isTTY === true && process.stdin.isTTY === true;

/** A question on the terminal; Enter means yes. */
export async function confirmed(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(?:y|yes|j|ja|o|oui|s|si|sí)?$/i.test((await lines.question(`${question} [Y/n] `)).trim());
  } finally {
    lines.close();
  }
}
