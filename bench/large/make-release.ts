// node bench/large/make-release.ts FOLDER TRANSACTIONS: a release, its original and documents to count in, written as they are made. In a process
// of its own, so that what it holds is not the bench's.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { word } from '../word.ts';

/** Topics, the words of each, and how many of them a transaction and a document have. */
const TOPICS = 60;
const WORDS = 50;
const CONTEXT = 8;
/** A generalised item by transactions and members, each member in one to three transactions. */
const TRANSACTIONS_EACH = 10;
const MEMBERS = 4;
const HOLDERS = 3;
/** Rare items that are left as they are, for each generalised one; documents about each rare item. */
const ALONE = 3;
const DOCUMENTS = 4;

const [folder = '.', size = '10000'] = process.argv.slice(2);
const transactions = Number(size);
const random = seeded('large', transactions);

const cumulated: number[] = [];
for (let rank = 1; rank <= WORDS; rank += 1) cumulated.push((cumulated.at(-1) ?? 0) + 1 / rank);
/** Words of a topic, earlier ones more frequent. */
function about(topic: number, count: number): string[] {
  const found = new Set<number>();
  while (found.size < count) {
    const at = random.unit() * (cumulated.at(-1) as number);
    found.add(cumulated.findIndex((each) => each > at));
  }
  return [...found].map((each) => word(topic * WORDS + each));
}

/** Text that is written a million characters at a time. */
class Lines {
  readonly #file: number;
  #held: string[] = [];
  #size = 0;

  constructor(name: string) {
    this.#file = openSync(join(folder, name), 'w');
  }

  add(line: string): void {
    this.#held.push(line);
    this.#size += line.length;
    if (this.#size > 1_000_000) this.#write();
  }

  end(): void {
    this.#write();
    closeSync(this.#file);
  }

  #write(): void {
    writeSync(this.#file, this.#held.map((line) => `${line}\n`).join(''));
    [this.#held, this.#size] = [[], 0];
  }
}

/** Transactions alternate topics; a rare item is in some of its topic's. */
const topicOf = (transaction: number): number => transaction % TOPICS;
const inTopic = Math.floor(transactions / TOPICS);
const oneOf = (topic: number): number => topic + TOPICS * random.below(inTopic);

interface Rare {
  readonly name: string;
  readonly topic: number;
}

const documents = new Lines('documents.txt');
let rares = 0;
function rare(holders: Random, into: (transaction: number) => void): Rare {
  const topic = random.below(TOPICS);
  const name = word(TOPICS * WORDS + rares);
  rares += 1;
  for (let left = 1 + holders.below(HOLDERS); left > 0; left -= 1) into(oneOf(topic));
  for (let at = 0; at < DOCUMENTS; at += 1) documents.add([name, ...about(topic, CONTEXT)].join(' '));
  return { name, topic };
}

const published = Array.from({ length: transactions }, (): string[] => []);
const original = Array.from({ length: transactions }, (): string[] => []);
for (let group = 0; group < transactions / TRANSACTIONS_EACH; group += 1) {
  const holders: Set<number>[] = [];
  const members = Array.from({ length: MEMBERS }, () => {
    const own = new Set<number>();
    holders.push(own);
    return rare(random, (transaction) => own.add(transaction)).name;
  });
  const text = `(${members.join(', ')})`;
  for (const [at, own] of holders.entries()) for (const transaction of own) original[transaction]?.push(members[at]);
  for (const transaction of new Set(holders.flatMap((own) => [...own]))) published[transaction]?.push(text);
  for (let left = ALONE; left > 0; left -= 1) {
    const own = new Set<number>();
    const { name } = rare(random, (transaction) => own.add(transaction));
    for (const transaction of own) {
      published[transaction]?.push(name);
      original[transaction]?.push(name);
    }
  }
}
documents.end();

const [release, truth] = [new Lines('release.txt'), new Lines('original.txt')];
for (let transaction = 0; transaction < transactions; transaction += 1) {
  const context = about(topicOf(transaction), CONTEXT);
  const beside = published[transaction];
  const entries = [...context];
  for (const entry of beside) entries.splice(random.below(entries.length + 1), 0, entry);
  release.add(entries.join(', '));
  truth.add([...context, ...original[transaction]].join(', '));
}
release.end();
truth.end();
