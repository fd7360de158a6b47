import { singular } from '../extract/singular.ts';

/** Depth of synsets without a hypernym: one edge below the virtual root, whose depth is 0. */
const TOP_DEPTH = 1;

/** The nouns of WordNet, from the database's own files: the senses of each lemma, and the hypernyms of each sense. */
export class NounGraph {
  readonly #senses = new Map<string, Uint32Array>();
  readonly #above: Uint32Array[] = [];
  readonly #depth: Uint32Array;
  readonly #ancestors: (Uint32Array | undefined)[] = [];
  readonly #lines: readonly string[];
  #names: string[] | null = null;

  /** The contents of `index.noun` and `data.noun`. */
  constructor(index: string, data: string) {
    const byOffset = new Map<string, number>();
    const hypernyms: string[][] = [];
    this.#lines = [...entries(data)];
    for (const line of this.#lines) {
      byOffset.set(line.slice(0, line.indexOf(' ')), hypernyms.length);
      hypernyms.push(hypernymsOf(line));
    }
    for (const offsets of hypernyms) this.#above.push(numbers(offsets, byOffset));
    for (const line of entries(index)) {
      const fields = line.trim().split(' ');
      // lemma, pos, synset_cnt, p_cnt, p_cnt symbols, sense_cnt, tagsense_cnt, offsets: the last synset_cnt fields.
      this.#senses.set(fields[0] ?? '', numbers(fields.slice(fields.length - Number(fields[2])), byOffset));
    }
    this.#depth = depths(this.#above);
  }

  get synsets(): number {
    return this.#above.length;
  }

  /** Every noun, with spaces for underscores. */
  lemmas(): readonly string[] {
    return [...this.#senses.keys()].map((lemma) => lemma.replaceAll('_', ' '));
  }

  /** The noun senses of a term as it is, else of its singular; none if WordNet lacks it. */
  senses(term: string): Uint32Array {
    const words = term
      .toLowerCase()
      .trim()
      .split(/[\s_]+/);
    const asItIs = this.#senses.get(words.join('_'));
    if (asItIs !== undefined) return asItIs;
    return this.#senses.get([...words.slice(0, -1), singular(words.at(-1) ?? '')].join('_')) ?? NONE;
  }

  /** Edges to the virtual root by the shortest way. */
  depth(synset: number): number {
    return this.#depth[synset] ?? 0;
  }

  /** The synset and all its hypernyms, up to the top. */
  ancestors(synset: number): Uint32Array {
    const known = this.#ancestors[synset];
    if (known !== undefined) return known;
    const all = new Set([synset]);
    for (const each of all) for (const parent of this.#above[each] ?? NONE) all.add(parent);
    const found = Uint32Array.from(all);
    this.#ancestors[synset] = found;
    return found;
  }

  /** The lemmas and the definition of a synset, without its examples. */
  definition(synset: number): string {
    const line = this.#lines[synset] ?? '';
    const bar = line.indexOf(' | ');
    const fields = line.slice(0, bar).split(' ');
    const lemmas = Array.from({ length: Number.parseInt(fields[3] ?? '0', 16) }, (_, at) => fields[4 + 2 * at]);
    return `${lemmas.join(' ').replaceAll('_', ' ')} ${line.slice(bar + 3).replaceAll(/"[^"]*"?/g, '')}`;
  }

  /** From the top to the synset, by its first hypernym each time: the chains of all synsets form a tree. */
  chain(synset: number): readonly number[] {
    const chain: number[] = [];
    for (let at: number | undefined = synset; at !== undefined && !chain.includes(at); at = this.#above[at]?.[0]) chain.push(at);
    return chain.reverse();
  }

  /** A lemma of a synset: the one that has it as its earliest sense, then the first by spelling. All are found at the first call. */
  name(synset: number): string {
    this.#names ??= namesOf(this.#senses);
    return (this.#names[synset] ?? '').replaceAll('_', ' ');
  }
}

const NONE = new Uint32Array(0);

function namesOf(senses: ReadonlyMap<string, Uint32Array>): string[] {
  const names: string[] = [];
  const ranks: number[] = [];
  for (const [lemma, synsets] of senses) {
    for (const [rank, synset] of synsets.entries()) {
      const held = ranks[synset];
      if (held !== undefined && (held < rank || (held === rank && names[synset] < lemma))) continue;
      [names[synset], ranks[synset]] = [lemma, rank];
    }
  }
  return names;
}

/** The licence on top of each file is indented. */
function* entries(file: string): Generator<string> {
  for (let at = 0; at < file.length; ) {
    const end = file.indexOf('\n', at);
    const stop = end === -1 ? file.length : end;
    if (stop > at && file[at] !== ' ') yield file.slice(at, stop);
    at = stop + 1;
  }
}

/** `offset file type w_cnt (lemma id)* p_cnt (symbol offset pos source)* | gloss`; w_cnt is hexadecimal, p_cnt decimal. */
function hypernymsOf(line: string): string[] {
  const fields = line.slice(0, line.indexOf(' | ')).split(' ');
  const first = 4 + 2 * Number.parseInt(fields[3] ?? '0', 16);
  const found: string[] = [];
  for (let pointer = 0; pointer < Number(fields[first]); pointer += 1) {
    const at = first + 1 + 4 * pointer;
    // @ is a hypernym, @i the class of an instance.
    if (fields[at] === '@' || fields[at] === '@i') found.push(fields[at + 1] ?? '');
  }
  return found;
}

const numbers = (offsets: readonly string[], byOffset: ReadonlyMap<string, number>): Uint32Array =>
  Uint32Array.from(offsets.map((offset) => byOffset.get(offset)).filter((synset) => synset !== undefined));

function depths(above: readonly Uint32Array[]): Uint32Array {
  const below: number[][] = above.map(() => []);
  for (const [synset, parents] of above.entries()) for (const parent of parents) below[parent]?.push(synset);
  const depth = new Uint32Array(above.length);
  let level = [...above.keys()].filter((synset) => above[synset]?.length === 0);
  for (let edges = TOP_DEPTH; level.length > 0; edges += 1) {
    for (const synset of level) depth[synset] = edges;
    level = [...new Set(level.flatMap((synset) => below[synset] ?? []))].filter((synset) => depth[synset] === 0);
  }
  return depth;
}
