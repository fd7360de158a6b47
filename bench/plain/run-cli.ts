// Runs `unveil anonymise FILE ...` in a process of its own and says what it took without its start and without reading the file.
import { readLines } from '../../cli/anonymise/read-lines.ts';
import { command } from '../../cli/commands/anonymise.ts';

const args = process.argv.slice(2);
const [file] = args;
if (file === undefined) throw new Error('name the file');
await readLines(file);
const began = performance.now();
await readLines(file);
const started = performance.now();
const code = await command.run(args, { out: { write: () => true }, err: process.stderr }, {});
const reading = started - began;
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ code, milliseconds: performance.now() - started - reading, megabytes: maxRSS / 1024 }));
