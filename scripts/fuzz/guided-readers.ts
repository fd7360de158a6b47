// The readers of bytes, guided by what their inputs reach: an input that reached code that none before it did is kept, and further ones are
// changed copies of it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { changedCopies } from './bytes.ts';
import { Coverage } from './coverage.ts';
import type { FuzzReader } from './reader.ts';
import { allReaders as plainReaders } from './readers.ts';

/** What is read by ours, and by libraries that read for us. */
const OURS = /\/(?:shared|cli|node_modules\/(?:hyparquet|read-excel-file|fflate))\//;
/** Longer ones are not kept: what they reach, a shorter one mostly does too. */
const LONGEST = 20_000;
/** The latest are changed most: they reached what is reached least. */
const LATEST = 40;
/** Where inputs at which a reader failed are written: they follow from all that came before, not from their seed alone. */
const FOUND = join(import.meta.dirname, '../../.cache/fuzz-found');

export const allReaders = async (folder: string): Promise<readonly FuzzReader[]> =>
  (await plainReaders(folder)).filter(takesBytes).map((reader) => guided(reader, OURS));

/** Bytes alone, or with how they are to be read. */
type OfBytes = Uint8Array | readonly [Uint8Array, unknown];
const takesBytes = ({ inputs }: FuzzReader): boolean =>
  fc.sample(inputs, { seed: 1, numRuns: 5 }).every((input) => (Array.isArray(input) ? input[0] : input) instanceof Uint8Array);
const bytesOf = (input: OfBytes): Uint8Array => (input instanceof Uint8Array ? input : input[0]);

/** Inputs of a reader's grammar, and changed copies of those that reached more of `code`, the files that are watched. */
export function guided(reader: FuzzReader, code: RegExp): FuzzReader {
  const kept: OfBytes[] = [];
  const read: OfBytes[] = [];
  let coverage: Coverage | null = null;
  const copies = (): fc.Arbitrary<unknown> =>
    fc
      .oneof(...[kept, kept.slice(-LATEST), read].filter(({ length }) => length > 0).map((each) => fc.constantFrom(...each)))
      .chain((input) =>
        changedCopies(fc.constant(bytesOf(input))).map((bytes) => (input instanceof Uint8Array ? bytes : [bytes, input[1]])),
      );
  return {
    ...reader,
    get inputs() {
      return kept.length === 0 ? reader.inputs : fc.oneof({ weight: 1, arbitrary: reader.inputs }, { weight: 4, arbitrary: copies() });
    },
    async run(given) {
      coverage ??= new Coverage(code);
      const input = given as OfBytes;
      let isRead = false;
      try {
        isRead = await reader.run(input);
        return isRead;
      } catch (error) {
        mkdirSync(FOUND, { recursive: true });
        writeFileSync(join(FOUND, `${reader.name.replaceAll(/\W+/g, '-')}-${Date.now()}`), bytesOf(input));
        throw error;
      } finally {
        if (coverage.reachedMore() && bytesOf(input).length <= LONGEST) {
          kept.push(input);
          if (isRead) read.push(input);
        }
      }
    },
    async end() {
      coverage?.end();
      await reader.end?.();
    },
  };
}
