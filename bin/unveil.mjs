#!/usr/bin/env node
// Answers --help and --version at once. Otherwise runs the TypeScript of a clone, or the bundle of a package, on Node 24 or later: this Node, or the one
// from npm. A command that may compute for long runs in a process of its own, so that this one can handle signals.
import { fitWidth } from './fit-width.mjs';
import { asksForHelp, HELP, QUICK } from './help.mjs';

if (asksForHelp(process.argv[2])) process.stdout.write(fitWidth(HELP, process.stdout.columns));
else if (process.argv[2] === '--version') await version();
else await run();

async function version() {
  const { readFileSync } = await import('node:fs');
  process.stdout.write(`${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version}\n`);
}

async function run() {
  // All output files are for their owner only, whichever library writes them. Windows has no such mask.
  process.umask(0o077);
  const { BROUGHT, findNode24, MISSING } = await import('./node24.mjs');
  const { SUPERVISOR } = await import('./sweep.mjs');
  const { fileURLToPath } = await import('node:url');
  const node = findNode24();
  if (node === null) {
    process.stderr.write(`${MISSING}\n`);
    process.exitCode = 1;
    return;
  }
  const watched = process.env[SUPERVISOR] === String(process.ppid);
  // Its supervisor ended before this process looked: nobody would stop it.
  if (process.channel && process.env[SUPERVISOR] !== undefined && !watched) {
    process.exitCode = 1;
    return;
  }
  const argv = process.argv.slice(2);
  const quick = QUICK.has(argv[0]) || argv.some(asksForHelp);
  if (node !== process.execPath || !(watched || quick)) {
    const { supervise } = await import('./supervise.mjs');
    const { confinementOf } = await import('./permissions.mjs');
    const version = node === process.execPath ? undefined : BROUGHT;
    const confinement = argv.some(asksForHelp) ? null : confinementOf(argv, { version });
    process.exitCode = await supervise(node, [fileURLToPath(import.meta.url), ...argv], confinement);
    return;
  }
  const { existsSync } = await import('node:fs');
  const { enableCodeCache } = await import('./code-cache.mjs');
  enableCodeCache();
  // The reader of the output may stop early (`unveil ... | head`): the work is finished all the same.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const source = new URL('../cli/main.ts', import.meta.url);
  const { main } = await import(existsSync(source) ? source.href : '../dist/cli/main.mjs');
  process.exitCode = await main(argv, { out: process.stdout, err: process.stderr, confines: true });
}
