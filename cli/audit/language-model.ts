import { join } from 'node:path';
import { privateFolder, userFolders } from '../../bin/user-folders.mjs';
import { cacheSecret } from '../../shared/adapters/local/cache-secret.ts';
import { heard } from '../../shared/adapters/local/interruption.ts';
import { leaseOwner } from '../../shared/adapters/local/lease-owner.ts';
import { openPassages } from '../../shared/adapters/local/passages.ts';
import { SqliteAnswerStore } from '../../shared/adapters/local/sqlite-answer-store.ts';
import { SqliteHostPacer } from '../../shared/adapters/local/sqlite-host-pacer.ts';
import { chatCompletions } from '../../shared/adapters/providers/chat-completions.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { BEDROCK, LANGUAGE_MODEL } from '../../shared/contracts/sources.ts';
import { FIT_PROMPT_VERSION } from '../../shared/core/language/fit-prompt.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { HostLimits } from '../../shared/core/pacing/pacing.ts';
import type { Notice } from '../../shared/kit/kind.ts';
import { costText, LanguageModel, type LanguageModelTally } from '../../shared/pipeline/fetch/language-model.ts';
import { pause } from '../../shared/pipeline/fetch/pause.ts';
import type { ChatModel, Tokens } from '../../shared/ports/chat-model.ts';
import type { ContextJudge } from '../../shared/ports/context-judge.ts';
import { askingLine, DryRunDone, FetchStopped } from './fetch-text.ts';
import type { LiveChoices } from './live-source.ts';

export interface OpenLanguageModel extends ContextJudge {
  notice(): Notice;
  close(): void;
}

/** Answers of other teams are kept apart; at home there is one. */
const TEAM = 'home';
const PATIENCE = 120_000;
const HERE: HostLimits = { perSecond: 10_000, concurrent: 4, perDay: null };
const ELSEWHERE: HostLimits = { perSecond: 5, concurrent: 4, perDay: null };
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Null if the request names none. */
export async function openLanguageModel(
  { languageModel: asked, passages, egress }: Pick<AuditRequest, 'languageModel' | 'passages' | 'egress'>,
  { env, dryRun, wait, terminal }: LiveChoices,
): Promise<OpenLanguageModel | null> {
  if (asked === undefined) {
    if (passages !== undefined)
      throw new BadInput('passages: they go into the prompt of a language model, and none is named (--language-model)');
    return null;
  }
  const { name, endpoint, repeats } = asked;
  const isHere = mayBeAsked(endpoint, egress.allow);
  const price = priceOf(env['UNVEIL_MODEL_PRICE']);
  const limits = limitsOf(isHere ? HERE : ELSEWHERE, env);
  const find = passages === undefined ? null : await openPassages(passages);
  const chat = await chatAt(endpoint, name, env['UNVEIL_KEY_MODEL']);
  const folder = privateFolder(userFolders(env).cache);
  const store = new SqliteAnswerStore(join(folder, 'answers.db'), [TEAM, name, FIT_PROMPT_VERSION]);
  const pacer = new SqliteHostPacer(join(folder, 'pace.db'));
  const stop = new AbortController();
  const interrupt = (): void => {
    heard();
    stop.abort();
  };
  const line = askingLine(terminal, { source: { id: name }, limits });
  const to = `${isHere ? 'on this machine' : 'leave this machine'}, to ${name} at ${chat.host}`;
  let isSaid = dryRun;
  const model = new LanguageModel(
    { team: TEAM, repeats, limits, passages: find, dryRun },
    {
      chat,
      store,
      pacer,
      secret: cacheSecret(),
      owner: leaseOwner(),
      now: Date.now,
      sleep: (milliseconds) => pause(milliseconds, stop.signal),
      stop: stop.signal,
      patience: wait ? Number.POSITIVE_INFINITY : PATIENCE,
      stopped: (left, resumeAt) => new FetchStopped(name, { remaining: left, resumeAt }),
      progress: (calls, left) => line.draw({ calls, answered: 0, left }),
      learned(tally) {
        line.clear();
        if (!dryRun) return;
        terminal.out.write(dryRunText(tally, { name, host: chat.host, to, price, passages: find !== null }));
        throw new DryRunDone();
      },
    },
  );
  return {
    name,
    async fits(questions) {
      if (!isSaid) terminal.err.write(`${name}: the items of records and their options go ${to}\n`);
      isSaid = true;
      process.once('SIGINT', interrupt);
      process.once('SIGTERM', interrupt);
      try {
        return await model.fits(questions);
      } finally {
        line.clear();
        process.off('SIGINT', interrupt);
        process.off('SIGTERM', interrupt);
      }
    },
    learned: () => model.learned(),
    notice: () => model.notice(price),
    close() {
      store.close();
      pacer.close();
    },
  };
}

