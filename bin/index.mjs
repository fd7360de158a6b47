// The library's entry: the TypeScript of a clone, or the bundle of a package.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isNode24 } from './node24.mjs';

if (!isNode24())
  throw new Error(
    `unveil as a library needs Node.js 24 or later, and this is ${process.versions.node}; a clone brings one for the command alone`,
  );

const source = new URL('../cli/index.ts', import.meta.url);
const bundle = new URL('../dist/cli/index.mjs', import.meta.url);
const library = await import(existsSync(fileURLToPath(source)) ? source.href : bundle.href);

export const { audit, check, eliminate, readTransactions, BadInput } = library;
