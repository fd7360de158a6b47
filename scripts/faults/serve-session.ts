// One use of `unveil serve`, from its start to its end: an audit whose results are kept. The server ends with this process.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SUPERVISOR } from '../../bin/sweep.mjs';
import { Client } from './client.ts';

const [release = '', original = '', results = ''] = process.argv.slice(2);
const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../bin/unveil.mjs'), 'serve', '--json', '--results', results], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  env: { ...process.env, [SUPERVISOR]: String(process.pid) },
});
const ended = new Promise<number>((done) => child.on('close', (status) => done(status ?? 1)));
const said = await new Promise<string>((found) => {
  let out = '';
  child.stdout?.on('data', (piece) => {
    out += String(piece);
    if (out.endsWith('\n')) found(out);
  });
});
const client = await Client.open((JSON.parse(said) as { address: string }).address);
// Results that are there are kept as they are: the server only starts, and sweeps.
if (!existsSync(join(results, 'kept'))) await client.kept(release, original, 'kept');
child.kill('SIGINT');
process.exitCode = await ended;
