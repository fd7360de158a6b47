import fc from 'fast-check';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { EXACT } from '../../shared/core/text/tokens.ts';
import { TermCounter } from '../../shared/corpus/term-counter.ts';
import { buildBytes, openBytes } from '../helpers/in-memory-index.ts';

const TEXTS = Array.from(
  { length: 120 },
  (_, at) => `knee injury of the ${at % 9} th kind w${at} after w${(at * 7) % 50} the knee and the hip ${'x '.repeat(at % 5)}`,
);
const TERMS = ['knee', 'the', 'knee injury', 'injury of the', 'w7', 'x x', 'none such'];

async function ask(bytes: Uint8Array): Promise<number[]> {
  const counter = new TermCounter(await openBytes(bytes), { normalisation: EXACT });
  const { terms } = await counter.countAll({ terms: TERMS, pairs: Uint32Array.of(0, 1, 2, 3) });
  return [...terms];
}

/** Right, or a bad input that says so: never another number, never a crash. */
async function expectRightOrRefused(bytes: Uint8Array, right: readonly number[]): Promise<void> {
  try {
    expect(await ask(bytes)).toEqual(right);
  } catch (error) {
    expect(error).toBeInstanceOf(BadInput);
    expect((error as BadInput).describe()).toMatch(/^test index: this (is not an )?index/);
  }
}

const whole = buildBytes(TEXTS);

test('an index with bytes changed answers right or is refused', async () => {
  const right = await ask(whole);
  expect(right[0]).toBe(120);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 3 }),
      async (changes) => {
        const bytes = whole.slice();
        for (const [at, by] of changes) bytes[at] ^= by;
        await expectRightOrRefused(bytes, right);
      },
    ),
    { seed: 5, numRuns: 500 },
  );
});

test('an index that was cut off or added to is refused with both sizes', async () => {
  for (let length = 0; length < whole.length; length += Math.ceil(whole.length / 60)) {
    await expect(openBytes(whole.slice(0, length))).rejects.toThrow(
      length < 128 ? 'this is not an index of unveil' : `this index has ${length} bytes and should have ${whole.length}`,
    );
  }
  const longer = new Uint8Array(whole.length + 1);
  longer.set(whole);
  await expect(openBytes(longer)).rejects.toThrow('it was cut off or added to');
});

test('another format is named', async () => {
  const bytes = whole.slice();
  bytes[4] = 9;
  await expect(openBytes(bytes)).rejects.toThrow('this index has format 9, this program reads format 2: build it again');
});
