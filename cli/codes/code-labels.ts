import { heldCode } from '../../shared/core/codes/code-system.ts';
import { digestText } from '../../shared/core/keys/digest.ts';
import type { KeptCodes } from './kept-codes.ts';

/** The labels of a code system, whatever dots and marks a file writes its codes with. */
export class CodeLabels extends Map<string, string> {
  /** Of everything that the labels depend on. */
  readonly version: string;

  constructor({ classes }: KeptCodes) {
    super(classes.map(({ code, label }) => [code, label]));
    this.version = digestText(JSON.stringify(classes));
  }

  override get(code: string): string | undefined {
    return super.get(heldCode(code, (each) => super.has(each)) ?? '');
  }

  override has(code: string): boolean {
    return heldCode(code, (each) => super.has(each)) !== null;
  }
}
