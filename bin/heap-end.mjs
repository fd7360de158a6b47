// Plain JavaScript on purpose, as node24.mjs. When V8 finds no more memory it ends the process with pages of its own state.

/** How its state begins. */
const DUMP = /(?:^|\n)\s*(?:<--- Last few GCs --->|FATAL ERROR: )/;

export const OUT_OF_MEMORY =
  'it needs more memory than it may have; allow more, such as 8 GB by NODE_OPTIONS=--max-old-space-size=8192, or audit a part of the release';

/**
 * Hands on what a process says, but for the state of V8 at its end.
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
    /** Asked when it has ended: whether it had no more memory. What else it said last is handed on. */
    outOfMemory() {
      const memory = /out of memory|Allocation failed/i.test(held);
      if (!memory && held !== '') write(held);
      held = '';
      return memory;
    },
  };
}
