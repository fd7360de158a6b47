import { textKeys } from '../../core/keys/count-key.ts';
import {
  FIT_PROMPT_VERSION,
  type FitPrompt,
  type FitQuestion,
  fitPrompt,
  MOST_OPTIONS,
  readFit,
  sortedQuestion,
} from '../../core/language/fit-prompt.ts';
import type { HostLimits } from '../../core/pacing/pacing.ts';
import type { Notice } from '../../kit/kind.ts';
import type { AnswerStore } from '../../ports/answer-store.ts';
import type { ChatModel, Tokens } from '../../ports/chat-model.ts';
import type { ContextJudge } from '../../ports/context-judge.ts';
import type { HostPacer } from '../../ports/host-pacer.ts';

interface LanguageModelPlan {
  /** Answers of one team are not shown to another. */
  readonly team: string;
  /** Each question is asked so often, its options in another order each time; the mean counts. */
  readonly repeats: number;
  readonly limits: HostLimits;
  /** Of the user's own documents, for the prompt; null: none are sent. */
  readonly passages: ((question: FitQuestion) => readonly string[]) | null;
  /** Counts the calls, and makes none. */
  readonly dryRun: boolean;
}

interface LanguageModelPorts {
  readonly chat: ChatModel;
  readonly store: AnswerStore;
  readonly pacer: HostPacer;
  readonly secret: Uint8Array;
  readonly owner: string;
  /** Epoch milliseconds. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  readonly stop: AbortSignal;
  /** The longest parking that is slept through (milliseconds). */
  readonly patience: number;
  /** Error for asking that ends early: the answers so far are kept. `resumeAt`: epoch milliseconds; null: by hand. */
  stopped(left: number, resumeAt: number | null): Error;
  progress(calls: number, left: number): void;
  learned?(tally: LanguageModelTally): void;
}

/** Figures only. */
export interface LanguageModelTally {
  /** Rows with their options, and those that cannot be asked: with one option or none beside them, or with too many. */
  questions: number;
  unasked: number;
  /** Answers that the store had, and calls that were made, or in a dry run would be. */
  kept: number;
  calls: number;
  /** Answers that were no list of options. */
  unusable: number;
  readonly unavailable: Map<string, number>;
  /** As the endpoint counts them; of a dry run by the length of the prompts. */
  tokens: Tokens;
}

interface Asked {
  readonly key: Uint8Array;
  readonly prompt: FitPrompt;
  tries: number;
}

const TRIES = 2;
/** Calls in a row without an answer, after which the model is not asked again in this run. */
const FRUITLESS = 8;
const PARKINGS = 12;
const CHUNK = 64;
const POLL = 500;
const BACKOFF = 500;
const CHARACTERS_A_TOKEN = 4;
const NOTHING = new Float64Array(0);

/**
 * A language model as a source: answers from the store, else from its endpoint, at its pace. Answers that are late, malformed or missing are missing
 * evidence; only an interruption or a spent quota ends the run, as with counts.
 */
export class LanguageModel implements ContextJudge {
  readonly name: string;
  readonly tally: LanguageModelTally = {
    questions: 0,
    unasked: 0,
    kept: 0,
    calls: 0,
    unusable: 0,
    unavailable: new Map(),
    tokens: { read: 0, written: 0 },
  };
  readonly #plan: LanguageModelPlan;
  readonly #ports: LanguageModelPorts;
  readonly #keyOf: (text: string) => Uint8Array;
  readonly #planned = new Set<string>();
  #fruitless = 0;
  #parkings = 0;

