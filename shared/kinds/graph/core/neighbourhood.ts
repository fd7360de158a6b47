import { type Graph, linked } from './graph.ts';

/** Up to this many neighbours neighbourhoods are compared exactly; above it by colours, which may confuse different ones. */
const EXACT_NEIGHBOURS = 8;

/**
 * A text that two nodes share when the graphs that they and their neighbours induce are alike with the nodes themselves mapped onto each other. The
 * node is joined to all others, so the neighbours and the edges among them say it all.
 */
export function neighbourhoodSignature(graph: Graph, node: number): string {
  const around = graph.neighbours[node];
  const inside = insideOf(graph, around);
  if (around.length > EXACT_NEIGHBOURS) {
    const colours = refine(inside, new Array(around.length).fill(0));
    return `${around.length}:${coloured(inside, colours)}`;
  }
  return `${around.length}=${canonical(inside, new Array(around.length).fill(0))}`;
}

type Inside = readonly (readonly number[])[];

/** Which of the neighbours are joined to each other, by their places in the list. */
function insideOf(graph: Graph, around: Uint32Array): Inside {
  // The shorter of two ways: ask for each pair, or go through what each neighbour is joined to.
  const places = new Map([...around].map((each, at) => [each, at]));
  return [...around].map((each) => {
    const theirs = graph.neighbours[each];
    if (theirs.length > around.length * 8) return [...places].filter(([other]) => linked(graph, each, other)).map(([, at]) => at);
    return [...theirs].flatMap((other) => places.get(other) ?? []);
  });
}

/** Colours made finer by the colours of the neighbours until nothing changes. Their numbers follow from the structure, not from the places. */
function refine(inside: Inside, start: readonly number[]): readonly number[] {
  let colours = start;
  let number = new Set(start).size;
  for (;;) {
    const texts = inside.map((list, at) => `${colours[at]}|${list.map((other) => colours[other]).sort((a, b) => a - b)}`);
    const sorted = [...new Set(texts)].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));
    const rank = new Map(sorted.map((text, at) => [text, at]));
    const next = texts.map((text) => rank.get(text) as number);
    if (rank.size === number) return next;
    colours = next;
    number = rank.size;
  }
}

/** How many of each colour there are, and how many edges run between each two. */
function coloured(inside: Inside, colours: readonly number[]): string {
  const sizes = new Map<number, number>();
  const edges = new Map<string, number>();
  for (const [at, list] of inside.entries()) {
    const colour = colours[at];
    sizes.set(colour, (sizes.get(colour) ?? 0) + 1);
    for (const other of list) {
      const key = `${colour}-${colours[other]}`;
      edges.set(key, (edges.get(key) ?? 0) + 1);
    }
  }
  return JSON.stringify([[...sizes].sort(([a], [b]) => a - b), [...edges].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The least text of the edges over all numberings that the colours allow: the same for graphs that are alike, and only for them. */
function canonical(inside: Inside, start: readonly number[]): string {
  const colours = refine(inside, start);
  const members = new Map<number, number[]>();
  for (const [at, colour] of colours.entries()) members.set(colour, [...(members.get(colour) ?? []), at]);
  const open = [...members].sort(([a], [b]) => a - b).find(([, own]) => own.length > 1)?.[1];
  if (open === undefined) {
    const edges = inside.flatMap((list, at) => list.map((other) => `${colours[at]}.${colours[other]}`));
    return edges.sort().join(' ');
  }
  let least: string | undefined;
  const tried: number[] = [];
  for (const one of open) {
    // Twins can change places without a difference: one of them is enough.
    if (tried.some((other) => areTwins(inside, one, other))) continue;
    tried.push(one);
    // The chosen one comes before the others of its colour.
    const text = canonical(
      inside,
      colours.map((colour, at) => 2 * colour + (at === one || colour !== colours[one] ? 0 : 1)),
    );
    if (least === undefined || text < least) least = text;
  }
  return least ?? '';
}

function areTwins(inside: Inside, a: number, b: number): boolean {
  const others = (list: readonly number[]): string =>
    list
      .filter((each) => each !== a && each !== b)
      .sort((x, y) => x - y)
      .join(' ');
  return others(inside[a]) === others(inside[b]);
}
