import { compareCodePoints } from '../../../core/model/code-points.ts';

/** One line of a log: who asked what, and what was clicked, if anything. */
export interface Search {
  readonly user: string;
  readonly query: string;
  readonly url: string | null;
}

/** Counts: user -> intent -> query -> count. */
export type IntentLog = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, number>>>;

interface Intents {
  /** The first of its pages in code-point order names an intent. */
  readonly intentOfUrl: ReadonlyMap<string, string>;
  readonly log: IntentLog;
}

/** A page without scheme, `www.`, query, fragment and final slash; hosts are the same in either case. */
export function pageOfUrl(url: string): string {
  const bare = url
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '');
  const slash = bare.indexOf('/');
  return slash === -1 ? bare.toLowerCase() : bare.slice(0, slash).toLowerCase() + bare.slice(slash);
}

/** Cosines above 0 of the pages' query counts, by pair of pages in code-point order. Only pages that share a query are compared. */
export function pageCosines(
  searches: readonly Search[],
): readonly { readonly pages: readonly [string, string]; readonly cosine: number }[] {
  const counts = new Map<string, Map<string, number>>();
  const pagesOf = new Map<string, Set<string>>();
  for (const { query, url } of searches) {
    if (url === null) continue;
    const page = pageOfUrl(url);
    const own = counts.get(page) ?? new Map<string, number>();
    counts.set(page, own.set(query, (own.get(query) ?? 0) + 1));
    pagesOf.set(query, (pagesOf.get(query) ?? new Set()).add(page));
  }
  const squares = new Map([...counts].map(([page, own]) => [page, [...own.values()].reduce((total, count) => total + count * count, 0)]));
  return [...counts.keys()].sort(compareCodePoints).flatMap((page) => {
    const own = counts.get(page) as ReadonlyMap<string, number>;
    const products = new Map<string, number>();
    for (const [query, count] of own) {
      for (const other of pagesOf.get(query) as ReadonlySet<string>)
        if (compareCodePoints(page, other) < 0)
          products.set(other, (products.get(other) ?? 0) + count * (counts.get(other)?.get(query) as number));
    }
    return [...products.keys()].sort(compareCodePoints).map((other) => ({
      pages: [page, other] as const,
      cosine: (products.get(other) as number) / Math.sqrt((squares.get(page) as number) * (squares.get(other) as number)),
    }));
  });
}

/**
 * Pages that are reached by alike queries are one intent, chained. A click puts its query into its page's intent, so one string can have several;
 * what was not clicked belongs to the one intent that its string has, else to one of its own.
 */
export function intentsOf(searches: readonly Search[], theta: number): Intents {
  const chains = new Chains();
  for (const { url } of searches) if (url !== null) chains.first(pageOfUrl(url));
  for (const { pages, cosine } of pageCosines(searches)) if (cosine >= theta - 1e-9) chains.join(...pages);
  const intentsOfQuery = new Map<string, Set<string>>();
  for (const { query, url } of searches)
    if (url !== null) intentsOfQuery.set(query, (intentsOfQuery.get(query) ?? new Set()).add(chains.first(pageOfUrl(url))));
  const log = new Map<string, Map<string, Map<string, number>>>();
  for (const { user, query, url } of searches) {
    const [only, another] = intentsOfQuery.get(query) ?? [];
    const intent = url !== null ? chains.first(pageOfUrl(url)) : only !== undefined && another === undefined ? only : `query:${query}`;
    const own = log.get(user) ?? new Map<string, Map<string, number>>();
    const strings = own.get(intent) ?? new Map<string, number>();
    log.set(user, own.set(intent, strings.set(query, (strings.get(query) ?? 0) + 1)));
  }
  return { intentOfUrl: chains.all(), log };
}

/** Sets that grow together, each named by its first member. */
class Chains {
  readonly #above = new Map<string, string>();

  first(page: string): string {
    let top = this.#above.get(page) ?? page;
    while (this.#above.get(top) !== top && this.#above.has(top)) top = this.#above.get(top) as string;
    this.#above.set(page, top);
    return top;
  }

  join(a: string, b: string): void {
    const [one, other] = [this.first(a), this.first(b)].sort(compareCodePoints) as [string, string];
    this.#above.set(other, one);
  }

  all(): ReadonlyMap<string, string> {
    return new Map([...this.#above.keys()].map((page) => [page, this.first(page)]));
  }
}
