import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seeded } from '../../../shared/core/random/random.ts';

export type Skill = 'none' | 'weak' | 'strong' | 'adversarial';

interface ChatModelOptions {
  readonly skill: Skill;
  /** The records that the release was made from: what a model of some skill knows. */
  readonly originals: readonly (readonly string[])[];
  readonly logprobs?: boolean;
}

/** How often it is right about an option. */
const RIGHT = { none: 0.5, weak: 0.65, strong: 0.93 } as const;
/** How often it believes a passage that names an option. */
const BELIEVES = 0.8;
const HOSTILE = ['I cannot help with that.', 'A, B, C, Z', '{"letters":', '<script>alert(1)</script>', 'A'.repeat(5000), ''];

/** A chat-completions endpoint on loopback, in the place of a language model whose skill is set. */
export class ChatModelServer {
  readonly #options: ChatModelOptions;
  readonly #holders = new Map<string, number[]>();
  readonly bodies: { readonly model: string; readonly user: string }[] = [];
  /** Answers the next calls instead of the model. */
  readonly faults: ((response: ServerResponse) => void)[] = [];
  calls = 0;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(options: ChatModelOptions) {
    this.#options = options;
    for (const [at, items] of options.originals.entries())
      for (const item of items) this.#holders.set(item, [...(this.#holders.get(item) ?? []), at]);
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls += 1;
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const fault = this.faults.shift();
    if (fault !== undefined) return fault(response);
    const body = JSON.parse(text) as { model: string; logprobs?: boolean; messages: { content: string }[] };
    const user = body.messages[1]?.content ?? '';
    if (this.bodies.length < 100) this.bodies.push({ model: body.model, user });
    const answer = this.reply(user);
    const logprobs = this.#options.logprobs === true && body.logprobs === true ? { content: tokensOf(answer) } : null;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        choices: [{ message: { role: 'assistant', content: answer }, logprobs }],
        usage: { prompt_tokens: Math.ceil(text.length / 4), completion_tokens: Math.ceil(answer.length / 2) },
      }),
    );
  }

  /** What the model says to a prompt. */
  reply(user: string): string {
    const { skill } = this.#options;
    const lines = user.split('\n');
    const record = JSON.parse(`[${lines.find((line) => line.startsWith('Record: '))?.slice(8)}]`) as string[];
    const options = lines.flatMap((line) => {
      const [, letter, text] = /^([A-Z]): (".*")$/.exec(line) ?? [];
      return letter === undefined || text === undefined ? [] : [{ letter, option: JSON.parse(text) as string }];
    });
    const passages = lines
      .filter((line) => line.startsWith('- '))
      .join('\n')
      .toLowerCase();
    const random = seeded('model', skill, user);
    const hostile = skill === 'adversarial' ? random.below(3) : -1;
    if (hostile === 0) return HOSTILE[random.below(HOSTILE.length)] as string;
    const real = this.#original(record);
    const said = options.filter(({ option }) => {
      const own = seeded('opinion', skill, option, record.toSorted().join('\n'));
      const isTrue = real.has(option);
      if (hostile > 0) return hostile === 1 ? !isTrue : own.unit() < 0.5;
      if (passages !== '' && own.unit() < BELIEVES) return passages.includes(option.toLowerCase());
      return own.unit() < RIGHT[skill as keyof typeof RIGHT] ? isTrue : !isTrue;
    });
    return said.length === 0 ? 'none' : said.map(({ letter }) => letter).join(', ');
  }

  /** Of the records that hold all these items. */
  #original(record: readonly string[]): ReadonlySet<string> {
    const lists = record.map((item) => this.#holders.get(item) ?? []).toSorted((a, b) => a.length - b.length);
    const [first = [], ...others] = lists;
    const found = first.filter((at) => others.every((list) => list.includes(at)));
    return new Set(found.slice(0, 3).flatMap((at) => this.#options.originals[at] ?? []));
  }
}

const tokensOf = (answer: string) =>
  [...answer].map((token) => ({ token, logprob: -0.1, top_logprobs: [{ token, logprob: -0.1 }, { token: 'Z', logprob: -3 }] })); // biome-ignore format: one token
