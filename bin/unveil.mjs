#!/usr/bin/env node
// Runs in place on Node 24 or later, else again on the Node 24 that npm installed; then the TypeScript of a clone or the bundle of a package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { findNode24, isNode24, MISSING } from './node24.mjs';

if (isNode24()) {
  module.enableCompileCache?.();
  const source = new URL('../cli/main.ts', import.meta.url);
  const bundle = new URL('../dist/cli/main.mjs', import.meta.url);
  const { main } = await import(existsSync(fileURLToPath(source)) ? source.href : bundle.href);
  process.exitCode = await main(process.argv.slice(2));
} else {
  const node = findNode24();
  if (node === null) {
    process.stderr.write(`${MISSING}\n`);
    process.exitCode = 1;
  } else {
    const { status, signal } = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
    if (signal) process.kill(process.pid, signal);
    process.exitCode = status ?? 1;
  }
}
