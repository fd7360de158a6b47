// npm run jest -- ARGS: jest in ESM mode, on the Node that runs this script.
import { spawnSync } from 'node:child_process';
import { JEST_COMMAND } from './jest-command.ts';

const [file, ...flags] = JEST_COMMAND;
const { status } = spawnSync(file, [...flags, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
