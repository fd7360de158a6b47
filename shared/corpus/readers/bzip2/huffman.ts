import type { BitReader } from './bit-reader.ts';

const LONGEST_CODE = 20;

interface CodeTable {
  /** By length of code: its greatest code, and the difference between a code and its place in `symbols`. */
  readonly limits: Int32Array;
  readonly bases: Int32Array;
  readonly symbols: Uint16Array;
  readonly shortest: number;
}

export function readTable(bits: BitReader, size: number): CodeTable {
  const lengths = new Uint8Array(size);
  let length = bits.read(5);
  for (let symbol = 0; symbol < size; symbol += 1) {
    while (bits.read(1) === 1) length += bits.read(1) === 0 ? 1 : -1;
    if (length < 1 || length > LONGEST_CODE) throw new RangeError('the tables of a block are wrong');
    lengths[symbol] = length;
  }
  const limits = new Int32Array(LONGEST_CODE + 2).fill(-1);
  const bases = new Int32Array(LONGEST_CODE + 2);
  const symbols = new Uint16Array(size);
  let code = 0;
  let place = 0;
  for (let bitsOfCode = 1; bitsOfCode <= LONGEST_CODE; bitsOfCode += 1) {
    bases[bitsOfCode] = code - place;
    for (let symbol = 0; symbol < size; symbol += 1) {
      if (lengths[symbol] !== bitsOfCode) continue;
      symbols[place] = symbol;
      place += 1;
      code += 1;
    }
    limits[bitsOfCode] = code - 1;
    code *= 2;
  }
  return { limits, bases, symbols, shortest: Math.min(...lengths) };
}

export function readSymbol(bits: BitReader, { limits, bases, symbols, shortest }: CodeTable): number {
  let code = bits.read(shortest);
  for (let length = shortest; length <= LONGEST_CODE; length += 1) {
    if (code <= limits[length]) {
      const place = code - bases[length];
      if (place >= 0 && place < symbols.length) return symbols[place];
    }
    code = code * 2 + bits.read(1);
  }
  throw new RangeError('a code that stands for nothing');
}
