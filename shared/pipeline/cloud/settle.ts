import { type BeginPorts, giveTokensBack, runsAgain } from './begin.ts';
import { isCampaignId } from './campaign.ts';
import { type LedgerRow, type StandingPorts, standing } from './standing.ts';

type ExecutionStanding =
  | { readonly status: 'running' | 'succeeded'; readonly redrives: number }
  | { readonly status: 'failed'; readonly error: string; readonly redrives: number };

export interface SettlePorts extends BeginPorts {
  readonly standing: StandingPorts;
  describe(machine: 'audit' | 'campaign', execution: string): Promise<ExecutionStanding | null>;
  /** Updates the ledger, unless a younger run is there. */
  stands(id: string, execution: string, redrives: number, end: 'started' | 'succeeded' | { readonly failed: string }): Promise<void>;
  entry(id: string): Promise<(LedgerRow & { readonly execution: string | null }) | null>;
  /** Removes a rejection that is no longer true. */
  remove(key: string): Promise<void>;
}

/** The service is eventually consistent and lags behind the event: the next delivery asks again. */
class NotYetSeen extends Error {
  override readonly name = 'NotYetSeen';
}

/**
 * Records how an execution stands; after its end returns its tokens and answers the drop. Safe to repeat: events are late, doubled and out of
 * order, and earlier attempts may have failed halfway. `told`: the event reported the end.
 */
export async function settleExecution(id: string, name: string, told: boolean, ports: SettlePorts): Promise<string> {
  const execution = await ports.describe(isCampaignId(id) ? 'campaign' : 'audit', name);
  if (execution === null) return 'forgotten';
  const { status, redrives } = execution;
  // It may have been redriven since.
  if (status === 'running' && told && redrives === 0) throw new NotYetSeen('told of its end');
  await ports.stands(id, name, redrives, status === 'running' ? 'started' : status === 'failed' ? { failed: execution.error } : status);
  const row = await ports.entry(id);
  // An older run of the same audit.
  if (row === null || row.execution !== name) return status;
  if (status === 'running') {
    if (redrives > 0) await again(id, row, ports);
    return status;
  }
  // First: other drops must not wait for this answer.
  await giveTokensBack(id, ports);
  await tellEnd(id, row, ports);
  return status;
}

/** Answers the drop, or a later `drop` of the same content. */
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
