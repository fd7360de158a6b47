import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { seeded } from '../shared/core/random/random.ts';
import { type Bar, writeFigures } from './bench.ts';
import { writeRelease } from './releases.ts';

const MOMENTS = 50;
const BAR = 1000;

interface Stopped {
  readonly place: 'pseudo-terminal' | 'pipe';
  readonly at: number;
  /** Milliseconds from Ctrl-C to the end of the command. */
  readonly took: number;
  readonly said: boolean;
  readonly left: readonly string[];
  readonly ended: string;
}

/** Presses Ctrl-C at 50 random moments of an audit, half of them in a pseudo-terminal, and looks at what is left in its folder. */
export async function bench(): Promise<readonly Bar[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-stopping-'));
  try {
    const { release, original } = writeRelease(folder, { groups: 120, members: 8, support: 40, transactions: 1500, context: 6 });
    const argv = [
      process.execPath,
      resolve('bin/unveil.mjs'),
      'audit',
      release,
      '--original',
      original,
      '--out',
      join(folder, 'made', 'results'),
    ];
    const whole = await once(argv, 'pipe', Number.POSITIVE_INFINITY, folder);
    console.log(`    the whole audit takes ${(whole.took / 1000).toFixed(1)} s`);
    rmSync(join(folder, 'made'), { recursive: true });
    const random = seeded('bench', 'stopping');
    const all: Stopped[] = [];
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      // Earlier Node itself has not begun, and ends as Node does.
      const at = 400 + random.unit() * (whole.took - 600);
      const stopped = await once(argv, moment % 2 === 0 && existsSync('/usr/bin/script') ? 'pseudo-terminal' : 'pipe', at, folder);
      all.push(stopped);
      rmSync(join(folder, 'made'), { recursive: true, force: true });
    }
    return report(all, whole.took);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function once(argv: readonly string[], place: Stopped['place'], at: number, folder: string): Promise<Stopped> {
  mkdirSync(folder, { recursive: true });
  const started = performance.now();
  const child =
    place === 'pipe'
      ? spawn(argv[0] ?? '', argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('script', ['-qec', argv.map((word) => `'${word}'`).join(' '), '/dev/null'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stdout?.on('data', (piece) => (said += String(piece)));
  child.stderr?.on('data', (piece) => (said += String(piece)));
  let pressed = Number.NaN;
  const timer =
    at === Number.POSITIVE_INFINITY
      ? null
      : setTimeout(() => {
          pressed = performance.now();
          if (place === 'pipe') child.kill('SIGINT');
          // What a terminal makes of Ctrl-C.
          else child.stdin?.write('\u0003');
        }, at);
  const [status, signal] = await new Promise<[number | null, string | null]>((done) => child.on('close', (code, by) => done([code, by])));
  if (timer !== null) clearTimeout(timer);
  const took = performance.now() - (Number.isNaN(pressed) ? started : pressed);
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !/^(?:release|original)\.txt$/.test(name));
  return {
    place,
    at,
    took,
    said: said.includes('unveil: stopping'),
    left: signal === null && status === 0 ? [] : left,
    ended: signal ?? String(status),
  };
}

function report(all: readonly Stopped[], whole: number): Bar[] {
  const stopped = all.filter(({ ended }) => ended !== '0');
  const times = stopped.map(({ took }) => took).toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN;
  const most = times.at(-1) ?? Number.NaN;
  const left = stopped.filter((each) => each.left.length > 0);
  const silent = stopped.filter(({ said }) => !said);
  const ms = (value: number | undefined): string => (value ?? Number.NaN).toFixed(0);
  writeFigures(
    'stopping',
    ['where', 'moments', 'median ms', 'most ms', 'said "stopping"', 'left something'],
    (['pseudo-terminal', 'pipe'] as const).map((place) => {
      const of = stopped.filter((each) => each.place === place);
      const sorted = of.map(({ took }) => took).toSorted((x, y) => x - y);
      const count = (some: readonly Stopped[]): string => String(some.length);
      const leaving = of.filter((each) => each.left.length > 0);
      return [
        place,
        count(of),
        ms(sorted[Math.floor(of.length / 2)]),
        ms(sorted.at(-1)),
        count(of.filter(({ said }) => said)),
        count(leaving),
      ];
    }),
    `Ctrl-C at ${MOMENTS} random moments of an audit of ${(whole / 1000).toFixed(1)} s, most of it learning; ${all.length - stopped.length} of them came when it had ended. From the key to the end of the command, its files swept up.`,
  );
  return [
    { what: `Ctrl-C at ${stopped.length} moments, median`, figure: `${median.toFixed(0)} ms`, bar: `< ${BAR} ms`, met: median < BAR },
    { what: 'the slowest', figure: `${most.toFixed(0)} ms`, bar: `< ${BAR} ms`, met: most < BAR },
    { what: 'that left something', figure: String(left.length), bar: '0', met: left.length === 0 },
    { what: 'that did not say "stopping"', figure: String(silent.length), bar: '0', met: silent.length === 0 },
  ];
}
