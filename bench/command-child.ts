// One command in a process of its own: how long it took by the clock and by the processor, start-up left out, and with it; the most memory it had; and
// what it read from files, in memory or not, where the system says so. With UNVEIL_STEPS its steps are told.
import { existsSync, readFileSync } from 'node:fs';
import { main } from '../cli/main.ts';
import type { CommandUsage } from './command.ts';

const [started, before] = [performance.now(), process.cpuUsage()];
const silent = { write: () => true };
const err = process.env['UNVEIL_STEPS'] === undefined ? silent : process.stderr;
const status = await main(process.argv.slice(2), { out: silent, err });
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(before);
const { maxRSS, userCPUTime } = process.resourceUsage();
const io = '/proc/self/io';
const read = existsSync(io) ? Number(/rchar: (\d+)/.exec(readFileSync(io, 'utf8'))?.[1]) : null;
const usage: CommandUsage = { status, milliseconds, maxRSS, cpu: (user + system) / 1000, user: userCPUTime / 1000, read };
process.stdout.write(JSON.stringify(usage));
