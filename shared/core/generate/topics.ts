import type { Transaction } from '../model/transaction.ts';
import { type Random, seeded, shuffle } from '../random/random.ts';

interface TopicModel {
  readonly vocabulary: number;
  readonly topics: number;
  readonly seed: number | string;
}

interface WantedTransactions extends TopicModel {
  readonly transactions: number;
  /** Mean transaction length / number of distinct items. */
  readonly density: number;
}

/** How many topics one transaction or document is about at most. */
const TOPICS_EACH = 2;

/**
 * Transactions with topics: each is about one or two, and draws its items from them, the earlier words of a topic more often
 * (by 1 / rank). Lengths vary by half around their mean, and every item of the vocabulary is in some transaction as long as there are enough places.
 */
export function syntheticTransactions(wanted: WantedTransactions): readonly Transaction[] {
  const words = vocabulary(wanted);
  const drawing = new TopicDrawing(wanted);
  const mean = wanted.density * wanted.vocabulary;
  const random = seeded(wanted.seed, 'transactions');
  const drawn = Array.from({ length: wanted.transactions }, () => drawing.items(lengthAround(mean, wanted.vocabulary, random), random));
  placeUnseen(drawn, wanted, random);
  return drawn.map((items, at) => ({ id: String(at + 1), items: items.map((item) => words[item]) }));
}

/** Documents about the same topics, to count co-occurrence in: what an attacker would read elsewhere. */
export function* syntheticDocuments(model: TopicModel, documents: number, length = 12): Generator<{ id: string; text: string }> {
  const words = vocabulary(model);
  const drawing = new TopicDrawing(model);
  const random = seeded(model.seed, 'documents');
  for (let at = 0; at < documents; at += 1) {
    const items = drawing.items(lengthAround(length, model.vocabulary, random), random);
    yield { id: String(at + 1), text: items.map((item) => words[item]).join(' ') };
  }
}

/** Words of three syllables that mean nothing, each once, in an order of their own. */
export function vocabulary({ vocabulary: size, seed }: TopicModel): readonly string[] {
  const syllables = [...'bdfgklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));
  shuffle(syllables, seeded(seed, 'syllables'));
  const base = syllables.length;
  // A step without a common divisor goes through all words before it meets one again.
  const all = base * base * base;
  return Array.from({ length: size }, (_, item) => {
    const word = (item * 130_003 + 17) % all;
    return [Math.floor(word / base / base), Math.floor(word / base) % base, word % base].map((each) => syllables[each]).join('');
  });
}

export const LARGEST_VOCABULARY = 70 * 70 * 70;

/** Item i is of topic i modulo the number of topics; its rank there is its place in it. */
class TopicDrawing {
  readonly #topics: number;
  readonly #cumulated: readonly Float64Array[];

  constructor({ vocabulary: size, topics }: TopicModel) {
    this.#topics = topics;
    this.#cumulated = Array.from({ length: topics }, (_, topic) => {
      let total = 0;
      return Float64Array.from({ length: Math.ceil((size - topic) / topics) }, (_each, rank) => {
        total += 1 / (rank + 1);
        return total;
      });
    });
  }

  /** Distinct items of one or two topics, filled up from other topics. */
  items(length: number, random: Random): number[] {
    const about = Array.from({ length: 1 + random.below(TOPICS_EACH) }, () => random.below(this.#topics));
    const items = new Set<number>();
    for (let tries = 0; items.size < length; tries += 1) {
      const topic = tries < 8 * length ? about[random.below(about.length)] : random.below(this.#topics);
      items.add(this.#draw(topic, random) * this.#topics + topic);
    }
    return [...items];
  }

  #draw(topic: number, random: Random): number {
    const cumulated = this.#cumulated[topic];
    const at = random.unit() * (cumulated.at(-1) as number);
    let [low, high] = [0, cumulated.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulated[middle] > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** A whole length, evenly from half the mean to one and a half, the fraction settled by chance so that the mean is met. */
function lengthAround(mean: number, most: number, random: Random): number {
  const length = mean * (0.5 + random.unit());
  const whole = Math.floor(length) + (random.unit() < length - Math.floor(length) ? 1 : 0);
  return Math.max(1, Math.min(most, whole));
}

/** Items that were never drawn replace occurrences of items that have others left, so that the vocabulary is as large as asked. */
function placeUnseen(drawn: number[][], { vocabulary: size }: TopicModel, random: Random): void {
  const counts = new Uint32Array(size);
  for (const items of drawn) for (const item of items) counts[item] += 1;
  const spare = shuffle(
    drawn.flatMap((items, transaction) => items.map((_, at) => ({ transaction, at }))),
    random,
  );
  for (let item = 0; item < size; item += 1) {
    if (counts[item] !== 0) continue;
    for (let place = spare.pop(); place !== undefined; place = spare.pop()) {
      const items = drawn[place.transaction];
      const old = items[place.at];
      if (counts[old] < 2) continue;
      counts[old] -= 1;
      counts[item] = 1;
      items[place.at] = item;
      break;
    }
  }
}
