const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const LATIN1 = new TextDecoder('latin1');
const MINUS = 0x2d;
const POINT = 0x2e;

/** Reads decimal numbers from bytes: `value` is the last number, `end` the place after it. */
export class DecimalScanner {
  value = Number.NaN;
  end = 0;

  /**
   * Reads the number at `start`; NaN if there is none. It ends at `limit`, or at the first byte that cannot belong to a number. Short decimals, as in
   * vectors, are one division of two exact numbers and so correctly rounded; longer ones and exponents take the slow path.
   */
  read(bytes: Uint8Array, start: number, limit: number): void {
    let at = start;
    const negative = bytes[at] === MINUS;
    if (negative) at += 1;
    const first = at;
    let mantissa = 0;
    let digit = 0;
    for (; at < limit; at += 1) {
      digit = bytes[at] - 0x30;
      if (digit < 0 || digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    let places = 0;
    let digits = at - first;
    if (at < limit && bytes[at] === POINT) {
      at += 1;
      const point = at;
      for (; at < limit; at += 1) {
        digit = bytes[at] - 0x30;
        if (digit < 0 || digit > 9) break;
        mantissa = mantissa * 10 + digit;
      }
      places = at - point;
      digits += places;
    }
    const simple = at === limit || !belongs(bytes[at]);
    if (simple && digits > 0 && digits <= 15) {
      this.value = (negative ? -mantissa : mantissa) / POWERS[places];
      this.end = at;
      return;
    }
    while (at < limit && belongs(bytes[at])) at += 1;
    const text = LATIN1.decode(bytes.subarray(start, at));
    this.value = /^-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/.test(text) ? Number(text) : Number.NaN;
    this.end = at;
  }
}

/** Digits, signs, point and exponent. */
const belongs = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || byte === POINT || byte === MINUS || byte === 0x2b || byte === 0x65 || byte === 0x45;
