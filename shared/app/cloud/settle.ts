import { type BeginPorts, giveTokensBack, runsAgain } from './begin.ts';
import { isCampaignId } from './campaign.ts';
import { type LedgerRow, type StandingPorts, standing } from './standing.ts';

type ExecutionStanding =
  | { readonly status: 'running' | 'succeeded'; readonly redrives: number }
  | { readonly status: 'failed'; readonly error: string; readonly redrives: number };

export interface SettlePorts extends BeginPorts {
  readonly standing: StandingPorts;
  describe(machine: 'audit' | 'campaign', execution: string): Promise<ExecutionStanding | null>;
  /** Keeps the ledger true: an older run says nothing of a younger one. */
  stands(id: string, execution: string, redrives: number, end: 'started' | 'succeeded' | { readonly failed: string }): Promise<void>;
  entry(id: string): Promise<(LedgerRow & { readonly execution: string | null }) | null>;
  /** Removes a rejection of an earlier drop, which is no more so. */
  remove(key: string): Promise<void>;
}

/** The event is ahead of what the service answers, which is eventually consistent: asked again by the next delivery. */
class NotYetSeen extends Error {
  override readonly name = 'NotYetSeen';
}

/**
 * How an execution stands, to the ledger, and of its end: the line gets its tokens back, and who dropped it an answer. Any number of times:
 * events come late, twice and in any order, and what they brought about may have failed. `told`: the event said that it ended.
 */
export async function settleExecution(id: string, name: string, told: boolean, ports: SettlePorts): Promise<string> {
  const execution = await ports.describe(isCampaignId(id) ? 'campaign' : 'audit', name);
  if (execution === null) return 'forgotten';
  const { status, redrives } = execution;
  // It may have been redriven since.
  if (status === 'running' && told && redrives === 0) throw new NotYetSeen('told of its end');
  await ports.stands(id, name, redrives, status === 'running' ? 'started' : status === 'failed' ? { failed: execution.error } : status);
  const row = await ports.entry(id);
  // An older run of the same audit has nothing to tell.
  if (row === null || row.execution !== name) return status;
  if (status === 'running') {
    if (redrives > 0) await again(id, row, ports);
    return status;
  }
  // First: who waits does not wait for an answer to another.
  await giveTokensBack(id, ports);
  await tellEnd(id, row, ports);
  return status;
}

/** What the ledger says of its end, as an answer: to the drop itself, or to one that brings the same again. */
export async function tellEnd(id: string, row: LedgerRow, ports: SettlePorts, drop?: string): Promise<void> {
  const known = await standing(id, row, ports.standing);
  if (known === null) return;
  await ports.answer(drop === undefined ? known.answer : { ...known.answer, drop }, false);
  if (known.stale !== null && drop === undefined) await ports.remove(known.stale);
}

function again(id: string, { input }: LedgerRow, ports: SettlePorts): Promise<void> {
  const { team } = JSON.parse(input) as { readonly team: string | null };
  return runsAgain({ id, team, lane: isCampaignId(id) ? 'campaign' : 'large', ofCampaign: false }, ports);
}
