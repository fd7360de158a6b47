import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bar, type Bench, writeFigures } from './bench.ts';
import { writeRelease } from './releases.ts';
import { Client } from './soak/client.ts';

/** By hand for as long as wanted: SOAK_MINUTES=30 npm run bench -- soak */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 5);
const CLIENTS = 3;

interface Sample {
  readonly memory: number;
  readonly descriptors: number;
}

/** The local server under load, on Linux: does its memory grow, does it forget to close anything, does it leave anything? */
export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-soak-'));
  const shape = { groups: 30, members: 4, support: 20, transactions: 600, context: 5 };
  const { release, original } = writeRelease(folder, shape);
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const child = spawn(process.execPath, [resolve('bin/unveil.mjs'), 'serve', '--json', '--results', join(folder, 'results')], {
    env: { ...process.env, TMPDIR: temporary, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  try {
    const address = await addressOf(child);
    const server = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
    const client = new Client(address);
    await client.audit(release, original);
    await pause(6_000);
    const idle = sampleOf(server);
    const samples: Sample[] = [];
    const counts = { audits: 0, cancelled: 0, brokenOff: 0, walks: 0 };
    const until = performance.now() + MINUTES * 60_000;
    const use = async (number: number): Promise<void> => {
      for (let turn = number; performance.now() < until; turn += 1) {
        if (turn % 4 === 0) counts.cancelled += 1;
        else counts.audits += 1;
        if (turn % 4 === 0) await client.cancelled(release, original, 200 + 150 * (turn % 7));
        else await client.audit(release, original);
        await client.brokenOff();
        counts.brokenOff += 1;
        for (let walk = 0; walk < 10; walk += 1) await client.looksAround();
        counts.walks += 10;
      }
    };
    const watch = async (): Promise<void> => {
      while (performance.now() < until) {
        samples.push(sampleOf(server));
        await pause(1_000);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: CLIENTS }, (_, number) => use(number))]);
    // Connections that are kept alive end by themselves.
    await pause(7_000);
    const after = sampleOf(server);
    const [held] = readdirSync(temporary);
    const left = readdirSync(join(temporary, held ?? '')).length;
    child.kill('SIGINT');
    await ended;
    return report({ idle, after, samples, counts, left: left + readdirSync(temporary).length });
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
};

async function addressOf(child: ChildProcess): Promise<string> {
  let out = '';
  for await (const piece of child.stdout ?? []) {
    out += String(piece);
    if (out.endsWith('\n')) return (JSON.parse(out) as { address: string }).address;
  }
  throw new Error('unveil serve ended before it began');
}

const sampleOf = (pid: number): Sample => ({
  memory: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
});

interface Soaked {
  readonly idle: Sample;
  readonly after: Sample;
  readonly samples: readonly Sample[];
  readonly counts: Readonly<Record<string, number>>;
  readonly left: number;
}

function report({ idle, after, samples, counts, left }: Soaked): Bar[] {
  const quarter = (number: number): number => {
    const part = samples.slice(Math.floor((samples.length * number) / 4), Math.floor((samples.length * (number + 1)) / 4));
    return part.reduce((total, { memory }) => total + memory, 0) / part.length;
  };
  const quarters = [0, 1, 2, 3].map(quarter);
  const grown = (quarters[3] ?? 0) / (quarters[1] ?? 1);
  const most = Math.max(...samples.map(({ descriptors }) => descriptors));
  writeFigures(
    'soak',
    ['', 'before', 'under load, by quarters', 'after'],
    [
      ['memory, MB', idle.memory.toFixed(0), quarters.map((each) => each.toFixed(0)).join(', '), after.memory.toFixed(0)],
      ['descriptors', String(idle.descriptors), `${most} at most`, String(after.descriptors)],
    ],
    `\`unveil serve\` for ${MINUTES} minutes with ${CLIENTS} at once: ${counts['audits']} audits from files to archive, ${counts['cancelled']} cancelled, ${counts['brokenOff']} sendings broken off, ${(counts['walks'] ?? 0) * 5} pages; the server's own process, without the audits' own. Folders and files left: ${left}.`,
  );
  return [
    { what: 'memory of the last quarter over the second', figure: grown.toFixed(3), bar: 'under 1.1', met: grown < 1.1 },
    {
      what: 'descriptors after and before',
      figure: `${after.descriptors} and ${idle.descriptors}`,
      bar: 'no more',
      met: after.descriptors <= idle.descriptors,
    },
    { what: 'files and folders left', figure: String(left), bar: '0', met: left === 0 },
  ];
}
