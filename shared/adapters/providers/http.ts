/** Response to one call, before an answer is read from it. */
export type Reply =
  | { readonly kind: 'json'; readonly body: unknown }
  /** The host wants no calls for a while (429, 503, a limiting 403, a lag). */
  | { readonly kind: 'wait'; readonly reason: string; readonly parkFor: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly final: boolean; readonly status?: number };

interface HttpOptions {
  readonly timeout: number;
  readonly userAgent: string;
  readonly now: () => number;
  /** Kept out of every message. */
  readonly key?: string | undefined;
}

/** Bytes after decompression. Answers have some hundred bytes to tens of kB; a longer one is not an answer. */
export const LONGEST_ANSWER = 1_048_576;
const DEFAULT_PARKING = 30_000;
const LONGEST_PARKING = 86_400_000;

/** GETs JSON, or POSTs it if there is a body. The reason of a failure names a status or a kind of fault, never the URL, which holds terms and keys. A redirect is rejected, because it could carry the terms to another host. */
export async function askJson(url: URL, { timeout, userAgent, now, key }: HttpOptions, body?: unknown): Promise<Reply> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
      headers: {
        'user-agent': userAgent,
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const reply = await read(response, now);
    if (reply.kind !== 'json' && !response.bodyUsed) await response.body?.cancel();
    return reply;
  } catch (error) {
    return { kind: 'failed', reason: faultOf(error), final: false };
  }
}

async function read(response: Response, now: () => number): Promise<Reply> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) return { kind: 'failed', reason: `redirect refused (status ${status})`, final: true };
  if (status === 429 || status === 503)
    return { kind: 'wait', reason: `status ${status}`, parkFor: parking(headers.get('retry-after'), now) };
  if (status === 403) {
    const text = (await bounded(response)) ?? '';
    if (headers.has('retry-after') || /too many requests/i.test(text)) {
      return { kind: 'wait', reason: 'status 403, too many requests', parkFor: parking(headers.get('retry-after'), now) };
    }
    return { kind: 'failed', reason: 'status 403: refused (is the contact in the User-Agent real, the key valid?)', final: true };
  }
  if (status !== 200) return { kind: 'failed', reason: `status ${status}`, final: status >= 400 && status < 500 && status !== 408, status };
  const type = headers.get('content-type') ?? '';
  if (!/\bjson\b/i.test(type)) return { kind: 'failed', reason: 'the answer is not JSON (content type)', final: false };
  const text = await bounded(response);
  if (text === null) return { kind: 'failed', reason: `the answer is longer than ${LONGEST_ANSWER} bytes`, final: true };
  try {
    return { kind: 'json', body: JSON.parse(text) };
  } catch {
    return { kind: 'failed', reason: 'the answer is not valid JSON', final: false };
  }
}

/** The body as text; null as soon as it grows too long, without reading the rest. */
async function bounded(response: Response): Promise<string | null> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > LONGEST_ANSWER) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Retry-After in seconds or as a date. */
export function parking(retryAfter: string | null, now: () => number): number {
  if (retryAfter === null) return DEFAULT_PARKING;
  const seconds = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now();
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1_000), LONGEST_PARKING) : DEFAULT_PARKING;
}

/** The fault by the platform's names: a message could contain an address. */
function faultOf(error: unknown): string {
  const { name, cause } = Object(error) as { readonly name?: unknown; readonly cause?: { readonly code?: unknown } };
  if (name === 'TimeoutError') return 'no answer in time';
  return `the call failed (${typeof cause?.code === 'string' ? cause.code : 'no code'})`;
}
