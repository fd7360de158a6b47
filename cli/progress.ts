import type { Progress } from '../shared/ports/progress.ts';
import type { Terminal } from './command.ts';
import { Course, type CourseWords } from './course.ts';

const BAR = 24;
/** Milliseconds between two drawings: a terminal is slower than the work. */
const INTERVAL = 80;

/**
 * One line on a terminal, redrawn; nothing in a pipe or a log. With UNVEIL_STEPS set, a line with the times of each step instead; `unveil serve`
 * asks for messages.
 */
export function terminalProgress({ err }: Terminal, now: () => number = () => performance.now()): Progress {
  if (process.env['UNVEIL_STEPS'] !== undefined) return timedSteps(err, now, () => process.cpuUsage().user / 1000);
  if (process.env[MESSAGES] !== undefined) return messages(now);
  if (err.isTTY !== true) return { step: () => {}, advance: () => {}, end: () => {} };
  let drawn = Number.NEGATIVE_INFINITY;
  const course = new Course((begun) => {
    const at = now();
    if (!begun && at - drawn < INTERVAL) return;
    drawn = at;
    err.write(`\r\u001b[K${lineOf(course.words(), (err.columns || 80) - 1)}`);
  }, now);
  course.end = () => err.write('\r\u001b[K');
  return course;
}

/** Set for a command whose starter follows its steps over their channel. */
export const MESSAGES = 'UNVEIL_PROGRESS_MESSAGES';

/** A call of `Progress` on its way to another process. */
export interface ProgressMessage {
  readonly unveil: 'progress';
  readonly call: 'plan' | 'step' | 'part' | 'advance';
  readonly name: string;
  readonly value: number | null;
}

function messages(now: () => number): Progress {
  let sent = Number.NEGATIVE_INFINITY;
  const send = (call: ProgressMessage['call'], name: string, value: number | null): void => {
    const message: ProgressMessage = { unveil: 'progress', call, name, value };
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  return {
    plan: (steps) => send('plan', '', steps),
    step: (name, total) => send('step', name, total),
    part: (name, total) => send('part', name, total),
    advance(done) {
      if (now() - sent < INTERVAL) return;
      sent = now();
      send('advance', '', done);
    },
    end: () => {},
  };
}

/** By the clock, and of the processor: on a machine with other work the clock says little. */
function timedSteps(err: Terminal['err'], now: () => number, worked: () => number): Progress {
  let name = '';
  let begun = { now: 0, worked: 0 };
  const end = (): void => {
    const [passed, own] = [now() - begun.now, worked() - begun.worked];
    if (name !== '') err.write(`step ${name}: ${Math.round(passed)} ms, ${Math.round(own)} ms of processor time\n`);
    name = '';
  };
  return {
    step(step) {
      end();
      name = step;
      begun = { now: now(), worked: worked() };
    },
    advance: () => {},
    end,
  };
}

/** Fits the width: first the bar shrinks, then times go, then the name is cut. */
function lineOf({ which, name, share, count, times }: CourseWords, columns: number): string {
  const what = which === '' ? name : `${which}  ${name}`;
  const words = [what, count, times].filter((word) => word !== '');
  if (words.join('  ').length > columns) return words.slice(0, 2).join('  ').slice(0, columns);
  const room = Math.min(BAR, columns - words.join('  ').length - 2);
  if (share === null || room < 6) return words.join('  ');
  const filled = Math.floor(share * room);
  return [what, '█'.repeat(filled) + '░'.repeat(room - filled), ...words.slice(1)].join('  ');
}
