/**
 * SHA-256 as a compression function over one block of sixteen words. The platform's HMAC costs about 5 µs a call in
 * set-up, most of a cache look-up; with the key's two blocks compressed once, a key costs two or three compressions
 * (docs/adr/global-cache.md has the figures). FIPS 180-4; compared with the platform's in test/oracle.
 */
export const INITIAL: readonly number[] = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/** The fractional parts of the cube roots of the first 64 primes, found exactly by whole-number search. */
const ROUND = roundConstants();
const schedule = new Int32Array(64);

/** The sixteen words of 64 bytes. */
export function loadBlock(block: Int32Array, bytes: Uint8Array, from: number): void {
  for (let word = 0, at = from; word < 16; word += 1, at += 4) {
    block[word] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
}

/** Adds one block to the state, in place. */
export function compress(state: Int32Array, block: Int32Array): void {
  const w = schedule;
  for (let t = 0; t < 16; t += 1) w[t] = block[t];
  for (let t = 16; t < 64; t += 1) {
    const x = w[t - 15];
    const y = w[t - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let t = 0; t < 64; t += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[t] + w[t]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] + a) | 0;
  state[1] = (state[1] + b) | 0;
  state[2] = (state[2] + c) | 0;
  state[3] = (state[3] + d) | 0;
  state[4] = (state[4] + e) | 0;
  state[5] = (state[5] + f) | 0;
  state[6] = (state[6] + g) | 0;
  state[7] = (state[7] + h) | 0;
}

function roundConstants(): Int32Array {
  const constants = new Int32Array(64);
  for (let candidate = 2n, found = 0; found < 64; candidate += 1n) {
    if (!isPrime(candidate)) continue;
    constants[found] = Number(BigInt.asIntN(32, cubeRoot(candidate << 96n)));
    found += 1;
  }
  return constants;
}

function isPrime(candidate: bigint): boolean {
  for (let divisor = 2n; divisor * divisor <= candidate; divisor += 1n) if (candidate % divisor === 0n) return false;
  return true;
}

/** The greatest whole number whose cube is at most `value`. */
function cubeRoot(value: bigint): bigint {
  let low = 0n;
  let high = 1n << 36n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle * middle * middle <= value) low = middle;
    else high = middle - 1n;
  }
  return low;
}
