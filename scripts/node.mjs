// node scripts/node.mjs ARGS: runs Node 24 with ARGS, its folder first on PATH so that children find it too.
import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { findNode24, MISSING } from '../bin/node24.mjs';

const node = findNode24();
if (node === null) {
  process.stderr.write(`${MISSING}\n`);
  process.exit(1);
}
const PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
const { status, signal } = spawnSync(node, process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, PATH } });
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 1);
