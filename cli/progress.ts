import type { Progress } from '../shared/ports/log.ts';
import { duration } from './audit/fetch-text.ts';
import type { Terminal } from './command.ts';

const BAR = 24;
/** Milliseconds between two drawings: a terminal is slower than the work. */
const INTERVAL = 80;
/** A step that takes longer says for how long, and how long it will. */
const LONG = 2_000;

/** One line on a terminal, redrawn; nothing in a pipe or a log. With UNVEIL_STEPS set, a line with the time of each step instead. */
export function terminalProgress({ err }: Terminal, now: () => number = () => performance.now()): Progress {
  if (process.env['UNVEIL_STEPS'] !== undefined) return timedSteps(err, now);
  if (err.isTTY !== true) return { step: () => {}, advance: () => {}, end: () => {} };
  const started = now();
  let [number, steps] = [0, 0];
  let [name, part, total, begun] = ['', '', null as number | null, started];
  let drawn = Number.NEGATIVE_INFINITY;
  const draw = (done: number, always: boolean): void => {
    const at = now();
    if (!always && at - drawn < INTERVAL) return;
    drawn = at;
    const which = steps === 0 ? '' : `${Math.min(number, steps)} of ${steps}  `;
    const line = lineOf({ name: which + name + part, done, total, passed: at - begun, all: at - started }, (err.columns || 80) - 1);
    err.write(`\r\u001b[K${line}`);
  };
  return {
    plan(count) {
      steps = count;
    },
    step(step, count) {
      number += 1;
      [name, part, total, begun] = [step, '', count, now()];
      draw(0, true);
    },
    part(what, count) {
      [part, total, begun] = [`: ${what}`, count, now()];
      draw(0, true);
    },
    advance: (done) => draw(done, false),
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

interface Drawn {
  readonly name: string;
  readonly done: number;
  readonly total: number | null;
  /** Milliseconds of this measure, and of all steps together. */
  readonly passed: number;
  readonly all: number;
}

/** What fits: the bar shrinks first, then the times go, then the name is cut. */
function lineOf({ name, done, total, passed, all }: Drawn, columns: number): string {
  const share = total === null || total === 0 ? null : Math.min(1, done / total);
  const count = share === null ? (done > 0 ? String(done) : '') : `${Math.floor(share * 100)} %`;
  const left = share !== null && share > 0.02 && passed > LONG ? `, about ${duration((passed / share) * (1 - share))} left` : '';
  const times = all > LONG ? `${duration(all)}${left}` : '';
  const words = [name, count, times].filter((word) => word !== '');
  if (words.join('  ').length > columns) return words.slice(0, 2).join('  ').slice(0, columns);
  const room = Math.min(BAR, columns - words.join('  ').length - 2);
  if (share === null || room < 6) return words.join('  ');
  const filled = Math.floor(share * room);
  return [name, '█'.repeat(filled) + '░'.repeat(room - filled), ...words.slice(1)].join('  ');
}
