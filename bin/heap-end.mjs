// Plain JavaScript, like node24.mjs. When V8 runs out of memory it ends the process with pages of its own state.

/** First lines of V8's state. */
const DUMP = /(?:^|\n)\s*(?:<--- Last few GCs --->|FATAL ERROR: )/;

export const OUT_OF_MEMORY =
  'it needs more memory than it may have; allow more, such as 8 GB by NODE_OPTIONS=--max-old-space-size=8192, or audit a part of the release';

/**
 * Passes on the output of a process, except V8's state at the end.
 *
 * @param {import('node:stream').Readable} stream
 * @param {(text: string) => unknown} write
 */
export function withoutDump(stream, write) {
  let held = '';
  let dumps = false;
  stream.setEncoding('utf8').on('data', (/** @type {string} */ piece) => {
    if (dumps) held += piece;
    else {
      const found = DUMP.exec(piece);
      dumps = found !== null;
      write(found === null ? piece : piece.slice(0, found.index));
      held = found === null ? '' : piece.slice(found.index);
    }
  });
  return {
    /** Call it after the end: true if the process ran out of memory. Passes on other last output. */
    outOfMemory() {
      const memory = /out of memory|Allocation failed/i.test(held);
      if (!memory && held !== '') write(held);
      held = '';
      return memory;
    },
  };
}
