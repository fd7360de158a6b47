import { statSync } from 'node:fs';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { parseContract } from '../../shared/contracts/parse.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { openFile } from '../../shared/kit/read/read-release.ts';
import { kindOf } from '../../shared/pipeline/audit/kind-of.ts';
import { type AuditSize, auditCost, idleCost } from '../../shared/pipeline/cloud/cost/audit-cost.ts';
import { stepWork } from '../../shared/pipeline/cloud/cost/step-work.ts';

/** A stack with default settings: two keys, the metrics of six alarms, a dashboard, WordNet's index, the hourly drop, the metrics that it and the line
 * publish, and what looks after the line and makes the copies across audits. Without teams. Other pushed or kept data costs $0.023 a GB. */
export const IDLE = { keys: 2, alarmMetrics: 18, dashboards: 1, metrics: 12, storedGb: 0.03, canaries: 730, looks: 8_760, copies: 2_920 };
/** The default of `keepCountsUsd`. */
const KEEP_USD = 0;

/** Reads the release here and computes the price of its audit in the cloud, with or without an original. Sends nothing. */
export async function estimate(path: string, cached: number, hasOriginal: boolean) {
  const reading = { gunzip };
  const request = parseContract(auditRequest, { release: path });
  const beside = async (name: string) => ({ name, bytes: await fileBytes(name) });
  const release = await openFile({ name: path, bytes: await fileBytes(path) }, reading);
  const kind = await kindOf(KINDS, request, release);
  if (kind.size === undefined) throw new BadInput(`what an audit of a ${kind.name} release costs is not known`, { file: path });
  const { cells, pairs, rows, people, blocks, characters, inferred, learns, practises } = await kind.size(
    await kind.open({ release, original: null, reading, beside }, request),
  );
  const total = cells.reduce((sum, each) => sum + each, 0);
  const size: AuditSize = {
    bytes: statSync(path).size,
    blocks,
    characters,
    people,
    units: cells.length,
    cells: total,
    pairs,
    largest: cells.reduce((most, each) => Math.max(most, each), 0),
    inferred,
    learns,
    practises,
    rows: hasOriginal ? rows : 0,
    cached,
    keepUsd: KEEP_USD,
  };
  const services = auditCost(size);
  const steps = stepWork(size)
    .toSorted((a, b) => b.longest - a.longest)
    .map(({ step, longest }) => ({ step, seconds: Math.ceil(longest) }));
  const dollars = services.reduce((sum, line) => sum + line.dollars, 0);
  const { units } = size;
  const figures = { units, cells: total, pairs, cached, services, dollars, steps, idle_dollars_a_month: idleCost(IDLE) };
  return { what: kind.units.many, figures };
}

export function estimateText({ what, figures }: Awaited<ReturnType<typeof estimate>>): string {
  const row = (name: string, dollars: number, how: string): string => `  ${name.padEnd(16)}$${dollars.toFixed(4).padStart(10)}  ${how}\n`;
  const { units, cells, pairs, cached, services, dollars, steps, idle_dollars_a_month: idle } = figures;
  return [
    `${units} ${what}, ${cells} cells, at most ${pairs} pairs; ${Math.round(cached * 100)} % of the counts cached\n`,
    ...services.map((each) => row(each.service, each.dollars, each.how)),
    row('together', dollars, 'list prices of us-east-1, without free tier, storage and queries'),
    `  longest steps    ${steps
      .slice(0, 3)
      .map(({ step, seconds }) => `${step} ${seconds} s`)
      .join(', ')}\n`,
    `  idle            $${idle.toFixed(2).padStart(10)}  a month, whatever is audited: keys, alarms, dashboard, metrics, WordNet, and what goes by the clock\n`,
  ].join('');
}
