import type { FetchProgress } from '../../shared/app/fetch/fetch-counts.ts';
import type { FetchPlan, Miss } from '../../shared/app/fetch/misses.ts';
import type { LiveSource } from '../../shared/ports/live-source.ts';
import type { Terminal } from '../command.ts';

/** Milliseconds between two drawings. */
const INTERVAL = 200;

/** What would leave, to whom, and how long it takes: said before the first call. */
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
export function askingLine({ err }: Terminal, { source, limits }: LiveSource, now: () => number = () => performance.now()) {
  const started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    draw({ calls, left }: FetchProgress): void {
      if (err.isTTY !== true || now() - drawn < INTERVAL) return;
      drawn = now();
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
