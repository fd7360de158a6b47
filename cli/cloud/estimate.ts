import { statSync } from 'node:fs';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { readRelease } from '../../shared/app/read-release.ts';
import { type AuditSize, auditCost, idleCost } from '../../shared/core/measure/cloud-cost.ts';
import { stepWork } from '../../shared/core/measure/cloud-work.ts';
import { groupKey } from '../../shared/core/model/group.ts';
import { isGeneralised, type LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { clusterSlices } from '../../shared/kinds/disassociated/read/cluster-units.ts';
import { parseBytes } from '../../shared/kinds/disassociated/read/read-disassociated.ts';

/** Context items of a row that the estimate counts with: the default width. */
const WIDTH = 2;
/** As the stack is by default: its two keys, five alarms, one dashboard, WordNet's index. What else is pushed or kept adds $0.023 a GB. */
const IDLE = { keys: 2, alarms: 5, dashboards: 1, storedGb: 0.03 };
/** The default of `keepCountsUsd`. */
const KEEP_USD = 0.01;

/** Reads the release here and prices its audit there; nothing is sent. */
export async function estimate(path: string, cached: number) {
  const opened = await readRelease({ name: path, bytes: await fileBytes(path) }, { gunzip });
  const clusters = opened.kind === 'disassociated';
  // A cluster's cells are its pairs; a cell of a generalised item has a pair for each item of its context.
  const cells = opened.kind === 'disassociated' ? await cellsOfClusters(opened.bytes, path) : await cellsOfGroups(opened.transactions);
  const total = cells.reduce((sum, each) => sum + each, 0);
  const size: AuditSize = {
    bytes: statSync(path).size,
    units: cells.length,
    cells: total,
    pairs: clusters ? total : total * WIDTH,
    largest: cells.reduce((most, each) => Math.max(most, each), 0),
    cached,
    keepUsd: KEEP_USD,
  };
  const services = auditCost(size);
  const steps = stepWork(size)
    .toSorted((a, b) => b.longest - a.longest)
    .map(({ step, longest }) => ({ step, seconds: Math.ceil(longest) }));
  const dollars = services.reduce((sum, line) => sum + line.dollars, 0);
  const { units, pairs } = size;
  const figures = { units, cells: total, pairs, cached, services, dollars, steps, idle_dollars_a_month: idleCost(IDLE) };
  return { clusters, figures };
}

export function estimateText({ clusters, figures }: Awaited<ReturnType<typeof estimate>>): string {
  const row = (name: string, dollars: number, how: string): string => `  ${name.padEnd(16)}$${dollars.toFixed(4).padStart(10)}  ${how}\n`;
  const { units, cells, pairs, cached, services, dollars, steps, idle_dollars_a_month: idle } = figures;
  return [
    `${units} ${clusters ? 'clusters' : 'generalised items'}, ${cells} cells, at most ${pairs} pairs; ${Math.round(cached * 100)} % of the counts cached\n`,
    ...services.map((each) => row(each.service, each.dollars, each.how)),
    row('together', dollars, 'list prices of us-east-1, without free tier, storage and queries'),
    `  longest steps    ${steps
      .slice(0, 3)
      .map(({ step, seconds }) => `${step} ${seconds} s`)
      .join(', ')}\n`,
    `  idle            $${idle.toFixed(2).padStart(10)}  a month, whatever is audited: keys, alarms, dashboard, WordNet\n`,
  ].join('');
}

async function cellsOfGroups(transactions: AsyncIterable<LocatedTransaction>): Promise<number[]> {
  const rows = new Map<string, { rows: number; readonly members: number }>();
  for await (const { items } of transactions) {
    for (const entry of items) {
      if (!isGeneralised(entry)) continue;
      const key = groupKey(entry);
      const group = rows.get(key) ?? { rows: 0, members: entry.length };
      group.rows += 1;
      rows.set(key, group);
    }
  }
  return [...rows.values()].map((group) => group.rows * group.members);
}

async function cellsOfClusters(bytes: AsyncIterable<Uint8Array>, path: string): Promise<number[]> {
  const { release } = await parseBytes(bytes, path);
  return [...clusterSlices(release)].flat().map(({ cells }) => cells);
}
