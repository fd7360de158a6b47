import fc from 'fast-check';

const UTF8 = new TextEncoder();

/** Pieces that readers stumble over: marks of formats, ends, numbers at the edge, names of every object, bytes of no character. */
const TOKENS: readonly Uint8Array[] = [
  ...[
    '"', '""', "'", '(', ')', '[', ']', '{', '}', ',', ';', '\t', '|', ':', '\\', '\\u0000', '\\ud800', '\n', '\r', '\r\n', '\u2028', '\ufeff',
    '\u0000', '\u0085', '\u00a0', '\u202e', 'é', 'e\u0301', '𝕏', '（', '］', '-', '-1', '-2', '0', '1e999', '-0', '9007199254740993', '1e-320', 'NaN', 'Infinity',
    'null', 'true', '__proto__', 'constructor', 'toString', 'sep=;', '@ITEM=3=knee', '#', '%', '*', '[20, 30)', '>=65', 'id', 'items', 'item', 'clusters',
    '=cmd()', '\u001b[2J', '<!--', '&#x0;', '{{', '}}', '[[', '<ref>',
  ].map((text) => UTF8.encode(text)),
  ...[[0xff], [0xfe, 0xff], [0xff, 0xfe], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5], [0x1f, 0x8b], [0x50, 0x4b, 0x03, 0x04]].map((bytes) => Uint8Array.from(bytes)),
]; // biome-ignore format: a table

type Change =
  | { readonly kind: 'flip'; readonly at: number; readonly by: number }
  | { readonly kind: 'cut'; readonly at: number; readonly length: number }
  | { readonly kind: 'again'; readonly at: number; readonly length: number; readonly times: number }
  | { readonly kind: 'token'; readonly at: number; readonly token: number }
  | { readonly kind: 'end'; readonly at: number };

const at = fc.nat(0xffff_ffff);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('flip' as const), at, by: fc.integer({ min: 1, max: 255 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cut' as const), at, length: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), at, length: fc.integer({ min: 1, max: 12 }), times: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('token' as const), at, token: fc.nat(TOKENS.length - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), at }) },
); // biome-ignore format: a table

/** Once in a thousand inputs a few bytes come thousands of times: what grows with the square of its input takes seconds then. */
const LONG: fc.Arbitrary<Change> = fc.record({
  kind: fc.constant('again' as const),
  at,
  length: fc.integer({ min: 1, max: 3 }),
  times: fc.constantFrom(5_000, 50_000),
});

function changed(bytes: Uint8Array, each: Change): Uint8Array {
  const from = bytes.length === 0 ? 0 : each.at % (bytes.length + 1);
  const spliced = (put: Uint8Array, skip: number): Uint8Array => Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + skip)]);
  switch (each.kind) {
    case 'flip': {
      // A buffer's own slice would be the same bytes.
      const copy = Uint8Array.from(bytes);
      if (from < copy.length) copy[from] ^= each.by;
      return copy;
    }
    case 'cut':
      return spliced(new Uint8Array(0), each.length);
    case 'again': {
      const piece = bytes.subarray(from, from + each.length);
      return spliced(Buffer.concat(Array.from({ length: each.times }, () => piece)), 0);
    }
    case 'token':
      return spliced(TOKENS[each.token], 0);
    case 'end':
      return bytes.subarray(0, from);
  }
}

const FEW = fc.array(change, { minLength: 1, maxLength: 4 });
const MANY = fc.tuple(LONG, fc.array(change, { maxLength: 2 })).map(([long, more]): Change[] => [long, ...more]);

const changedBy = (whole: fc.Arbitrary<string | Uint8Array>, changes: fc.Arbitrary<Change[]>): fc.Arbitrary<Uint8Array> =>
  fc.tuple(whole, changes).map(([given, each]) => each.reduce(changed, typeof given === 'string' ? UTF8.encode(given) : given));

/** Whole files, or files with a few changes: nearly half of them as they were written, so that what is right is tried too. */
export const mutated = (whole: fc.Arbitrary<string | Uint8Array>): fc.Arbitrary<Uint8Array> =>
  changedBy(
    whole,
    fc.oneof({ weight: 400, arbitrary: fc.constant<Change[]>([]) }, { weight: 599, arbitrary: FEW }, { weight: 1, arbitrary: MANY }),
  );

/** Files with a few changes, each. */
export const changedCopies = (whole: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  changedBy(whole, fc.oneof({ weight: 999, arbitrary: FEW }, { weight: 1, arbitrary: MANY }));

/** The bytes in pieces, as a file or a network hands them over; where they are cut follows from them. */
export async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const cut = bytes.length < 2 ? bytes.length : 1 + (bytes[0] % (bytes.length - 1));
  yield bytes.slice(0, cut);
  if (cut < bytes.length) yield bytes.slice(cut);
}

/** Text as readers get it that are handed text: what is not UTF-8 is replaced. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