  constructor(plan: LanguageModelPlan, ports: LanguageModelPorts) {
    [this.#plan, this.#ports] = [plan, ports];
    this.name = ports.chat.name;
    this.#keyOf = textKeys(ports.secret);
  }

  async fits(questions: readonly FitQuestion[]): Promise<readonly (Float64Array | null)[]> {
    const sorted = questions.map(sortedQuestion);
    const asked = sorted.map((question) => this.#asked(question));
    const all = new Map(asked.flat().map((each) => [nameOf(each.key), each]));
    const answers = new Map<string, Float64Array>();
    const { store, now } = this.#ports;
    const list = [...all.values()];
    const kept = await store.get(
      list.map(({ key }) => key),
      seconds(now()),
    );
    const missing: Asked[] = [];
    for (const [at, each] of list.entries()) {
      const answer = kept[at];
      if (answer === null) missing.push(each);
      else answers.set(nameOf(each.key), answer);
    }
    this.tally.kept += list.length - missing.length;
    if (this.#plan.dryRun) this.#count(missing);
    else await this.#askAll(missing, answers);
    return questions.map(({ options }, at) => {
      const own = asked[at].map(({ key }) => answers.get(nameOf(key))).filter((each) => each?.length === options.length) as Float64Array[];
      return own.length === 0 ? null : inOrder(options, sorted[at].options, own);
    });
  }

  learned(): void {
    this.#ports.learned?.(this.tally);
  }

  notice(price: Tokens | null): Notice {
    return modelNotice(this.tally, this.#ports.chat, price);
  }

  /** One entry a repeat; none for what cannot be asked. */
  #asked(question: FitQuestion): Asked[] {
    const { team, repeats, passages } = this.#plan;
    const { chat } = this.#ports;
    const { options, context } = question;
    this.tally.questions += 1;
    if (options.length < 2 || options.length > MOST_OPTIONS || context.length === 0) {
      this.tally.unasked += 1;
      return [];
    }
    const found = passages?.(question) ?? [];
    return Array.from({ length: repeats }, (_, repeat) => ({
      key: this.#keyOf(JSON.stringify([FIT_PROMPT_VERSION, team, chat.host, chat.name, options, context, found, repeat])),
      prompt: fitPrompt(question, found, repeat),
      tries: 0,
    }));
  }

  #count(missing: readonly Asked[]): void {
    for (const { key, prompt } of missing) {
      if (this.#planned.has(nameOf(key))) continue;
      this.#planned.add(nameOf(key));
      this.tally.calls += 1;
      const { read, written } = this.tally.tokens;
      const characters = prompt.system.length + prompt.user.length;
      this.tally.tokens = { read: read + Math.ceil(characters / CHARACTERS_A_TOKEN), written: written + prompt.order.length };
    }
  }

  async #askAll(missing: readonly Asked[], answers: Map<string, Float64Array>): Promise<void> {
    const { pacer, owner, chat, stop, patience, now, sleep, stopped } = this.#ports;
    const { limits } = this.#plan;
    const queue = [...missing];
    try {
      while (queue.length > 0 && this.#isWorthAsking()) {
        if (stop.aborted) throw stopped(queue.length, null);
        const places = await pacer.admit(chat.host, owner, limits.concurrent, limits, now(), now() + 3 * chat.timeout);
        if (places === 0) {
          await sleep(POLL);
          continue;
        }
        const reserved = await pacer.reserve(chat.host, Math.min(CHUNK, queue.length), limits, now());
        if (reserved.kind === 'granted') await this.#chunk(queue, queue.splice(0, reserved.count), reserved, places, answers);
        else if (reserved.until - now() > patience) throw stopped(queue.length, reserved.until);
        else await sleep(reserved.until - now());
      }
    } finally {
      await pacer.leave(chat.host, owner);
    }
    if (queue.length > 0) this.#unavailable('given up', queue.length);
  }

  #isWorthAsking(): boolean {
    return this.#fruitless < FRUITLESS && this.#parkings < PARKINGS;
  }

  async #chunk(
    queue: Asked[],
    chunk: readonly Asked[],
    { startsAt, spacing, day }: { readonly startsAt: number; readonly spacing: number; readonly day: number },
    places: number,
    answers: Map<string, Float64Array>,
  ): Promise<void> {
    const { pacer, chat, stop, now, sleep, progress } = this.#ports;
    let next = 0;
    let parked = false;
    const slot = async (): Promise<void> => {
      while (next < chunk.length && !parked && !stop.aborted && this.#isWorthAsking()) {
        const at = next;
        next += 1;
        const wait = startsAt + at * spacing - now();
        if (wait > 1) await sleep(wait);
        parked = (await this.#ask(chunk[at], queue, answers)) || parked;
        progress(this.tally.calls, queue.length + chunk.length - next);
      }
    };
    await Promise.all(Array.from({ length: Math.min(places, chunk.length) }, slot));
    if (next >= chunk.length) return;
    await pacer.giveBack(chat.host, day, chunk.length - next);
    queue.push(...chunk.slice(next));
  }

  /** True if the endpoint wants no calls for a while. */
  async #ask(asked: Asked, queue: Asked[], answers: Map<string, Float64Array>): Promise<boolean> {
    const { chat, store, pacer, now, sleep } = this.#ports;
    this.tally.calls += 1;
    const answer = await chat.ask(asked.prompt);
    if (answer.kind === 'text') {
      [this.#fruitless, this.#parkings] = [0, 0];
      const { read, written } = this.tally.tokens;
      this.tally.tokens = { read: read + answer.tokens.read, written: written + answer.tokens.written };
      const fits = readFit(answer.text, answer.choices, asked.prompt.order);
      if (fits === null) this.tally.unusable += 1;
      else answers.set(nameOf(asked.key), fits);
      await store.put([{ key: asked.key, fits: fits ?? NOTHING }], seconds(now()));
      return false;
    }
    const { reason, parkFor, final } = answer;
    if (parkFor !== undefined) {
      this.#parkings += 1;
      await pacer.park(chat.host, now() + parkFor);
      queue.push(asked);
      return true;
    }
    this.#fruitless += 1;
    asked.tries += 1;
    if (final === true || asked.tries >= TRIES) this.#unavailable(reason, 1);
    else {
      queue.push(asked);
      await sleep(BACKOFF);
    }
    return false;
  }

  #unavailable(reason: string, times: number): void {
    const { unavailable } = this.tally;
    unavailable.set(reason, (unavailable.get(reason) ?? 0) + times);
  }
}

