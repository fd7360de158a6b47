import type { ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime';
import type { ChatAnswer, ChatModel } from '../../ports/chat-model.ts';

const TIMEOUT = 60_000;
/** Of answers: letters, commas, and room for one that thinks aloud. */
const MOST_TOKENS = 256;
const LONGEST_TEXT = 20_000;
/** The service does not say how long it wants no calls. */
const PARKING = 15_000;
const BUSY = ['ThrottlingException', 'ServiceUnavailableException', 'ModelNotReadyException'];
/** The same call would fail again. Names of the Converse operation's errors. */
const FINAL = ['AccessDeniedException', 'ResourceNotFoundException', 'ValidationException', 'ServiceQuotaExceededException'];

/**
 * A foundation model of Amazon Bedrock, by the Converse operation, which has one form for all models and gives no log-probabilities. The SDK is loaded
 * here, so that only an audit that asks a model loads it.
 */
export async function bedrockChat(name: string, timeout = TIMEOUT): Promise<ChatModel> {
  const { BedrockRuntimeClient, ConverseCommand } = await import('@aws-sdk/client-bedrock-runtime');
  // One attempt: the caller repeats, at the pace of all.
  const client = new BedrockRuntimeClient({ maxAttempts: 1 });
  // Missing credentials are reported before anything is asked.
  const [region] = await Promise.all([client.config.region(), client.config.credentials()]);
  return {
    name,
    host: `bedrock.${region}`,
    timeout,
    async ask({ system, user }) {
      const asked = new ConverseCommand({
        modelId: name,
        system: [{ text: system }],
        messages: [{ role: 'user', content: [{ text: user }] }],
        inferenceConfig: { maxTokens: MOST_TOKENS, temperature: 0 },
      });
      try {
        return answerOf(await client.send(asked, { abortSignal: AbortSignal.timeout(timeout) }));
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

function answerOf({ output, usage }: ConverseCommandOutput): ChatAnswer {
  const texts = (output?.message?.content ?? []).flatMap(({ text }) => (text === undefined ? [] : [text]));
  const text = texts.join('');
  if (texts.length === 0 || text.length > LONGEST_TEXT) return { kind: 'unavailable', reason: 'the answer holds no text', final: true };
  return { kind: 'text', text, choices: null, tokens: { read: tokensOf(usage?.inputTokens), written: tokensOf(usage?.outputTokens) } };
}

const tokensOf = (value: number | undefined): number => (value !== undefined && value >= 0 && value < 1e7 ? Math.floor(value) : 0);

/** By the error's name: its message could quote the prompt. */
function failureOf(error: unknown): ChatAnswer {
  const { name } = error instanceof Error ? error : new Error('unknown');
  if (name === 'AbortError' || name === 'TimeoutError') return { kind: 'unavailable', reason: 'no answer in time' };
  if (BUSY.includes(name)) return { kind: 'unavailable', reason: name, parkFor: PARKING };
  return { kind: 'unavailable', reason: `the call failed (${name})`, final: FINAL.includes(name) };
}
