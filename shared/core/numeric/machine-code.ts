/*
 * WebAssembly written by hand: just what the inner loop of cosines (`dot-kernel.ts`) needs, twelve times faster than in JavaScript
 * (docs/adr/dependencies.md). Sums and products of single floats, four side by side in an order that is written down: their answers are the same
 * everywhere. A piece of code is the bytes of an instruction behind those of its operands, so that code nests as it reads.
 */

/** The part of the global that is used here; the types of the language do not have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

export interface Memory {
  readonly buffer: ArrayBuffer;
  /** Grows by pages. Views of the old buffer become empty. */
  grow(pages: number): number;
}

export const PAGE = 65_536;
export const I32 = 0x7f;
/** Four single floats. */
export const V128 = 0x7b;

export type CodePart = readonly number[];

const binary =
  (code: number) =>
  (x: CodePart, y: CodePart): CodePart => [...x, ...y, code];
export const get = (local: number): CodePart => [0x20, local];
export const set = (local: number, value: CodePart): CodePart => [...value, 0x21, local];
export const constant = (value: number): CodePart => [0x41, ...signed(value)];
export const add = binary(0x6a);
export const below = binary(0x49);
export const zeros: CodePart = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
export const loadFour = (address: CodePart, offset = 0): CodePart => [...address, 0xfd, 0x00, 4, ...unsigned(offset)];
export const addFour = (x: CodePart, y: CodePart): CodePart => [...x, ...y, 0xfd, 0xe4, 1];
export const timesFour = (x: CodePart, y: CodePart): CodePart => [...x, ...y, 0xfd, 0xe6, 1];
export const floatOf = (four: CodePart, lane: number): CodePart => [...four, 0xfd, 0x1f, lane];
export const addFloat = binary(0x92);
export const storeFloat = (address: CodePart, value: CodePart, offset: number): CodePart => [
  ...address,
  ...value,
  0x38,
  2,
  ...unsigned(offset),
];
const when = (condition: CodePart, ...body: CodePart[]): CodePart => [...condition, 0x04, 0x40, ...body.flat(), 0x0b];
export const advance = (local: number, bytes: number): CodePart => set(local, add(get(local), constant(bytes)));

/** The body, repeated while the condition holds; at least once. */
export const repeatWhile = (condition: CodePart, ...body: CodePart[]): CodePart => [
  0x03,
  0x40,
  ...body.flat(),
  ...condition,
  0x0d,
  0,
  0x0b,
];
/** The body, repeated while the pointer in one local is below that in the other. */
export const whileBelow = (pointer: number, end: number, ...body: CodePart[]): CodePart =>
  when(below(get(pointer), get(end)), repeatWhile(below(get(pointer), get(end)), ...body));

/** A function from numbers to a number. */
export interface Code {
  readonly name: string;
  readonly parameters: number;
  /** Types of its further locals, which follow the parameters. */
  readonly locals: CodePart;
  /** The last part leaves the result. */
  readonly body: readonly CodePart[];
}

/** A module that exports its functions and a `memory` of this many pages. */
export function assemble(codes: readonly Code[], pages: number): unknown {
  const each = <T>(list: readonly T[], encode: (item: T, at: number) => CodePart): number[] => [
    ...unsigned(list.length),
    ...list.flatMap((item, at) => encode(item, at)),
  ];
  const sized = (body: CodePart): number[] => [...unsigned(body.length), ...body];
  const named = (name: string, kind: number, index: number): number[] => [...sized([...new TextEncoder().encode(name)]), kind, index];
  const section = (id: number, body: CodePart): number[] => [id, ...sized(body)];
  const bytes = Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      each(codes, ({ parameters }) => [0x60, parameters, ...new Array<number>(parameters).fill(I32), 1, I32]),
    ),
    ...section(
      3,
      each(codes, (_, at) => [at]),
    ),
    ...section(5, [1, 0, ...unsigned(pages)]),
    ...section(7, [codes.length + 1, ...named('memory', 2, 0), ...codes.flatMap(({ name }, at) => named(name, 0, at))]),
    ...section(
      10,
      each(codes, ({ locals, body }) => sized([...each(locals, (type) => [1, type]), ...body.flat(), 0x0b])),
    ),
  ]);
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
