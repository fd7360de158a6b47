import { PAGE } from '../numeric/machine-code.ts';
import type { FrequentPlaces } from './frequent-places.ts';
import { type ListKernel, listKernel, READ_BEYOND } from './list-kernel.ts';
import type { PieceList } from './piece-list.ts';

/** Bytes of lists and filters that the kernel holds. */
const BOUND = 64 << 20;
/** Scratch room is doubled up to so much, and then grows by as much. */
const STEP = 4 << 20;
const ALL_BITS = 0xffffffff;

/**
 * The memory of the kernel. Lists are copied into it when they are first counted, one behind the other, and stay until it is
 * full: then it begins anew with another generation, and a list is copied again when it is next needed. So nobody has to give
 * anything back. In front of the lists is scratch room, for one computation at a time.
 */
export class ListMemory {
  readonly run: ListKernel = listKernel(1);
  words = new Uint32Array(this.run.memory.buffer);
  #generation = 1;
  /** Never empty: nothing else is at address 0. */
  #scratch = PAGE;
  #top = PAGE;

  /** Room for so many bytes from address 0 on. Lists may have to be held again. */
  scratch(bytes: number): void {
    if (bytes <= this.#scratch) return;
    if (bytes > STEP) this.#scratch = STEP * Math.ceil(bytes / STEP);
    else while (this.#scratch < bytes) this.#scratch *= 2;
    this.#beginAnew();
    this.#grow();
  }

  /** Both lists are in memory when this is done and, where the second is numbers and it is asked for, its filter. */
  holdBoth(few: PieceList, many: PieceList, withFilter: boolean): void {
    const filter = withFilter && many.bits === null;
    if (this.#holds(few) && this.#holds(many) && (!filter || many.filter !== 0)) return;
    // What is left of a list of numbers is written there.
    if (few.pieces !== null) this.scratch(4 * few.count);
    const missing = (): number =>
      (this.#holds(few) ? 0 : few.bytes) + (this.#holds(many) ? 0 : many.bytes) + (filter ? 4 * many.filterWords : 0);
    if (this.#top + missing() > this.#scratch + BOUND) this.#beginAnew();
    this.#hold(few);
    this.#hold(many);
    if (filter && many.filter === 0) this.#makeFilter(many);
  }

  /** The places of a frequent word are in memory when this is done. */
  holdPlaces(word: FrequentPlaces): void {
    if (this.#holds(word)) return;
    const { startOf, positions } = word;
    if (this.#top + word.bytes + READ_BEYOND > this.#scratch + BOUND) this.#beginAnew();
    word.heldIn = this.#generation;
    word.address = this.#take(word.bytes + READ_BEYOND);
    this.words.set(startOf, word.address / 4);
    new Uint16Array(this.words.buffer).set(positions, word.address / 2 + 2 * startOf.length);
  }

  #holds(list: { readonly heldIn: number }): boolean {
    return list.heldIn === this.#generation;
  }

  #hold(list: PieceList): void {
    if (this.#holds(list)) return;
    list.heldIn = this.#generation;
    list.filter = 0;
    list.address = this.#take(list.bytes);
    this.words.set((list.pieces ?? list.bits) as Uint32Array | Int32Array, list.address / 4);
  }

  /** A set of the low bits of its pieces, or of all their bits where that is not much larger. */
  #makeFilter(list: PieceList): void {
    const words = list.filterWords;
    const address = this.#take(4 * words);
    this.words.fill(0, address / 4, address / 4 + words);
    list.filter = address;
    list.filterMask = list.isExact ? ALL_BITS : 32 * words - 1;
    this.run.mark(list.address, list.address + list.bytes, address, list.filterMask);
  }

  #take(bytes: number): number {
    const address = this.#top;
    this.#top += 16 * Math.ceil(bytes / 16);
    this.#grow();
    return address;
  }

  #beginAnew(): void {
    this.#generation += 1;
    this.#top = this.#scratch;
  }

  #grow(): void {
    const { memory } = this.run;
    const has = memory.buffer.byteLength;
    if (this.#top <= has) return;
    // By an eighth at least: all views must be made anew.
    memory.grow(Math.ceil(Math.max(this.#top - has, has / 8) / PAGE));
    this.words = new Uint32Array(memory.buffer);
  }
}

let memory: ListMemory | null = null;

/** Made when it is first needed: a program that counts little compiles nothing. */
export function listMemory(): ListMemory {
  memory ??= new ListMemory();
  return memory;
}
