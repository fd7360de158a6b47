import { existsSync, readFileSync } from 'node:fs';
import type { Options } from '../../shared/kit/option.ts';
import { type Command, ExitCode, jsonLine, optionHelp, parseOptions } from '../command.ts';
import { type Diagnosis, folders, ok, software, sources } from '../doctor/findings.ts';

const OPTIONS = {
  json: { type: 'boolean', default: false, help: 'one JSON object: version, node, platform, findings' },
} as const satisfies Options;

const help = `unveil doctor: what is here, what is missing, and what to mend

Usage: unveil doctor [--json]

Versions, memory, the folders that are written to and the room in them, sources of relatedness (each is opened), what killed runs left.
Nothing leaves this machine and nothing is changed. Of a deployed stack: unveil cloud doctor.

${optionHelp(OPTIONS)}
Exit code 0: nothing has to be mended; what is merely missing is of your own choice. 1: something will fail.
`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values } = parseOptions(argv, OPTIONS, false);
    const root = new URL('../../', import.meta.url);
    const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { readonly version: string };
    const from = existsSync(new URL('cli/main.ts', root)) ? 'a clone' : 'the package';
    const findings = [ok('unveil', `${version}, from ${from}`), ...software(), ...folders(), ...(await sources(process.env))];
    if (values.json) terminal.out.write(jsonLine({ version, node: process.versions.node, platform: process.platform, findings }));
    else for (const finding of findings) terminal.out.write(line(finding));
    return findings.some(({ kind }) => kind === 'mend') ? ExitCode.failure : ExitCode.done;
  },
};

const MARK = { ok: 'ok     ', missing: 'missing', mend: 'MEND   ' } as const;

const line = ({ kind, what, found, remedy }: Diagnosis): string =>
  `${MARK[kind]}  ${what.padEnd(24)}${found}${remedy === null ? '' : `\n${' '.repeat(33)}${remedy}`}\n`;
