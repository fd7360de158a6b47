import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { CampaignAdmission } from '../../contracts/campaign.ts';
import type { Admission, Rejection } from '../../contracts/execution.ts';
import { digestText } from '../../core/keys/digest.ts';
import type { BadInput } from '../../core/model/bad-input.ts';

const ENDS = ['done', 'failed', 'rejected'] as const;
type End = (typeof ENDS)[number];
type AnswerStatus = 'accepted' | End;

/** Answer to a drop: a file that starts nothing. A final one is also an event on the bus. */
export interface DropAnswer {
  readonly status: AnswerStatus;
  /** The key of the drop. */
  readonly drop: string;
  readonly of: 'audit' | 'campaign';
  /** Of the admission; null if there was none. */
  readonly id: string | null;
  readonly day: string | null;
  readonly says: Readonly<Record<string, unknown>>;
}

export const ANSWERS = 'answers/';
/** Bytes: S3's limit. */
const LONGEST_KEY = 1_024;

export function answerKey(drop: string, status: AnswerStatus): string {
  const key = `${ANSWERS}${drop}.${status}.json`;
  return new TextEncoder().encode(key).length <= LONGEST_KEY ? key : `${ANSWERS}${digestText(drop)}.${status}.json`;
}

export const answerOfPart = (key: string): string => answerKey(key, 'accepted');

/** Keys of all answers that a drop may have. */
export const answersOf = (drop: string): readonly string[] => (['accepted', ...ENDS] as const).map((status) => answerKey(drop, status));

type Of = Pick<DropAnswer, 'drop' | 'of' | 'id' | 'day'>;
export const ofAudit = ({ drop, auditId, day }: Pick<Admission, 'drop' | 'auditId' | 'day'>): Of => ({
  drop,
  of: 'audit',
  id: auditId,
  day,
});
export const ofNothing = (drop: string): Of => ({ drop, of: 'audit', id: null, day: null });

/** Quotes names of files and attacks, and no item of the claim. */
export function acceptedAudit(
  admitted: Admission,
  { attacks, sources, embeddings }: AuditRequest,
  where: Readonly<Record<string, unknown>>,
): DropAnswer {
  const { release, original, labels, admittedAt } = admitted;
  return {
    ...ofAudit(admitted),
    status: 'accepted',
    says: {
      admitted_at: admittedAt,
      release: release.key,
      original: original?.key ?? null,
      labels: labels?.key ?? null,
      attacks: attacks === undefined ? 'those of its kind' : attacks.map((each) => (typeof each === 'string' ? each : each.name)),
      sources: embeddings === undefined ? sources : [embeddings],
      ...where,
    },
  };
}

export const acceptedCampaign = (
  id: string,
  { admittedAt, file, audits }: CampaignAdmission,
  where: Readonly<Record<string, unknown>>,
): DropAnswer => ({
  ...ofAudit({ drop: file.key, auditId: id, day: admittedAt.slice(0, 10) }),
  of: 'campaign',
  status: 'accepted',
  says: { admitted_at: admittedAt, audits, ...where },
});

export const inLine = ({ before, minutes }: { readonly before: number; readonly minutes: number }) => ({
  message: `waiting: ${before} before you, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
  waiting: { before, minutes },
});

export const keptPart = (key: string, starter: string): DropAnswer => ({
  ...ofNothing(key),
  status: 'accepted',
  says: { message: `kept; it starts nothing by itself: ${starter} does` },
});

export const waitingFor = (key: string, file: string, until: Date): DropAnswer => ({
  ...ofNothing(key),
  status: 'accepted',
  says: { message: `waits for ${file}`, until: until.toISOString() },
});

export const rejectedDrop = (of: Of, rejection: Rejection): DropAnswer => ({ ...of, status: 'rejected', says: { ...rejection } });

export const failedRun = (of: Of, error: string, cause: string): DropAnswer => ({
  ...of,
  status: 'failed',
  says: { error, cause, message: `when its cause is mended, it goes on where it failed: unveil cloud redrive ${of.id}` },
});

export const doneRun = (of: Of, where: Readonly<Record<string, unknown>>): DropAnswer => ({ ...of, status: 'done', says: where });

export function asRejection(error: BadInput): Rejection {
  const { file, line, column } = error.place;
  return { message: error.describe(), file: file ?? null, line: line ?? null, column: column ?? null };
}

const TOLD: Readonly<Record<End, string>> = { done: 'completed', failed: 'failed', rejected: 'rejected' };

/**
 * A final answer replaces earlier final ones. `accepted` does so only for a new admission, since a repeated delivery may be late. Events name
 * no item: the message of a rejection stays in its file.
 */
export function sent({ status, drop, of, id, day, says }: DropAnswer, stage: string, anew: boolean) {
  const isEnd = status !== 'accepted';
  return {
    key: answerKey(drop, status),
    body: { status, drop, [`${of}_id`]: id, ...says },
    gone: isEnd || anew ? ENDS.filter((end) => end !== status).map((end) => answerKey(drop, end)) : [],
    event: isEnd ? { detailType: `unveil ${of} ${TOLD[status]}`, detail: { stage, [`${of}Id`]: id, day } } : null,
  };
}
