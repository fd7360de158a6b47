// One command in a process of its own: how long it took by the clock and by the processor, start-up left out, and the most memory it had.
import { main } from '../cli/main.ts';

const [started, before] = [performance.now(), process.cpuUsage()];
const silent = { write: () => true };
const status = await main(process.argv.slice(2), { out: silent, err: silent });
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(before);
const { maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ status, milliseconds, maxRSS, cpu: (user + system) / 1000 }));
