/*
 * WebAssembly written by hand: just what the inner loops of counting need (`bit-kernel.ts`, `lane-kernel.ts`). They are several
 * times faster than the same loops in JavaScript, the copying of their operands included (docs/adr/corpus-index.md). Whole
 * numbers only, so that their answers are the same everywhere.
 */

/** The part of the global that is used here; the types of the language do not have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

export interface Memory {
  readonly buffer: ArrayBuffer;
  /** By so many pages. Views of the old buffer are empty afterwards. */
  grow(pages: number): number;
}

export const PAGE = 65_536;
export const I32 = 0x7f;
export const I64 = 0x7e;

export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
export const tee = (local: number): number[] => [0x22, local];
export const constant = (value: number): number[] => [0x41, value];
/** Of four bytes at the address on the stack. */
export const LOAD = [0x28, 2, 0];
export const STORE = [0x36, 2, 0];
export const ADD = 0x6a;
export const AND = 0x71;
export const SHIFT_LEFT = 0x74;
export const SHIFT_RIGHT = 0x76;

/** Moves a pointer on by less than 64 bytes. */
export const advance = (local: number, bytes: number): number[] => [...get(local), ...constant(bytes), ADD, ...set(local)];

/** The body, once and then again while the pointer in one local is below that in the other. */
export const loopWhileBelow = (pointer: number, end: number, body: readonly number[]): number[] => [
  ...[0x03, 0x40],
  ...body,
  ...[...get(pointer), ...get(end), 0x49, 0x0d, 0],
  0x0b,
];

/** A function of three numbers that answers one. */
export interface Code {
  readonly name: string;
  /** Types of its further locals, which follow the three numbers. */
  readonly locals: readonly number[];
  readonly body: readonly number[];
}

/** A module with a memory of so many pages, which it exports as `memory` beside its functions. */
export function assemble(codes: readonly Code[], pages: number): unknown {
  const each = <T>(list: readonly T[], encode: (item: T, at: number) => readonly number[]): number[] => [
    list.length,
    ...list.flatMap((item, at) => encode(item, at)),
  ];
  const named = (name: string, kind: number, index: number): number[] => [...sized([...new TextEncoder().encode(name)]), kind, index];
  const section = (id: number, body: readonly number[]): number[] => [id, ...sized(body)];
  const bytes = Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 3, I32, I32, I32, 1, I32]),
    ...section(
      3,
      each(codes, () => [0]),
    ),
    ...section(5, [1, 0, pages]),
    ...section(7, [codes.length + 1, ...named('memory', 2, 0), ...codes.flatMap(({ name }, at) => named(name, 0, at))]),
    ...section(
      10,
      each(codes, ({ locals, body }) => sized([...each(locals, (type) => [1, type]), ...body, 0x0b])),
    ),
  ]);
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
}

const sized = (body: readonly number[]): number[] =>
  body.length < 128 ? [body.length, ...body] : [(body.length & 127) | 128, body.length >> 7, ...body];