function inOrder(options: readonly string[], sorted: readonly string[], answers: readonly Float64Array[]): Float64Array {
  const place = new Map(sorted.map((option, at) => [option, at]));
  return Float64Array.from(options, (option) => {
    const at = place.get(option) as number;
    return answers.reduce((total, each) => total + each[at], 0) / answers.length;
  });
}

export const costText = ({ read, written }: Tokens, price: Tokens | null): string =>
  `${read} tokens in and ${written} out${price === null ? '' : `, ${((read * price.read + written * price.written) / 1e6).toFixed(2)} USD at the price given`}`;

export function modelNotice(tally: LanguageModelTally, { name, host }: Pick<ChatModel, 'name' | 'host'>, price: Tokens | null): Notice {
  const code = 'language-model';
  const { questions, unasked, kept, calls, unusable, unavailable, tokens } = tally;
  if (questions === 0) return { code, message: `no attack on this release asks a language model: ${name} was asked nothing` };
  const failures = [...unavailable].map(([reason, times]) => `; ${times} times no answer could be had: ${reason}`).join('');
  const message = [
    `the language model ${name} at ${host} was asked which options fit in ${questions - unasked} rows, in ${calls} calls of this run (${costText(tokens, price)})`,
    `; ${kept} answers were kept from earlier`,
    unusable > 0 ? `; ${unusable} answers were no list of options and count as missing` : '',
    unasked > 0 ? `; ${unasked} rows have too many options, or nothing beside them, and were not asked about` : '',
    failures,
  ].join('');
  return { code, message };
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
const nameOf = (key: Uint8Array): string => String.fromCharCode(...key);
