import type { FitQuestion } from '../../core/language/fit-prompt.ts';
import { tokensOf } from '../../core/text/tokens.ts';
import { documentsAt } from './corpus-documents.ts';

/** Passages for a prompt: at most one an option, the best of all. */
const MOST_PASSAGES = 4;
/** Characters around the option. */
const AROUND = 150;
/** Of the documents read at most: text and index take about five times as much memory. */
const MOST_CHARACTERS = 150_000_000;
/** Documents with an option, and items of the row, that are compared at most. */
const MOST_DOCUMENTS = 200;
const MOST_ITEMS = 20;

/** Finds passages of a user's own documents that hold an option next to other items of its row. All in memory. */
export async function openPassages(path: string): Promise<(question: FitQuestion) => readonly string[]> {
  const texts: string[] = [];
  const holders = new Map<string, number[]>();
  let characters = 0;
  read: for await (const batch of documentsAt(path)) {
    for (const text of batch) {
      if (characters + text.length > MOST_CHARACTERS) break read;
      characters += text.length;
      for (const token of new Set(tokensOf(text))) {
        const own = holders.get(token);
        if (own === undefined) holders.set(token, [texts.length]);
        else own.push(texts.length);
      }
      texts.push(text);
    }
  }
  const holding = (tokens: readonly string[]): Has[] => tokens.map((token) => sortedHas(holders.get(token) ?? []));
  return ({ options, context }) => {
    const items = context.slice(0, MOST_ITEMS).map((item) => holding(tokensOf(item)));
    const found: { readonly document: number; readonly option: string; readonly score: number }[] = [];
    for (const option of options) {
      const tokens = tokensOf(option);
      if (tokens.length === 0) continue;
      const lists = tokens.map((token) => holders.get(token) ?? []);
      const rarest = lists.reduce((least, each) => (each.length < least.length ? each : least));
      const own = holding(tokens);
      let best = { document: -1, option, score: 0 };
      for (const document of rarest.filter((each) => own.every((has) => has(each))).slice(0, MOST_DOCUMENTS)) {
        const score = items.filter((has) => has.length > 0 && has.every((each) => each(document))).length;
        if (score > best.score) best = { document, option, score };
      }
      if (best.score > 0) found.push(best);
    }
    return found
      .toSorted((a, b) => b.score - a.score || a.document - b.document)
      .slice(0, MOST_PASSAGES)
      .map(({ document, option }) => excerpt(texts[document], option));
  };
}

type Has = (document: number) => boolean;

function sortedHas(list: readonly number[]): Has {
  return (document) => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] < document) low = middle + 1;
      else high = middle;
    }
    return list[low] === document;
  };
}

function excerpt(text: string, option: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(option.toLowerCase()));
  return text.slice(Math.max(0, at - AROUND), at + option.length + AROUND);
}