async function chatAt(endpoint: string, name: string, key: string | undefined): Promise<ChatModel> {
  if (endpoint !== BEDROCK) return chatCompletions({ endpoint, name, key });
  const [{ bedrockChat }, { explained }] = await Promise.all([import('../cloud/bedrock.ts'), import('../cloud/aws-errors.ts')]);
  return bedrockChat(name).catch((error) => {
    throw explained(error);
  });
}

/** Whether it is on this machine. One elsewhere must be allowed, and be asked under encryption. */
function mayBeAsked(endpoint: string, allowed: readonly string[]): boolean {
  const { hostname, host, protocol, username, password } = new URL(endpoint === BEDROCK ? 'https://bedrock' : endpoint);
  if (username !== '' || password !== '')
    throw new BadInput('languageModel.endpoint: give the key in UNVEIL_KEY_MODEL, not in the address');
  if (LOOPBACK.test(hostname)) return true;
  if (!allowed.includes(LANGUAGE_MODEL))
    throw new BadInput(
      `languageModel: the model would be sent items of this release, at ${host}: allow it in the request ("egress": {"allow": ["${LANGUAGE_MODEL}"]}), or name it with --language-model`,
    );
  if (protocol !== 'https:') throw new BadInput(`languageModel.endpoint: ${host} is another machine; name it with https`);
  return false;
}

function limitsOf(usual: HostLimits, env: LiveChoices['env']): HostLimits {
  const given = (name: string): number | null => {
    const text = env[name];
    if (text === undefined || text === '') return null;
    const value = Number(text);
    if (!(value > 0 && value < Infinity)) throw new BadInput(`${name} is a number above 0`);
    return value;
  };
  return {
    perSecond: given('UNVEIL_MODEL_PER_SECOND') ?? usual.perSecond,
    concurrent: Math.ceil(given('UNVEIL_MODEL_CONCURRENT') ?? usual.concurrent),
    perDay: given('UNVEIL_MODEL_PER_DAY') ?? usual.perDay,
  };
}

/** `0.15/0.60`: USD for a million tokens, in and out. */
function priceOf(text: string | undefined): Tokens | null {
  if (text === undefined || text === '') return null;
  const [, read, written] = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (read === undefined) throw new BadInput('UNVEIL_MODEL_PRICE is USD for a million tokens in and out, such as 0.15/0.60');
  return { read: Number(read), written: Number(written) };
}

function dryRunText(
  { questions, unasked, kept, calls, tokens }: LanguageModelTally,
  about: { readonly name: string; readonly host: string; readonly to: string; readonly price: Tokens | null; readonly passages: boolean },
): string {
  const { name, to, price, passages } = about;
  return [
    `${name}: needs answers about ${questions - unasked} rows, of the release and of practice; ${kept} answers are kept from earlier`,
    `  the items of rows and their options${passages ? ', with passages of your documents,' : ''} go ${to}`,
    `  about ${calls} calls with ${costText(tokens, price)}${price === null ? ' (for a cost set UNVEIL_MODEL_PRICE, USD for a million tokens: 0.15/0.60)' : ''}`,
    '',
  ].join('\n');
}
