import type { AuditRequest } from '../../contracts/audit-request.ts';
import { MODEL_TURN, type ModelTurn } from '../../contracts/cloud-work.ts';
import type { HostLimits } from '../../core/pacing/pacing.ts';
import { readJson, writeJson } from '../../kit/blobs/json-lines.ts';
import type { Notice } from '../../kit/kind.ts';
import type { AnswerStore } from '../../ports/answer-store.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import type { ContextJudge } from '../../ports/context-judge.ts';
import type { HostPacer } from '../../ports/host-pacer.ts';
import { LanguageModel, modelNotice } from '../fetch/language-model.ts';
import { pause } from '../fetch/pause.ts';
import type { AuditFolder } from './audit-folder.ts';

/** What a turn at a language model needs; opened only for an audit that asks one. */
export interface ModelTurnPorts {
  open(model: string): Promise<{
    readonly chat: ChatModel;
    readonly store: AnswerStore;
    readonly pacer: HostPacer;
    readonly secret: Uint8Array;
    readonly limits: HostLimits;
  }>;
  readonly owner: string;
  /** Epoch milliseconds at which the function ends. */
  readonly deadline: number;
  now(): number;
}

/** `resumeAt`: when another turn makes sense, ISO 8601. */
export interface LearnAnswer {
  readonly learned: boolean;
  readonly resumeAt: string;
}

/** Share of the function's time after which a turn stops asking. The rest is for fitting, which takes at most some minutes. */
const SHARE_OF_TIME = 0.6;
/** Milliseconds. The state machine waits for longer pauses, but each turn prepares learning anew. */
const PATIENCE = 120_000;
const FOLDER = 'language-model/';

/** The turn is over, and questions are left; the answers so far are in the table. */
class TurnOver extends Error {
  override readonly name = 'TurnOver';
  /** Epoch milliseconds; null: at once. */
  readonly resumeAt: number | null;

  constructor(resumeAt: number | null) {
    super('questions are left for another turn');
    this.resumeAt = resumeAt;
  }
}

/** Runs learning with the language model that the request names, or with none; a turn that ends before its questions do says when to come again. */
export async function askingModel(
  folder: AuditFolder,
  ports: ModelTurnPorts,
  run: (judge: ContextJudge | null) => Promise<void>,
): Promise<LearnAnswer> {
  const done = { learned: true, resumeAt: new Date(0).toISOString() };
  const { languageModel: asked } = await folder.request();
  if (asked === undefined) {
    await run(null);
    return done;
  }
  const { owner, deadline, now } = ports;
  const [{ limits, ...opened }, { team }] = await Promise.all([ports.open(asked.name), folder.admission()]);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), (deadline - now()) * SHARE_OF_TIME);
  const judge = new LanguageModel(
    { team: team ?? '', repeats: asked.repeats, limits, passages: null, dryRun: false },
    {
      ...opened,
      owner,
      now,
      sleep: (milliseconds) => pause(milliseconds, stop.signal),
      stop: stop.signal,
      patience: PATIENCE,
      stopped: (_, resumeAt) => new TurnOver(resumeAt),
      progress: () => {},
    },
  );
  try {
    await run(judge);
    return done;
  } catch (error) {
    if (!(error instanceof TurnOver)) throw error;
    return { learned: false, resumeAt: new Date(error.resumeAt ?? now()).toISOString() };
  } finally {
    clearTimeout(timer);
    const { unavailable, ...figures } = judge.tally;
    const turn: ModelTurn = { ...figures, host: opened.chat.host, unavailable: Object.fromEntries(unavailable) };
    await writeJson(folder.store, `${FOLDER}${owner}.json`, turn);
  }
}

/** What was asked of the model in all turns together. A later turn finds the answers of an earlier one: these were not kept from before. */
export async function modelNotices(folder: AuditFolder, { languageModel }: Pick<AuditRequest, 'languageModel'>): Promise<Notice[]> {
  if (languageModel === undefined) return [];
  let all: ModelTurn = {
    host: '',
    questions: 0,
    unasked: 0,
    kept: 0,
    calls: 0,
    unusable: 0,
    unavailable: {},
    tokens: { read: 0, written: 0 },
  };
  let most = 0;
  for await (const { key } of folder.store.list(FOLDER)) {
    const turn = await readJson(folder.store, key, MODEL_TURN);
    most = Math.max(most, turn.kept + turn.calls);
    all = added(all, turn);
  }
  const tally = { ...all, kept: Math.max(0, most - all.calls), unavailable: new Map(Object.entries(all.unavailable)) };
  return [modelNotice(tally, { name: languageModel.name, host: all.host }, null)];
}

function added(before: ModelTurn, { host, questions, unasked, calls, unusable, unavailable, tokens }: ModelTurn): ModelTurn {
  const reasons = { ...before.unavailable };
  for (const [reason, times] of Object.entries(unavailable)) reasons[reason] = (reasons[reason] ?? 0) + times;
  return {
    host,
    questions: Math.max(before.questions, questions),
    unasked: Math.max(before.unasked, unasked),
    kept: before.kept,
    calls: before.calls + calls,
    unusable: before.unusable + unusable,
    unavailable: reasons,
    tokens: { read: before.tokens.read + tokens.read, written: before.tokens.written + tokens.written },
  };
}
