import type { HostLimits } from '../../core/pacing/pacing.ts';
import type { SourceVersion } from '../../ports/hit-counter.ts';
import type { LiveSource, Question, SourceAnswer } from '../../ports/live-source.ts';
import { askJson, type Reply } from './http.ts';

export interface ProviderSettings {
  /** A mail address or page of this installation's operator: services require it, and block without it. */
  readonly contact: string;
  readonly key?: string;
  /** Another address of the service: a proxy, a mirror, the loopback server of the tests. */
  readonly baseUrl?: string;
  readonly perSecond?: number;
  readonly perDay?: number;
  /** Maximum milliseconds of a call. */
  readonly timeout?: number;
  readonly now?: () => number;
}

interface Call {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** One service: its questions and how its answers are read. Does not call the network. */
export interface Provider {
  readonly name: string;
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** The receiver of the terms, for the report and --dry-run. */
  readonly operator: string;
  limits(hasKey: boolean): HostLimits;
  /** The search for one or two safe phrases; null if it is too long for the service. */
  search(phrases: readonly string[], settings: ProviderSettings): Call | null;
  size(settings: ProviderSettings): Call;
  readonly readCount: (body: unknown) => SourceAnswer;
  readonly readSize: (body: unknown) => SourceAnswer;
  phrase(term: string): string | null;
  /** Part of the version: what the counts depend on besides the epoch. */
  readonly variant: string;
}

const TIMEOUT = 20_000;

/** Counts of a live service change daily. An epoch is a calendar month, fixed when the audit starts. */
export const epochOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** Fixed when an audit is planned: its counts are of one epoch, however long they take. */
export const liveVersion = ({ name, variant }: Provider, epoch: string): SourceVersion => ({ id: name, version: `${variant}-${epoch}` });

export function liveSource(provider: Provider, settings: ProviderSettings, epoch: string): LiveSource {
  const base = new URL(settings.baseUrl ?? provider.baseUrl);
  const stated = provider.limits(settings.key !== undefined);
  const limits: HostLimits = {
    concurrent: stated.concurrent,
    perSecond: settings.perSecond ?? stated.perSecond,
    perDay: settings.perDay ?? stated.perDay,
  };
  const source = liveVersion(provider, epoch);
  const timeout = settings.timeout ?? TIMEOUT;
  const http = { timeout, userAgent: `unveil/0.1 (${settings.contact})`, now: settings.now ?? Date.now };

  const searchFor = (question: Question): Call | null => {
    if (question.kind === 'size') return provider.size(settings);
    const terms = question.kind === 'one' ? [question.term] : [question.first, question.second];
    const phrases = terms.map((term) => provider.phrase(term)).filter((phrase) => phrase !== null);
    return phrases.length === terms.length ? provider.search(phrases, settings) : null;
  };
  const ask = async (question: Question): Promise<SourceAnswer> => {
    const call = searchFor(question);
    if (call === null) return { kind: 'not expressible', reason: 'the source has no words for it, or takes no query this long' };
    const reply = await askJson(urlOf(base, call), http);
    return read(reply, question.kind === 'size' ? provider.readSize : provider.readCount);
  };
  const accepts = (question: Question): boolean => searchFor(question) !== null;
  return { source, host: base.host, limits, timeout, accepts, ask };
}

function urlOf(base: URL, { path, query }: Call): URL {
  const url = new URL(base.pathname.replace(/\/$/, '') + path, base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function read(reply: Reply, count: (body: unknown) => SourceAnswer): SourceAnswer {
  if (reply.kind === 'json') return count(reply.body);
  if (reply.kind === 'wait') return { kind: 'unavailable', reason: reply.reason, parkFor: reply.parkFor };
  return { kind: 'unavailable', reason: reply.reason, final: reply.final };
}

/** A field of an answer; undefined if the answer has another shape. */
export function field(body: unknown, ...path: readonly string[]): unknown {
  let at: unknown = body;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** An integer, also as text; otherwise null, since a missing count is not a zero. */
function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

export const countOr = (value: unknown, reason: string): SourceAnswer => {
  const count = wholeNumber(value);
  return count === null ? { kind: 'unavailable', reason } : { kind: 'count', count, flags: 0 };
};
