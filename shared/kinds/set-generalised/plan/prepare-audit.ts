import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { MatchedFile } from '../../../core/model/match-original.ts';
import { Mentions } from '../../../core/model/mentions.ts';
import type { LocatedTransaction } from '../../../core/model/transaction.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Progress } from '../../../ports/progress.ts';
import type { ContextRule } from '../core/context.ts';
import { inferRelease, type ReleaseSummary, storeRelease } from '../read/store-release.ts';
import type { PlanSummary } from './plan-groups.ts';

export interface PreparedAudit {
  readonly release: ReleaseSummary;
  readonly context: ContextRule;
  readonly plan: PlanSummary;
}

/** A release with its original, opened: both are streams. */
export interface GivenTransactions {
  readonly release: MatchedFile;
  /** The format keeps the published order of items. */
  readonly ordered: boolean;
  readonly original: MatchedFile | null;
}

interface ReleaseInput extends GivenTransactions {
  readonly request: AuditRequest;
  /** Terms of coded items. */
  readonly labels?: ReadonlyMap<string, string> | undefined;
}

/** Stores the release; infers generalised items if none is marked. Reports names in the request that occur nowhere. */
export async function readInto(input: ReleaseInput, work: BlobStore, progress: Progress): Promise<ReleaseSummary> {
  const { request } = input;
  const { k, privacyConstraints, utilityConstraints: utility } = request.claim;
  const named = [privacyConstraints, utility].flatMap((sets) => (Array.isArray(sets) ? sets : []));
  const mentions = new Mentions(input.labels?.keys() ?? [], named);
  const seeing = (file: MatchedFile): MatchedFile => ({ ...file, transactions: seen(file.transactions, mentions) });
  const original = input.original === null ? null : seeing(input.original);
  const read = await storeRelease(seeing(input.release), original, work, progress, { allowSuppressed: request.allowSuppressed });
  const summary = { ...read, unknownConstraints: unknownIn(request, mentions, read.hasOriginal) };
  if (read.marked) return summary;
  return inferRelease(work, summary, { ...(k === undefined ? {} : { k }), ...(Array.isArray(utility) ? { utility } : {}) });
}

async function* seen(transactions: AsyncIterable<LocatedTransaction>, mentions: Mentions): AsyncGenerator<LocatedTransaction> {
  for await (const transaction of transactions) {
    mentions.add(transaction.items);
    yield transaction;
  }
}

/**
 * How many sets name an item that may have been suppressed; bad input where nothing that is named is there, or the original shows that it never was.
 */
function unknownIn({ claim, labels }: AuditRequest, mentions: Mentions, hasOriginal: boolean): number {
  if (mentions.noCode())
    throw new BadInput(
      'labels: none of their codes stands in the release; are they the labels of another file?',
      labels === undefined ? {} : { file: labels },
    );
  let unknown = 0;
  for (const key of ['privacyConstraints', 'utilityConstraints'] as const) {
    const sets = claim[key];
    if (!Array.isArray(sets)) continue;
    const found = mentions.unknownSets(sets);
    const [first] = found;
    if (first !== undefined && (hasOriginal || found.length === sets.length)) {
      const where = hasOriginal ? 'neither in the release nor in its original' : 'not in the release';
      throw new BadInput(`claim.${key}: set ${first + 1} of ${sets.length} names an item that is ${where}: is it mistyped?`);
    }
    unknown += found.length;
  }
  return unknown;
}

/** Where order carries nothing, what stands near says nothing: all context items are used instead. */
export function contextRule({ context }: AuditRequest, { order }: Pick<ReleaseSummary, 'order'>, ordered: boolean): ContextRule {
  if (context.select !== 'nearest') return { kind: context.select };
  const meaningless = !ordered || context.order === 'meaningless' || order.carriesNothing;
  return meaningless ? { kind: 'all' } : { kind: 'nearest', w: context.width };
}
