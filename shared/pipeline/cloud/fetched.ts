import { type PlannedSource, TURN, type Turn } from '../../contracts/cloud-work.ts';
import { readJson, writeJson } from '../../kit/blobs/json-lines.ts';
import type { Notice } from '../../kit/kind.ts';
import { egressNotice } from '../fetch/fetch-needed.ts';
import type { AuditFolder } from './audit-folder.ts';

const turnsOf = (spec: string): string => `fetched/${spec}/`;

/** A turn that runs again because its answer was lost is another turn: its calls were made. */
export const writeTurn = (folder: AuditFolder, spec: string, owner: string, turn: Turn): Promise<boolean> =>
  writeJson(folder.store, `${turnsOf(spec)}${owner}.json`, turn);

/** Turns that asked one source in vain. */
export async function fruitlessTurns(folder: AuditFolder, spec: string): Promise<number> {
  let turns = 0;
  for await (const { key } of folder.store.list(turnsOf(spec))) if ((await readJson(folder.store, key, TURN)).fruitless) turns += 1;
  return turns;
}

/** Leaves out the number of calls: the score cache is shared, and a call that was not needed tells what another team has asked. */
export async function fetchNotices(folder: AuditFolder, sources: readonly PlannedSource[]): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (const { spec, index } of sources) {
    if (index !== null) continue;
    const turns: Turn[] = [];
    for await (const { key } of folder.store.list(turnsOf(spec))) turns.push(await readJson(folder.store, key, TURN));
    if (turns.length > 0) {
      const all = turns.reduce(added);
      notices.push(egressNotice({ ...all, calls: null }, all.operator));
    }
    if (!turns.some(({ done }) => done)) {
      notices.push({
        code: 'source-failed',
        message: `the live source "${spec}" failed for good: what it had not answered by then counts as missing, which says nothing of the risk`,
      });
    }
  }
  return notices;
}

/** Every turn plans all pairs and asks the open ones: pairs are the same in each, calls add up. */
function added(before: Turn, { found, calls, terms, pairs, notExpressible, unavailable, done, fruitless }: Turn): Turn {
  const reasons = { ...before.unavailable };
  for (const [reason, times] of Object.entries(unavailable)) reasons[reason] = (reasons[reason] ?? 0) + times;
  return {
    operator: before.operator,
    fruitless: before.fruitless && fruitless,
    done: before.done || done,
    found: Math.min(before.found, found),
    terms: Math.max(before.terms, terms),
    pairs: Math.max(before.pairs, pairs),
    notExpressible: Math.max(before.notExpressible, notExpressible),
    calls: before.calls + calls,
    unavailable: reasons,
  };
}
