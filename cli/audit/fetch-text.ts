import type { HostLimits } from '../../shared/core/pacing/pacing.ts';
import type { FetchProgress } from '../../shared/pipeline/fetch/fetch-counts.ts';
import type { FetchPlan, Miss } from '../../shared/pipeline/fetch/misses.ts';
import type { SourceVersion } from '../../shared/ports/hit-counter.ts';
import type { LiveSource } from '../../shared/ports/live-source.ts';
import type { Terminal } from '../command.ts';

/** Milliseconds between two drawings. */
const INTERVAL = 200;

/** Egress notice before the first call: data, receiver, duration. */
export function planText(
  { source, terms, pairs, cached, misses }: FetchPlan,
  asked: readonly Miss[],
  { limits }: LiveSource,
  operator: string,
): string {
  const of = (kind: string): number => asked.filter(({ question }) => question.kind === kind).length;
  const mute = misses.length - asked.length;
  const perDay = limits.perDay === null ? '' : `, ${limits.perDay} a day`;
  const days = limits.perDay === null ? 0 : Math.floor(asked.length / limits.perDay);
  const time = days > 0 ? `${days + 1} days` : duration((asked.length / limits.perSecond) * 1000);
  return [
    `${source.id}: needs ${terms} distinct terms and ${pairs} pairs; ${cached} answers are in the cache`,
    ...(mute > 0 ? [`  ${mute} that it has no way to ask stay on this machine`] : []),
    `  ${of('one')} terms and ${of('pair')} pairs leave this machine, to ${operator}`,
    `  ${asked.length} calls at ${limits.perSecond.toFixed(1)} a second${perDay}: about ${time}`,
    '',
  ].join('\n');
}

/** Calls left, rate and time to the end, redrawn on a terminal; nothing in a pipe. */
export function askingLine(
  { err }: Terminal,
  { source, limits }: { readonly source: Pick<SourceVersion, 'id'>; readonly limits: HostLimits },
) {
  const started = performance.now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    draw({ calls, left }: FetchProgress): void {
      if (err.isTTY !== true || performance.now() - drawn < INTERVAL) return;
      drawn = performance.now();
      const rate = calls / Math.max(1, (drawn - started) / 1000);
      const end = duration((left / Math.max(0.01, calls > 20 ? rate : limits.perSecond)) * 1000);
      err.write(
        `\r\u001b[K${source.id}  ${left} calls left  ${rate.toFixed(1)} a second  ${end}  (Ctrl-C stops; the same command goes on)`,
      );
    },
    clear(): void {
      if (err.isTTY === true) err.write('\r\u001b[K');
    },
  };
}

export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** The plan was shown and nothing was to be done. */
export class DryRunDone extends Error {
  override readonly name = 'DryRunDone';
}

/** A live source has not answered all: what it answered is kept, and the same command goes on from there. */
export class FetchStopped extends Error {
  override readonly name = 'FetchStopped';

  constructor(source: string, { remaining, resumeAt }: { readonly remaining: number; readonly resumeAt: number | null }) {
    const missing = `${remaining} answers of ${source} are missing`;
    super(
      resumeAt === null
        ? `stopped: ${missing}. What was answered is kept: the same command goes on from there`
        : `${missing}: its quota is spent until ${new Date(resumeAt).toISOString()}. What was answered is kept: run the same command then, or add --wait`,
    );
  }
}
