import type fc from 'fast-check';
import { ContractError } from '../../../shared/contracts/parse.ts';
import { BadInput } from '../../../shared/core/model/bad-input.ts';

/** One reader of what others wrote, and what it is tried with. */
export interface FuzzReader<Input = unknown> {
  readonly name: string;
  readonly inputs: fc.Arbitrary<Input>;
  /** Reads an input: it must round-trip or be refused with a message. Returns whether it was read. */
  run(input: Input): boolean | Promise<boolean>;
  /** Of a reader that is slow by itself (a file, a database): its share of the inputs, where the others have 1. */
  readonly weight?: number;
  /** Gives back what it holds open. */
  end?(): Promise<void>;
}

/** A forbidden behaviour of a reader, found with this input. */
export class Defect extends Error {
  override readonly name = 'Defect';
}

/** A message that says nothing, or more than a line. */
const UNCLEAR = /[\r\n]|\[object |^$/;
const LONGEST_MESSAGE = 2_000;

/** True where it was read; false where one clear error said why not. All else is a defect. */
export async function readOrRefused(read: () => void | Promise<void>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (error instanceof ContractError) mustBeClear(error.message);
    else if (error instanceof BadInput) {
      mustBeClear(error.reason);
      const { line, column } = error.place;
      for (const place of [line, column])
        if (place !== undefined && !(Number.isInteger(place) && place >= 1)) throw new Defect(`the place of an error is ${place}`);
    } else throw error;
    return false;
  }
}

function mustBeClear(message: string): void {
  if (UNCLEAR.test(message)) throw new Defect(`an unclear message: ${JSON.stringify(message.slice(0, 200))}`);
  if (message.length > LONGEST_MESSAGE) throw new Defect(`a message of ${message.length} characters`);
}

/** Reading, writing and reading again gives the same; failing to read again is a defect too. */
export async function mustRoundTrip(first: unknown, again: () => unknown): Promise<void> {
  let second: unknown;
  try {
    second = await again();
  } catch (error) {
    throw new Defect(`what was read cannot be read again: ${error instanceof Error ? error.message.slice(0, 200) : ''}`);
  }
  mustEqual(first, second);
}

export function mustEqual(wanted: unknown, found: unknown): void {
  const [a = '', b = ''] = [JSON.stringify(wanted), JSON.stringify(found)];
  if (a === b) return;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  throw new Defect(`not the same: ...${a.slice(Math.max(0, at - 40), at + 80)} and ...${b.slice(Math.max(0, at - 40), at + 80)}`);
}

/** No reader returns a number that is not finite. */
export function mustBeFinite(what: string, values: Iterable<number>): void {
  for (const value of values) if (!Number.isFinite(value)) throw new Defect(`${what}: ${value}`);
}
