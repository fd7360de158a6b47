// One hash of what the core computes, for comparing processors and versions of Node: the bits of the numeric functions, every
// attack's verdict on seeded tables, and what the kernel of cosines answers. scripts/same-bytes.ts bundles it, so it must run wherever plain JavaScript runs.
import { createHash } from 'node:crypto';
import { TABLE_ATTACKS } from '../shared/core/attack/attacks.ts';
import { exp, log1p, logistic, logSumExp, mean, sum } from '../shared/core/numeric/numeric.ts';
import { seeded } from '../shared/core/random/random.ts';
import { cosinesOf } from '../shared/kinds/set-generalised/core/calibrated/cosines.ts';

const FUNCTIONS: readonly ((x: number) => number)[] = [
  exp,
  (x) => log1p(Math.abs(x)),
  logistic,
  (x) => Math.log(Math.abs(x)),
  (x) => Math.sqrt(Math.abs(x)),
];

/** SHA-256 of 100,000 values of the numeric functions, of sums of them, of the verdicts on 300 tables, and of 2,400 cosines. */
export function goldenHash(): string {
  const hash = createHash('sha256');
  const random = seeded('golden run');
  const bits = (values: readonly number[]): void => {
    const view = new DataView(new ArrayBuffer(8 * values.length));
    for (const [at, value] of values.entries()) view.setFloat64(8 * at, value);
    hash.update(new Uint8Array(view.buffer));
  };
  for (let round = 0; round < 200; round += 1) {
    const scale = [1e-9, 1e-3, 1, 30, 700][round % 5] ?? 1;
    const inputs = Array.from({ length: 100 }, () => (random.unit() - 0.5) * 2 * scale);
    for (const own of FUNCTIONS) bits(inputs.map(own));
    bits([sum(inputs), mean(inputs), logSumExp(inputs)]);
  }
  for (let index = 0; index < 300; index += 1) {
    const [rows, columns] = [1 + random.below(12), 1 + random.below(12)];
    const cells = Float64Array.from({ length: rows * columns }, () =>
      random.unit() < 0.1 ? Number.NaN : Math.log(1 + 20 * random.unit()),
    );
    for (const attack of TABLE_ATTACKS) hash.update(JSON.stringify([attack.name, attack.run({ rows, columns, cells }, { seed: index })]));
  }
  for (const dimensions of [3, 100]) {
    const values = Float32Array.from({ length: 300 * dimensions }, () => (random.unit() - 0.5) / 3);
    const known = new Uint8Array(300).fill(1);
    const others = Int32Array.from({ length: 200 }, () => random.below(300));
    bits([...cosinesOf({ name: '', dimensions, values, known }, [0, 7, 20, 41, 299, 5], others)]);
  }
  return hash.digest('hex');
}
