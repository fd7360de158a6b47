import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { isAlive, leaseOwner, startOf } from '../../shared/adapters/local/lease-owner.ts';

const LINUX = process.platform === 'linux';

test('this process is alive, and is not another one that had its id', () => {
  expect(isAlive(leaseOwner())).toBe(true);
  if (LINUX) expect(isAlive(`${hostname()}/${process.pid}/1`)).toBe(false);
});

(LINUX ? test : test.skip)('a process that has ended is dead, though its parent never asks how', async () => {
  // The shell becomes a program that reaps nothing.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [said] = (await once(parent.stdout as NodeJS.EventEmitter, 'data')) as [Buffer];
    const pid = Number(String(said));
    const owner = `${hostname()}/${pid}/${startOf(pid)}`;
    expect(isAlive(owner)).toBe(true);
    for (let turn = 0; turn < 100 && isAlive(owner); turn += 1) await new Promise((done) => setTimeout(done, 50));
    expect(isAlive(owner)).toBe(false);
    process.kill(pid, 0);
  } finally {
    parent.kill('SIGKILL');
  }
});
