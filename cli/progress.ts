import type { Progress } from '../shared/ports/log.ts';
import type { Terminal } from './command.ts';

const WIDTH = 24;
/** Milliseconds between two drawings: a terminal is slower than the work. */
const INTERVAL = 80;

/** One line on a terminal, redrawn; nothing in a pipe or a log. With UNVEIL_STEPS set, a line with the time of each step instead. */
export function terminalProgress({ err }: Terminal, now: () => number = () => performance.now()): Progress {
  if (process.env['UNVEIL_STEPS'] !== undefined) return timedSteps(err, now);
  if (err.isTTY !== true) return { step: () => {}, advance: () => {}, end: () => {} };
  let name = '';
  let total: number | null = null;
  let drawn = Number.NEGATIVE_INFINITY;
  const draw = (done: number | null): void => {
    const at = now();
    if (done !== null && at - drawn < INTERVAL) return;
    drawn = at;
    err.write(`\r\u001b[K${line(name, done ?? 0, total)}`);
  };
  return {
    step(step, steps) {
      name = step;
      total = steps;
      draw(null);
    },
    advance: draw,
    end: () => err.write('\r\u001b[K'),
  };
}

function timedSteps(err: Terminal['err'], now: () => number): Progress {
  let name = '';
  let begun = 0;
  const end = (): void => {
    if (name !== '') err.write(`step ${name}: ${Math.round(now() - begun)} ms\n`);
    name = '';
  };
  return {
    step(step) {
      end();
      name = step;
      begun = now();
    },
    advance: () => {},
    end,
  };
}

function line(name: string, done: number, total: number | null): string {
  if (total === null || total === 0) return `${name} ${done > 0 ? done : ''}`;
  const filled = Math.min(WIDTH, Math.floor((done / total) * WIDTH));
  return `${name.padEnd(8)} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${Math.floor((Math.min(done, total) / total) * 100)} %`;
}
