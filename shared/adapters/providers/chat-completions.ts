import type { FitPrompt, TokenChoice } from '../../core/language/fit-prompt.ts';
import type { ChatAnswer, ChatModel } from '../../ports/chat-model.ts';
import { askJson, type Reply } from './http.ts';
import { field } from './provider.ts';

interface ChatSettings {
  /** Such as `http://127.0.0.1:11434/v1`; the path of completions is added. */
  readonly endpoint: string;
  readonly name: string;
  readonly key?: string | undefined;
  readonly timeout?: number;
}

/** A local model may take a minute to load. */
const TIMEOUT = 120_000;
/** Of answers: letters, commas, and room for one that thinks aloud. */
const MOST_TOKENS = 256;
const LONGEST_TEXT = 20_000;
/** Endpoints differ in what they accept; a refused form (400, 422) is followed by the next, for all later calls too. */
const FORMS: readonly Readonly<Record<string, unknown>>[] = [
  { temperature: 0, max_tokens: MOST_TOKENS, logprobs: true, top_logprobs: 20 },
  { temperature: 0, max_tokens: MOST_TOKENS, logprobs: true, top_logprobs: 5 },
  { temperature: 0, max_tokens: MOST_TOKENS },
  {},
];

/** Any endpoint of the common chat-completions form: Ollama, llama.cpp, vLLM, a company's gateway, Bedrock's own endpoint of that form. */
export function chatCompletions({ endpoint, name, key, timeout = TIMEOUT }: ChatSettings): ChatModel {
  const url = new URL(`${endpoint.replace(/\/+$/, '')}/chat/completions`);
  const http = { timeout, userAgent: 'unveil/0.1', now: Date.now, key };
  let form = 0;

  async function ask(prompt: FitPrompt): Promise<ChatAnswer> {
    const { system, user } = prompt;
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    for (;;) {
      const used = form;
      const reply = await askJson(url, http, { model: name, messages, ...FORMS[used] });
      const isRefused = reply.kind === 'failed' && (reply.status === 400 || reply.status === 422);
      if (!isRefused || used + 1 >= FORMS.length) return read(reply);
      form = Math.max(form, used + 1);
    }
  }
  return { name, host: url.host, timeout, ask };
}

function read(reply: Reply): ChatAnswer {
  if (reply.kind === 'wait') return { kind: 'unavailable', reason: reply.reason, parkFor: reply.parkFor };
  if (reply.kind === 'failed') return { kind: 'unavailable', reason: reply.reason, final: reply.final };
  const { body } = reply;
  const all = field(body, 'choices');
  const [choice] = Array.isArray(all) ? all : [];
  const text = field(choice, 'message', 'content');
  if (typeof text !== 'string' || text.length > LONGEST_TEXT)
    return { kind: 'unavailable', reason: 'the answer holds no text', final: true };
  const tokens = { read: tokensOf(field(body, 'usage', 'prompt_tokens')), written: tokensOf(field(body, 'usage', 'completion_tokens')) };
  return { kind: 'text', text, choices: choicesOf(field(choice, 'logprobs', 'content')), tokens };
}

const tokensOf = (value: unknown): number => (typeof value === 'number' && value >= 0 && value < 1e7 ? Math.floor(value) : 0);

/** Null unless each place has the form: half a list would say that the rest is unlikely. */
function choicesOf(content: unknown): readonly TokenChoice[] | null {
  if (!Array.isArray(content) || content.length === 0) return null;
  const choices: TokenChoice[] = [];
  for (const place of content as unknown[]) {
    const top = field(place, 'top_logprobs');
    const alternatives = (Array.isArray(top) && top.length > 0 ? (top as unknown[]) : [place]).map((each) => ({
      token: field(each, 'token'),
      logprob: field(each, 'logprob'),
    }));
    if (!alternatives.every(({ token, logprob }) => typeof token === 'string' && typeof logprob === 'number')) return null;
    choices.push({ alternatives: alternatives as TokenChoice['alternatives'] });
  }
  return choices;
}
