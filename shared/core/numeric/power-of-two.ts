const view = new DataView(new ArrayBuffer(8));

/** 2^exponent, exact, for whole exponents from -1074 to 1023. */
export function powerOfTwo(exponent: number): number {
  if (exponent < -1022) return powerOfTwo(exponent + 52) * Number.EPSILON;
  view.setUint32(0, (exponent + 1023) << 20);
  view.setUint32(4, 0);
  return view.getFloat64(0);
}

/** value * 2^exponent, rounded once unless the result is below the normal numbers; any whole exponent. */
export function timesPowerOfTwo(value: number, exponent: number): number {
  let scaled = value;
  let left = exponent;
  // In steps, since 2^exponent alone may be out of range where the product is not.
  for (; left > 1023; left -= 1023) {
    if (scaled === 0 || !Number.isFinite(scaled)) return scaled;
    scaled *= powerOfTwo(1023);
  }
  for (; left < -1022; left += 969) {
    if (scaled === 0) return scaled;
    scaled *= powerOfTwo(-969);
  }
  return scaled * powerOfTwo(left);
}
