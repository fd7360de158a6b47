import { readFileSync } from 'node:fs';

/** The bundle keeps two folders above this file too. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
