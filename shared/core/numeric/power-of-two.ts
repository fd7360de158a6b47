const LEAST = -1074;
/** All of them: 17 KB, and a look-up in the place of putting bits together, of which exponentials make millions. */
const POWERS = (() => {
  const powers = new Float64Array(1024 - LEAST);
  let [up, down] = [1, 1];
  for (let exponent = 0; exponent < 1024; exponent += 1, up *= 2) powers[exponent - LEAST] = up;
  for (let exponent = 0; exponent >= LEAST; exponent -= 1, down /= 2) powers[exponent - LEAST] = down;
  return powers;
})();

/** 2^exponent, exact, for whole exponents from -1074 to 1023. */
export const powerOfTwo = (exponent: number): number => POWERS[exponent - LEAST] as number;

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
